import { type SQL, sql } from 'drizzle-orm';
import { ADMIN } from '../../contracts/roles.ts';
import type { Actor } from '../../platform/caller.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Withdrawal } from '../imports/importable.ts';
import { queryChanges } from './changes.ts';
import { createJobCaller } from './job-caller.ts';
import type { UndoTables } from './tables.ts';
import { undoChanges } from './undo-changes.ts';

/**
 * Takes back the next piece of what a request wrote, in one transaction with `after`, which is told where the next one begins; undefined where nothing
 * is left. It is the program's own work and asks for no right of the person. Records that others wrote since stay as they are.
 */
export async function takeBackPiece(
  deps: Deps,
  tables: UndoTables,
  { requestId, undoRequestId, userId, below, size, allowed }: Withdrawal,
  after: (below: number) => SQL[],
): Promise<number | undefined> {
  const actor: Actor = {
    ...{ id: userId, username: '', name: '', roles: ADMIN },
    ...{ department_id: null, dept_grp_id: null, hasFreshProof: false },
  };
  const caller = createJobCaller(deps, actor, undoRequestId, allowed);
  const { changes, cursor } = await caller.readMore(queryChanges(sql`${requestId}`, sql`${below}`, size));
  if (cursor === undefined) return undefined;
  await undoChanges({ caller, tables, actor, request: requestId }, changes, {
    before: sql`INSERT OR IGNORE INTO operations (request_id, user_id, source, at, undo_of)
      SELECT ${undoRequestId}, ${userId}, 'undo', ${deps.clock.time()}, id FROM operations WHERE request_id = ${requestId}`,
    after: after(cursor),
  });
  return cursor;
}
