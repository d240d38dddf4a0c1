import type { Client } from '@libsql/client';
import { CHECKER_ROLE, type Role, VIEWER_ROLE } from '../../worker/contracts/roles.ts';
import { type Random, seededRandom } from '../base-vn-standin/random.ts';
import { calculateMonths } from './calculate-months.ts';
import { addDays, findMonthStart, listWorkdays } from './calendar.ts';
import { makeDirect, type People } from './directs.ts';
import { insertRows, type Row } from './insert.ts';

interface Options {
  count: number;
  /** First and last day of return, YYYY-MM-DD. */
  first: string;
  last: string;
  today: string;
  seed: number;
  /** The number of further jobs that are not returned yet. */
  open?: number;
  /** Whether directs of past months are partly checked. */
  checkOld?: boolean;
  /** False leaves the points to a later calculation. */
  calculate?: boolean;
  /** The bucket for the rules of the calculations. */
  files?: R2Bucket | undefined;
}

/**
 * Adds directs made of the people, customers and rules in the database; those returned before today have the points of this morning's
 * calculation. Answers how many. Throws, before it adds any, when a month between the days is locked.
 */
export async function addDirects(client: Client, options: Options): Promise<number> {
  const { count, first, last, today, seed, open = 0, checkOld = false, calculate = true, files } = options;
  await refuseLockedMonths(client, first, last);
  const random = seededRandom(seed);
  const [people, taken] = await Promise.all([loadPeople(client), client.execute('SELECT max(id) AS id FROM directs')]);
  const offset = Number(taken.rows[0]?.id ?? 0);
  const dates = [...returnedDates(random, count, first, last), ...openDates(random, open, last)];
  dates.sort((a, b) => (a.received < b.received ? -1 : a.received > b.received ? 1 : 0));
  const checked: number[] = [];
  const rows = dates.map((both, index): Row => {
    const id = offset + index + 1;
    const direct = makeDirect({ random, people, number: id, ...both });
    if (random.chance(checkOld ? checkedShare(direct, today) : 0)) checked.push(id);
    return { id, ...direct };
  });
  const isDue = ({ henkyaku_hi }: Row) => henkyaku_hi !== null && String(henkyaku_hi) < today;
  const due = rows.filter(isDue);
  await insertRows(client, 'directs', due);
  const months = [...new Set(due.map(({ henkyaku_hi }) => String(henkyaku_hi).slice(0, 7)))].sort();
  if (calculate) await calculateMonths(client, { months, today, files });
  await insertRows(
    client,
    'directs',
    rows.filter((row) => !isDue(row)),
  );
  await client.execute({
    sql: `UPDATE directs SET is_checked = 1, version = version + 1 WHERE calculated_at IS NOT NULL AND id IN (SELECT value FROM json_each(?))`,
    args: [JSON.stringify(checked)],
  });
  return rows.length;
}

async function refuseLockedMonths(client: Client, first: string, last: string): Promise<void> {
  const { rows } = await client.execute({
    sql: 'SELECT month FROM month_locks WHERE status = 1 AND month BETWEEN ? AND ? ORDER BY month',
    args: [first.slice(0, 7), last.slice(0, 7)],
  });
  if (rows.length === 0) return;
  const months = rows.map(({ month }) => month).join(', ');
  throw new Error(`Nothing was added, because ${months} is locked. Unlock it, or choose other months with --until and --months.`);
}

/** The people, customers and categories that work can be given to. */
export async function loadPeople(client: Client): Promise<People> {
  const read = async (sql: string) => (await client.execute(sql)).rows;
  const users = await read(`SELECT u.id, u.username, u.name, u.department_id, u.dept_grp_id,
    (SELECT group_concat(r.name) FROM json_each(u.role_ids) j JOIN roles r ON r.id = j.value) AS roles
    FROM users u WHERE u.active = 1 AND u.department_id IS NOT NULL AND u.dept_grp_id IS NOT NULL ORDER BY u.id`);
  const customers = await read('SELECT id, name, work_category FROM customers ORDER BY id');
  const categories = await read('SELECT id, work_name, department_id FROM work_categories ORDER BY id');
  const members = users.map((row) => ({
    id: Number(row.id),
    username: String(row.username),
    name: String(row.name),
    department_id: Number(row.department_id),
    dept_grp_id: Number(row.dept_grp_id),
    roles: String(row.roles ?? '').split(','),
  }));
  const having = (role: Role) =>
    nonEmptyOr(
      members.filter(({ roles }) => roles.includes(role)),
      members,
    );
  const people = {
    designers: having(VIEWER_ROLE),
    checkers: having(CHECKER_ROLE),
    customers: customers.map(({ id, name, work_category }) => ({
      id: Number(id),
      name: String(name),
      categories: JSON.parse(String(work_category)) as number[],
    })),
    categories: categories.map(({ id, work_name, department_id }) => ({
      id: Number(id),
      work_name: String(work_name),
      department_id: Number(department_id),
    })),
  };
  if (Object.values(people).some((list) => list.length === 0)) {
    throw new Error('Directs need people in a department, customers and work categories: load the demo data first.');
  }
  return people;
}

interface Dates {
  received: string;
  returned: string | null;
}

function returnedDates(random: Random, count: number, first: string, last: string): Dates[] {
  const days = listWorkdays(first, last);
  if (days.length === 0) return [];
  return Array.from({ length: count }, () => {
    const returned = random.pick(days);
    return { returned, received: workdayBefore(returned, random.between(1, 9)) };
  });
}

function openDates(random: Random, count: number, last: string): Dates[] {
  return Array.from({ length: count }, () => ({ returned: null, received: workdayBefore(last, random.between(0, 12)) }));
}

function workdayBefore(day: string, days: number): string {
  return listWorkdays(addDays(day, -days - 3), addDays(day, -days)).at(-1)!;
}

function checkedShare({ henkyaku_hi }: Row, today: string): number {
  if (henkyaku_hi === null || String(henkyaku_hi) >= findMonthStart(today)) return 0;
  return String(henkyaku_hi) < findMonthStart(today, 1) ? 0.6 : 0.25;
}

function nonEmptyOr<T>(some: T[], all: T[]): T[] {
  return some.length > 0 ? some : all;
}
