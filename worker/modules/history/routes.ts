import { Hono } from 'hono';
import type { Resource } from '../../crud/resource.ts';
import { type AppEnv, searchParams } from '../../crud/router.ts';
import { listHistory } from './history.ts';
import { listRecordHistory } from './record-history.ts';
import { listSignIns } from './sign-ins.ts';

/** Calls that show one record's history to whoever may list its entity. */
const RECORD_HISTORIES = [
  { path: '/customers_history', entity: 'customers', parameter: 'customer_id' },
  { path: '/directs_techousei_history', entity: 'directs_techousei', parameter: 'direct_id' },
];

/** Who changed what, and who signed in. */
export function historyRoutes(resources: readonly Resource[]): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const tables = new Map(resources.map(({ contract, table }) => [contract.name, table]));
  app.get('/history', async (c) => c.json(await listHistory(tables, c.var.caller, searchParams(c))));
  for (const { path, entity, parameter } of RECORD_HISTORIES) {
    const resource = resources.find(({ contract }) => contract.name === entity)!;
    app.get(path, async (c) => c.json(await listRecordHistory(resource, parameter, c.var.caller, searchParams(c))));
  }
  app.get('/sign-ins', async (c) => c.json(await listSignIns(c.var.caller, searchParams(c))));
  return app;
}
