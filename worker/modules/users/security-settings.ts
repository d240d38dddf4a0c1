import type { ResultSet } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import { SECURITY_SETTINGS_FIELDS } from '../../contracts/calls/auth.ts';
import { ADMIN } from '../../contracts/roles.ts';
import { wholeValues } from '../../crud/call-values.ts';
import { authorizeThenValidate, type Caller } from '../../crud/caller.ts';
import type { Values } from '../../crud/resource.ts';
import { AppError } from '../../errors.ts';

export interface SecuritySettings {
  second_factor_for_admins: 0 | 1;
}

const SELECT_SETTINGS: SQL = sql`SELECT ifnull((SELECT value FROM security_settings WHERE key = 'second_factor_for_admins'), 0) AS second_factor_for_admins`;

export async function readSecuritySettings(caller: Caller): Promise<SecuritySettings> {
  const { results } = await caller.read(ADMIN, () => [SELECT_SETTINGS]);
  return settingsOf(results[0]!);
}

/** Sets whether Admins need a second factor. Who demands it must have one, so that an Admin remains. */
export async function saveSecuritySettings(caller: Caller, readBody: () => Promise<Values>): Promise<SecuritySettings> {
  const values = await authorizeThenValidate(caller, ADMIN, async () =>
    wholeValues(SECURITY_SETTINGS_FIELDS, await readBody(), caller.lang),
  );
  const { actor } = await caller.read(ADMIN, () => []);
  const demanded = values.second_factor_for_admins === 1;
  const may = sql`(${demanded ? 0 : 1} OR EXISTS (SELECT 1 FROM second_factors WHERE user_id = ${actor.id} AND confirmed_at IS NOT NULL))`;
  const [saved, after] = await caller.write([
    sql`INSERT INTO security_settings (key, value, updated_at)
      SELECT 'second_factor_for_admins', ${demanded ? 1 : 0}, ${caller.clock.time()} WHERE ${may}
      ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at RETURNING key`,
    SELECT_SETTINGS,
  ]);
  if (saved!.rows.length === 0) throw new AppError('second_factor_missing');
  return settingsOf(after!);
}

function settingsOf({ rows }: ResultSet): SecuritySettings {
  return { second_factor_for_admins: rows[0]!.second_factor_for_admins === 1 ? 1 : 0 };
}
