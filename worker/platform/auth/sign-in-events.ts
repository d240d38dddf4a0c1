import { type SQL, sql } from 'drizzle-orm';
import type { SignInKind } from '../../contracts/calls/auth.ts';
import type { Clock } from '../clock.ts';
import { toOfficeTime } from '../text/office-time.ts';
import type { ClientInfo } from './client-info.ts';
import { WINDOW_SECONDS } from './rate-limiter.ts';

interface Event {
  kind: SignInKind;
  user_id?: number | SQL | null | undefined;
  session_id?: string | SQL | null | undefined;
  /** The person who did it, where that is not the account's owner. */
  actor_id?: number | undefined;
  /** Record it only when this holds. */
  when?: SQL;
}

/** Adds a row to the log of sign-ins. What was typed as the username is not kept: people type their password there. */
export function recordSignIn(clock: Clock, client: Pick<ClientInfo, 'address' | 'userAgent'>, event: Event): SQL {
  return sql`INSERT INTO sign_in_events (at, kind, user_id, session_id, address, user_agent, actor_id)
    SELECT ${clock.time()}, ${event.kind}, ${event.user_id ?? null}, ${event.session_id ?? null}, ${client.address}, ${client.userAgent}, ${event.actor_id ?? null}
    WHERE ${event.when ?? sql`1`}`;
}

/** True in SQL unless it was recorded in the last 15 minutes that this address is held back: a flood must not flood the log. */
export function needsRateLimitEvent(clock: Clock, client: ClientInfo): SQL {
  const since = toOfficeTime(clock.now() - WINDOW_SECONDS * 1000);
  return sql`NOT EXISTS (SELECT 1 FROM sign_in_events WHERE kind = 'throttled' AND address = ${client.address} AND at > ${since})`;
}

/** Records that attempts from this address are held back. */
export function recordRateLimited(clock: Clock, client: ClientInfo, userId: number | null): SQL {
  return recordSignIn(clock, client, { kind: 'throttled', user_id: userId, when: needsRateLimitEvent(clock, client) });
}
