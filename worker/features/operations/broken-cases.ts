import { type SQL, sql } from 'drizzle-orm';
import type { Operation } from '../../contracts/calls/answers/operations.ts';
import type { operationCalls } from '../../contracts/calls/declared/operations.ts';
import { contractOf } from '../../contracts/contracts.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import type { Caller } from '../../platform/caller.ts';
import { SCRIPT_AUTHOR } from '../../platform/db/client.ts';
import { DatabaseError } from '../../platform/db/database-error.ts';
import { query } from '../../platform/db/query.ts';
import type { operationRuns } from '../../platform/db/schema/operations.ts';
import { hasRows } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueueRun, holdsLease, type Lease, type Outcome, releasedLease } from '../../platform/queue/run.ts';
import { endNotices, notify } from '../notify/notify.ts';
import { guardCases, wroteRules } from '../rules/cases/guard-cases.ts';
import type { KeptBrokenCase } from '../rules/cases/judge-cases.ts';
import { requireOperation, selectOperation } from './list.ts';
import type { UndoTables } from './tables.ts';
import { AWAITS_ACCEPTANCE, failRun, operationWork, STOPPED_AT_CASES, undoTask } from './work.ts';

type Run = Pick<typeof operationRuns.$inferSelect, 'kind' | 'task' | 'accept_broken' | 'accepted_by' | 'broken_cases'>;

/**
 * The caller of a run, whose pieces keep the worked examples right. One that breaks others than were accepted ends the run, and what was written
 * before it stays; `listStopped` then names them, after those that were accepted.
 */
export function guardRun(caller: Caller, { kind, task, accept_broken, accepted_by, broken_cases }: Run) {
  const kept = (broken_cases ?? []) as readonly KeptBrokenCase[];
  const accepted = accepted_by === null ? [] : kept;
  const ids = new Set(accepted.map(({ id }) => id));
  let stopped: readonly KeptBrokenCase[] = [];
  const accepts = async (broken: readonly KeptBrokenCase[]) => {
    const isAccepted = accept_broken === 1 || broken.every(({ id }) => ids.has(id));
    if (!isAccepted) stopped = [...accepted, ...broken.filter(({ id }) => !ids.has(id))];
    return isAccepted;
  };
  const listStopped = () => stopped;
  if (kind === 'undo') return { caller: guardCases(caller, accepts, wroteRules(sql`${undoTask.parse(task).request_id}`)), listStopped };
  const { entity } = task as { entity?: string };
  return { caller: contractOf(entity ?? '')?.versions ? guardCases(caller, accepts) : caller, listStopped };
}

/** Ends a run that breaks examples, which are kept for who decides about them. */
export async function endBroken({ db, clock }: Deps, lease: Lease, broken: readonly KeptBrokenCase[]): Promise<Outcome> {
  const keep = sql`UPDATE operation_runs SET broken_cases = ${JSON.stringify(broken)}, accepted_by = NULL
    WHERE id = ${lease.id} AND ${holdsLease(operationWork, lease)}`;
  const told = notify({
    kind: 'operation_stopped',
    event: stopEvent(lease.id, broken),
    people: sql`SELECT user_id AS id FROM operations WHERE id = ${lease.id} AND EXISTS (SELECT 1 FROM operation_runs
      WHERE id = ${lease.id} AND ${AWAITS_ACCEPTANCE})`,
    params: { operation_id: lease.id, count: broken.length },
  });
  await db.write([keep, ...failRun(lease.id, STOPPED_AT_CASES, clock), told], SCRIPT_AUTHOR);
  return 'ended';
}

/** Each stop is an event of its own. */
const stopEvent = (id: number, broken: readonly { id: number }[]) => `operation_stopped:${id}:${broken.map(({ id }) => id).join()}`;

/** Nobody is asked any more about an operation that goes on, or was given up. */
export function endStopNotice({ id, run }: Operation): SQL {
  return endNotices(stopEvent(id, run?.broken_cases ?? []));
}

/**
 * `POST operations/{id}/accept`: goes on with an operation of the queue that ended at worked examples, which may break now. Others that it breaks
 * later end it again. 409 where it does not wait for that, or was undone meanwhile.
 */
export async function acceptBroken(
  deps: Deps,
  tables: UndoTables,
  { caller, grant, id }: CallInput<typeof operationCalls.accept>,
): Promise<Operation> {
  const { actor, results } = await caller.read(grant, (actor) => selectOperation(tables, actor, id, caller.lang));
  const stopped = requireOperation(results, caller.lang);
  const { undone_by } = stopped;
  if (undone_by !== null) throw new AppError('operation_undone', { id: undone_by });
  const time = caller.clock.time();
  const mayGoOn = sql`EXISTS (SELECT 1 FROM operation_runs WHERE id = ${id} AND ${AWAITS_ACCEPTANCE})
    AND NOT EXISTS (SELECT 1 FROM operations WHERE undo_of = ${id} AND released = 0)`;
  const plan = {
    // An undo that had written nothing left its operation to be undone by others.
    claimed: sql`UPDATE operations SET released = 0 WHERE id = ${id} AND ${mayGoOn}`,
    accepted: query(
      sql`UPDATE operation_runs SET status = 'queued', message = NULL, accepted_by = ${actor.id}, finished_at = NULL, progress_at = ${time},
        ${releasedLease(caller.clock)}
        WHERE id = ${id} AND ${mayGoOn} RETURNING id`,
      hasRows,
    ),
    told: endStopNotice(stopped),
    operation: selectOperation(tables, actor, id, caller.lang),
  };
  const { accepted, operation } = await caller.write(plan).catch((error) => {
    const isUndone = error instanceof DatabaseError && error.columns.includes('operations.undo_of');
    throw isUndone ? new AppError('undone_by_other') : error;
  });
  if (!accepted) throw new AppError('nothing_to_accept');
  await enqueueRun(deps, operationWork, id);
  return requireOperation(operation, caller.lang);
}
