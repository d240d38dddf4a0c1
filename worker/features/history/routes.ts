import { type Context, Hono } from 'hono';
import { historyCalls as calls } from '../../contracts/calls/declared/history.ts';
import type { Resource } from '../../crud/resource.ts';
import { type AppEnv, searchParams } from '../../crud/router.ts';
import { bindCall, bindRoute } from '../../platform/call-routes.ts';
import { listHistory } from './history.ts';
import { listRecordHistory } from './record-history.ts';
import { listSignIns } from './sign-ins.ts';

/** Who changed what, and who signed in. */
export function historyRoutes(resources: readonly Resource[]): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const tables = new Map(resources.map(({ contract, table }) => [contract.name, table]));
  bindCall(app, calls.list, (input) => listHistory(tables, input));
  bindRoute(app, calls.listOfCustomer, (c) => respondWithHistory(c, 'customers', 'customer_id'));
  bindRoute(app, calls.listOfDirect, (c) => respondWithHistory(c, 'directs', 'direct_id'));
  bindCall(app, calls.listSignIns, listSignIns);

  /** Of one record, for whoever may list its entity. */
  async function respondWithHistory(c: Context<AppEnv>, entity: string, parameter: string): Promise<Response> {
    const resource = resources.find(({ contract }) => contract.name === entity)!;
    return c.json(await listRecordHistory(resource, parameter, c.var.caller, searchParams(c)));
  }
  return app;
}
