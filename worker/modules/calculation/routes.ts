import { Hono } from 'hono';
import { type AppEnv, bodyOf, searchParams, withWarnings } from '../../crud/router.ts';
import type { Deps } from '../../deps.ts';
import { listCauses } from './causes.ts';
import { explain } from './explain.ts';
import { readTotalsExpressions, tryOut, writeTotalsExpressions } from './formulas.ts';
import { listChanges, listIssues } from './run-rows.ts';
import { cancelRun, countAdjusted, getRun, listRuns, publishPreview, startCalculation } from './runs.ts';

/** The monthly calculation: its runs, what they found, the trace of one direct, and the formulas of the totals. */
export function calculationRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const path of ['/calculate-new', '/calculations']) {
    app.post(path, async (c) => {
      const { run, created } = await startCalculation(deps, c.var.caller, bodyOf(c));
      return c.json(run, created ? 201 : 200);
    });
  }
  app.get('/calculations', async (c) => c.json(await listRuns(deps, c.var.caller, searchParams(c))));
  app.get('/calculations/adjusted', async (c) => c.json(await countAdjusted(c.var.caller, searchParams(c))));
  app.get('/calculations/:id', async (c) => c.json(await getRun(deps, c.var.caller, c.req.param('id'))));
  app.get('/calculations/:id/issues', async (c) => c.json(await listIssues(c.var.caller, c.req.param('id'), searchParams(c))));
  app.get('/calculations/:id/causes', async (c) => c.json(await listCauses(c.var.caller, c.req.param('id'))));
  app.get('/calculations/:id/changes', async (c) => c.json(await listChanges(c.var.caller, c.req.param('id'), searchParams(c))));
  app.post('/calculations/:id/cancel', async (c) => c.json(await cancelRun(c.var.caller, c.req.param('id'))));
  app.post('/calculations/:id/publish', async (c) => c.json(await publishPreview(deps, c.var.caller, c.req.param('id'))));
  app.get('/directs/:id/calculation', async (c) => c.json(await explain(deps, c.var.caller, c.req.param('id'))));
  app.get('/totals-expressions', async (c) => c.json(await readTotalsExpressions(c.var.caller)));
  app.put('/totals-expressions', async (c) => c.json(withWarnings(c.var.caller, await writeTotalsExpressions(c.var.caller, bodyOf(c)))));
  app.post('/formulas/try', async (c) => c.json(await tryOut(c.var.caller, bodyOf(c))));
  return app;
}
