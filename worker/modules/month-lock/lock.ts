import { type SQL, sql } from 'drizzle-orm';
import { type LockedMonth, lockFields, type MonthLock, type MonthLockEvent, yearMonthFields } from '../../contracts/calls/month-lock.ts';
import { monthKey } from '../../contracts/calls/months.ts';
import { EVERYONE, STAFF } from '../../contracts/roles.ts';
import { callValues, invalidField, paramValues } from '../../crud/call-values.ts';
import { type Caller, checked } from '../../crud/caller.ts';
import type { Values } from '../../crud/resource.ts';
import { DATED_TABLES } from '../../resources/recorded.ts';

/** `POST /lock_and_unlock {year, month, status, reason?}`: from its commit on the triggers refuse every write into a locked month. */
export async function setLock(caller: Caller, readBody: () => Promise<Values>): Promise<MonthLock & { reason: string | null; at: string }> {
  const values = await checked(caller, STAFF, async () => {
    const values = callValues(lockFields, await readBody(), caller.lang);
    if (values.status === 0 && !values.reason) throw invalidField(lockFields, 'reason', 'required', caller.lang);
    return values;
  });
  const [year, month, status] = [values.year!, values.month!, values.status!];
  const reason = values.reason ?? null;
  const key = monthKey(year, month);
  const actor = await caller.require(STAFF);
  const at = caller.clock.time();
  // Asked for again what already is so, the month keeps the event that made it so.
  const changes = sql`ifnull((SELECT status FROM month_locks WHERE month = ${key}), 0) <> ${status}`;
  await caller.write([
    sql`INSERT INTO month_lock_events (month, status, user_id, reason, at, history_id)
      SELECT ${key}, ${status}, ${actor.id}, ${reason}, ${at}, ifnull((SELECT MAX(id) FROM history), 0) WHERE ${changes}`,
    sql`INSERT INTO month_locks (month, status, user_id, reason, at) SELECT ${key}, ${status}, ${actor.id}, ${reason}, ${at} WHERE ${changes}
      ON CONFLICT (month) DO UPDATE SET status = excluded.status, user_id = excluded.user_id, reason = excluded.reason, at = excluded.at`,
  ]);
  return { year, month, status, reason, at };
}

/** `GET /get_lock_status?year=&month=`. */
export async function lockStatus(caller: Caller, params: URLSearchParams): Promise<MonthLock> {
  const { year, month } = await monthOf(caller, params);
  const { results } = await caller.read(EVERYONE, () => [sql`SELECT status FROM month_locks WHERE month = ${monthKey(year, month)}`]);
  return { year, month, status: Number(results[0]!.rows[0]?.status ?? 0) };
}

/** `GET /locked_months`: every month that is locked now, the newest first. */
export async function lockedMonths(caller: Caller): Promise<LockedMonth[]> {
  const { results } = await caller.read(EVERYONE, () => [
    sql`SELECT l.month, l.at, u.name AS "by" FROM month_locks l LEFT JOIN users u ON u.id = l.user_id WHERE l.status = 1 ORDER BY l.month DESC`,
  ]);
  return results[0]!.rows.map(({ month, at, by }) => {
    const [year, number] = String(month).split('-').map(Number) as [number, number];
    return { year, month: number, at: String(at), by: by === null ? null : String(by) };
  });
}

/** `GET /lock_history?year=&month=`: every lock and unlock of the month, newest first. */
export async function lockHistory(caller: Caller, params: URLSearchParams): Promise<MonthLockEvent[]> {
  const { year, month } = await monthOf(caller, params);
  const { results } = await caller.read(EVERYONE, () => [
    sql`SELECT e.id, e.status, e.user_id, u.name AS user_name, e.reason, e.at FROM month_lock_events e LEFT JOIN users u ON u.id = e.user_id
      WHERE e.month = ${monthKey(year, month)} ORDER BY e.id DESC LIMIT 500`,
  ]);
  return results[0]!.rows.map((row) => ({ ...(row as unknown as MonthLockEvent), year, month }));
}

export async function monthOf(caller: Caller, params: URLSearchParams): Promise<{ year: number; month: number }> {
  const values = await checked(caller, EVERYONE, () => paramValues(yearMonthFields, params, caller.lang));
  return { year: values.year!, month: values.month! };
}

/** Whether a history row of alias h touches a record that is, or was, dated in the month. */
export function touchesMonth(key: string): SQL {
  const dates = DATED_TABLES.flatMap(({ name, dated }) =>
    ['before', 'after'].map(
      (side) => sql`h.entity = ${name} AND substr(json_extract(h.${sql.identifier(side)}, ${`$.${dated}`}), 1, 7) = ${key}`,
    ),
  );
  return sql`(${sql.join(dates, sql` OR `)})`;
}
