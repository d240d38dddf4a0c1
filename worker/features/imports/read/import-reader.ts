import { sql } from 'drizzle-orm';
import type { Text } from '../../../contracts/text.ts';
import type { Actor } from '../../../platform/caller.ts';
import { NOW } from '../../../platform/db/client.ts';
import { query } from '../../../platform/db/query.ts';
import { imports } from '../../../platform/db/schema/imports.ts';
import { readFirst } from '../../../platform/db/typed-rows.ts';
import type { Deps } from '../../../platform/deps.ts';
import { nextTask } from '../../../platform/xlsx/next-task.ts';
import { type OtherSheet, readRows, type SkippedRows } from '../../../platform/xlsx/read/read.ts';
import { bucketSource } from '../../../platform/xlsx/read/source.ts';
import { readImportActor } from '../import-actor.ts';
import { hasNaturalKey, type Importable, ImportFailure, importableOf, importMessage, joinTexts, maxRowsOf } from '../importable.ts';
import { hashNaturalKey } from '../plan/known-keys.ts';
import { type ImportPlan, MAX_CHANGES } from '../plan/plan.ts';
import { shortHash } from '../plan/short-hash.ts';
import { selectListed, stageChunk } from '../plan/stage-rows.ts';
import { TargetFinder, type Targets } from '../plan/targets.ts';
import { fileKey, holdsImport, type ImportRow, importAuthor, mappingOf } from '../work.ts';
import { describeOtherSheets } from '../write/outcome-message.ts';
import { findDoubleKey } from './double-keys.ts';
import type { Draft, Problem } from './draft.ts';
import { sameRowMessage } from './field-message.ts';
import { fromHeadings, HEADING_ROWS, type HeadedRow, isBlankRow, listHiddenTitles, readHeadings } from './headings.ts';
import { selectLookups } from './lookups.ts';
import { createMissing, MissingNames, nameParents } from './missing-names.ts';
import { addPassedOver, countPassedOver, describePassedOver, kindOfPassedOver } from './passed-over.ts';
import { loadReading, placeBehind, type ReadingState, type SeenKeys } from './reading-state.ts';
import { type ReadyRow, RowMapper } from './row-mapper.ts';

const BATCH_SIZE = 1000;
/** Rows judged before other calls get their turn: at worst, with several wrong texts each, some 50 ms. */
const ROWS_AT_ONCE = 100;

/**
 * Reads the file behind the rows that earlier messages staged, until `deadline` but for at least a chunk, and stages its rows. Answers the import ready
 * to be written, 'unfinished' when rows are left, undefined when it was cancelled or taken over.
 */
export async function readImportFile(deps: Deps, job: ImportRow, deadline: number): Promise<ImportRow | 'unfinished' | undefined> {
  return new ImportReader(deps, job, await loadReading(deps.db, job)).read(deadline);
}

type End = { mapper: RowMapper | undefined } | 'unfinished' | undefined;

class ImportReader {
  #deps: Deps;
  #job: ImportRow;
  #importable: Importable;
  #state: ReadingState;
  #seen: SeenKeys;
  #staging: Promise<boolean> = Promise.resolve(true);
  #finder: TargetFinder | undefined;
  #actor: Actor | undefined;
  #header: HeadedRow | undefined;
  /** Why no row can be read by the header. */
  #fault: ImportFailure | undefined;
  readonly #otherSheets: ImportPlan['otherSheets'] = [];

  constructor(deps: Deps, job: ImportRow, { state, seen }: { state: ReadingState; seen: SeenKeys }) {
    this.#deps = deps;
    this.#job = job;
    this.#importable = importableOf(job.entity);
    this.#state = state;
    this.#seen = seen;
  }

