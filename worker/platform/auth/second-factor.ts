import { type SQL, sql } from 'drizzle-orm';
import { ADMIN_ROLE } from '../../contracts/roles.ts';
import { sha256 } from '../crypto.ts';
import { SCRIPT_AUTHOR } from '../db/client.ts';
import { query } from '../db/query.ts';
import { secondFactors } from '../db/schema/accounts.ts';
import { asFlag, asNumber, readOne, readRows } from '../db/typed-rows.ts';
import type { Deps } from '../deps.ts';
import { isOfficeSettingOn } from '../office-settings.ts';
import { openText, sealText } from './sealed-text.ts';
import { findTotpStep } from './totp.ts';

const PURPOSE = 'second factor';

/** The confirmed second factor of user `u` as JSON, null without one. */
export const SECOND_FACTOR_COLUMN = sql`(SELECT json_object('secret', f.secret, 'last_step', f.last_step,
  'recovery_codes', json(f.recovery_codes)) FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL) AS second_factor`;

/** One row, a SecondFactorState: what this user has and whether they must. */
export function selectSecondFactorState(userId: number) {
  const confirmed = sql`FROM second_factors WHERE user_id = ${userId} AND confirmed_at IS NOT NULL`;
  const state = sql`SELECT EXISTS (SELECT 1 ${confirmed}) AS enabled,
    ${isOfficeSettingOn('second_factor_for_admins')} AND EXISTS (SELECT 1 FROM users u,
      json_each(u.role_ids) j JOIN roles r ON r.id = j.value WHERE u.id = ${userId} AND r.name = ${ADMIN_ROLE}) AS required,
    ifnull((SELECT json_array_length(recovery_codes) ${confirmed}), 0) AS recovery_codes_left`;
  return query(state, readOne({ enabled: asFlag, required: asFlag, recovery_codes_left: asNumber }));
}

export interface Factor {
  secret: string;
  last_step: number;
  recovery_codes: string[];
}

/** The condition (on `u`) under which a right code is still unused, and the statements that use it up. */
export interface SpentCode {
  condition: SQL;
  statements: SQL[];
}

/** Spends a code of the app or a recovery code, each of which works once; undefined when it is neither. */
export async function spendCode({ clock, settings }: Deps, factor: Factor, userId: number, code: string): Promise<SpentCode | undefined> {
  const typed = code.replace(/[\s-]/g, '').toUpperCase();
  const { text: secret, fresh } = await openText(factor.secret, settings.jwtSecrets, PURPOSE);
  const step = await findTotpStep(secret, typed, clock.now());
  if (step !== undefined) {
    if (step <= factor.last_step) return undefined;
    const sealed = fresh ? factor.secret : await sealSecret(settings.jwtSecrets, secret);
    return {
      condition: sql`EXISTS (SELECT 1 FROM second_factors f WHERE f.user_id = u.id AND f.last_step < ${step})`,
      statements: [sql`UPDATE second_factors SET last_step = max(last_step, ${step}), secret = ${sealed} WHERE user_id = ${userId}`],
    };
  }
  const hash = await hashRecoveryCode(typed, secret);
  if (!factor.recovery_codes.includes(hash)) return undefined;
  return {
    condition: sql`EXISTS (SELECT 1 FROM second_factors f, json_each(f.recovery_codes) j WHERE f.user_id = u.id AND j.value = ${hash})`,
    statements: [
      sql`UPDATE second_factors SET recovery_codes = (SELECT json_group_array(value) FROM json_each(recovery_codes) WHERE value <> ${hash})
        WHERE user_id = ${userId}`,
    ],
  };
}

export const sealSecret = (secrets: readonly string[], secret: string) => sealText(secret, secrets[0]!, PURPOSE);
export const openSecret = async (secrets: readonly string[], sealed: string) => (await openText(sealed, secrets, PURPOSE)).text;

/** Seals with the newest secret what an earlier one sealed, so that the earlier one can be removed and nobody is locked out. */
export async function resealSecondFactors({ db, settings }: Pick<Deps, 'db' | 'settings'>): Promise<void> {
  if (settings.jwtSecrets.length < 2) return;
  const { user_id, secret } = secondFactors;
  const sealed = await db.read(query(sql`SELECT user_id, secret FROM second_factors`, readRows({ user_id, secret })));
  const statements: SQL[] = [];
  for (const { user_id, secret } of sealed) {
    const { text, fresh } = await openText(secret, settings.jwtSecrets, PURPOSE);
    if (fresh) continue;
    const again = await sealSecret(settings.jwtSecrets, text);
    statements.push(sql`UPDATE second_factors SET secret = ${again} WHERE user_id = ${user_id} AND secret = ${secret}`);
  }
  if (statements.length > 0) await db.write(statements, SCRIPT_AUTHOR);
}

/** Fifty bits could be searched for in a copy of the table: the app's secret, which is sealed there, is the salt. */
export const hashRecoveryCode = (code: string, secret: string) => sha256(`recovery-code:${secret}:${code}`);
