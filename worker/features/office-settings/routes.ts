import { Hono } from 'hono';
import { officeSettingCalls as calls } from '../../contracts/calls/declared/office-settings.ts';
import { bindCall } from '../../platform/call-routes.ts';
import type { AppEnv } from '../../platform/caller.ts';
import { readAdjustSettings, saveAdjustSettings } from './adjust-settings.ts';
import { readHolidays, saveHolidays } from './holidays.ts';
import { readSecuritySettings, saveSecuritySettings } from './security-settings.ts';

/** Routes of the settings of the whole office. */
export const officeSettings = new Hono<AppEnv>();
bindCall(officeSettings, calls.readSecurity, async (input) => ({ data: await readSecuritySettings(input) }));
bindCall(officeSettings, calls.saveSecurity, async (input) => ({ data: await saveSecuritySettings(input) }));
bindCall(officeSettings, calls.readAdjust, readAdjustSettings);
bindCall(officeSettings, calls.saveAdjust, saveAdjustSettings);
bindCall(officeSettings, calls.readHolidays, readHolidays);
bindCall(officeSettings, calls.saveHolidays, saveHolidays);
