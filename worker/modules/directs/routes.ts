import { Hono } from 'hono';
import { type AppEnv, bodyOf } from '../../crud/router.ts';
import { directsTechouseiResource } from '../../resources/directs_techousei.ts';
import { adjustMany } from './adjust.ts';

export const adjusting = new Hono<AppEnv>().post('/directs_techousei/add-multiple', async (c) =>
  c.json(await adjustMany(directsTechouseiResource, c.var.caller, bodyOf(c))),
);
