import { sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { type ClientInfo, toAuthor } from './client-info.ts';
import { deriveSuccessor, GRACE_SECONDS, hashRefreshToken, REFRESH_SECONDS, SESSION_SECONDS } from './refresh-tokens.ts';
import { CLAIM_COLUMNS, endSessions, isUsable, type SignedIn, toClaims } from './sessions.ts';
import { recordSignIn } from './sign-in-events.ts';
import { signAccessToken } from './tokens.ts';

/**
 * A new access token and the refresh token that follows this one, in one round trip. A token that is used again within the grace time
 * gets the same successor; used later it was stolen or copied, and its session ends for everybody. 401 when there is no session any more.
 */
export async function refresh({ db, clock, settings }: Deps, client: ClientInfo, token: string): Promise<SignedIn> {
  // Whole seconds would make the grace time up to one longer.
  const exact = clock.now() / 1000;
  const now = Math.floor(exact);
  const successor = await deriveSuccessor(token, settings.jwtSecrets[0]!);
  const [hash, nextHash] = [await hashRefreshToken(token), await hashRefreshToken(successor)];
  const fresh = sql`EXISTS (SELECT 1 FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.user_id
    WHERE t.hash = ${hash} AND t.expires_at > ${now} AND (t.used_at IS NULL OR t.used_at >= ${exact - GRACE_SECONDS})
    AND s.ended_at IS NULL AND s.expires_at > ${now} AND ${isUsable(clock)})`;
  const reused = sql`id = (SELECT t.session_id FROM refresh_tokens t WHERE t.hash = ${hash} AND t.used_at < ${exact - GRACE_SECONDS})`;
  const [, , , , , state] = await db.write(
    [
      recordSignIn(clock, client, {
        kind: 'refresh_reuse',
        user_id: sql`(SELECT user_id FROM sessions WHERE ${reused})`,
        session_id: sql`(SELECT id FROM sessions WHERE ${reused})`,
        when: sql`EXISTS (SELECT 1 FROM sessions WHERE ended_at IS NULL AND ${reused})`,
      }),
      endSessions(clock, 'refresh_reuse', reused),
      sql`INSERT OR IGNORE INTO refresh_tokens (hash, session_id, created_at, expires_at)
        SELECT ${nextHash}, s.id, ${now}, min(${now + REFRESH_SECONDS}, s.created_at + ${SESSION_SECONDS})
        FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id WHERE t.hash = ${hash} AND ${fresh}`,
      sql`UPDATE sessions SET seen_at = ${now}, expires_at = (SELECT expires_at FROM refresh_tokens WHERE hash = ${nextHash})
        WHERE id = (SELECT session_id FROM refresh_tokens WHERE hash = ${hash} AND used_at IS NULL) AND ${fresh}`,
      sql`UPDATE refresh_tokens SET used_at = ${exact} WHERE hash = ${hash} AND used_at IS NULL AND ${fresh}`,
      sql`SELECT t.session_id, ${CLAIM_COLUMNS} FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id
        JOIN users u ON u.id = s.user_id WHERE t.hash = ${hash} AND ${fresh}`,
    ],
    toAuthor(client),
  );
  const user = state!.rows[0];
  if (!user) throw new AppError('unauthorized');
  const claims = toClaims(user, String(user.session_id));
  return { refreshToken: successor, accessToken: await signAccessToken(claims, settings.jwtSecrets, clock.now()) };
}
