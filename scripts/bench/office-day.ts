import { yearMonthOf } from '../../worker/contracts/months.ts';
import { NEW_DIRECT, type Office, type Person, pick } from './office.ts';

/** The months whose jobs people look at and change. */
export const MONTHS = ['2026-04', '2026-05', '2026-06'];

/** One action of a person, by chance as in a day: mostly looking, and one thing at a time. */
export async function act(office: Office, person: Person, isStaff: boolean): Promise<void> {
  const chance = Math.random();
  if (!isStaff || chance < 0.5) await look(office, person);
  else if (chance < 0.7) await edit(office, person);
  else if (chance < 0.8) await check(office, person);
  else if (chance < 0.88) await create(office, person);
  else await office.download(person, `directs/export?exc_start_time=${pick(MONTHS)}-01&customer_id=${oneOf(25)}`, Math.random() < 0.1);
}

function oneOf(count: number): number {
  return 1 + Math.floor(Math.random() * count);
}

/** A list of jobs as its page asks for it: of a month, the newest first. */
function listOf(month: string, more: string): string {
  return `directs?exc_start_time=${month}-01&exc_end_time=${month}-28&order_by=henkyaku_hi%20DESC&limit=25&${more}`;
}

function look(office: Office, person: Person) {
  const key = pick(MONTHS);
  const { year, month } = yearMonthOf(key);
  const paths = [
    `directs?limit=25&page=${oneOf(20)}&order_by=henkyaku_hi%20DESC`,
    listOf(key, `customer_id=${oneOf(25)}&is_checked=0`),
    listOf(key, `text__~=${encodeURIComponent(pick(['山田', '佐藤', '邸 1']))}`),
    `totals?year=${year}&month=${month}`,
    `statements/me?year=${year}&month=${month}`,
    `total_customers?exc_start_time=${key}-01&exc_end_time=${key}-28&limit=20&with_jobs=0`,
    'me',
    'notices',
  ];
  return office.call(person, 'GET', pick(paths));
}

async function edit(office: Office, person: Person): Promise<void> {
  const row = await openOne(office, person);
  if (row)
    await office.call(person, 'PUT', `directs/${row.id}`, {
      version: row.version,
      bikou: `mixed ${Date.now()}`,
      tsubosuu: oneOf(8000) / 100,
    });
}

async function check(office: Office, person: Person): Promise<void> {
  const row = await openOne(office, person);
  if (row) await office.call(person, 'POST', 'directs/checked', { id: row.id, is_checked: row.is_checked ? 0 : 1 });
}

async function create(office: Office, person: Person): Promise<void> {
  const row = await openOne(office, person);
  if (!row) return;
  const { user_id, chekkusha_id, customer_id, work_category_id, dept_id, dept_grp_id, henkyaku_hi } = row;
  const body = {
    user_id,
    chekkusha_id,
    customer_id,
    work_category_id,
    dept_id,
    dept_grp_id,
    henkyaku_hi,
    ...NEW_DIRECT,
  };
  const name = `MIX-${person.id}-${Date.now()}`;
  await office.call(person, 'POST', 'directs', { ...body, name, bukkenmei: name }, { 'idempotency-key': name });
}

/** A complete job of one of the months. */
async function openOne(office: Office, person: Person): Promise<Record<string, unknown> | undefined> {
  const { body } = await office.call(person, 'GET', listOf(pick(MONTHS), `page=${oneOf(10)}`));
  const rows = (body.data ?? []) as Record<string, unknown>[];
  const complete = rows.filter((row) => row.user_id && row.chekkusha_id && row.customer_id && row.work_category_id && row.dept_grp_id);
  const row = complete.length > 0 ? pick(complete) : undefined;
  if (row) await office.call(person, 'GET', `directs/${row.id}`);
  return row;
}
