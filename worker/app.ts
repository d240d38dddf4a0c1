import { sql } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import { findRuntime } from './after-answer.ts';
import { langOf } from './contracts/text.ts';
import { drainBody } from './crud/body.ts';
import { type AppEnv, crudRouter } from './crud/router.ts';
import { DisconnectedError } from './db/stream-pool.ts';
import type { Deps } from './deps.ts';
import { AppError, toErrorResponse } from './errors.ts';
import { authenticate } from './modules/auth/authenticate.ts';
import { authRoutes, passwordRoutes } from './modules/auth/routes.ts';
import { calculationRoutes } from './modules/calculation/routes.ts';
import { crawlRoutes } from './modules/crawl/routes.ts';
import { customerLookups } from './modules/customers/lookups.ts';
import { dashboard, exportDashboard } from './modules/dashboard/routes.ts';
import { directRoutes } from './modules/directs/routes.ts';
import { exportRoutes } from './modules/exports/routes.ts';
import { historyRoutes } from './modules/history/routes.ts';
import { importRoutes } from './modules/imports/routes.ts';
import { jobRoutes } from './modules/jobs/routes.ts';
import { monthLockRoutes } from './modules/month-lock/routes.ts';
import { monthSealRoutes } from './modules/month-seals/routes.ts';
import { notices } from './modules/notices/routes.ts';
import { officeSettings } from './modules/office-settings/routes.ts';
import { preferences } from './modules/preferences/routes.ts';
import { questions } from './modules/questions/routes.ts';
import { createRefusalLog } from './modules/refusals/refusal-log.ts';
import { refusalRoutes } from './modules/refusals/routes.ts';
import { searchRoutes } from './modules/search/routes.ts';
import { statements } from './modules/statements/routes.ts';
import { exportCustomerTotals, exportTotals, totals } from './modules/totals/routes.ts';
import { addUpdateEffects } from './modules/update-effects.ts';
import { fileRoutes, uploadRoutes } from './modules/uploads/routes.ts';
import { accountRoutes } from './modules/users/routes.ts';
import { listReferencesTo, RESOURCES } from './resources/registry.ts';
import { profileResource, usersResource } from './resources/users.ts';

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
  app.on('GET', ['/healthz', '/api/v1/healthz'], async (c) => {
    await deps.db.read([sql`SELECT 1`]);
    return c.json({ status: 'ok', database: 'ok', version: deps.settings.version });
  });

  const api = new Hono<AppEnv>();

  api.route('/', authRoutes(deps, usersResource));
  api.route('/', passwordRoutes(deps));
  api.route('/', fileRoutes(deps));

  const refusals = createRefusalLog(deps);
  api.use('*', refusals.count);
  api.use('*', authenticate(deps));

  api.route('/', uploadRoutes(deps));
  api.route('/', accountRoutes(deps, { users: usersResource, profile: profileResource }));

  api.route('/', preferences);
  api.route('/', officeSettings);

  api.route('/', calculationRoutes(deps));
  api.route('/', crawlRoutes(deps));
  api.route('/', jobRoutes);
  api.route('/', directRoutes);
  api.route('/', monthLockRoutes(deps));
  api.route('/', monthSealRoutes(deps));
  api.route('/', totals);
  api.route('/', dashboard);
  api.route('/', statements);
  api.route('/', questions);
  api.route('/', notices);
  api.route('/', customerLookups);
  api.route('/', exportRoutes(RESOURCES, SHEETS));
  api.route('/', historyRoutes(RESOURCES));
  api.route('/', searchRoutes(RESOURCES));
  api.route('/', refusalRoutes(refusals));
  api.route('/', importRoutes(deps));

  for (const resource of addUpdateEffects(deps, RESOURCES))
    api.route(`/${resource.contract.name}`, crudRouter(resource, listReferencesTo(resource)));

  app.route('/api/v1', api);
  app.notFound((c) => {
    const { path, method } = c.req;
    const takes = METHODS.filter((name) => app.router.match(name, path)[0].some(([[, route]]) => route.method === name));
    const error = takes.length > 0 ? new AppError('method_not_allowed', { method }) : new AppError('not_found', { what: path });
    const response = toErrorResponse(error, langOf(c.req.header('accept-language')), c.var.requestId);
    if (takes.length > 0) response.headers.set('allow', takes.join(', '));
    return response;
  });
  app.onError((error, c) =>
    error instanceof DisconnectedError
      ? new Response(null, { status: CLIENT_CLOSED_REQUEST })
      : toErrorResponse(error, langOf(c.req.header('accept-language')), c.var.requestId),
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
