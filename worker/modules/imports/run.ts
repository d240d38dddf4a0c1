import { sql } from 'drizzle-orm';
import { IMPORT_MAX_ROWS, type ImportText } from '../../contracts/calls/imports.ts';
import type { Text } from '../../contracts/text.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { readRows } from '../../xlsx/read.ts';
import { bucketSource } from '../../xlsx/source.ts';
import { WorkbookError } from '../../xlsx/workbook-error.ts';
import { readHeadings } from './headings.ts';
import { type Importable, ImportFailure, importableOf, said } from './importable.ts';
import { authorOf, claimed, claimImport, dropFile, failImport, fileKey, type ImportRow, type Job, NOW, releaseImport } from './job.ts';
import { lookupStatements, lookupsOf } from './lookups.ts';
import { clearStaged, obstacles, publish } from './publish.ts';
import { type Draft, type Problem, type ReadyRow, RowMaker } from './rows.ts';
import { MAX_ERRORS, type Progress, reject, stage } from './stage.ts';
import { sameKey, targetStatement, targetsOf } from './targets.ts';

const CHUNK = 1000;
/** Between looking for obstacles and writing somebody may edit again; after so many times it is their turn. */
const TRIES = 4;
const LATER_SECONDS = 30;
const BUSY_MS = 1500;

/**
 * The message `{type: 'import', import_id}`: reads the file, stages its rows, and writes them in one transaction. A message that comes twice
 * does nothing more; one that comes after a crash begins anew.
 */
export async function handleImport(deps: Deps, message: { import_id: number }): Promise<void> {
  const job = await claimImport(deps, message.import_id);
  if (!job) return;
  if (job === 'busy') return deps.jobs.send({ type: 'import', import_id: message.import_id }, { delaySeconds: LATER_SECONDS });
  try {
    await new ImportRun(deps, job).run();
    await dropFile(deps, job.id);
  } catch (error) {
    const text = reasonOf(error);
    if (text) await failImport(deps, job.id, text, claimed(job));
    else if (await releaseImport(deps, job)) throw error;
  }
}

/** One delivery's work on one import. */
class ImportRun {
  #deps: Deps;
  #job: Job;
  #importable: Importable;
  #progress: Progress = { done: 0, failed: 0 };
  #errors = 0;
  #unchanged = 0;
  #seen = new Map<string, number>();
  #columns = { inserted: new Set<string>(), updated: new Set<string>() };
  #staging: Promise<boolean> = Promise.resolve(true);

  constructor(deps: Deps, job: Job) {
    this.#deps = deps;
    this.#job = job;
    this.#importable = importableOf(job.entity);
  }

