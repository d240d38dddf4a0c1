import { Hono } from 'hono';
import { type AppEnv, bodyOf } from '../../crud/router.ts';
import { readAdjustSettings, saveAdjustSettings } from './adjust-settings.ts';
import { readSecuritySettings, saveSecuritySettings } from './security-settings.ts';

/** What Admins decide for the whole office. */
export const officeSettings = new Hono<AppEnv>()
  .get('/security-settings', async (c) => c.json({ data: await readSecuritySettings(c.var.caller) }))
  .put('/security-settings', async (c) => c.json({ data: await saveSecuritySettings(c.var.caller, bodyOf(c)) }))
  .get('/adjust-settings', async (c) => c.json(await readAdjustSettings(c.var.caller)))
  .put('/adjust-settings', async (c) => c.json(await saveAdjustSettings(c.var.caller, bodyOf(c))));
