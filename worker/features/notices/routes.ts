import { Hono } from 'hono';
import { noticeCalls as calls } from '../../contracts/calls/declared/notices.ts';
import { bodyOf } from '../../crud/router.ts';
import { bindCall, bindRoute } from '../../platform/call-routes.ts';
import type { AppEnv } from '../../platform/caller.ts';
import { listNotices } from './list.ts';
import { markRead } from './mark-read.ts';

/** Routes of a person's notices. */
export const notices = new Hono<AppEnv>();
bindCall(notices, calls.list, listNotices);
bindRoute(notices, calls.markRead, async (c) => c.json(await markRead(c.var.caller, bodyOf(c))));
