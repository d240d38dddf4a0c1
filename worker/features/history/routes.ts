import { Hono } from 'hono';
import { historyCalls as calls } from '../../contracts/calls/declared/history.ts';
import type { Resource } from '../../crud/resource.ts';
import { bindCall } from '../../platform/call-routes.ts';
import type { AppEnv } from '../../platform/caller.ts';
import { listHistory } from './history.ts';
import { listRecordHistory } from './record-history.ts';
import { listSignIns } from './sign-ins.ts';

/** Who changed what, and who signed in. */
export function historyRoutes(resources: readonly Resource[]): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const tables = new Map(resources.map(({ contract, table }) => [contract.name, table]));
  bindCall(app, calls.list, (input) => listHistory(tables, input));
  const resourceOf = (entity: string) => resources.find(({ contract }) => contract.name === entity)!;
  bindCall(app, calls.listOfCustomer, (input) => listRecordHistory(resourceOf('customers'), 'customer_id', input));
  bindCall(app, calls.listOfDirect, (input) => listRecordHistory(resourceOf('directs'), 'direct_id', input));
  bindCall(app, calls.listSignIns, listSignIns);
  return app;
}
