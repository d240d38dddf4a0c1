import { type SQL, sql } from 'drizzle-orm';
import { IMPORT_MODES } from '../../contracts/calls/imports.ts';
import type { Text } from '../../contracts/text.ts';
import { Refusal } from '../../db/refusal.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { type Importable, ImportFailure, importableOf, said } from './importable.ts';
import { authorOf, claimed, type ImportRow, importById, importOf, type Job, NOW } from './job.ts';
import { findNewTwins, findObstacles, reportObstacles } from './obstacles.ts';
import { NONE_COMPARED, type Plan } from './plan.ts';
import { MAX_ERRORS } from './stage.ts';
import { allStaged, insertRows, staged, updateRows } from './staged-rows.ts';

/** Staged rows compared with the records, or written, in one transaction: short enough for other writers to wait. */
const PIECE = 1000;
/** Writing a whole file holds the database's only writer; the server takes it away after 5 s when others wait, and nothing is written. */
const WHOLE_MS = 60_000;
const TRIES = 4;
const BUSY_MS = 1500;
const LONG_MS = 4500;

/**
 * Compares all staged rows with the records and writes them: in one transaction where all or nothing was asked for, else in pieces, each
 * leaving the staging as it is written. Does a piece at a time and says when it is past `deadline`; undefined when the import has ended.
 */
export async function writeStaged(deps: Deps, job: Job, deadline: number): Promise<'unfinished' | undefined> {
  const writing = new Writing(deps, job);
  for (let at: ImportRow | undefined = job; at && deps.clock.now() < deadline; ) at = await writing.step(at);
  return writing.ended ? undefined : 'unfinished';
}

class Writing {
  #deps: Deps;
  #job: Job;
  #importable: Importable;
  #plan: Plan;
  ended = false;

  constructor(deps: Deps, job: Job) {
    this.#deps = deps;
    this.#job = job;
    this.#importable = importableOf(job.entity);
    this.#plan = JSON.parse(job.plan!) as Plan;
  }

  /** The next piece of work; undefined when there is none any more, or the import is no longer this delivery's. */
  async step(job: ImportRow): Promise<ImportRow | undefined> {
    const next = await this.#next(job);
    this.ended = next?.status !== 'writing' || next.claim !== this.#job.claim;
    return this.ended ? undefined : next;
  }

