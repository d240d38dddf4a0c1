import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_NAMES } from '../../scripts/base-vn-standin/names.ts';
import { addDirects } from '../../scripts/seed/add-directs.ts';
import { seedDemo } from '../../scripts/seed.ts';
import { createSchema, updateSchema } from '../../worker/contracts/body-schemas.ts';
import { compileRules } from '../../worker/features/calculation/engine/rules.ts';
import { readRules, selectRules } from '../../worker/features/calculation/load.ts';
import { selectReviewedMonth } from '../../worker/features/month-close/lock/review.ts';
import { selectLiveMonth } from '../../worker/features/totals/live-totals.ts';
import { toTotalRow } from '../../worker/features/totals/total-entries.ts';
import { verifyPassword } from '../../worker/platform/auth/passwords.ts';
import { createDatabase } from '../../worker/platform/db/client.ts';
import { fold } from '../../worker/platform/text/fold.ts';
import { RESOURCES } from '../../worker/resources/registry.ts';
import { type FileDatabase, openFileDatabase } from '../support/file-database.ts';

const TODAY = '2026-11-20';
let database: FileDatabase;
beforeAll(async () => {
  database = await openFileDatabase();
  await seedDemo(database.client, { today: TODAY });
});
afterAll(() => database.close());

async function rows(sql: string): Promise<Record<string, unknown>[]> {
  return (await database.client.execute(sql)).rows as unknown as Record<string, unknown>[];
}

const count = async (from: string) => Number((await rows(`SELECT count(*) AS n FROM ${from}`))[0]!.n);

/** What a company makes once it changes its rules. */
const MADE_WHEN_NEEDED = ['rule_cases', 'rule_scenarios'];

describe('the demo company', () => {
  it('has as many people, customers and rules as a real one', async () => {
    const tables = ['departments', 'department_groups', 'users', 'customers', 'work_categories', 'roles'];
    expect(await Promise.all(tables.map(count))).toEqual([3, 6, 40, 25, 12, 4]);
    expect(await count('standards')).toBeGreaterThan(150);
  });

  it('lets the four demo accounts in with their password, each with its role', async () => {
    const accounts = await rows(`SELECT u.username, u.password, r.name AS role FROM users u JOIN json_each(u.role_ids) j
      JOIN roles r ON r.id = j.value WHERE u.password IS NOT NULL ORDER BY u.id`);
    expect(accounts.map(({ username, role }) => [username, role])).toEqual([
      ['admin', 'Admin'],
      ['writer', 'Writer'],
      ['checked', 'Checked'],
      ['viewer', 'Viewer'],
    ]);
    for (const { password } of accounts) expect(await verifyPassword('Tensu-2026', String(password))).toBe(true);
  });

  it('knows everybody and everything that the stand-in for Base.vn names', async () => {
    const of = async (sql: string) => (await rows(sql)).map((row) => Object.values(row)[0]);
    expect(await of('SELECT username FROM users')).toEqual(expect.arrayContaining([...DEFAULT_NAMES.usernames]));
    expect(await of('SELECT name FROM users')).toEqual(expect.arrayContaining([...DEFAULT_NAMES.checkers]));
    expect(await of('SELECT name FROM customers')).toEqual(expect.arrayContaining([...DEFAULT_NAMES.customers]));
    expect(await of('SELECT work_name FROM work_categories')).toEqual([...DEFAULT_NAMES.categories]);
  });

  it('holds only what the forms would take, and points nowhere into the void', async () => {
    for (const { contract, table } of RESOURCES) {
      const stored = await rows(`SELECT * FROM ${table}`);
      if (!MADE_WHEN_NEEDED.includes(table)) expect(stored.length, table).toBeGreaterThan(0);
      const refs = Object.entries(contract.fields).filter(([, { kind }]) => kind === 'ref');
      for (const [field, { entity }] of refs) {
        const target = entity!.replaceAll('-', '_');
        expect(await count(`${table} WHERE ${field} IS NOT NULL AND ${field} NOT IN (SELECT id FROM ${target})`), `${table}.${field}`).toBe(
          0,
        );
      }
      // Work comes from the source unfinished too; everything else is as if somebody had typed it.
      const schema = contract.dated === 'henkyaku_hi' ? updateSchema(contract.fields) : createSchema(contract.fields);
      for (const row of stored) {
        const given =
          contract.dated === 'henkyaku_hi' ? Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) : row;
        const result = schema.safeParse({ ...given, password: 'Tensu-2026' });
        expect(result.error?.issues, `${table} ${row.id}`).toBeUndefined();
      }
    }
  });

  it('can be searched: the keys are those the application writes', async () => {
    for (const { name, name_fold, bukkenmei, bukkenmei_fold } of await rows('SELECT * FROM directs')) {
      expect({ name_fold, bukkenmei_fold }).toEqual({ name_fold: fold(String(name)), bukkenmei_fold: fold(String(bukkenmei)) });
    }
    expect(await count('directs_search WHERE directs_search MATCH \'bukkenmei : "様邸新築"\'')).toBeGreaterThan(50);
  });
});

