import { sql } from 'drizzle-orm';
import type { SecuritySettings } from '../../contracts/calls/answers/office-settings.ts';
import type { officeSettingCalls } from '../../contracts/calls/declared/office-settings.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import { query } from '../../platform/db/query.ts';
import { asFlag, hasRows, readValue } from '../../platform/db/typed-rows.ts';
import { AppError } from '../../platform/errors.ts';
import { isOfficeSettingOn, saveOfficeSetting } from '../../platform/office-settings.ts';

/** `GET /security-settings`. */
export async function readSecuritySettings({
  caller,
  grant,
}: CallInput<typeof officeSettingCalls.readSecurity>): Promise<SecuritySettings> {
  const { results: required } = await caller.read(grant, () =>
    query(sql`SELECT ${isOfficeSettingOn('second_factor_for_admins')} AS required`, readValue(asFlag)),
  );
  return { second_factor_for_admins: required };
}

/** `PUT /security-settings`, with a fresh proof. An Admin can require a second factor only after enrolling, so that at least one Admin can still sign in. */
export async function saveSecuritySettings({
  caller,
  grant,
  values,
}: CallInput<typeof officeSettingCalls.saveSecurity>): Promise<SecuritySettings> {
  const actor = await caller.require(grant);
  if (!actor.hasFreshProof) throw new AppError('confirm_needed');
  const required = values.second_factor_for_admins === 1 ? 1 : 0;
  const mayRequire = sql`EXISTS (SELECT 1 FROM second_factors WHERE user_id = ${actor.id} AND confirmed_at IS NOT NULL)`;
  const saving = saveOfficeSetting('second_factor_for_admins', required, caller.clock.time(), required ? mayRequire : undefined);
  if (!(await caller.write(query(saving, hasRows)))) throw new AppError('second_factor_missing');
  return { second_factor_for_admins: required };
}
