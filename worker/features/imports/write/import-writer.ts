import { type SQL, sql } from 'drizzle-orm';
import type { EntityName } from '../../../contracts/contracts.ts';
import { LONG_WRITE_MS, NOW } from '../../../platform/db/client.ts';
import { isRowRefused } from '../../../platform/db/database-error.ts';
import { type Plan, query } from '../../../platform/db/query.ts';
import { insertFromSource, updateFromSource } from '../../../platform/db/row-source.ts';
import { importRows } from '../../../platform/db/schema/imports.ts';
import { asNumber, asText, readColumn, readFirst, readRows } from '../../../platform/db/typed-rows.ts';
import type { Deps } from '../../../platform/deps.ts';
import { isDatabaseBusy } from '../../../platform/errors.ts';
import { PieceSize } from '../../../platform/queue/piece-size.ts';
import { lockedMonthsOfRules } from '../../../resources/locked-months.ts';
import { listBroken, tryBesideCases, writeBesideCases } from '../../rules/cases/guard-cases.ts';
import { type Importable, ImportFailure, type ImportModules, importableOf, importMessage } from '../importable.ts';
import {
  dropRefusedChanges,
  findConflicts,
  findNewDuplicates,
  keepConflicts,
  reportConflicts,
  selectConflicts,
} from '../plan/conflicts.ts';
import { judgeNewVersions } from '../plan/new-versions.ts';
import type { ImportPlan } from '../plan/plan.ts';
import { removeUnusedNames } from '../unused-names.ts';
import { hasEnded, holdsImport, type ImportRow, importAuthor, importRequest, selectImportById } from '../work.ts';
import { isGuarded, keepBroken } from './broken-cases.ts';
import { countMessage, describeOutcome, tooLongMessage, withLockedMonths } from './outcome-message.ts';
import { allStaged, newStagedRows, stagedAfter, stagedRows, withoutAnyConflict, withoutConflict, writtenPlace } from './staged-rows.ts';

const MAX_ATTEMPTS = 4;
const BUSY_BACKOFF_MS = 1500;

/**
 * Compares the staged rows with the records and writes them in batches. All or nothing is one batch for as many rows as a transaction may take; above that
 * all rows are compared before the first is written. Says when it is past `deadline`; undefined when the import has ended.
 */
export async function writeStagedRows(deps: Deps, job: ImportRow, deadline: number, modules: ImportModules) {
  const writing = new ImportWriter(deps, job, modules);
  for (let at: ImportRow | undefined = job; at && deps.clock.now() < deadline; ) at = await writing.step(at);
  return writing.ended ? undefined : ('unfinished' as const);
}

class ImportWriter {
  #deps: Deps;
  #job: ImportRow;
  #importable: Importable;
  #modules: ImportModules;
  #plan: ImportPlan;
  #pieces: PieceSize;
  #isGuarded = false;
  ended = false;

  constructor(deps: Deps, job: ImportRow, modules: ImportModules) {
    this.#deps = deps;
    this.#job = job;
    this.#modules = modules;
    this.#importable = importableOf(job.entity);
    this.#plan = JSON.parse(job.plan!) as ImportPlan;
    this.#pieces = this.#startPieces();
  }

  /** The next batch of work; undefined when there is none any more, or the import is no longer this delivery's. */
  async step(job: ImportRow): Promise<ImportRow | undefined> {
    const next = await this.#next(job);
    this.ended = next?.status !== 'writing' || next.claim !== this.#job.claim;
    return this.ended ? undefined : next;
  }

  async #next(job: ImportRow): Promise<ImportRow | undefined> {
    const { compared } = this.#plan;
    if (compared !== 'all' && this.#isComparedFirst(job)) return this.#attempt(job, (rows) => this.#compareBatch(compared, rows));
    this.#isGuarded = await isGuarded(this.#deps.db, this.#importable);
    if (job.dry_run) return this.#endPreview();
    this.#assertWritable(job);
    return this.#attempt(job, (rows) => this.#writeBatch(job, rows));
  }

