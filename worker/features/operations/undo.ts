import { type SQL, sql } from 'drizzle-orm';
import type { Operation, Undone } from '../../contracts/calls/answers/operations.ts';
import type { operationCalls } from '../../contracts/calls/declared/operations.ts';
import { MAX_ROWS_AT_ONCE, NOT_UNDOABLE } from '../../contracts/calls/operations.ts';
import { MAX_TABLE_ROWS } from '../../contracts/rule-tables.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import type { Caller } from '../../platform/caller.ts';
import { DatabaseError } from '../../platform/db/database-error.ts';
import { isOutdated, requireUnchanged } from '../../platform/db/fence.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { operations } from '../../platform/db/schema/operations.ts';
import { unlessTooLarge } from '../../platform/db/too-large.ts';
import { asNumber, readFirst, readValue } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import { activeStatuses, enqueueRun } from '../../platform/queue/run.ts';
import { requireRun } from '../../platform/queue/run-calls.ts';
import { requireRoomInQueue } from '../../platform/queue/waiting-work.ts';
import { isOfRule } from '../calculation/rules-in-force.ts';
import { type ChangePiece, queryChanges, readChanges } from './changes.ts';
import { selectOperation } from './list.ts';
import type { UndoTables } from './tables.ts';
import { undoChanges } from './undo-changes.ts';
import { insertRun, operationWork, releaseUndone } from './work.ts';

/** Above every history row. */
const NEWEST = Number.MAX_SAFE_INTEGER;

/**
 * `POST operations/{id}/undo`: writes back what the operation changed, where nobody changed it since; once more where an undo before kept records or
 * was stopped, which passes over what is undone. Above 1,000 rows, or with very long texts, the queue does it; rules are written back at once, up to 5,000. 409 when it was undone already, also by somebody else at the same moment, or can't be undone at all.
 */
export async function undoOperation(
  deps: Deps,
  tables: UndoTables,
  { caller, grant, id }: CallInput<typeof operationCalls.undo>,
): Promise<Undone> {
  const request = sql`(SELECT request_id FROM operations WHERE id = ${id})`;
  const read = (piece?: Query<ChangePiece>) =>
    caller.read(grant, (actor) => ({
      found: selectOperation(tables, actor, id, caller.lang),
      target: query(sql`SELECT request_id FROM operations WHERE id = ${id}`, readFirst({ request_id: operations.request_id })),
      rules: query(sql`SELECT COUNT(*) FROM history h WHERE h.request_id = ${request} AND ${isOfRule()}`, readValue(asNumber)),
      piece,
    }));
  const piece = queryChanges(request, sql`${NEWEST}`);
  const { actor, results } = await unlessTooLarge(
    () => read(piece),
    () => read(),
  );
  const operation = requireRun(operationWork, results.found, caller.lang);
  requireUndoable(operation, caller);
  const { rules } = results;
  if (rules > MAX_TABLE_ROWS) throw new AppError('too_many_rules_to_undo', { n: rules, max: MAX_TABLE_ROWS });
  const { created, updated, deleted } = operation.counts;
  const rows = created + updated + deleted;
  const { request_id } = results.target!;
  const claim = {
    idle: requireIdle(id),
    id: query(claimUndo(operation, caller, actor.id), readValue(asNumber)),
  };
  const inQueue = async (): Promise<Undone> => {
    await requireRoomInQueue(deps, caller, grant);
    const task = { request_id, below: NEWEST };
    const {
      claim: { id: claimed },
    } = await caller.write({ claim, run: insertRun(caller, 'undo', task, rows) }, 'undo');
    await enqueueRun(deps, operationWork, claimed);
    return { operation_id: claimed, attempt_id: claimed, status: 'queued', reversed: 0, kept: [] };
  };
  const atOnce = async ({ changes }: ChangePiece): Promise<Undone> => {
    const { reversed, kept, before } = await undoChanges({ caller, tables, actor, request: request_id }, changes, {
      before: claim,
      after: releaseUndone(sql`request_id = ${caller.requestId}`),
    });
    return { operation_id: reversed > 0 ? before.id : null, attempt_id: before.id, status: 'done', reversed, kept };
  };
  try {
    if (rules > 0) return await atOnce(await readChanges(caller, request));
    return results.piece && rows <= MAX_ROWS_AT_ONCE ? await unlessTooLarge(() => atOnce(results.piece!), inQueue) : await inQueue();
  } catch (error) {
    if (error instanceof DatabaseError && error.columns.includes('operations.undo_of')) throw undoneError(id);
    if (error instanceof DatabaseError && error.kind === 'scenario_closed') throw new AppError('scenario_closed');
    if (isOutdated(error)) throw new AppError('not_undoable', { why: NOT_UNDOABLE.running[caller.lang], id });
    throw error;
  }
}

function requireUndoable({ id, undone_by, reason }: Operation, { lang }: Caller): void {
  if (reason === 'undone') throw undoneError(undone_by!);
  if (reason !== null) throw new AppError('not_undoable', { why: NOT_UNDOABLE[reason][lang], id });
}

const undoneError = (id: number) => new AppError('operation_undone', { id });

/** Ends the transaction where the queue is at work on the operation by now. */
function requireIdle(id: number): SQL {
  return requireUnchanged(sql`NOT EXISTS (SELECT 1 FROM operation_runs WHERE id = ${id} AND status IN ${activeStatuses(operationWork)})`);
}

/** The operation of the undo: of two for one operation the unique index lets one in. */
function claimUndo({ id }: Operation, { requestId, clock }: Caller, userId: number): SQL {
  return sql`INSERT INTO operations (request_id, user_id, source, at, undo_of)
    VALUES (${requestId}, ${userId}, 'undo', ${clock.time()}, ${id}) RETURNING id`;
}
