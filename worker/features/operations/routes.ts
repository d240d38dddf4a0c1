import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { Operation } from '../../contracts/calls/answers/operations.ts';
import { ENTITY_BULK_CALLS } from '../../contracts/calls/declared/bulk.ts';
import { operationCalls as calls } from '../../contracts/calls/declared/operations.ts';
import type { Resource } from '../../crud/resource.ts';
import { bindCall, type CallInput } from '../../platform/call-routes.ts';
import type { AppEnv } from '../../platform/caller.ts';
import type { Deps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import { activeStatuses } from '../../platform/queue/run.ts';
import { editMany } from './bulk.ts';
import { listKeptRows } from './kept-rows.ts';
import { listOperations, readOperation, requireOperation, selectOperation } from './list.ts';
import type { UndoTables } from './tables.ts';
import { undoOperation } from './undo.ts';
import { operationWork, releaseUndone } from './work.ts';

/** What each request wrote, and its undoing. */
export function operationRoutes(deps: Deps, resources: readonly Resource[], tables: UndoTables): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const resource of resources) {
    const call = ENTITY_BULK_CALLS.get(resource.contract.name);
    if (call) bindCall(app, call, ({ caller, values }) => editMany(deps, resource, caller, values));
  }
  bindCall(app, calls.list, (input) => listOperations(tables, input));
  bindCall(app, calls.read, (input) => readOperation(tables, input));
  bindCall(app, calls.kept, (input) => listKeptRows(tables, input));
  bindCall(app, calls.undo, (input) => undoOperation(deps, tables, input));
  bindCall(app, calls.cancel, (input) => cancelOperation(tables, input));
  return app;
}

/** Ends an operation that the queue works on; what it wrote until then stays and can be undone. */
async function cancelOperation(tables: UndoTables, { caller, grant, id }: CallInput<typeof calls.cancel>): Promise<Operation> {
  const { actor, results } = await caller.read(grant, (actor) => selectOperation(tables, actor, id, caller.lang));
  const operation = requireOperation(results, caller.lang);
  if (!operationWork.activeStatuses.includes(operation.run?.status ?? ''))
    throw new AppError('run_finished', { what: { vi: 'thao tác', en: 'operation' }[caller.lang] });
  const { after } = await caller.write({
    cancelled: sql`UPDATE operation_runs SET status = 'cancelled', claim = NULL, finished_at = ${caller.clock.time()}
      WHERE id = ${id} AND status IN ${activeStatuses(operationWork)}`,
    freed: releaseUndone(sql`id = ${id}`),
    after: selectOperation(tables, actor, id, caller.lang),
  });
  return requireOperation(after, caller.lang);
}
