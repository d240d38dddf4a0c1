import { Hono, type MiddlewareHandler } from 'hono';
import { list } from '../../crud/list.ts';
import { read } from '../../crud/read.ts';
import { type AppEnv, bodyOf, respondWithJson, searchParams } from '../../crud/router.ts';
import type { Deps } from '../../deps.ts';
import { cancelCrawl } from './cancel.ts';
import { readLastCrawl } from './last-crawl.ts';
import { findingsFor, runsFor, waiting } from './runs.ts';
import { crawlNow, readPendingSync, syncFrom } from './start.ts';

/** Starting crawls and seeing what they did. */
export function crawlRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/get-base-vn-data', async (c) => c.json(await crawlNow(deps, c.var.caller)));
  app.post('/sync-base-data', async (c) => c.json(await syncFrom(deps, c.var.caller, bodyOf(c))));
  app.get('/sync-base-data', async (c) => c.json(await readPendingSync(deps, c.var.caller)));
  app.get('/last_time_exec', async (c) => c.json(await readLastCrawl(deps, c.var.caller, searchParams(c))));
  app.get('/crawls', async (c) => respondWithJson(c, await list(runsFor(c.var.caller), c.var.caller, searchParams(c))));
  app.get('/crawls/:id', async (c) => c.json(await read(runsFor(c.var.caller), c.var.caller, c.req.param('id'))));
  app.post('/crawls/:id/cancel', async (c) => c.json(await cancelCrawl(c.var.caller, c.req.param('id'))));
  app.get('/crawl_waiting', async (c) => respondWithJson(c, await list(waiting, c.var.caller, searchParams(c))));
  for (const path of ['/lock_and_unlock', '/directs/checked', '/directs_techousei/checked']) app.post(path, applyAfter(deps));
  app.get('/crawls/:id/skipped', async (c) => {
    const { caller } = c.var;
    const id = c.req.param('id');
    const params = searchParams(c);
    params.set('run_id', id);
    const [, findings] = await Promise.all([read(runsFor(caller), caller, id), list(findingsFor(caller), caller, params)]);
    return respondWithJson(c, findings);
  });
  return app;
}

/** Has the waiting jobs applied once a month is unlocked or a direct is unchecked. */
function applyAfter(deps: Deps): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    if (!c.res.ok) return;
    const answer = (await c.res.clone().json()) as { status?: number; is_checked?: number };
    if (answer.status === 0 || answer.is_checked === 0) await deps.jobs.send({ type: 'apply_waiting' });
  };
}
