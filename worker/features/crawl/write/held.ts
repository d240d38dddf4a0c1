import { type SQL, sql } from 'drizzle-orm';
import type { ReleasedJobs } from '../../../contracts/calls/answers/crawl.ts';
import type { crawlCalls } from '../../../contracts/calls/declared/crawl.ts';
import type { Values } from '../../../contracts/fields.ts';
import type { CallInput } from '../../../platform/call-routes.ts';
import { query } from '../../../platform/db/query.ts';
import { asNumber, readColumn, readValue } from '../../../platform/db/typed-rows.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { exactNameKey } from '../../../platform/text/match-name.ts';

/** A direct and its columns before and after the operation that is undone. */
interface UndoneDirect {
  record_id: number;
  before: Values | null;
  after: Values | null;
}

/**
 * Statements of an undo that follow its rows. The jobs of an undone crawl are held back: a later crawl keeps what the source says of them
 * instead of writing it. Where that undo is undone in turn, their hold ends. `directs` are those that the undo may have written.
 */
export function holdUndoneJobs(undoRequest: string, directs: readonly UndoneDirect[], time: string): SQL[] {
  if (directs.length === 0) return [];
  const keys = directs.map(({ record_id, before, after }) => [record_id, exactNameKey(String((after ?? before)?.external_id ?? ''))]);
  const key = sql`j.value ->> 1`;
  const written = sql`json_each(${JSON.stringify(keys)}) j
    CROSS JOIN history h ON h.entity = 'directs' AND h.record_id = j.value ->> 0 AND +h.request_id = ${undoRequest}`;
  const value = (name: string) => sql`ifnull(h.after, h.before) ->> ${`$.${name}`}`;
  const undone = sql`(SELECT o.id FROM operations u JOIN operations o ON o.id = u.undo_of WHERE u.request_id = ${undoRequest}
    AND o.source = 'crawl')`;
  const isUndoOfUndo = sql`EXISTS (SELECT 1 FROM operations u JOIN operations o ON o.id = u.undo_of WHERE u.request_id = ${undoRequest}
    AND o.source = 'undo')`;
  return [
    sql`INSERT INTO crawl_waiting (external_id, external_id_key, name, henkyaku_hi, direct_id, reason, since, job, operation_id)
      SELECT ${value('external_id')}, ${key}, ifnull(${value('name')}, ''), ${value('henkyaku_hi')}, iif(h.after IS NULL, NULL, h.record_id), 'undone',
        ${time}, 'null', ${undone} FROM ${written} WHERE ${undone} IS NOT NULL AND ${value('external_id')} IS NOT NULL
      ON CONFLICT (external_id_key) DO UPDATE SET reason = 'undone', direct_id = excluded.direct_id, operation_id = excluded.operation_id`,
    ...releaseStatements(sql`${isUndoOfUndo} AND external_id_key IN (SELECT ${key} FROM ${written})`),
  ];
}

/** Ends the hold of jobs: what the source said of them since is written by the next `apply_waiting`, the others are forgotten. */
function releaseStatements(which: SQL): SQL[] {
  return [
    sql`DELETE FROM crawl_waiting WHERE reason = 'undone' AND job = 'null' AND ${which}`,
    sql`UPDATE crawl_waiting SET reason = 'released' WHERE reason = 'undone' AND ${which}`,
  ];
}

/** `POST crawl_waiting/release {operation_id}`: lets crawls write the jobs of an undone crawl again. 404 where none of it is held. */
export async function releaseHeldJobs(
  deps: Deps,
  { caller, grant, values: { operation_id } }: CallInput<typeof crawlCalls.releaseWaiting>,
): Promise<ReleasedJobs> {
  await caller.require(grant);
  const ofOperation = sql`operation_id = ${operation_id}`;
  const count = sql`SELECT COUNT(*) FROM crawl_waiting WHERE reason = 'undone' AND ${ofOperation}`;
  const { released, waiting } = await caller.write({
    released: query(count, readValue(asNumber)),
    done: releaseStatements(ofOperation),
    waiting: query(sql`SELECT id FROM crawl_waiting WHERE reason = 'released' AND ${ofOperation}`, readColumn(asNumber)),
  });
  if (released === 0) throw new AppError('not_found', { what: { vi: 'công việc đang được giữ lại', en: 'held job' }[caller.lang] });
  if (waiting.length > 0) await deps.jobs.send({ type: 'apply_waiting' });
  return { released, waiting: waiting.length };
}
