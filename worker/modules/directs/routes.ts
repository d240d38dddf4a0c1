import { Hono } from 'hono';
import { type AppEnv, bodyOf, searchParams } from '../../crud/router.ts';
import { directsResource } from '../../resources/directs.ts';
import { directsTechouseiResource } from '../../resources/directs_techousei.ts';
import { adjustMany } from './adjust.ts';
import { sumDirects } from './sum-directs.ts';

export const directCalls = new Hono<AppEnv>()
  .get('/directs/points', async (c) => c.json(await sumDirects(directsResource, c.var.caller, searchParams(c))))
  .post('/directs_techousei/add-multiple', async (c) => c.json(await adjustMany(directsTechouseiResource, c.var.caller, bodyOf(c))));