  async run(): Promise<void> {
    const maker = await this.#read().finally(() => this.#settled());
    if (!maker || !(await this.#staging)) return;
    if (this.#progress.done === 0) throw new ImportFailure(said('no_rows'));
    const [writing] = await this.#deps.db.write(
      [
        sql`UPDATE imports SET status = 'writing', total = done, progress_at = ${NOW} WHERE id = ${this.#job.id} AND ${claimed(this.#job)} RETURNING id`,
      ],
      authorOf(this.#job),
    );
    if (writing!.rows.length > 0) await this.#write(maker);
  }

  /** Reads the file to its end, a chunk while the one before is staged; undefined when the import was cancelled or taken over. */
  async #read(): Promise<RowMaker | undefined> {
    const source = await bucketSource(this.#deps.files as never, fileKey(this.#job.id));
    if (!source) throw new ImportFailure(said('broken'));
    let maker: RowMaker | undefined;
    let drafts: Draft[] = [];
    for await (const row of readRows(source, { maxRows: IMPORT_MAX_ROWS + 1 })) {
      if (!maker) {
        maker = await this.#maker(row.cells);
        continue;
      }
      drafts.push(maker.draft(row));
      if (drafts.length < CHUNK) continue;
      if (!(await this.#chunk(maker, drafts))) return undefined;
      drafts = [];
    }
    if (maker && drafts.length > 0 && !(await this.#chunk(maker, drafts))) return undefined;
    return maker;
  }

  async #maker(cells: Parameters<typeof readHeadings>[1]): Promise<RowMaker> {
    const { resource, fields } = this.#importable;
    const headings = readHeadings(this.#importable, cells);
    const entities = [...new Set(fields.flatMap((name) => resource.contract.fields[name]!.entity ?? []))];
    const lookups = lookupsOf(entities, await this.#deps.db.read(lookupStatements(entities)));
    return new RowMaker(this.#importable, headings, lookups, this.#deps.clock, this.#job.requested_by);
  }

  async #chunk(maker: RowMaker, drafts: readonly Draft[]): Promise<boolean> {
    const { db } = this.#deps;
    const statement = targetStatement(this.#importable, drafts);
    const targets = targetsOf(this.#importable, statement && (await db.read([statement]))[0]);
    const ready: ReadyRow[] = [];
    const problems: Problem[] = [];
    for (const draft of drafts) {
      const target = targets.of(draft);
      const obstacle = this.#identity(draft, target);
      if (obstacle) draft.problems.push({ row: draft.row, column: null, message: obstacle });
      const row = obstacle ? undefined : await maker.finish(draft, target === 'several' ? undefined : target);
      if (draft.problems.length > 0) {
        this.#progress.failed += 1;
        problems.push(...draft.problems);
      } else if (row === 'unchanged') this.#unchanged += 1;
      else if (row) {
        for (const name of Object.keys(row.columns)) this.#columns[row.target ? 'updated' : 'inserted'].add(name);
        ready.push(row);
      }
    }
    this.#progress.done += drafts.length;
    const kept = problems.slice(0, Math.max(0, MAX_ERRORS - this.#errors));
    this.#errors += problems.length;
    if (!(await this.#staging)) return false;
    this.#staging = stage(db, this.#job, ready, kept, { ...this.#progress });
    // Awaited with the next chunk; a failure before that must not go unheard as unhandled.
    this.#staging.catch(() => undefined);
    return true;
  }

  /** Until the chunk on its way is staged or refused: nothing of an import may be written after its end, nor be cut off with the message. */
  async #settled(): Promise<void> {
    await this.#staging.catch(() => undefined);
  }

  /** Why the row names no record of its own: its target is missing or unclear, or an earlier row of the file is the same. */
  #identity(draft: Draft, target: ReturnType<ReturnType<typeof targetsOf>['of']>): Text | undefined {
    const { same, source, adjusts } = this.#importable;
    if (draft.bad.size > 0 || (draft.unclear.size > 0 && !target)) return undefined;
    if (target === 'several') return said('several_targets');
    if (adjusts && !target) return said('no_target');
    const keys = target ? [`id ${target.id}`] : [sameKey(same, draft.values)];
    if (!target && source && draft.values[source]) keys.push(`source ${draft.values[source]}`);
    for (const key of keys) {
      const before = this.#seen.get(key);
      if (before !== undefined) return said('twice_in_file', { row: before });
      this.#seen.set(key, draft.row);
    }
    return undefined;
  }

  async #write(maker: RowMaker): Promise<void> {
    const { db } = this.#deps;
    for (let attempt = 1; attempt <= TRIES; attempt++) {
      const found = await obstacles(db, this.#job, this.#importable, (field) => maker.titleOf(field));
      this.#progress.failed += found.length;
      this.#errors += found.length;
      if (found.length > 0 && !(await reject(db, this.#job, found, this.#progress.failed))) return;
      this.#refuse();
      const ended = await this.#publish(maker, attempt);
      if (ended?.status === 'done') return clearStaged(db, this.#job);
      if (ended && (ended.status !== 'writing' || ended.claim !== this.#job.claim)) return;
    }
    throw new ImportFailure(said('edited_meanwhile'));
  }

  /** Undefined when a busy database undid the writing: what took so long the first time may go through the next. */
  async #publish(maker: RowMaker, attempt: number): Promise<ImportRow | undefined> {
    try {
      return await publish(this.#deps.db, this.#job, this.#importable, this.#columns, this.#message(maker));
    } catch (error) {
      const busy = error instanceof AppError && error.code === 'database_unavailable';
      if (!busy || attempt === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, attempt * BUSY_MS));
      return undefined;
    }
  }

  #refuse(): void {
    const { done, failed } = this.#progress;
    if (failed === 0) return;
    if (this.#job.mode === 'all_or_nothing') throw new ImportFailure(this.#counted('nothing_written', failed));
    if (failed === done) throw new ImportFailure(this.#counted('none_right', failed));
  }

  #counted(text: ImportText, count: number): Text {
    const more = this.#errors > MAX_ERRORS ? said('more_errors', { count: MAX_ERRORS }) : undefined;
    return joined([said(text, { count }), ...(more ? [more] : [])]);
  }

  #message(maker: RowMaker): Text | undefined {
    const { ignored } = maker.headings;
    const notes = [
      ...(this.#unchanged > 0 ? [said('unchanged', { count: this.#unchanged })] : []),
      ...(ignored.length > 0 ? [said('ignored_columns', { columns: ignored.slice(0, 50).join(', ') })] : []),
    ];
    return notes.length > 0 ? joined(notes) : undefined;
  }
}

const joined = (texts: readonly Text[]): Text => ({ vi: texts.map(({ vi }) => vi).join('. '), en: texts.map(({ en }) => en).join('. ') });

/** What is wrong with the file, for the person; undefined for what is not the file's fault. */
function reasonOf(error: unknown): Text | undefined {
  if (error instanceof ImportFailure) return error.text;
  if (!(error instanceof WorkbookError)) return undefined;
  return error.code === 'too_many_rows' ? said('too_many_rows', { limit: IMPORT_MAX_ROWS }) : error.text;
}