  /** Compares a batch with all records, outside the transaction that takes out what can't be written: others write meanwhile. */
  async #compareBatch(after: Exclude<ImportPlan['compared'], 'all'>, rows: number): Promise<ImportRow | undefined> {
    const batch = stagedAfter(this.#job, rows, sql`(${after[0]}, ${after[1]})`);
    const place = sql`SELECT dated, "row" FROM import_rows r WHERE ${batch} ORDER BY dated DESC, "row" DESC LIMIT 1`;
    const conflicts = selectConflicts(this.#importable, this.#plan, batch);
    const { end, problems } = await this.#deps.db.read({
      end: query(place, readFirst({ dated: importRows.dated, row: importRows.row })),
      problems: query(
        conflicts,
        readRows({ row: asNumber, problem: asText }, ({ row, problem }) => [row, problem] as const),
      ),
    });
    this.#plan.compared = end ? [end.dated, end.row] : 'all';
    return this.#write([keepConflicts(this.#job, problems), ...reportConflicts(this.#job, this.#plan.dated), this.#savePlan()]);
  }

  /** Ends a preview: what would be written is counted, and nothing of it stays. */
  async #endPreview(): Promise<ImportRow | undefined> {
    const job = this.#job;
    const all = allStaged(job);
    const judged = judgeNewVersions(job, this.#importable, this.#plan);
    const statements = [findNewDuplicates(job, this.#importable, this.#plan), ...judged, ...this.#rows(withoutConflict(all))];
    const months = query(lockedMonthsOfRules(importAuthor(job).request_id), readColumn(asText));
    const trial = this.#isOfRules ? await tryBesideCases((plan) => this.#send(plan), { statements, months }) : undefined;
    const broken = trial?.broken ?? [];
    return this.#write([
      keepBroken(job, broken),
      ...judgeNewVersions(job, this.#importable, this.#plan),
      ...reportConflicts(this.#job, this.#plan.dated),
      dropRefusedChanges(job),
      sql`UPDATE imports SET status = 'done', done = total, inserted = ${countRows(all, sql`IS NULL`)}, updated = ${countRows(all, sql`IS NOT NULL`)},
        message = ${describeOutcome(job, this.#plan, broken, trial?.tried.months)}, finished_at = ${NOW} WHERE id = ${job.id} AND ${holdsImport(job)}`,
    ]);
  }

  /**
   * Writes the next batch and moves the place behind it in the same transaction, so that nothing is written twice; ends the import when nothing is
   * left. The operation goes by the records of the file, not by names made before them. The rows stay staged until then: those of a day lie all over the
   * file, and each batch taken out would write their pages again. All or nothing: one conflict keeps the batch from being written, the next step ends it.
   */
  async #writeBatch(job: ImportRow, rows: number): Promise<ImportRow | undefined> {
    const isWhole = job.mode === 'all_or_nothing';
    const batch = stagedAfter(job, rows, writtenPlace(job));
    const left = stagedAfter(job, 1, writtenPlace(job));
    const good = isWhole ? withoutAnyConflict(batch) : withoutConflict(batch);
    const message = describeOutcome(job, this.#plan);
    const isRight = isWhole ? sql`failed = 0` : sql`(inserted + updated > 0 OR failed < total)`;
    const written = await this.#writeRows(
      [
        findConflicts(job, this.#importable, this.#plan, batch),
        findNewDuplicates(job, this.#importable, this.#plan),
        ...judgeNewVersions(job, this.#importable, this.#plan),
        ...this.#rows(good),
        sql`UPDATE imports SET inserted = inserted + ${countRows(good, sql`IS NULL`)}, updated = updated + ${countRows(good, sql`IS NOT NULL`)},
          history_id = (SELECT ifnull(MAX(id), 0) FROM history), plan = json_set(plan, '$.attempts', 0, '$.pieceRows', ${rows})
          WHERE id = ${job.id} AND ${holdsImport(job)}`,
        sql`UPDATE imports SET (written_dated, written_row) = (SELECT dated, "row" FROM import_rows r WHERE ${batch} ORDER BY dated DESC, "row" DESC LIMIT 1)
          WHERE id = ${job.id} AND ${holdsImport(job)} AND EXISTS (SELECT 1 FROM import_rows r WHERE ${left})`,
        ...reportConflicts(this.#job, this.#plan.dated),
        sql`UPDATE imports SET status = 'done', done = total, message = ${this.#isOfRules ? withLockedMonths(message, importAuthor(job).request_id) : message}, finished_at = ${NOW}
          WHERE id = ${job.id} AND ${holdsImport(job)} AND ${isRight} AND NOT EXISTS (SELECT 1 FROM import_rows r WHERE ${left})`,
        ...removeUnusedNames(job.id, hasEnded(job.id)),
        sql`UPDATE operations SET entity = ${this.#importable.resource.table} WHERE request_id = ${importRequest(job.id)}
          AND EXISTS (SELECT 1 FROM imports WHERE id = ${job.id} AND inserted + updated > 0)`,
      ],
      this.#isWrittenAtOnce(job) ? LONG_WRITE_MS : undefined,
    );
    this.#plan.attempts = 0;
    return written;
  }

  /** Pieces as large as those of a former message; a file that is written at once is one piece, however long its table takes. */
  #startPieces(): PieceSize {
    const { sizes } = this.#modules;
    if (!this.#isWrittenAtOnce(this.#job)) {
      return new PieceSize(this.#deps.clock, sizes.batch, { rows: this.#plan.pieceRows, max: sizes.largestBatch });
    }
    return new PieceSize(this.#deps.clock, sizes.whole, { min: this.#isOfRules ? sizes.whole : sizes.batch });
  }

  /**
   * Does a piece, and does it again where a busy database undid it: what lasted too long in smaller pieces. What a trigger or a unique index
   * refuses was written by others since the rows were compared, so those still to be written are compared again.
   */
  async #attempt(job: ImportRow, work: (rows: number) => Promise<ImportRow | undefined>): Promise<ImportRow | undefined> {
    const isAtOnce = this.#isWrittenAtOnce(job);
    try {
      const done = await this.#pieces.attempt(work);
      if (done !== 'too_long') return done;
      if (isAtOnce) this.#writeInPieces(job);
      this.#plan.pieceRows = this.#pieces.rows;
    } catch (error) {
      const [busy, refused] = [isDatabaseBusy(error), isRowRefused(error)];
      if (!busy && !refused) throw error;
      this.#plan.attempts += 1;
      const isTooLong = busy && isAtOnce && this.#pieces.wasSlow;
      if (this.#plan.attempts >= MAX_ATTEMPTS) throw isTooLong ? new ImportFailure(tooLongMessage()) : error;
      if (busy) await new Promise((resolve) => setTimeout(resolve, this.#plan.attempts * BUSY_BACKOFF_MS));
      if (refused) this.#plan.compared = [job.written_dated, job.written_row];
    }
    return this.#write([this.#savePlan()]);
  }

  /** From here on the file is no longer written at once: nothing is written before all of it is compared. */
  #writeInPieces({ written_dated, written_row }: ImportRow): void {
    this.#plan.isInPieces = true;
    this.#plan.compared = [written_dated, written_row];
    this.#pieces = this.#startPieces();
  }

  #rows(where: SQL): SQL[] {
    const { contract, table } = this.#importable.resource;
    const { inserted, updated: changed } = this.#plan;
    const mine = sql`${where} AND ${holdsImport(this.#job)}`;
    const updated = sql`SELECT r.target_id FROM import_rows r WHERE ${mine} AND r.target_id IS NOT NULL`;
    return [
      inserted.length > 0 ? insertFromSource(table, inserted, newStagedRows(sql`${mine} AND r.target_id IS NULL`, this.#plan)) : [],
      changed.length > 0 ? updateFromSource(table, changed, stagedRows(mine)) : [],
      this.#modules.effects[contract.name as EntityName]?.(updated, importAuthor(this.#job)) ?? [],
    ].flat();
  }

  get #isOfRules(): boolean {
    return this.#importable.resource.contract.versions !== undefined;
  }

  #isWrittenAtOnce({ mode, total }: ImportRow): boolean {
    if (this.#isOfRules) return true;
    return mode === 'all_or_nothing' && !this.#plan.isInPieces && Number(total) <= this.#modules.sizes.whole;
  }

  /** What is against a row is known before any row is written where nothing may stay: in a preview, and in a file too large for one transaction. */
  #isComparedFirst(job: ImportRow): boolean {
    return job.dry_run === 1 || (job.mode === 'all_or_nothing' && !this.#isWrittenAtOnce(job));
  }

  #savePlan(): SQL {
    return sql`UPDATE imports SET plan = ${JSON.stringify(this.#plan)} WHERE id = ${this.#job.id} AND ${holdsImport(this.#job)}`;
  }

  async #write(statements: SQL[], timeoutMs?: number): Promise<ImportRow | undefined> {
    return (await this.#send({ statements, job: selectImportById(this.#job.id) }, timeoutMs)).job;
  }

  /** Writes rows of rules: where that breaks worked examples only if the person accepted it, otherwise the import ends. */
  async #writeRows(statements: SQL[], timeoutMs?: number): Promise<ImportRow | undefined> {
    if (!this.#isGuarded) return this.#write(statements, timeoutMs);
    const { job } = await writeBesideCases(
      (part) => this.#send(part, timeoutMs),
      { statements, job: selectImportById(this.#job.id) },
      async (broken) => {
        await this.#send(keepBroken(this.#job, broken));
        if (!this.#job.accept_broken) throw new ImportFailure(importMessage('cases_kept', { cases: listBroken(broken) }));
      },
    );
    return job;
  }

  #send = <P extends Plan>(plan: P, timeoutMs?: number) => this.#deps.db.write(plan, importAuthor(this.#job), timeoutMs);

  #assertWritable({ mode, failed, total, inserted, updated }: ImportRow): void {
    const isNoneRight = failed === total && inserted + updated === 0;
    if (failed === 0 || (mode !== 'all_or_nothing' && !isNoneRight)) return;
    throw new ImportFailure(countMessage(mode === 'all_or_nothing' ? 'nothing_written' : 'none_right', failed, this.#plan.ignored));
  }
}

const countRows = (where: SQL, target: SQL): SQL => sql`(SELECT COUNT(*) FROM import_rows r WHERE ${where} AND r.target_id ${target})`;