  async #next(job: ImportRow): Promise<ImportRow | undefined> {
    const { compared } = this.#plan;
    if (compared !== 'all') return this.#compare(compared);
    this.#refuse(job);
    return job.mode === 'all_or_nothing' ? this.#again(() => this.#writeAll()) : this.#again(() => this.#writePiece());
  }

  /** Compares a piece with all records, and takes out what can't be written. */
  async #compare(after: Exclude<Plan['compared'], 'all'>): Promise<ImportRow | undefined> {
    const piece = staged(this.#job, PIECE, after);
    const place = sql`SELECT dated, "row" FROM import_rows r WHERE ${piece} ORDER BY dated DESC, "row" DESC LIMIT 1`;
    const [last] = (await this.#deps.db.read([place]))[0]!.rows;
    this.#plan.compared = last ? [String(last.dated), Number(last.row)] : 'all';
    return this.#write([findObstacles(this.#job, this.#importable, piece, { twins: true }), ...this.#report(), this.#keepPlan()]);
  }

  /** Writes the next piece and takes it out of the staging, so that nothing is written twice; ends the import when nothing is left. */
  async #writePiece(): Promise<ImportRow | undefined> {
    const job = this.#job;
    const piece = staged(job, PIECE, NONE_COMPARED);
    const good = sql`${piece} AND NOT EXISTS (SELECT 1 FROM import_conflicts o WHERE o.import_id = r.import_id AND o."row" = r."row")`;
    return this.#write([
      findObstacles(job, this.#importable, piece, { twins: false }),
      findNewTwins(job, this.#importable),
      ...this.#rows(good),
      sql`UPDATE imports SET inserted = inserted + ${count(good, sql`IS NULL`)}, updated = updated + ${count(good, sql`IS NOT NULL`)},
        history_id = (SELECT ifnull(MAX(id), 0) FROM history), plan = json_set(plan, '$.attempts', 0)
        WHERE id = ${job.id} AND ${claimed(job)}`,
      sql`DELETE FROM import_rows AS r WHERE ${piece} AND ${claimed(job)}`,
      ...this.#report(),
      sql`UPDATE imports SET status = 'done', done = total, message = ${this.#message()}, finished_at = ${NOW}
        WHERE id = ${job.id} AND ${claimed(job)} AND (inserted + updated > 0 OR failed < total)
        AND NOT EXISTS (SELECT 1 FROM import_rows WHERE import_id = ${job.id})`,
    ]);
  }

  /** Writes all rows, each with its history row, and ends the import; with an obstacle writes nothing. */
  async #writeAll(): Promise<ImportRow | undefined> {
    const job = this.#job;
    const all = allStaged(job);
    const none = sql`NOT EXISTS (SELECT 1 FROM import_conflicts WHERE import_id = ${job.id})`;
    return this.#write(
      [
        findObstacles(job, this.#importable, all, { twins: false }),
        findNewTwins(job, this.#importable),
        ...this.#rows(sql`${all} AND ${none}`),
        sql`UPDATE imports SET status = 'done', done = total, inserted = ${count(all, sql`IS NULL`)}, updated = ${count(all, sql`IS NOT NULL`)},
          message = ${this.#message()}, finished_at = ${NOW} WHERE id = ${job.id} AND ${claimed(job)} AND ${none}`,
        ...this.#report(),
      ],
      WHOLE_MS,
    );
  }

  /**
   * Repeats what a busy database undid: what took so long the first time may go through the next. What a trigger or a unique index
   * refuses was written by others since the rows were compared, so they are compared anew.
   */
  async #again(write: () => Promise<ImportRow | undefined>): Promise<ImportRow | undefined> {
    const started = Date.now();
    try {
      const written = await write();
      this.#plan.attempts = 0;
      return written;
    } catch (error) {
      const whole = this.#job.mode === 'all_or_nothing';
      const busy = error instanceof AppError && error.code === 'database_unavailable';
      const refused = error instanceof Refusal && ['month_locked', 'record_checked', 'unique'].includes(error.kind);
      if (!busy && !refused) throw error;
      this.#plan.attempts += 1;
      if (this.#plan.attempts >= TRIES) throw whole && busy && Date.now() - started > LONG_MS ? new ImportFailure(tooLong()) : error;
      if (busy) await new Promise((resolve) => setTimeout(resolve, this.#plan.attempts * BUSY_MS));
      if (refused) this.#plan.compared = NONE_COMPARED;
      return this.#write([this.#keepPlan()]);
    }
  }

  #rows(where: SQL): SQL[] {
    const { resource } = this.#importable;
    const mine = sql`${where} AND ${claimed(this.#job)}`;
    return [insertRows(resource.table, this.#plan.inserted, mine), updateRows(resource.table, this.#plan.updated, mine)].flatMap(
      (statement) => statement ?? [],
    );
  }

  #report(): SQL[] {
    return reportObstacles(this.#job, this.#plan.dated);
  }

  #keepPlan(): SQL {
    return sql`UPDATE imports SET plan = ${JSON.stringify(this.#plan)} WHERE id = ${this.#job.id} AND ${claimed(this.#job)}`;
  }

  async #write(statements: SQL[], timeoutMs?: number): Promise<ImportRow | undefined> {
    const results = await this.#deps.db.write([...statements, importById(this.#job.id)], authorOf(this.#job), timeoutMs);
    return importOf(results.at(-1));
  }

  #refuse({ mode, failed, total, inserted, updated }: ImportRow): void {
    if (failed === 0) return;
    if (mode === 'all_or_nothing') throw new ImportFailure(counted('nothing_written', failed));
    if (failed === total && inserted + updated === 0) throw new ImportFailure(counted('none_right', failed));
  }

  #message(): string | null {
    const { unchanged, ignored } = this.#plan;
    const notes = [
      ...(unchanged > 0 ? [said('unchanged', { count: unchanged })] : []),
      ...(ignored.length > 0 ? [said('ignored_columns', { columns: ignored.join(', ') })] : []),
    ];
    return notes.length > 0 ? JSON.stringify(joined(notes)) : null;
  }
}

const count = (where: SQL, target: SQL): SQL => sql`(SELECT COUNT(*) FROM import_rows r WHERE ${where} AND r.target_id ${target})`;
const joined = (texts: readonly Text[]): Text => ({ vi: texts.map(({ vi }) => vi).join('. '), en: texts.map(({ en }) => en).join('. ') });

function counted(text: 'nothing_written' | 'none_right', failed: number): Text {
  return joined([said(text, { count: failed }), ...(failed > MAX_ERRORS ? [said('more_errors', { count: MAX_ERRORS })] : [])]);
}

function tooLong(): Text {
  const { valid_rows } = IMPORT_MODES;
  return { vi: said('too_long', { mode: valid_rows.vi }).vi, en: said('too_long', { mode: valid_rows.en }).en };
}
