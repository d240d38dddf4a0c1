import { type SQL, sql } from 'drizzle-orm';
import { type Clock, officeTime } from '../../clock.ts';
import type { SignInKind } from '../../contracts/calls/auth.ts';
import type { ClientInfo } from './client-info.ts';
import type { Attempt } from './rate-limiter.ts';

interface Event {
  kind: SignInKind;
  user_id?: number | SQL | null | undefined;
  session_id?: string | SQL | null | undefined;
  /** Record it only when this holds. */
  when?: SQL;
}

/** Adds a row to the log of sign-ins. What was typed as the username is not kept: people type their password there. */
export function recordSignIn(clock: Clock, client: Pick<ClientInfo, 'address' | 'userAgent'>, event: Event): SQL {
  return sql`INSERT INTO sign_in_events (at, kind, user_id, session_id, address, user_agent)
    SELECT ${clock.time()}, ${event.kind}, ${event.user_id ?? null}, ${event.session_id ?? null}, ${client.address}, ${client.userAgent}
    WHERE ${event.when ?? sql`1`}`;
}

/** Records that attempts are held back: once in 15 minutes an address, so that a flood of attempts does not flood the log. */
export function recordRateLimited(clock: Clock, client: ClientInfo, attempt: Attempt, userId: SQL): SQL {
  const since = officeTime(clock.now() - 900_000);
  return recordSignIn(clock, client, {
    kind: 'throttled',
    user_id: userId,
    when: sql`${attempt.isExceeded} AND NOT ${attempt.isReserved}
      AND NOT EXISTS (SELECT 1 FROM sign_in_events WHERE kind = 'throttled' AND address = ${client.address} AND at > ${since})`,
  });
}
