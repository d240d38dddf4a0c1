import { sql } from 'drizzle-orm';
import { SECURITY_SETTINGS_FIELDS, type SecuritySettings } from '../../contracts/calls/office-settings.ts';
import { ADMIN } from '../../contracts/roles.ts';
import { authorizeThenValidate, type Caller } from '../../crud/caller.ts';
import { parseCompleteBody } from '../../crud/parse-call.ts';
import type { Values } from '../../crud/resource.ts';
import { AppError } from '../../errors.ts';
import { isOfficeSettingOn, saveOfficeSetting } from './office-settings.ts';

/** `GET /security-settings`. */
export async function readSecuritySettings(caller: Caller): Promise<SecuritySettings> {
  const { results } = await caller.read(ADMIN, () => [sql`SELECT ${isOfficeSettingOn('second_factor_for_admins')} AS required`]);
  return { second_factor_for_admins: results[0]!.rows[0]!.required === 1 ? 1 : 0 };
}

/** `PUT /security-settings`. An Admin can require a second factor only after enrolling, so that at least one Admin can still sign in. */
export async function saveSecuritySettings(caller: Caller, readBody: () => Promise<Values>): Promise<SecuritySettings> {
  const values = await authorizeThenValidate(caller, ADMIN, async () =>
    parseCompleteBody(SECURITY_SETTINGS_FIELDS, await readBody(), caller.lang),
  );
  const { actor } = await caller.read(ADMIN, () => []);
  const required = values.second_factor_for_admins === 1 ? 1 : 0;
  const mayRequire = sql`EXISTS (SELECT 1 FROM second_factors WHERE user_id = ${actor.id} AND confirmed_at IS NOT NULL)`;
  const [saved] = await caller.write([
    saveOfficeSetting('second_factor_for_admins', required, caller.clock.time(), required ? mayRequire : undefined),
  ]);
  if (saved!.rows.length === 0) throw new AppError('second_factor_missing');
  return { second_factor_for_admins: required };
}