describe('the demo’s work', () => {
  it('fills three months up to today, on working days, with points until yesterday', async () => {
    const months = await rows(`SELECT substr(henkyaku_hi, 1, 7) AS month, count(*) AS n, sum(calculated_at IS NOT NULL) AS calculated,
      min(henkyaku_hi) AS first, max(henkyaku_hi) AS last FROM directs WHERE henkyaku_hi IS NOT NULL GROUP BY 1`);
    expect(months.map(({ month }) => month)).toEqual(['2026-09', '2026-10', '2026-11']);
    for (const { n, calculated } of months) expect(Number(calculated) / Number(n)).toBeGreaterThan(0.88);
    expect(months.at(-1)!.last).toBe(TODAY);
    expect(await count(`directs WHERE henkyaku_hi >= '${TODAY}' AND calculated_at IS NOT NULL`)).toBe(0);
    expect(await count("directs WHERE strftime('%w', henkyaku_hi) IN ('0', '6')")).toBe(0);
    for (const table of ['pro', 'indirects', 'mistakes']) {
      const dated = await rows(`SELECT DISTINCT substr(rate_at, 1, 7) AS month FROM ${table} ORDER BY 1`);
      expect(
        dated.map(({ month }) => month),
        table,
      ).toEqual(['2026-09', '2026-10', '2026-11']);
      expect(await count(`${table} WHERE rate_at > '${TODAY}'`)).toBe(0);
    }
  });

  it('is rated by rules without a mistake', async () => {
    expect(
      compileRules(
        readRules(
          await createDatabase(
            () => database.client,
            () => '',
          ).read(selectRules('2026-10')),
        ),
      ).problems,
    ).toEqual([]);
  });

  it('gives sensible points', async () => {
    const [range] =
      await rows(`SELECT min(result_design_point) AS least, max(result_design_point) AS most, avg(result_design_point) AS design,
      avg(result_check_point) AS checking FROM directs WHERE is_updated = 0`);
    expect(Number(range!.least)).toBeGreaterThanOrEqual(0);
    expect(Number(range!.most)).toBeLessThan(40);
    expect(Number(range!.design)).toBeGreaterThan(1);
    expect(Number(range!.checking)).toBeLessThan(Number(range!.design));
  });

  it('shows every kind of row that a list has to show', async () => {
    for (const kind of [
      'upsert_by = 0',
      'upsert_by = 1',
      'upsert_by = 2',
      'is_checked = 1',
      'is_updated = 1',
      "techousei = '有'",
      'henkyaku_hi IS NULL',
      'result_design_point = 0 AND result_check_point = 0',
      'user_id IS NULL',
      'chekkusha_id IS NULL',
      'tsubosuu IS NULL',
      'NOT EXISTS (SELECT 1 FROM standards s WHERE s.customer_id = directs.customer_id AND s.work_category_id = directs.work_category_id)',
    ]) {
      expect((await count(`directs WHERE ${kind}`)) > 0, kind).toEqual(true);
    }
    expect(await count("history WHERE entity = 'directs' AND action = 'update' AND user_id = 2 AND source = 'screen'")).toBe(
      await count('directs WHERE is_updated = 1'),
    );
  });

  it('gives the review before closing at most one job in twenty to look at', async () => {
    const db = createDatabase(
      () => database.client,
      () => '',
    );
    for (const month of ['2026-09', '2026-10', '2026-11']) {
      const reader = { readMore: db.read };
      const { live, review } = await db.read({ live: selectLiveMonth(month), review: selectReviewedMonth(month) });
      const { entries } = await live(reader);
      const { findings } = await review(reader, entries.map(toTotalRow));
      const named = new Set(
        Object.values(findings)
          .flat()
          .map(({ subject }) => subject),
      );
      const jobs = await count(`directs WHERE henkyaku_hi LIKE '${month}%'`);
      expect(named.size, month).toBeGreaterThan(0);
      expect(named.size / jobs, month).toBeLessThan(0.05);
    }
  });

  it('is the same again on the same day', async () => {
    const again = await openFileDatabase();
    await seedDemo(again.client, { today: TODAY });
    for (const table of ['directs', 'standards', 'indirects', 'mistakes', 'pro', 'customers']) {
      const { rows: second } = await again.client.execute(`SELECT * FROM ${table} ORDER BY id`);
      expect(second).toEqual(await rows(`SELECT * FROM ${table} ORDER BY id`));
    }
    await again.close();
  });

  it('works on the first day of a month, and grows by as much as is asked', async () => {
    const other = await openFileDatabase();
    await seedDemo(other.client, { today: '2026-03-01', directs: 50 });
    await addDirects(other.client, { count: 1500, first: '2024-04-01', last: '2026-03-01', today: '2026-03-01', seed: 9 });
    await addDirects(other.client, { count: 500, first: '2026-01-01', last: '2026-03-01', today: '2026-03-01', seed: 9 });
    await other.client.execute("INSERT INTO month_locks (month, status, at) VALUES ('2026-02', 1, '2026-03-01 08:00:00')");
    await expect(
      addDirects(other.client, { count: 500, first: '2026-01-01', last: '2026-03-01', today: '2026-03-01', seed: 9 }),
    ).rejects.toThrow('Nothing was added, because 2026-02 is locked. Unlock it, or choose other months with --until and --months.');
    const { rows: found } = await other.client.execute(
      'SELECT count(*) AS n, count(DISTINCT external_id) + sum(external_id IS NULL) AS distinct_n FROM directs',
    );
    expect(found[0]).toEqual({ n: 2090, distinct_n: 2090 });
    await other.close();
  });
});
