import { sql } from 'drizzle-orm';
import { ADJUST_SETTINGS_FIELDS, type AdjustSettings } from '../../contracts/calls/office-settings.ts';
import { ADMIN, STAFF } from '../../contracts/roles.ts';
import { authorizeThenValidate, type Caller } from '../../crud/caller.ts';
import { parseCompleteBody } from '../../crud/parse-call.ts';
import type { Values } from '../../crud/resource.ts';
import { isOfficeSettingOn, saveOfficeSetting } from './office-settings.ts';

/** `GET /adjust-settings`: whether points are set by hand only with a reason. */
export async function readAdjustSettings(caller: Caller): Promise<AdjustSettings> {
  const { results } = await caller.read(STAFF, () => [sql`SELECT ${isOfficeSettingOn('adjust_reason_required')} AS required`]);
  return { reason_required: results[0]!.rows[0]!.required === 1 ? 1 : 0 };
}

/** `PUT /adjust-settings {reason_required}`: an Admin asks for reasons; what was adjusted before stays as it is. */
export async function saveAdjustSettings(caller: Caller, readBody: () => Promise<Values>): Promise<AdjustSettings> {
  const values = await authorizeThenValidate(caller, ADMIN, async () =>
    parseCompleteBody(ADJUST_SETTINGS_FIELDS, await readBody(), caller.lang),
  );
  await caller.require(ADMIN);
  const reason_required = values.reason_required === 1 ? 1 : 0;
  await caller.write([saveOfficeSetting('adjust_reason_required', reason_required, caller.clock.time())]);
  return { reason_required };
}
