import { sql } from 'drizzle-orm';
import { query } from '../db/query.ts';
import { users } from '../db/schema/organisation.ts';
import { asBoolean, asText, readFirst, readValue } from '../db/typed-rows.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { type ClientInfo, toAuthor } from './client-info.ts';
import { deriveSuccessor, GRACE_SECONDS, hashRefreshToken, REFRESH_SECONDS, SESSION_SECONDS } from './refresh-tokens.ts';
import { sendSecurityMail } from './security-mail.ts';
import { CLAIM_COLUMNS, CLAIM_READERS, endSessions, isUsable, type SignedIn, toClaims } from './sessions.ts';
import { recordSignIn } from './sign-in-events.ts';
import { signAccessToken } from './tokens.ts';

/** A refresh, and what is left to do after the answer: telling the person of a use from two places. */
export interface Refreshed extends SignedIn {
  afterAnswer: () => Promise<void>;
}

/**
 * A new access token and the refresh token that follows this one, in one round trip. A token that is used again within the grace time
 * gets the same successor; used later it was stolen or copied, and its session ends for everybody. 401 when there is no session any more.
 */
export async function refresh(deps: Deps, client: ClientInfo, token: string): Promise<Refreshed> {
  const { db, clock, settings } = deps;
  // Whole seconds would make the grace time up to one longer.
  const exact = clock.now() / 1000;
  const now = Math.floor(exact);
  const successor = await deriveSuccessor(token, settings.jwtSecrets[0]!);
  const [hash, nextHash] = [await hashRefreshToken(token), await hashRefreshToken(successor)];
  const fresh = sql`EXISTS (SELECT 1 FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.user_id
    WHERE t.hash = ${hash} AND t.expires_at > ${now} AND (t.used_at IS NULL OR t.used_at >= ${exact - GRACE_SECONDS})
    AND s.ended_at IS NULL AND s.expires_at > ${now} AND ${isUsable(clock)})`;
  const reused = sql`id = (SELECT t.session_id FROM refresh_tokens t WHERE t.hash = ${hash} AND t.used_at < ${exact - GRACE_SECONDS})`;
  const replayed = sql`EXISTS (SELECT 1 FROM refresh_tokens t WHERE t.hash = ${hash} AND t.used_address <> ${client.address} AND ${fresh}
    AND NOT EXISTS (SELECT 1 FROM sign_in_events e WHERE e.kind = 'refresh_replay' AND e.session_id = t.session_id AND e.address = ${client.address}))`;
  const found = query(
    sql`SELECT t.session_id, u.email, u.name, ${CLAIM_COLUMNS} FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id
    JOIN users u ON u.id = s.user_id WHERE t.hash = ${hash} AND ${fresh}`,
    readFirst({ ...CLAIM_READERS, session_id: asText, email: users.email, name: users.name }),
  );
  const rotation = db.write(
    {
      isReplay: query(sql`SELECT ${replayed} AS is_replay`, readValue(asBoolean)),
      replayEvent: recordSignIn(clock, client, {
        kind: 'refresh_replay',
        user_id: sql`(SELECT s.user_id FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id WHERE t.hash = ${hash})`,
        session_id: sql`(SELECT session_id FROM refresh_tokens WHERE hash = ${hash})`,
        when: replayed,
      }),
      reuseEvent: recordSignIn(clock, client, {
        kind: 'refresh_reuse',
        user_id: sql`(SELECT user_id FROM sessions WHERE ${reused})`,
        session_id: sql`(SELECT id FROM sessions WHERE ${reused})`,
        when: sql`EXISTS (SELECT 1 FROM sessions WHERE ended_at IS NULL AND ${reused})`,
      }),
      reuse: endSessions(clock, 'refresh_reuse', reused),
      successor: sql`INSERT OR IGNORE INTO refresh_tokens (hash, session_id, created_at, expires_at)
        SELECT ${nextHash}, s.id, ${now}, min(${now + REFRESH_SECONDS}, s.created_at + ${SESSION_SECONDS})
        FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id WHERE t.hash = ${hash} AND ${fresh}`,
      session: sql`UPDATE sessions SET seen_at = ${now}, expires_at = (SELECT expires_at FROM refresh_tokens WHERE hash = ${nextHash})
        WHERE id = (SELECT session_id FROM refresh_tokens WHERE hash = ${hash} AND used_at IS NULL) AND ${fresh}`,
      token: sql`UPDATE refresh_tokens SET used_at = ${exact}, used_address = ${client.address} WHERE hash = ${hash} AND used_at IS NULL AND ${fresh}`,
      user: found,
    },
    toAuthor(client),
  );
  // Nothing can be written on a full disk: whoever was signed in goes on reading, with the token that they have.
  const { isReplay, user, refreshToken } = await rotation.then(
    (answers) => ({ ...answers, refreshToken: successor }),
    async (error) => {
      if (!(error instanceof AppError && error.code === 'database_full')) throw error;
      return { isReplay: false, refreshToken: token, ...(await db.read({ user: found })) };
    },
  );
  if (!user) throw new AppError('unauthorized');
  const claims = toClaims(user, user.session_id);
  return {
    refreshToken,
    accessToken: await signAccessToken(claims, settings.jwtSecrets, clock.now()),
    afterAnswer: async () => {
      if (isReplay) await sendSecurityMail(deps, client, { email: user.email, name: user.name }, 'refresh_replay');
    },
  };
}
