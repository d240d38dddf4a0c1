import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { AdjustSettings, SecuritySettings } from '../../contracts/calls/answers/office-settings.ts';
import { officeSettingCalls as calls } from '../../contracts/calls/declared/office-settings.ts';
import { bindCall, type CallInput, type GrantedCaller } from '../../platform/call-routes.ts';
import type { AppEnv } from '../../platform/caller.ts';
import { query } from '../../platform/db/query.ts';
import { asFlag, hasRows, readValue } from '../../platform/db/typed-rows.ts';
import { AppError } from '../../platform/errors.ts';
import { isOfficeSettingOn, saveOfficeSetting } from '../../platform/office-settings.ts';
import { readHolidays, saveHolidays } from './holidays.ts';

/** Routes of the settings of the whole office. */
export const officeSettings = new Hono<AppEnv>();
bindCall(officeSettings, calls.readSecurity, async (input) => ({ data: await readSecuritySettings(input) }));
bindCall(officeSettings, calls.saveSecurity, async (input) => ({ data: await saveSecuritySettings(input) }));
bindCall(officeSettings, calls.readAdjust, readAdjustSettings);
bindCall(officeSettings, calls.saveAdjust, saveAdjustSettings);
bindCall(officeSettings, calls.readHolidays, readHolidays);
bindCall(officeSettings, calls.saveHolidays, saveHolidays);

/** `GET /adjust-settings`: whether points are set by hand only with a reason. */
async function readAdjustSettings({ caller, grant }: GrantedCaller): Promise<AdjustSettings> {
  const { results: required } = await caller.read(grant, () =>
    query(sql`SELECT ${isOfficeSettingOn('adjust_reason_required')} AS required`, readValue(asFlag)),
  );
  return { reason_required: required };
}

/** `PUT /adjust-settings {reason_required}`: an Admin asks for reasons; what was adjusted before stays as it is. */
async function saveAdjustSettings({ caller, grant, values }: CallInput<typeof calls.saveAdjust>): Promise<AdjustSettings> {
  await caller.require(grant);
  const reason_required = values.reason_required === 1 ? 1 : 0;
  await caller.write([saveOfficeSetting('adjust_reason_required', reason_required, caller.clock.time())]);
  return { reason_required };
}

/** `GET /security-settings`. */
async function readSecuritySettings({ caller, grant }: CallInput<typeof calls.readSecurity>): Promise<SecuritySettings> {
  const { results: required } = await caller.read(grant, () =>
    query(sql`SELECT ${isOfficeSettingOn('second_factor_for_admins')} AS required`, readValue(asFlag)),
  );
  return { second_factor_for_admins: required };
}

/** `PUT /security-settings`, with a fresh proof. An Admin can require a second factor only after enrolling, so that at least one Admin can still sign in. */
async function saveSecuritySettings({ caller, grant, values }: CallInput<typeof calls.saveSecurity>): Promise<SecuritySettings> {
  const actor = await caller.require(grant);
  if (!actor.hasFreshProof) throw new AppError('confirm_needed');
  const required = values.second_factor_for_admins === 1 ? 1 : 0;
  const mayRequire = sql`EXISTS (SELECT 1 FROM second_factors WHERE user_id = ${actor.id} AND confirmed_at IS NOT NULL)`;
  const saving = saveOfficeSetting('second_factor_for_admins', required, caller.clock.time(), required ? mayRequire : undefined);
  if (!(await caller.write(query(saving, hasRows)))) throw new AppError('second_factor_missing');
  return { second_factor_for_admins: required };
}
