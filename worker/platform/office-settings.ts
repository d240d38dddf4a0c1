import { type SQL, sql } from 'drizzle-orm';

/** The settings that an Admin switches on for everybody; off by default. */
type OfficeSetting = 'second_factor_for_admins' | 'adjust_reason_required' | `skipped_step_${string}` | `holiday_${string}`;

/** True in SQL while the setting is on. */
export function isOfficeSettingOn(setting: OfficeSetting): SQL {
  return sql`EXISTS (SELECT 1 FROM office_settings WHERE key = ${setting} AND value = 1)`;
}

/** Switches a setting where the condition holds; no row comes back where it does not. */
export function saveOfficeSetting(setting: OfficeSetting, value: 0 | 1, at: string, condition: SQL = sql`true`): SQL {
  return sql`INSERT INTO office_settings (key, value, updated_at) SELECT ${setting}, ${value}, ${at} WHERE ${condition}
    ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at RETURNING key`;
}
