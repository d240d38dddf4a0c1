import { type SQL, sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import { endAccessTokens } from './access-token.ts';
import { revokeLinks } from './password-links.ts';
import { endSessions } from './sessions.ts';

interface EndedAccess {
  /** Why its sessions end. */
  reason: string;
  userId: number | SQL;
  /** Who ends it; nobody where a mailed link did. */
  actorId: number | null;
  /** The session that goes on: that of who asks for it. */
  except?: string;
}

/** Statements that end every way into an account: sessions, access tokens and mailed links. The links go last: `userId` may be read from them. */
export function endAccess(clock: Clock, { reason, userId, actorId, except = '' }: EndedAccess) {
  return {
    sessions: endSessions(clock, reason, sql`user_id = ${userId} AND id <> ${except}`),
    tokens: endAccessTokens(clock, actorId, sql`user_id = ${userId}`),
    links: revokeLinks(userId),
  };
}
