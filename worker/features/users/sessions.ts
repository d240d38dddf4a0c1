import type { Value } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import type { Session } from '../../contracts/calls/answers/users.ts';
import { fill } from '../../contracts/text.ts';
import { requireVisible } from '../../crud/read.ts';
import type { Resource } from '../../crud/resource.ts';
import { queryRowById } from '../../crud/row.ts';
import { UNKNOWN_ADDRESS } from '../../platform/auth/client-info.ts';
import { endAccess } from '../../platform/auth/end-access.ts';
import { endSessions } from '../../platform/auth/sessions.ts';
import { recordSignIn } from '../../platform/auth/sign-in-events.ts';
import type { GrantedCaller, GrantedRecord } from '../../platform/call-routes.ts';
import type { Caller } from '../../platform/caller.ts';
import { query } from '../../platform/db/query.ts';
import { sessions } from '../../platform/db/schema/accounts.ts';
import { asNumber, asText, readColumn, readRows } from '../../platform/db/typed-rows.ts';
import { AppError } from '../../platform/errors.ts';
import { toOfficeTime } from '../../platform/text/office-time.ts';

const ALL_ENDED = {
  vi: 'Đã đăng xuất {n} phiên và thu hồi mọi mã truy cập',
  en: '{n} {n|session|sessions} signed out, and all access keys revoked',
};
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

/** Signs the caller out of one session, or ends all access to the account, this session included. */
export async function endMySessions({ caller, grant }: GrantedCaller, sessionId?: string): Promise<EndedSessions> {
  const { id: userId } = await caller.require(grant);
  if (!sessionId) return endAll(caller, { reason: 'signed_out', userId, actorId: userId });
  const ending = endSessions(caller.clock, 'signed_out', sql`user_id = ${userId} AND id = ${sessionId}`);
  const ids = await caller.write(query(sql`${ending} RETURNING id`, readColumn(asText)));
  if (ids.length === 0) throw new AppError('not_found', { what: sessionId });
  return { message: fill(ENDED[caller.lang], { n: ids.length }), ids };
}

/** Ends all access to a user's account. */
export async function endUserSessions(users: Resource, { caller, grant, id }: GrantedRecord): Promise<EndedSessions> {
  const { actor, results: found } = await caller.read(grant, () => queryRowById(users, id));
  requireVisible(users, found, caller.lang);
  const event = recordSignIn(caller.clock, caller.client, { kind: 'sessions_ended', user_id: id, actor_id: actor.id });
  return endAll(caller, { reason: 'signed_out_by_admin', userId: id, actorId: actor.id }, event);
}

async function endAll(caller: Caller, ended: Parameters<typeof endAccess>[1], event?: SQL): Promise<EndedSessions> {
  const { sessions: ending, ...others } = endAccess(caller.clock, ended);
  const { ids } = await caller.write({ ids: query(sql`${ending} RETURNING id`, readColumn(asText)), others, event });
  return { message: fill(ALL_ENDED[caller.lang], { n: ids.length }), ids };
}
