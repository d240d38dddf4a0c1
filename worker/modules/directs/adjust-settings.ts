import { sql } from 'drizzle-orm';
import { flag } from '../../contracts/fields.ts';
import { ADMIN, STAFF } from '../../contracts/roles.ts';
import { wholeValues } from '../../crud/call-values.ts';
import { authorizeThenValidate, type Caller } from '../../crud/caller.ts';
import type { Values } from '../../crud/resource.ts';

/** Body and answer of `adjust-settings`. */
const SETTING_FIELDS = {
  reason_required: flag({ vi: 'Điều chỉnh điểm phải có lý do', en: 'Adjusting points needs a reason' }, { required: true }),
};

export interface AdjustSettings {
  reason_required: 0 | 1;
}

const KEY = 'adjust_reason_required';

/** `GET /adjust-settings`: whether points are set by hand only with a reason. */
export async function readAdjustSettings(caller: Caller): Promise<AdjustSettings> {
  const { results } = await caller.read(STAFF, () => [sql`SELECT value FROM security_settings WHERE key = ${KEY}`]);
  return { reason_required: results[0]!.rows[0]?.value === 1 ? 1 : 0 };
}

/** `PUT /adjust-settings {reason_required}`: an Admin asks for reasons; what was adjusted before stays as it is. */
export async function saveAdjustSettings(caller: Caller, readBody: () => Promise<Values>): Promise<AdjustSettings> {
  const { reason_required } = await authorizeThenValidate(caller, ADMIN, async () =>
    wholeValues(SETTING_FIELDS, await readBody(), caller.lang),
  );
  await caller.require(ADMIN);
  await caller.write([
    sql`INSERT INTO security_settings (key, value, updated_at) VALUES (${KEY}, ${reason_required}, ${caller.clock.time()})
      ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
  ]);
  return { reason_required: reason_required === 1 ? 1 : 0 };
}
