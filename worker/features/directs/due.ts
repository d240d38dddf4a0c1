import { type SQL, sql } from 'drizzle-orm';
import type { DueJobs } from '../../contracts/calls/answers/directs-due.ts';
import type { directCalls } from '../../contracts/calls/declared/directs.ts';
import { DUE_PARTS, type DuePart, MAX_DUE_ROWS } from '../../contracts/calls/directs-due.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import { SCRIPT_AUTHOR } from '../../platform/db/client.ts';
import { query } from '../../platform/db/query.ts';
import { directs } from '../../platform/db/schema/records.ts';
import { asNumber, asText, orNull, readFirst, readRows } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { toOfficeTime } from '../../platform/text/office-time.ts';
import { endNotices, notify } from '../notify/notify.ts';
import { countOfficeDays, selectHolidays } from '../office-settings/holidays.ts';
import { noteSuccess } from '../system/heartbeats.ts';

/**
 * `GET /directs/due?dept_id=&user_id=`: the jobs without a return date by the day that the customer wishes, in parts that share no job
 * (`DUE_PARTS`) and together are the list `directs?henkyaku_hi__empty=1`. Of each the first, by their day, and how many there are.
 */
export async function readDueJobs({ caller, grant, values }: CallInput<typeof directCalls.due>): Promise<DueJobs> {
  const { dept_id = null, user_id = null } = values;
  const today = caller.clock.today();
  const isAsked = sql`henkyaku_hi IS NULL ${dept_id === null ? sql`` : sql`AND dept_id = ${dept_id}`} ${
    user_id === null ? sql`` : sql`AND user_id = ${user_id}`
  }`;
  const day = sql`iif(part = 'returned', teisei_henkyaku_hi, kibou_nouki)`;
  const rows = sql`SELECT p.part, p.total, d.id, d.name, d.bukkenmei, d.kibou_nouki, d.teisei_henkyaku_hi, d.user_id, u.name AS user_name,
      c.name AS customer_name, o.name AS department_name
    FROM (SELECT id, part, row_number() OVER (PARTITION BY part ORDER BY ${day}, id) AS place, COUNT(*) OVER (PARTITION BY part) AS total
      FROM (SELECT id, kibou_nouki, teisei_henkyaku_hi, ${partOf(today)} AS part FROM directs WHERE ${isAsked})) p
    CROSS JOIN directs d ON d.id = p.id LEFT JOIN users u ON u.id = d.user_id LEFT JOIN customers c ON c.id = d.customer_id
      LEFT JOIN departments o ON o.id = d.dept_id
    WHERE p.place <= ${MAX_DUE_ROWS} ORDER BY p.part, p.place`;
  const { results } = await caller.read(grant, () => ({ rows: query(rows, readRows(DUE_READERS)), holidays: selectHolidays }));
  const parts = Object.keys(DUE_PARTS).map((name) => {
    const found = results.rows.filter(({ part }) => part === name);
    const data = found.map(({ part: _, total: __, ...job }) => ({
      ...job,
      days_late: job.kibou_nouki ? countOfficeDays(job.kibou_nouki, today, results.holidays) : 0,
    }));
    return [name, { total: found[0]?.total ?? 0, data }];
  });
  return Object.fromEntries(parts) as DueJobs;
}

const { id, name, bukkenmei, kibou_nouki, teisei_henkyaku_hi, user_id } = directs;
const names = { user_name: orNull(asText), customer_name: orNull(asText), department_name: orNull(asText) };
const DUE_READERS = { part: asText, total: asNumber, id, name, bukkenmei, kibou_nouki, teisei_henkyaku_hi, user_id, ...names };

/** The part of a job without a return date. */
function partOf(today: string): SQL {
  const week = toOfficeTime(Date.parse(`${today}T00:00:00+07:00`) + 7 * 86_400_000).slice(0, 10);
  const part = (name: DuePart) => sql`${name}`;
  return sql`CASE WHEN teisei_henkyaku_hi IS NOT NULL THEN ${part('returned')} WHEN kibou_nouki IS NULL THEN ${part('no_date')}
    WHEN kibou_nouki < ${today} THEN ${part('late')} WHEN kibou_nouki = ${today} THEN ${part('today')}
    WHEN kibou_nouki <= ${week} THEN ${part('week')} ELSE ${part('later')} END`;
}

const TOLD_FROM_HOUR = '07';
/** The heartbeat that knows the last day on which people were told. */
const DUE_TOLD = 'due_told';

/**
 * Tells each designer once on an office day, from seven in the morning, how many of their jobs are due today or late. The notice of an earlier
 * day ends with it.
 */
export async function notifyDue(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const { clock, db } = deps;
  const today = clock.today();
  if (clock.time().slice(11, 13) < TOLD_FROM_HOUR) return;
  const told = query(sql`SELECT message FROM heartbeats WHERE name = ${DUE_TOLD}`, readFirst({ message: orNull(asText) }));
  const { last, holidays } = await db.read({ last: told, holidays: selectHolidays });
  if (last?.message === today) return;
  if (countOfficeDays(toOfficeTime(Date.parse(`${today}T00:00:00+07:00`) - 86_400_000).slice(0, 10), today, holidays) === 1) {
    const counts = sql`SELECT d.user_id AS id, SUM(d.kibou_nouki = ${today}) AS today, SUM(d.kibou_nouki < ${today}) AS late FROM directs d
      JOIN users u ON u.id = d.user_id AND u.active = 1
      WHERE d.henkyaku_hi IS NULL AND d.teisei_henkyaku_hi IS NULL AND d.kibou_nouki <= ${today} GROUP BY d.user_id`;
    const params = sql`json_object('today', today, 'late', late)`;
    await db.write(
      [endNotices(sql`kind = 'jobs_due'`), notify({ kind: 'jobs_due', event: `jobs_due:${today}`, people: counts, params })],
      SCRIPT_AUTHOR,
    );
  }
  await noteSuccess(deps, DUE_TOLD, today);
}
