import { type SQL, sql } from 'drizzle-orm';
import type { GrantedCaller, GrantedRecord } from '../../call-routes.ts';
import type { Session } from '../../contracts/calls/answers/users.ts';
import { fill } from '../../contracts/text.ts';
import type { Caller } from '../../crud/caller.ts';
import { requireVisible } from '../../crud/read.ts';
import type { Resource } from '../../crud/resource.ts';
import { readFoundRow, selectRowById } from '../../crud/row.ts';
import { AppError } from '../../errors.ts';
import { toOfficeTime } from '../../text/office-time.ts';
import { UNKNOWN_ADDRESS } from '../auth/client-info.ts';
import { endSessions } from '../auth/sessions.ts';
import { recordSignIn } from '../auth/sign-in-events.ts';

const ENDED = { vi: 'Đã đăng xuất {n} phiên', en: '{n} session(s) signed out' };

export interface EndedSessions {
  message: string;
  ids: string[];
}

/** The caller's open sessions, the latest used first. */
export async function listMySessions({ caller, grant }: GrantedCaller, sessionId: string): Promise<Session[]> {
  const now = Math.floor(caller.clock.now() / 1000);
  const { results } = await caller.read(grant, (actor) => [
    sql`SELECT id, created_at, seen_at, expires_at, user_agent, NULLIF(address, ${UNKNOWN_ADDRESS}) AS address FROM sessions
      WHERE user_id = ${actor.id} AND ended_at IS NULL AND expires_at > ${now} ORDER BY seen_at DESC, id`,
  ]);
  return results[0]!.rows.map((row) => ({
    id: String(row.id),
    created_at: toOfficeTime(Number(row.created_at) * 1000),
    seen_at: toOfficeTime(Number(row.seen_at) * 1000),
    expires_at: toOfficeTime(Number(row.expires_at) * 1000),
    user_agent: row.user_agent as string | null,
    address: row.address as string | null,
    current: row.id === sessionId ? 1 : 0,
  }));
}

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
  const { actor, results } = await caller.read(grant, () => [selectRowById(users, id)]);
  requireVisible(users, readFoundRow(users, results[0]), caller.lang);
  const event = recordSignIn(caller.clock, caller.client, { kind: 'sessions_ended', user_id: id, actor_id: actor.id });
  return endAll(caller, 'signed_out_by_admin', sql`user_id = ${id}`, [event]);
}

async function endAll(caller: Caller, reason: string, condition: SQL, others: SQL[] = []): Promise<EndedSessions> {
  const [ended] = await caller.write([sql`${endSessions(caller.clock, reason, condition)} RETURNING id`, ...others]);
  const ids = ended!.rows.map((row) => String(row.id));
  return { message: fill(ENDED[caller.lang], { n: ids.length }), ids };
}
