import { type SQL, sql } from 'drizzle-orm';
import { ADMIN_ROLE } from '../../contracts/roles.ts';
import type { Clock } from '../clock.ts';
import { randomToken } from '../crypto.ts';
import { query } from '../db/query.ts';
import { users } from '../db/schema/organisation.ts';
import { asJson, hasRows, type RowOf } from '../db/typed-rows.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { isOfficeSettingOn } from '../office-settings.ts';
import { type ClientInfo, toAuthor } from './client-info.ts';
import { createRefreshToken, hashRefreshToken, REFRESH_SECONDS } from './refresh-tokens.ts';
import { recordSignIn } from './sign-in-events.ts';
import { type Claims, signAccessToken } from './tokens.ts';

/** The result of a login or a refresh. */
export interface SignedIn {
  accessToken: string;
  refreshToken: string;
  /** Folded username of the account that signed in; not told by a refresh. */
  account?: string;
}

/** The roles of user `u` that count, as JSON: where Admins must have a second factor, the role Admin does not count without one. */
export const COUNTING_ROLES = sql`(SELECT json_group_array(r.name) FROM json_each(u.role_ids) j JOIN roles r ON r.id = j.value
  WHERE r.name <> ${ADMIN_ROLE} OR NOT ${isOfficeSettingOn('second_factor_for_admins')}
    OR EXISTS (SELECT 1 FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL))`;

/** A password or a code of the second factor proves its session for this long. */
export const PROOF_SECONDS = 300;

/** Columns of user `u` that an access token carries. */
export const CLAIM_COLUMNS = sql`u.id, u.department_id, u.dept_grp_id, ${COUNTING_ROLES} AS roles`;
const { id, department_id, dept_grp_id } = users;
export const CLAIM_READERS = { id, department_id, dept_grp_id, roles: asJson<string[]>() };
type ClaimRow = RowOf<typeof CLAIM_READERS>;

/** `locked_until` and `lock_reason` of user `u`: null unless a lock holds at this moment. */
export function lockColumns(clock: Clock): SQL {
  const holds = sql`FROM user_locks l WHERE l.user_id = u.id AND l.start_time <= ${clock.time()} AND l.end_time > ${clock.time()}`;
  return sql`(SELECT l.end_time ${holds}) AS locked_until, (SELECT l.reason ${holds}) AS lock_reason`;
}

/** True in SQL while user `u` may use the system. */
export function isUsable(clock: Clock): SQL {
  return sql`(u.active = 1 AND NOT EXISTS (SELECT 1 FROM user_locks l
    WHERE l.user_id = u.id AND l.start_time <= ${clock.time()} AND l.end_time > ${clock.time()}))`;
}

/**
 * Opens a session of this user, a row with CLAIM_COLUMNS, in one round trip with the other statements. The condition (on `u`) must
 * still hold when it is written: what was checked before may have changed meanwhile, and then it is 401.
 */
export async function openSession(
  { db, clock, settings }: Deps,
  client: ClientInfo,
  user: ClaimRow & { username_fold: string | null },
  condition: SQL,
  others: SQL[],
): Promise<SignedIn> {
  const now = Math.floor(clock.now() / 1000);
  const [id, userId] = [randomToken(16), user.id];
  const refreshToken = await createRefreshToken(id, settings.jwtSecrets[0]!);
  const isOpen = sql`EXISTS (SELECT 1 FROM sessions n WHERE n.id = ${id})`;
  const formerHash = client.refreshToken ? await hashRefreshToken(client.refreshToken) : null;
  const former = sql`id = (SELECT session_id FROM refresh_tokens WHERE hash = ${formerHash})`;
  const { isOpened } = await db.write(
    {
      isOpened: query(
        sql`INSERT INTO sessions (id, user_id, created_at, seen_at, expires_at, user_agent, address)
        SELECT ${id}, u.id, ${now}, ${now}, ${now + REFRESH_SECONDS}, ${client.userAgent}, ${client.address}
        FROM users u WHERE u.id = ${userId} AND ${isUsable(clock)} AND ${condition} RETURNING id`,
        hasRows,
      ),
      token: sql`INSERT INTO refresh_tokens (hash, session_id, created_at, expires_at)
        SELECT ${await hashRefreshToken(refreshToken)}, id, ${now}, expires_at FROM sessions WHERE id = ${id}`,
      event: recordSignIn(clock, client, { kind: 'success', user_id: userId, session_id: id, when: isOpen }),
      // The browser forgets the session it had: nobody could end it any more.
      former: endSessions(clock, 'signed_in_again', sql`${former} AND ${isOpen}`),
      others,
    },
    toAuthor(client, userId),
  );
  if (!isOpened) throw new AppError('bad_credentials');
  const account = String(user.username_fold);
  return { refreshToken, account, accessToken: await signAccessToken(toClaims(user, id), settings.jwtSecrets, clock.now()) };
}

/** Ends the open sessions that the condition (on `sessions`) means, at once: every call looks at its session. */
export function endSessions(clock: Clock, reason: string, condition: SQL): SQL {
  return sql`UPDATE sessions SET ended_at = ${Math.floor(clock.now() / 1000)}, end_reason = ${reason}
    WHERE ended_at IS NULL AND ${condition}`;
}

export function toClaims(user: ClaimRow, sessionId: string): Claims {
  return {
    sub: String(user.id),
    sid: sessionId,
    roles: user.roles,
    dept: user.department_id,
    grp: user.dept_grp_id,
  };
}
