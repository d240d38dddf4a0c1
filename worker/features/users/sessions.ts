import type { Value } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import type { Session } from '../../contracts/calls/answers/users.ts';
import { fill } from '../../contracts/text.ts';
import { requireVisible } from '../../crud/read.ts';
import type { Resource } from '../../crud/resource.ts';
import { queryRowById } from '../../crud/row.ts';
import { UNKNOWN_ADDRESS } from '../../platform/auth/client-info.ts';
import { endSessions } from '../../platform/auth/sessions.ts';
import { recordSignIn } from '../../platform/auth/sign-in-events.ts';
import type { GrantedCaller, GrantedRecord } from '../../platform/call-routes.ts';
import type { Caller } from '../../platform/caller.ts';
import { query } from '../../platform/db/query.ts';
import { sessions } from '../../platform/db/schema/accounts.ts';
import { asNumber, asText, readColumn, readRows } from '../../platform/db/typed-rows.ts';
import { AppError } from '../../platform/errors.ts';
import { toOfficeTime } from '../../platform/text/office-time.ts';

const ENDED = { vi: 'Đã đăng xuất {n} phiên', en: '{n} {n|session|sessions} signed out' };

export interface EndedSessions {
  message: string;
  ids: string[];
}

/** The caller's open sessions, the latest used first. */
export async function listMySessions({ caller, grant }: GrantedCaller, sessionId: string): Promise<Session[]> {
  const now = Math.floor(caller.clock.now() / 1000);
  const { results } = await caller.read(grant, (actor) =>
    query(
      sql`SELECT id, created_at, seen_at, expires_at, user_agent, NULLIF(address, ${UNKNOWN_ADDRESS}) AS address FROM sessions
      WHERE user_id = ${actor.id} AND ended_at IS NULL AND expires_at > ${now} ORDER BY seen_at DESC, id`,
      readRows(SESSION_READERS),
    ),
  );
  return results.map((session) => ({ ...session, current: session.id === sessionId ? 1 : 0 }));
}

const { id, user_agent, address } = sessions;
const asOfficeTime = (seconds: Value, name: string) => toOfficeTime(asNumber(seconds, name) * 1000);
const SESSION_READERS = { id, user_agent, address, created_at: asOfficeTime, seen_at: asOfficeTime, expires_at: asOfficeTime };

/** Signs the caller out of one session, or of all of them, this one included. */
export async function endMySessions({ caller, grant }: GrantedCaller, sessionId?: string): Promise<EndedSessions> {
  const actor = await caller.require(grant);
  const ended = await endAll(
    caller,
    'signed_out',
    sessionId ? sql`user_id = ${actor.id} AND id = ${sessionId}` : sql`user_id = ${actor.id}`,
  );
  if (sessionId && ended.ids.length === 0) throw new AppError('not_found', { what: sessionId });
  return ended;
}

/** Signs a user out everywhere. */
export async function endUserSessions(users: Resource, { caller, grant, id }: GrantedRecord): Promise<EndedSessions> {
  const { actor, results: found } = await caller.read(grant, () => queryRowById(users, id));
  requireVisible(users, found, caller.lang);
  const event = recordSignIn(caller.clock, caller.client, { kind: 'sessions_ended', user_id: id, actor_id: actor.id });
  return endAll(caller, 'signed_out_by_admin', sql`user_id = ${id}`, [event]);
}

async function endAll(caller: Caller, reason: string, condition: SQL, others: SQL[] = []): Promise<EndedSessions> {
  const { ids } = await caller.write({
    ids: query(sql`${endSessions(caller.clock, reason, condition)} RETURNING id`, readColumn(asText)),
    others,
  });
  return { message: fill(ENDED[caller.lang], { n: ids.length }), ids };
}
