import { sql } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import { authCalls } from './contracts/calls/declared/auth.ts';
import { langOf } from './contracts/text.ts';
import { crudRouter } from './crud/router.ts';
import { calculationRoutes } from './features/calculation/routes.ts';
import { pushRoutes } from './features/crawl/push.ts';
import { crawlRoutes } from './features/crawl/routes.ts';
import { customerLookups } from './features/customers/lookups.ts';
import { dashboard, exportDashboard } from './features/dashboard/routes.ts';
import { directRoutes } from './features/directs/routes.ts';
import { exportRoutes } from './features/exports/routes.ts';
import { jobRoutes } from './features/failed-jobs/routes.ts';
import { firstStepRoutes } from './features/first-steps/routes.ts';
import { historyRoutes } from './features/history/routes.ts';
import { importRoutes } from './features/imports/routes.ts';
import { nameOpener } from './features/month-close/lock/name-opener.ts';
import { monthLockRoutes } from './features/month-close/lock/routes.ts';
import { payrollRoutes } from './features/month-close/payroll/routes.ts';
import { questions } from './features/month-close/questions/routes.ts';
import { monthSealRoutes } from './features/month-close/seals/routes.ts';
import { statements } from './features/month-close/statements/routes.ts';
import { notices } from './features/notices/routes.ts';
import { officeSettings } from './features/office-settings/routes.ts';
import { openapiRoutes } from './features/openapi/routes.ts';
import { operationRoutes } from './features/operations/routes.ts';
import { preferences } from './features/preferences/routes.ts';
import { createRefusalLog } from './features/refusals/refusal-log.ts';
import { refusalRoutes } from './features/refusals/routes.ts';
import { ruleRoutes } from './features/rules/routes.ts';
import { takeScenario } from './features/scenarios/in-scenario.ts';
import { scenarioRoutes } from './features/scenarios/routes.ts';
import { searchRoutes } from './features/search/routes.ts';
import { createCallFigures } from './features/system/call-figures.ts';
import { systemRoutes } from './features/system/routes.ts';
import { exportCustomerTotals, exportTotals, totals } from './features/totals/routes.ts';
import { confirmEmail } from './features/users/change-email.ts';
import { accountRoutes } from './features/users/routes.ts';
import { viewRoutes } from './features/views/routes.ts';
import { findRuntime } from './platform/after-answer.ts';
import { authenticate, offerBasicSignIn } from './platform/auth/authenticate.ts';
import { authRoutes, passwordRoutes } from './platform/auth/routes.ts';
import { bindRoute } from './platform/call-routes.ts';
import type { AppEnv } from './platform/caller.ts';
import type { Deps } from './platform/deps.ts';
import { AppError, DisconnectedError, toErrorResponse } from './platform/errors.ts';
import { drainBody } from './platform/request-body.ts';
import { logRequests } from './platform/request-log.ts';
import { fileRoutes, uploadRoutes } from './platform/uploads/routes.ts';
import { QUEUED_WORK } from './queued-work.ts';
import { listReferencesTo, RESOURCES, WRITTEN_RESOURCES } from './resources/registry.ts';
import { profileResource, usersResource } from './resources/users.ts';
import { addUpdateEffects, undoTablesOf } from './update-effects.ts';

