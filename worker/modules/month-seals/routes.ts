import { Hono } from 'hono';
import { type AppEnv, bodyOf, searchParams } from '../../crud/router.ts';
import type { Deps } from '../../deps.ts';
import { listMonthDrift } from './drift.ts';
import { listSeals, readSealDocument } from './list-seals.ts';
import { getReplay, listReplays, startReplay } from './replays.ts';
import { listSealChanges } from './seal-changes.ts';

/** What locks have published, what would differ from it today, and its recomputation. */
export const monthSealRoutes = (deps: Deps) =>
  new Hono<AppEnv>()
    .get('/month_seals', async (c) => c.json({ data: await listSeals(c.var.caller, searchParams(c)) }))
    .get('/month_seals/:id', async (c) =>
      c.body(await readSealDocument(c.var.caller, c.req.param('id')), 200, { 'content-type': 'application/json; charset=utf-8' }),
    )
    .get('/month_seals/:id/changes', async (c) => c.json({ data: await listSealChanges(c.var.caller, c.req.param('id')) }))
    .get('/month_drift', async (c) => c.json({ data: await listMonthDrift(c.var.caller, searchParams(c)) }))
    .post('/month_replays', async (c) => {
      const { replay, created } = await startReplay(deps, c.var.caller, bodyOf(c));
      return c.json(replay, created ? 201 : 200);
    })
    .get('/month_replays', async (c) => c.json({ data: await listReplays(c.var.caller, searchParams(c)) }))
    .get('/month_replays/:id', async (c) => c.json(await getReplay(c.var.caller, c.req.param('id'))));
