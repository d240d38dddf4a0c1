import { Hono } from 'hono';
import { type AppEnv, searchParams } from '../../crud/router.ts';
import { listSeals, readSealDocument } from './list-seals.ts';

/** What locks have published: the seals and what differs from them. */
export const monthSeals = new Hono<AppEnv>()
  .get('/month_seals', async (c) => c.json({ data: await listSeals(c.var.caller, searchParams(c)) }))
  .get('/month_seals/:id', async (c) =>
    c.body(await readSealDocument(c.var.caller, c.req.param('id')), 200, { 'content-type': 'application/json; charset=utf-8' }),
  );
