import { sql } from 'drizzle-orm';
import type { UserLock } from '../../contracts/calls/answers/users.ts';
import { userCalls } from '../../contracts/calls/declared/users.ts';
import { USER_LOCK_FIELDS } from '../../contracts/calls/users.ts';
import type { Values } from '../../contracts/fields.ts';
import { fill } from '../../contracts/text.ts';
import { requireVisible } from '../../crud/read.ts';
import type { Deleted } from '../../crud/remove.ts';
import type { Resource } from '../../crud/resource.ts';
import { queryRowById } from '../../crud/row.ts';
import { endSessions } from '../../platform/auth/sessions.ts';
import type { GrantedRecord } from '../../platform/call-routes.ts';
import { authorizeThenValidate, type Caller } from '../../platform/caller.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { userLocks } from '../../platform/db/schema/accounts.ts';
import { asNumber, readColumn, readFirst } from '../../platform/db/typed-rows.ts';
import { AppError } from '../../platform/errors.ts';
import { invalidField, parseCallBody, parseId } from '../../platform/parse-call.ts';
import { toOfficeTime } from '../../platform/text/office-time.ts';

const UNLOCKED = { vi: 'Đã mở khóa {n} người dùng', en: '{n} {n|user|users} unlocked' };

/** Locks a user from start to end, instead of any lock they had. A lock that holds already ends their sessions. */
export async function lockUser(users: Resource, caller: Caller, idText: string, readBody: () => Promise<Values>): Promise<UserLock> {
  const { grant } = userCalls.lock;
  const { id, startTime, endTime, reason } = await authorizeThenValidate(caller, grant, async () => {
    const id = parseId(idText, caller.lang);
    const body = await readBody();
    const values = parseCallBody(
      USER_LOCK_FIELDS,
      { ...body, startTime: readOfficeTime(body.startTime), endTime: readOfficeTime(body.endTime) },
      caller.lang,
    );
    if (values.endTime <= values.startTime) throw invalidField(USER_LOCK_FIELDS, 'endTime', 'after_start', caller.lang);
    if (values.endTime <= caller.clock.time()) throw invalidField(USER_LOCK_FIELDS, 'endTime', 'after_now', caller.lang);
    return { id, ...values };
  });
  const { actor, results: found } = await caller.read(grant, () => queryRowById(users, id));
  requireVisible(users, found, caller.lang);
  if (id === actor.id) throw new AppError('own_account');
  const now = caller.clock.time();
  const { lock } = await caller.write({
    locked: sql`INSERT INTO user_locks (user_id, start_time, end_time, reason, created_by, created_at)
      VALUES (${id}, ${startTime}, ${endTime}, ${reason ?? null}, ${actor.id}, ${now})
      ON CONFLICT (user_id) DO UPDATE SET start_time = excluded.start_time, end_time = excluded.end_time, reason = excluded.reason,
        created_by = excluded.created_by, created_at = excluded.created_at`,
    sessions: startTime <= now ? endSessions(caller.clock, 'locked', sql`user_id = ${id}`) : undefined,
    lock: selectLock(id),
  });
  return lock!;
}

/** The lock on record, over or not; null for a user who has no lock. */
export async function readLock(users: Resource, { caller, grant, id }: GrantedRecord): Promise<UserLock | null> {
  const { results } = await caller.read(grant, () => ({ found: queryRowById(users, id), lock: selectLock(id) }));
  requireVisible(users, results.found, caller.lang);
  return results.lock ?? null;
}

export async function unlockUser(users: Resource, { caller, grant, id }: GrantedRecord): Promise<Deleted> {
  const { results: found } = await caller.read(grant, () => queryRowById(users, id));
  requireVisible(users, found, caller.lang);
  const ids = await caller.write(query(sql`DELETE FROM user_locks WHERE user_id = ${id} RETURNING user_id`, readColumn(asNumber)));
  return { message: fill(UNLOCKED[caller.lang], { n: ids.length }), ids };
}

function selectLock(id: number): Query<UserLock | undefined> {
  const { user_id, start_time: startTime, end_time: endTime, reason, created_by, created_at } = userLocks;
  return query(
    sql`SELECT user_id, start_time AS startTime, end_time AS endTime, reason, created_by, created_at FROM user_locks WHERE user_id = ${id}`,
    readFirst({ user_id, startTime, endTime, reason, created_by, created_at }),
  );
}

const MAX_TIME_LENGTH = 64;

/** A moment as office wall time: what a datetime input gives, with or without seconds, or an ISO time with its zone. */
function readOfficeTime(raw: unknown): unknown {
  if (typeof raw !== 'string' || raw.length > MAX_TIME_LENGTH) return raw;
  const text = raw.trim();
  if (/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:?\d{2})$/.test(text) && !Number.isNaN(Date.parse(text))) return toOfficeTime(Date.parse(text));
  const match = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(\.\d+)?$/.exec(text);
  return match ? `${match[1]} ${match[2]}${match[3] ?? ':00'}` : raw;
}
