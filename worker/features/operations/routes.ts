import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { Operation } from '../../contracts/calls/answers/operations.ts';
import { ENTITY_BULK_CALLS } from '../../contracts/calls/declared/bulk.ts';
import { operationCalls as calls } from '../../contracts/calls/declared/operations.ts';
import type { Resource } from '../../crud/resource.ts';
import { bindCall, type CallInput } from '../../platform/call-routes.ts';
import type { AppEnv } from '../../platform/caller.ts';
import type { Deps } from '../../platform/deps.ts';
import { cancelRun, recovering } from '../../platform/queue/run-calls.ts';
import { editMany } from './bulk.ts';
import { listKeptRows } from './kept-rows.ts';
import { isVisible, listOperations, readOperation, selectOperation } from './list.ts';
import type { UndoTables } from './tables.ts';
import { undoOperation } from './undo.ts';
import { operationWork } from './work.ts';

/** What each request wrote, and its undoing. */
export function operationRoutes(deps: Deps, resources: readonly Resource[], tables: UndoTables): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const resource of resources) {
    const call = ENTITY_BULK_CALLS.get(resource.contract.name);
    if (call) bindCall(app, call, ({ caller, values }) => editMany(deps, resource, caller, values));
  }
  bindCall(
    app,
    calls.list,
    recovering(deps, [operationWork], (input) => listOperations(tables, input)),
  );
  bindCall(
    app,
    calls.read,
    recovering(deps, [operationWork], (input) => readOperation(tables, input)),
  );
  bindCall(app, calls.kept, (input) => listKeptRows(tables, input));
  bindCall(app, calls.undo, (input) => undoOperation(deps, tables, input));
  bindCall(app, calls.cancel, (input) => cancelOperation(tables, input));
  return app;
}

/** Ends an operation that the queue works on; what it wrote until then stays and can be undone. */
function cancelOperation(tables: UndoTables, input: CallInput<typeof calls.cancel>): Promise<Operation> {
  const { caller, id } = input;
  return cancelRun(operationWork, input, {
    only: (actor) => sql`EXISTS (SELECT 1 FROM operations o WHERE o.id = ${id} AND ${isVisible(actor)})`,
    view: (actor) => selectOperation(tables, actor, id, caller.lang),
  });
}
