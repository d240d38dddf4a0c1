import { sql } from 'drizzle-orm';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { calculationCalls } from '../../contracts/calls/declared/calculation.ts';
import { VERSION_CALLS } from '../../contracts/calls/declared/rules.ts';
import { ADMIN } from '../../contracts/roles.ts';
import type { Reference } from '../../crud/references.ts';
import type { Resource } from '../../crud/resource.ts';
import { crudRouter, searchParams } from '../../crud/router.ts';
import { bindCall } from '../../platform/call-routes.ts';
import type { AppEnv, Caller } from '../../platform/caller.ts';
import { query } from '../../platform/db/query.ts';
import { ruleScenarios } from '../../platform/db/schema/rule-scenarios.ts';
import { readFirst } from '../../platform/db/typed-rows.ts';
import { AppError } from '../../platform/errors.ts';
import { totalsExpressionsResource } from '../../resources/totals-expressions.ts';
import { exportRows } from '../exports/export-rows.ts';
import { makeVersion } from '../rules/make-version.ts';
import { readTotalsExpressions, writeTotalsExpressions } from '../totals/expressions.ts';
import { inScenario } from './shadow.ts';
import { toScenarioResource } from './store.ts';

/** Calls of an entity that have a word where others have an id. */
const WORDS = ['deleteByIds', 'versions', 'export'];

/**
 * A call with the header `X-Scenario: id` reads and writes the rules of that scenario: those routes are here, and every other call refuses the
 * header with 400, those without a token in `bindRoute`. Only Admins may send it; 404 for one that is gone, 409 for a write into one that is no draft.
 */
export function routeScenarioCalls(rules: readonly Resource[], listReferencesTo: (to: Resource) => Reference[]): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const header = c.req.header('x-scenario');
    if (header === undefined) return next();
    const { caller } = c.var;
    const id = /^[1-9]\d{0,8}$/.test(header) ? Number(header) : 0;
    const { results: found } = await caller.read(ADMIN, () =>
      query(sql`SELECT status FROM rule_scenarios WHERE id = ${id}`, readFirst({ status: ruleScenarios.status })),
    );
    if (id === 0) throw new AppError('scenario_header');
    if (!found) throw new AppError('scenario_deleted');
    const isReading = c.req.method === 'GET' || c.req.method === 'HEAD';
    const resources = rules.map((resource) => toScenarioResource(resource, id));
    const app = scenarioApp(resources, listReferencesTo, inScenario(caller, id), { id, requestId: c.var.requestId });
    if (!isReading && found.status !== 'draft') throw new AppError('scenario_closed');
    return app.fetch(c.req.raw, c.env);
  };
}

function scenarioApp(
  resources: readonly Resource[],
  listReferencesTo: (to: Resource) => Reference[],
  caller: Caller,
  { id, requestId }: { id: number; requestId: string },
): Hono<AppEnv> {
  const api = new Hono<AppEnv>();
  api.use('*', async (c, next) => {
    c.set('caller', caller);
    c.set('requestId', requestId);
    await next();
  });
  api.all('/:entity/:word', async (c, next) => {
    const { word } = c.req.param();
    if (!/^\d+$/.test(word) && !WORDS.includes(word)) return refuse(c);
    await next();
  });
  bindCall(api, calculationCalls.readExpressions, readTotalsExpressions);
  bindCall(api, calculationCalls.saveExpressions, (input) =>
    writeTotalsExpressions(toScenarioResource(totalsExpressionsResource, id), input),
  );
  for (const resource of resources) {
    const { name } = resource.contract;
    bindCall(api, VERSION_CALLS.get(name)!, (input) => makeVersion(resource, input));
    api.get(`/${name}/export`, (c) => exportRows(resource, c, searchParams(c)));
    api.route(`/${name}`, crudRouter(resource, listReferencesTo(resource)));
  }
  const app = new Hono<AppEnv>({ strict: false });
  app.route('/api/v1', api);
  app.notFound(refuse);
  app.onError((error) => {
    throw error;
  });
  return app;
}

function refuse(_: Context): never {
  throw new AppError('scenario_refused');
}
