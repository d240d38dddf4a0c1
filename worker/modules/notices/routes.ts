import { Hono } from 'hono';
import { type AppEnv, bodyOf, searchParams } from '../../crud/router.ts';
import { listNotices } from './list.ts';
import { markRead } from './mark-read.ts';

/** What a person is told, and that they have read it. */
export const notices = new Hono<AppEnv>()
  .get('/notices', async (c) => c.json(await listNotices(c.var.caller, searchParams(c))))
  .post('/notices/read', async (c) => c.json(await markRead(c.var.caller, bodyOf(c))));
