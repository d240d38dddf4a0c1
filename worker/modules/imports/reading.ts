import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { IMPORT_MAX_ROWS } from '../../contracts/calls/imports.ts';
import type { Text } from '../../contracts/text.ts';
import type { Deps } from '../../deps.ts';
import { readRows } from '../../xlsx/read/read.ts';
import { bucketSource } from '../../xlsx/read/source.ts';
import { readHeadings } from './headings.ts';
import { type Importable, ImportFailure, importableOf, said } from './importable.ts';
import { authorOf, claimed, fileKey, importOf, type Job, NOW } from './job.ts';
import { lookupStatements, lookupsOf } from './lookups.ts';
import { NONE_COMPARED, type Plan } from './plan.ts';
import { type Draft, type Problem, type ReadyRow, RowMaker } from './rows.ts';
import { MAX_ERRORS, type Progress, stage } from './stage.ts';
import { sameKey, targetStatement, targetsOf } from './targets.ts';

const CHUNK = 1000;

/** Reads the file and stages its rows; answers the import ready to be written, undefined when it was cancelled or taken over. */
export function readFile(deps: Deps, job: Job): Promise<Job | undefined> {
  return new Reading(deps, job).read();
}

class Reading {
  #deps: Deps;
  #job: Job;
  #importable: Importable;
  #progress: Progress = { done: 0, failed: 0 };
  #errors = 0;
  #unchanged = 0;
  /** Rows of the file by what they are told apart by, as short hashes: there may be 100,000. */
  #seen = new Map<string, number>();
  #columns = { inserted: new Set<string>(), updated: new Set<string>() };
  #staging: Promise<boolean> = Promise.resolve(true);

  constructor(deps: Deps, job: Job) {
    this.#deps = deps;
    this.#job = job;
    this.#importable = importableOf(job.entity);
  }

  async read(): Promise<Job | undefined> {
    const maker = await this.#rows().finally(() => this.#settled());
    if (!maker || !(await this.#staging)) return undefined;
    if (this.#progress.done === 0) throw new ImportFailure(said('no_rows'));
    const plan: Plan = {
      inserted: [...this.#columns.inserted],
      updated: [...this.#columns.updated],
      unchanged: this.#unchanged,
      ignored: maker.headings.ignored.slice(0, 50),
      dated: maker.titleOf(this.#importable.resource.contract.dated!),
      compared: NONE_COMPARED,
      attempts: 0,
    };
    const [ready] = await this.#deps.db.write(
      [
        sql`UPDATE imports SET status = 'writing', total = done, plan = ${JSON.stringify(plan)}, progress_at = ${NOW},
          history_id = (SELECT ifnull(MAX(id), 0) FROM history) WHERE id = ${this.#job.id} AND ${claimed(this.#job)} RETURNING *`,
      ],
      authorOf(this.#job),
    );
    return importOf(ready) as Job | undefined;
  }

  /** Reads the file to its end, a chunk while the one before is staged; undefined when the import was cancelled or taken over. */
  async #rows(): Promise<RowMaker | undefined> {
    const source = await bucketSource(this.#deps.files as never, fileKey(this.#job.id));
    if (!source) throw new ImportFailure(said('broken'));
    let maker: RowMaker | undefined;
    let drafts: Draft[] = [];
    for await (const row of readRows(source, { maxRows: IMPORT_MAX_ROWS[this.#job.mode] + 1 })) {
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
    const keys = target ? [`id ${target.id}`] : [hashed(sameKey(same, draft.values))];
    if (!target && source && draft.values[source]) keys.push(hashed(`source ${draft.values[source]}`));
    for (const key of keys) {
      const before = this.#seen.get(key);
      if (before !== undefined) return said('twice_in_file', { row: before });
      this.#seen.set(key, draft.row);
    }
    return undefined;
  }
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest('base64').slice(0, 22);
}
