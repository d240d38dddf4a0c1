import { sql } from 'drizzle-orm';
import type { BroughtBack } from '../../../contracts/calls/answers/crawl.ts';
import type { crawlCalls } from '../../../contracts/calls/declared/crawl.ts';
import type { CallInput } from '../../../platform/call-routes.ts';
import { query } from '../../../platform/db/query.ts';
import { hasRows } from '../../../platform/db/typed-rows.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { queryChangesOfRows } from '../../operations/changes.ts';
import type { UndoTables } from '../../operations/tables.ts';
import { undoChanges } from '../../operations/undo-changes.ts';

/**
 * `POST crawl_waiting/release {ids}`: makes jobs that were taken out here again what they were, by the rights of an undo, and lets crawls write them:
 * what the source has said of them since is written at once. A job that stays out is named. 404 where none of them is out.
 */
export async function bringBack(
  deps: Deps,
  tables: UndoTables,
  { caller, grant, values: { ids } }: CallInput<typeof crawlCalls.release>,
): Promise<BroughtBack> {
  const chosen = sql`id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  const isOut = sql`reason = 'removed' AND ${chosen}`;
  const { actor, results } = await caller.read(grant, () => ({
    isAny: query(sql`SELECT 1 WHERE EXISTS (SELECT 1 FROM crawl_waiting WHERE ${isOut})`, hasRows),
    changes: queryChangesOfRows(sql`SELECT history_id FROM crawl_waiting WHERE ${isOut}`),
  }));
  if (!results.isAny) throw new AppError('not_found', { what: { vi: 'công việc đã lấy ra', en: 'job that was taken out' }[caller.lang] });
  // A deleted job that is there again has ended its wait itself. One that is here is the source's to say from now on, whatever it has become.
  const isHere = sql`${isOut} AND (direct_id IS NOT NULL OR history_id IS NULL)`;
  const { reversed, kept } = await undoChanges({ caller, tables, actor, request: '' }, results.changes, {
    before: [],
    after: [
      sql`DELETE FROM crawl_waiting WHERE job = 'null' AND ${isHere}`,
      sql`UPDATE crawl_waiting SET reason = 'released' WHERE ${isHere}`,
    ],
  });
  await deps.jobs.send({ type: 'apply_waiting' });
  return { brought_back: reversed, kept };
}
