import { Hono } from 'hono';
import { directCalls as calls } from '../../contracts/calls/declared/directs.ts';
import { bodyOf, searchParams } from '../../crud/router.ts';
import { bindCall, bindRoute } from '../../platform/call-routes.ts';
import type { AppEnv } from '../../platform/caller.ts';
import { directsResource } from '../../resources/directs.ts';
import { adjustMany } from './adjust.ts';
import { readDueJobs } from './due.ts';
import { sumDirects } from './sum-directs.ts';

export const directRoutes = new Hono<AppEnv>();
bindRoute(directRoutes, calls.sum, async (c) => c.json(await sumDirects(directsResource, c.var.caller, searchParams(c))));
bindCall(directRoutes, calls.due, readDueJobs);
bindRoute(directRoutes, calls.adjust, async (c) => c.json(await adjustMany(c.var.caller, bodyOf(c))));