  async read(deadline: number): Promise<ImportRow | 'unfinished' | undefined> {
    const end = await this.#rows(deadline).finally(() => this.#waitForStaging());
    if (!end || !(await this.#staging)) return undefined;
    if (end === 'unfinished') return end;
    const { mapper } = end;
    const { missing, faulty, passedOver } = this.#state;
    const mayCreate = this.#job.mode === 'valid_rows' || faulty === 0;
    if (this.#job.create_missing === 1 && !this.#job.dry_run && mayCreate && missing.some(({ creatable }) => creatable)) {
      await createMissing(this.#deps, this.#job, missing, this.#actor!);
      return 'unfinished';
    }
    const total = this.#state.done - countPassedOver(passedOver);
    if (!mapper || total === 0) throw this.#failure(importMessage('no_rows'), ...describePassedOver(passedOver));
    const plan: ImportPlan = {
      ...this.#state,
      sheet: this.#header?.sheet.name ?? '',
      otherSheets: this.#otherSheets,
      ignored: mapper.headings.ignored.slice(0, 50),
      hiddenColumns: this.#header ? listHiddenTitles(mapper.headings, this.#header.sheet) : [],
      above: this.#header?.above ?? 0,
      dated: mapper.titleOf(this.#importable.resource.contract.dated ?? ''),
      compared: ['', 0],
      attempts: 0,
    };
    const { ready } = await this.#deps.db.write(
      {
        ready: query(
          sql`UPDATE imports SET status = 'writing', total = ${total}, plan = ${JSON.stringify(plan)}, progress_at = ${NOW} WHERE id = ${this.#job.id} AND ${holdsImport(this.#job)} RETURNING *`,
          readFirst(imports),
        ),
        chunks: sql`DELETE FROM import_chunks WHERE import_id = ${this.#job.id} AND ${holdsImport(this.#job)}`,
      },
      importAuthor(this.#job),
    );
    return ready;
  }

  /** Reads rows, a chunk while the one before is staged; undefined when the import was cancelled or taken over. */
  async #rows(deadline: number): Promise<End> {
    const { clock } = this.#deps;
    const source = await bucketSource(this.#deps.files, fileKey(this.#job.id));
    if (!source) throw new ImportFailure(importMessage('file_missing'));
    const [start, { skip, done }] = [clock.now(), this.#state];
    let [left, until] = [skip ? 0 : done, deadline];
    let [mapper, drafts]: [RowMapper | undefined, Draft[]] = [undefined, []];
    const onOtherSheet = (other: OtherSheet) => this.#otherSheets.push(other);
    const options = { maxRows: maxRowsOf(this.#importable) + HEADING_ROWS, sheet: this.#job.sheet, onOtherSheet, skip };
    for await (const row of fromHeadings(readRows(source, options), this.#importable, mappingOf(this.#job))) {
      if (!mapper) {
        if (this.#header) continue;
        this.#header = row;
        mapper = await this.#mapper(row.cells).catch((error: unknown) => {
          if (!(error instanceof ImportFailure)) throw error;
          this.#fault = error;
          return undefined;
        });
        continue;
      }
      if (isBlankRow(mapper.headings, row)) continue;
      if (left > 0) {
        left -= 1;
        // An .xls is parsed again from its start in each message: reading for as long as that took keeps the messages few.
        if (left === 0) until = Math.max(deadline, 2 * clock.now() - start);
        continue;
      }
      const draft = mapper.readDraft(row);
      nameParents(this.#importable.resource.contract.fields, draft);
      draft.passedOver = kindOfPassedOver(this.#importable, mapper.headings, row, draft);
      drafts.push(draft);
      if (drafts.length < BATCH_SIZE) continue;
      if (!(await this.#stageChunk(mapper, drafts, placeBehind(this.#header, row)))) return undefined;
      if (clock.now() >= until) return 'unfinished';
      drafts = [];
    }
    if (this.#fault) throw this.#failure(this.#fault.text);
    if (mapper && drafts.length > 0 && !(await this.#stageChunk(mapper, drafts))) return undefined;
    return { mapper };
  }

  /** Why a sheet has no rows for the import. They may stand on another one: which there are is known once this one is read. */
  #failure(...texts: Text[]): ImportFailure {
    return new ImportFailure(joinTexts([...texts, ...describeOtherSheets(this.#header?.sheet.name ?? '', this.#otherSheets)]));
  }

  async #mapper(cells: Parameters<typeof readHeadings>[1]): Promise<RowMapper> {
    const { resource, fields } = this.#importable;
    const { db, clock } = this.#deps;
    const headings = readHeadings(this.#importable, cells, mappingOf(this.#job));
    const entities = new Set(fields.flatMap((name) => resource.contract.fields[name]!.entity ?? []));
    const lookups = await db.read(selectLookups([...entities]));
    this.#actor = await readImportActor(db, this.#job.requested_by);
    this.#finder = new TargetFinder(db, this.#importable, resource.scope?.(this.#actor) ?? {});
    return new RowMapper(this.#importable, headings, lookups, clock, this.#actor);
  }

  async #stageChunk(mapper: RowMapper, drafts: readonly Draft[], skip?: SkippedRows): Promise<boolean> {
    const targets = await this.#finder!.find(drafts);
    const [ready, problems]: [ReadyRow[], Problem[]] = [[], []];
    const [changes, missing] = [[...this.#state.changes], new MissingNames(this.#state.missing, this.#actor!)];
    let { failed, unchanged, faulty, hidden, merged, passedOver } = this.#state;
    const columns = { inserted: new Set(this.#state.inserted), updated: new Set(this.#state.updated) };
    for (const [index, draft] of drafts.entries()) {
      if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await nextTask();
      const origin = targets.originOf(draft);
      if (origin && draft.id !== undefined && !origin.follower) mapper.copyRecord(draft, origin.record);
      const target = targets.of(draft);
      if (draft.passedOver && (!target || draft.passedOver === 'examples')) {
        passedOver = addPassedOver(passedOver, draft.passedOver, draft.row);
        continue;
      }
      if (draft.marks.hidden) hidden += 1;
      if (draft.marks.merged) merged += 1;
      const conflict = this.#identityProblem(draft, target, targets);
      const read =
        conflict || typeof target === 'string' || draft.problems.has('id')
          ? [...draft.problems.values(), ...(conflict ? [{ row: draft.row, column: null, message: conflict }] : [])]
          : mapper.completeRow(draft, target, origin);
      const outcome = Array.isArray(read) || read === 'unchanged' ? read : (findDoubleKey(this.#importable, this.#seen, read) ?? read);
      if (outcome === 'unchanged') unchanged += 1;
      else if (Array.isArray(outcome)) {
        failed += 1;
        problems.push(...outcome);
        if (!missing.add(outcome)) faulty += 1;
      } else {
        for (const name of Object.keys(outcome.columns)) columns[outcome.target ? 'updated' : 'inserted'].add(name);
        ready.push(outcome);
        if (this.#job.dry_run && changes.length < MAX_CHANGES) changes.push(...mapper.listChanges(outcome));
      }
    }
    const kept = selectListed(problems, this.#state.problems);
    this.#state = {
      ...this.#state,
      done: this.#state.done + drafts.length,
      ...{ skip, hidden, merged, passedOver },
      ...{ failed, unchanged, faulty, missing: missing.list(), changes: changes.slice(0, MAX_CHANGES) },
      problems: this.#state.problems + problems.length,
      inserted: [...columns.inserted],
      updated: [...columns.updated],
    };
    if (!(await this.#staging)) return false;
    // Awaited with the next chunk; a failure before that must not go unheard as unhandled.
    this.#staging = stageChunk(
      this.#deps.db,
      this.#job,
      { rows: ready, problems: kept },
      { keys: this.#seen.takeNew(), state: this.#state },
    );
    this.#staging.catch(() => undefined);
    return true;
  }

  /** Nothing of an import may be written after its end, nor be cut off with the message. */
  async #waitForStaging(): Promise<void> {
    await this.#staging.catch(() => undefined);
  }

  /** Why the row names no record of its own: its record is missing or ambiguous, or another is the same, unless it lacks a part of its key. Notes its keys otherwise. */
  #identityProblem(draft: Draft, target: ReturnType<Targets['of']>, targets: Targets): Text | undefined {
    const { updatableFields, resource, nameField } = this.#importable;
    const naturalKey = nameField && !hasNaturalKey(this.#importable, draft.values) ? [nameField] : this.#importable.naturalKey;
    if (target === 'gone') return importMessage('no_record', { id: draft.id! });
    if (target === 'several') return importMessage('several_targets');
    if (!target && draft.problems.size === 0 && updatableFields) return importMessage('no_target');
    const lacks = (name: string) => resource.contract.fields[name]!.required && (draft.values[name] ?? null) === null;
    if (!target && (draft.problems.size > 0 || naturalKey.some(lacks))) return undefined;
    const key = target ? shortHash(`id ${target.id}`) : hashNaturalKey(naturalKey, draft.values);
    const before = this.#seen.note(key, draft.row);
    if (target) return before === undefined ? undefined : importMessage('record_twice', { row: before, id: target.id });
    const found = before === undefined ? targets.duplicatesOf(draft).map((id) => ({ id }))[0] : { row: before };
    return found && sameRowMessage(this.#importable, naturalKey, draft.values, found);
  }
}
