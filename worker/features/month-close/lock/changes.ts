import { sql } from 'drizzle-orm';
import type { MonthChange } from '../../../contracts/calls/answers/month-lock.ts';
import type { monthLockCalls } from '../../../contracts/calls/declared/month-lock.ts';
import { monthKey } from '../../../contracts/months.ts';
import { type Envelope, readPage, toEnvelope } from '../../../contracts/paging.ts';
import type { CallInput } from '../../../platform/call-routes.ts';
import { query } from '../../../platform/db/query.ts';
import { asNumber, readRows, readValue } from '../../../platform/db/typed-rows.ts';
import { WRITE_READERS } from '../../history/history.ts';
import { personName } from '../../history/person-name.ts';
import { touchesMonth } from '../seals/seal-state.ts';

/**
 * `GET /lock_history/changes?year=&month=&event_id=`: what was written to the month's records between an unlock and the lock after
 * it (until now while there is none); the newest unlock by default.
 */
export async function listChangesWhileOpen({
  caller,
  grant,
  values,
}: CallInput<typeof monthLockCalls.listChanges>): Promise<Envelope<MonthChange>> {
  const key = monthKey(values.year!, values.month!);
  const { page, limit } = readPage(values, 50);
  const unlock = values.event_id
    ? sql`SELECT id, history_id FROM month_lock_events WHERE month = ${key} AND status = 0 AND id = ${values.event_id}`
    : sql`SELECT id, history_id FROM month_lock_events WHERE month = ${key} AND status = 0 ORDER BY id DESC LIMIT 1`;
  const between = sql`FROM (${unlock}) o
    LEFT JOIN month_lock_events n ON n.id = (SELECT MIN(id) FROM month_lock_events WHERE month = ${key} AND status = 1 AND id > o.id)
    JOIN history h ON h.id > o.history_id AND h.id <= ifnull(n.history_id, h.id) LEFT JOIN users u ON u.id = h.user_id WHERE ${touchesMonth(key)}`;
  const { results } = await caller.read(grant, () => ({
    total: query(sql`SELECT COUNT(*) AS total ${between}`, readValue(asNumber)),
    writes: query(
      sql`SELECT h.id, h.entity, h.record_id, h.action, ${personName(sql`h.user_id`)} AS user_name, h.source, h.at, h.before, h.after
      ${between} ORDER BY h.id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}`,
      readRows(WRITE_READERS),
    ),
  }));
  return toEnvelope({ page, limit }, results.total, results.writes);
}