/** The API: what answers without a token, then what needs one, special calls before the generic ones. */
export function createApp(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ strict: false });

  app.use('*', async (c, next) => {
    c.set('requestId', crypto.randomUUID());
    await finishAfterDisconnect(c, next());
    if (c.res.status >= 400) await drainBody(c.req.raw).catch(() => undefined);
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    c.res.headers.set('x-request-id', c.var.requestId);
  });
  app.use('*', logRequests(deps));
  app.use('*', createCallFigures(deps));

  const api = new Hono<AppEnv>();

  for (const place of [app, api]) {
    bindRoute(place, authCalls.health, async (c) => {
      const { version } = deps.settings;
      const failed = await deps.db.read([sql`SELECT 1`]).catch((error: unknown) => error);
      if (!(failed instanceof Error)) return c.json({ status: 'ok', database: 'ok', version });
      if (!(failed instanceof AppError)) throw failed;
      const body = {
        ...failed.body(langOf(c.req.header('accept-language')), c.var.requestId),
        status: 'failed',
        database: failed.code.replace('database_', ''),
        version,
      };
      return c.json(body, 503);
    });
  }
  api.route('/', authRoutes(deps));
  api.route('/', passwordRoutes(deps, confirmEmail));
  api.route('/', fileRoutes(deps));
  pushRoutes(api, deps);

  const refusals = createRefusalLog(deps);
  api.use('*', offerBasicSignIn);
  api.use('*', refusals.count);
  api.use('*', authenticate(deps));
  api.use('*', takeScenario);

  api.route('/', uploadRoutes(deps));
  api.route('/', accountRoutes(deps, { users: usersResource, profile: profileResource }));

  api.route('/', preferences);
  api.route('/', officeSettings);

  api.route('/', calculationRoutes(deps));
  const resources = addUpdateEffects(deps, RESOURCES);
  const undoTables = undoTablesOf(deps);
  api.route('/', crawlRoutes(deps, undoTables));
  api.route('/', jobRoutes(deps));
  api.route('/', directRoutes);
  api.route('/', monthLockRoutes(deps));
  api.route('/', monthSealRoutes(deps));
  api.route('/', payrollRoutes(deps));
  api.route('/', totals);
  api.route('/', dashboard);
  api.route('/', statements);
  api.route('/', questions);
  api.route('/', notices);
  api.route('/', customerLookups);
  api.route('/', exportRoutes(RESOURCES, SHEETS));
  api.route('/', historyRoutes(RESOURCES));
  api.route('/', ruleRoutes(deps, RESOURCES));
  api.route('/', scenarioRoutes(deps, WRITTEN_RESOURCES));
  api.route('/', searchRoutes(RESOURCES));
  api.route('/', openapiRoutes(RESOURCES));
  api.route('/', refusalRoutes(refusals));
  api.route('/', firstStepRoutes(deps));
  api.route('/', systemRoutes(deps, QUEUED_WORK));
  api.route('/', viewRoutes(RESOURCES));
  api.route('/', importRoutes(deps));

  api.route('/', operationRoutes(deps, resources, undoTables));
  for (const resource of resources) api.route(`/${resource.contract.name}`, crudRouter(resource, listReferencesTo(resource)));

  app.route('/api/v1', api);
  app.notFound((c) => {
    const { path, method } = c.req;
    const takes = METHODS.filter((name) => app.router.match(name, path)[0].some(([[, route]]) => route.method === name));
    const error = takes.length > 0 ? new AppError('method_not_allowed', { method }) : new AppError('not_found', { what: path });
    const response = toErrorResponse(error, langOf(c.req.header('accept-language')), c.var.requestId);
    // A GET is answered without its body, too.
    if (takes.length > 0) response.headers.set('allow', takes.map((name) => (name === 'GET' ? 'GET, HEAD' : name)).join(', '));
    return response;
  });
  app.onError(async (error, c) =>
    error instanceof DisconnectedError
      ? new Response(null, { status: CLIENT_CLOSED_REQUEST })
      : toErrorResponse(await nameOpener(deps, error), langOf(c.req.header('accept-language')), c.var.requestId),
  );
  return app;
}

/** A call is finished also when its client disconnects, so that its turns and locks are released. */
async function finishAfterDisconnect(c: Context, call: Promise<void>): Promise<void> {
  if (c.req.method !== 'GET') findRuntime(c)?.waitUntil(call.catch(() => undefined));
  await call;
}

const SHEETS = { totals: exportTotals, total_customers: exportCustomerTotals, home: exportDashboard };

/** Seen by nobody. */
const CLIENT_CLOSED_REQUEST = 499;

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};
