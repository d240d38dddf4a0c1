import { sql } from 'drizzle-orm';
import type { AdjustSettings } from '../../contracts/calls/answers/office-settings.ts';
import type { officeSettingCalls } from '../../contracts/calls/declared/office-settings.ts';
import type { CallInput, GrantedCaller } from '../../platform/call-routes.ts';
import { query } from '../../platform/db/query.ts';
import { asFlag, readValue } from '../../platform/db/typed-rows.ts';
import { isOfficeSettingOn, saveOfficeSetting } from '../../platform/office-settings.ts';

/** `GET /adjust-settings`: whether points are set by hand only with a reason. */
export async function readAdjustSettings({ caller, grant }: GrantedCaller): Promise<AdjustSettings> {
  const { results: required } = await caller.read(grant, () =>
    query(sql`SELECT ${isOfficeSettingOn('adjust_reason_required')} AS required`, readValue(asFlag)),
  );
  return { reason_required: required };
}

/** `PUT /adjust-settings {reason_required}`: an Admin asks for reasons; what was adjusted before stays as it is. */
export async function saveAdjustSettings({
  caller,
  grant,
  values,
}: CallInput<typeof officeSettingCalls.saveAdjust>): Promise<AdjustSettings> {
  await caller.require(grant);
  const reason_required = values.reason_required === 1 ? 1 : 0;
  await caller.write([saveOfficeSetting('adjust_reason_required', reason_required, caller.clock.time())]);
  return { reason_required };
}
