import type { Client } from '@libsql/client';
import { ROLES } from '../worker/contracts/roles.ts';
import { isDate } from '../worker/contracts/value-forms.ts';
import { BASE_POINTS, RESULTS, TSUBOS } from '../worker/features/first-steps/ready-made-rules.ts';
import { hashPassword } from '../worker/platform/auth/passwords.ts';
import { createClock } from '../worker/platform/clock.ts';
import { seededRandom } from './base-vn-standin/random.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './run/open-database.ts';
import { openFiles } from './run/open-files.ts';
import { readOptions } from './run/read-options.ts';
import { runScript } from './run/run-script.ts';
import { addDirects, loadPeople } from './seed/add-directs.ts';
import { adjustDirects } from './seed/adjust-directs.ts';
import { addDays, findMonthStart, listWorkdays } from './seed/calendar.ts';
import { CONTRACTORS, makeConstructions, makeCustomers, WORK_CATEGORIES } from './seed/customers.ts';
import { insertRows, type Row } from './seed/insert.ts';
import { COMPANIES, DEMO_PASSWORD, DEPARTMENTS, GROUPS, makeUsers, POSITIONS } from './seed/people.ts';
import { makeIndirects, makeMistakes, makePro } from './seed/ratings.ts';
import { INDIRECT_NOTES, makeStandards, PRO_POINTS } from './seed/rules.ts';

const SEED = 2026;
const MONTHS = 3;
const OPEN_DIRECTS = 40;

/**
 * Fills an empty, migrated database with the demo company: accounts, people, customers, rules, and three months of work up to `today`
 * (YYYY-MM-DD in Vietnam, the real day by default). The same day gives the same rows, password salts apart.
 */
export async function seedDemo(
  client: Client,
  options: { today?: string; directs?: number; files?: R2Bucket | undefined } = {},
): Promise<{ directs: number }> {
  const { today = createClock().today(), directs = 1200, files } = options;
  const random = seededRandom(SEED);
  const first = findMonthStart(today, MONTHS - 1);
  const founded = `${addDays(first, -30)} 09:00:00`;
  const insert = (table: string, rows: readonly Row[]) =>
    insertRows(
      client,
      table,
      rows.map((row, index) => ({ id: index + 1, created_at: founded, updated_at: founded, ...row })),
    );

  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const customers = makeCustomers(random, today);
  await insert('roles', toNameRows(ROLES));
  await insert('positions', toNameRows(POSITIONS));
  await insert('companies', toNameRows(COMPANIES));
  await insert('departments', DEPARTMENTS);
  await insert(
    'department_groups',
    GROUPS.map((group) => ({ ...group, note: `Thuộc ${DEPARTMENTS[group.dept_id - 1]!.name}` })),
  );
  await insert('users', makeUsers(random, passwordHash));
  await insert('work_categories', WORK_CATEGORIES);
  await insert('customers', customers);
  await insert('contractors', CONTRACTORS);
  await insert('constructions', makeConstructions(random, today));
  await insert('tsubos', TSUBOS);
  await insert('formula_base_points', BASE_POINTS);
  await insert('formula_results', RESULTS);
  await insert('standards', makeStandards(random, customers, TSUBOS.length));
  await insert('pro_point', PRO_POINTS);
  await insert('indirect_note', INDIRECT_NOTES);

  const people = await loadPeople(client);
  const members = [...people.designers, ...people.checkers];
  for (const days of Map.groupBy(listWorkdays(first, today), (day) => findMonthStart(day)).values()) {
    const month = { random, members, days };
    await insertRows(client, 'pro', makePro(month));
    await insertRows(client, 'indirects', makeIndirects(month));
    await insertRows(client, 'mistakes', makeMistakes(month, people.customers));
  }
  const added = await addDirects(client, {
    count: directs,
    first,
    last: today,
    today,
    seed: SEED,
    open: OPEN_DIRECTS,
    checkOld: true,
    files,
  });
  await adjustDirects(client, seededRandom(SEED));
  return { directs: added };
}

function toNameRows(names: readonly string[]): Row[] {
  return names.map((name) => ({ name }));
}

const USAGE = `Usage: npm run seed -- --directs 100000 [--months 24] [--until YYYY-MM-DD]
Adds that many directs, returned in the months up to that day (today by default), to the database at LIBSQL_URL, or to that of the
data folder DATA_DIR (.data). A database without any user gets the demo data first.`;

async function main(): Promise<void> {
  const values = readOptions(USAGE, {
    directs: { type: 'string', default: '0' },
    months: { type: 'string', default: '24' },
    until: { type: 'string', default: createClock().today() },
  });
  if (!values) return;
  if (!isDate(values.until)) throw new Error(`--until must be a day like 2026-09-30, not ${values.until}.\n${USAGE}`);
  const count = parseCount(values.directs, 'directs', 0);
  const first = findMonthStart(values.until, parseCount(values.months, 'months', 1) - 1);
  const { client, storage, close } = await openDatabase(process.env, { create: true });
  // While a site runs its bucket is its own; then the points are left to its next calculation.
  const bucket = storage ? await openFiles(storage) : undefined;
  const files = bucket?.files;
  try {
    await migrate(client);
    const { rows } = await client.execute('SELECT EXISTS (SELECT 1 FROM users) AS filled');
    if (rows[0]?.filled !== 1) console.info(`Loaded the demo data with ${(await seedDemo(client, { files })).directs} directs.`);
    if (count > 0) {
      const started = Date.now();
      await addDirects(client, {
        count,
        first,
        last: values.until,
        today: createClock().today(),
        seed: started,
        calculate: bucket !== undefined,
        files,
      });
      console.info(`Added ${count} directs in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
    }
  } finally {
    await bucket?.close();
    await close();
  }
}

function parseCount(text: string, name: string, least: number): number {
  if (/^\d{1,7}$/.test(text) && Number(text) >= least) return Number(text);
  throw new Error(`--${name} must be a whole number from ${least}, not ${text}.\n${USAGE}`);
}

if (import.meta.main) await runScript(main);
