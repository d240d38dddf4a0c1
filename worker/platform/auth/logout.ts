import { sql } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { type ClientInfo, toAuthor } from './client-info.ts';
import { hashRefreshToken } from './refresh-tokens.ts';
import { endSessions } from './sessions.ts';
import { recordSignIn } from './sign-in-events.ts';

/** Ends the session of the access token, of the refresh cookie, or of both; 401 with neither. Ending it twice is no error. */
export async function logout(
  { db, clock }: Deps,
  client: ClientInfo,
  { sessionId, refreshToken }: { sessionId: string | undefined; refreshToken: string | undefined },
): Promise<void> {
  if (!sessionId && !refreshToken) throw new AppError('unauthorized');
  const hash = refreshToken ? await hashRefreshToken(refreshToken) : null;
  const meant = sql`id IN (${sessionId ?? null}, (SELECT session_id FROM refresh_tokens WHERE hash = ${hash}))`;
  const open = sql`(SELECT user_id, id FROM sessions WHERE ended_at IS NULL AND ${meant} LIMIT 1)`;
  await db.write(
    [
      recordSignIn(clock, client, {
        kind: 'logout',
        user_id: sql`(SELECT user_id FROM ${open})`,
        session_id: sql`(SELECT id FROM ${open})`,
        when: sql`EXISTS ${open}`,
      }),
      endSessions(clock, 'logout', meant),
    ],
    toAuthor(client),
  );
}
