import { type SQL, sql } from 'drizzle-orm';
import { randomToken, sha256 } from '../crypto.ts';

const LINK_SECONDS = 1800;

export const hashLinkToken = (token: string) => sha256(`password-link:${token}`);

export interface PasswordLink {
  /** The part of the address behind the origin. */
  path: string;
  statements: SQL[];
}

/** A link to set this user's password, once and within 30 minutes by default; earlier links of theirs are void. */
export async function createPasswordLink(userId: number, nowMs: number, validSeconds = LINK_SECONDS): Promise<PasswordLink> {
  const now = Math.floor(nowMs / 1000);
  const token = randomToken();
  return {
    path: `/reset-password?token=${token}`,
    statements: [
      sql`DELETE FROM password_resets WHERE user_id = ${userId}`,
      sql`INSERT INTO password_resets (hash, user_id, created_at, expires_at)
        VALUES (${await hashLinkToken(token)}, ${userId}, ${now}, ${now + validSeconds})`,
    ],
  };
}

/** Makes the links that were mailed to a user, to set a password or to confirm an address, stop working where the condition holds. */
export function revokeLinks(userId: number | SQL, condition: SQL = sql`1`): SQL[] {
  return [
    sql`DELETE FROM email_changes WHERE user_id = ${userId} AND ${condition}`,
    sql`DELETE FROM password_resets WHERE user_id = ${userId} AND ${condition}`,
  ];
}

/** The user that this link is for, while it can be used. */
export function selectLinkOwner(hash: string, nowMs: number): SQL {
  return sql`SELECT u.id, u.username_fold, u.username, u.name, u.email, c.name AS company
    FROM password_resets p JOIN users u ON u.id = p.user_id LEFT JOIN companies c ON c.id = u.company_id
    WHERE p.hash = ${hash} AND p.used_at IS NULL AND p.expires_at > ${Math.floor(nowMs / 1000)} AND u.active = 1`;
}
