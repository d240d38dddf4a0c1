import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { handleCalculate } from '../../worker/features/calculation/run.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { runs } from '../support/property-runs.ts';
import { fillOffice } from '../support/sealed-office.ts';

const MONTHS = ['2026-09', '2026-10'] as const;
type Month = (typeof MONTHS)[number];

const FIGURES = [
  ...(['name', 'direct_point', 'mistake_point_n', 'mistake_point_t', 'indirect_point_yes', 'indirect_point_no'] as const),
  ...(['pro_index', 'total_point_1', 'total_point_2'] as const),
];
type Figures = Record<(typeof FIGURES)[number], string | number | null>;

interface Office {
  api: TestApi;
  factor: number;
}

/** What people had when a month was locked, and the standard that counted in it. */
interface Sealed {
  people: Map<number, Figures>;
  standard: string;
}

/** What does not follow from a rule: of a month whose standard has changed since, the points that it would give now are part of the drift. */
const FREE_OF_RULES: readonly string[] = ['name', 'pro_index'];

const thousandths = (value: unknown): number => Math.round(Number(value ?? 0) * 1000);

/** What each person has in a month, added up from the records in whole thousandths, without any of the product's code. */
async function addUp({ api }: Office, month: Month): Promise<Map<number, Figures>> {
  const read = async (sql: string) => (await api.client.execute(sql)).rows;
  const directs = await read(`SELECT * FROM directs WHERE henkyaku_hi LIKE '${month}%'`);
  const mistakes = await read(`SELECT * FROM mistakes WHERE rate_at LIKE '${month}%'`);
  const indirects = await read(`SELECT * FROM indirects WHERE rate_at LIKE '${month}%'`);
  const ratings = await read(
    `SELECT p.user_id, f.point FROM pro p JOIN pro_point f ON f.id = p.pro_point_id WHERE p.rate_at <= '${month}-31' ORDER BY p.rate_at, p.id`,
  );
  const [expression] = await read("SELECT expression FROM totals_expressions WHERE key = 'total_point_1'");
  const times = /^direct_point \* (\d+)$/.exec(String(expression!.expression))?.[1];
  const people = new Map<number, Figures>();
  for (const { id, name } of await read('SELECT id, name FROM users')) {
    const sum = (rows: typeof directs, person: string, point: string, isCounted: (row: (typeof directs)[number]) => boolean = () => true) =>
      rows.filter((row) => row[person] === id && isCounted(row)).reduce((all, row) => all + thousandths(row[point]), 0);
    const direct = sum(directs, 'user_id', 'result_design_point') + sum(directs, 'chekkusha_id', 'result_check_point');
    const [n, t] = (['N', 'T'] as const).map((by) => sum(mistakes, 'user_id', 'point', (row) => row.detect_by === by)) as [number, number];
    const [yes, no] = (['C', 'K'] as const).map((type) =>
      sum(indirects, 'user_id', 'point', (row) => row.indirect_point_type === type),
    ) as [number, number];
    const rating = ratings.filter(({ user_id }) => user_id === id).at(-1);
    const percent = rating ? Math.round(Number(rating.point) * 100) : 100;
    const total = times ? direct * Number(times) : direct + yes - n - t;
    const rated = (Math.sign(total) * Math.floor((Math.abs(total) * percent + 50) / 100)) / 1000;
    people.set(Number(id), {
      ...{ name: String(name), direct_point: direct / 1000, mistake_point_n: n / 1000, mistake_point_t: t / 1000 },
      ...{ indirect_point_yes: yes / 1000, indirect_point_no: no / 1000, pro_index: percent / 100 },
      ...{ total_point_1: total / 1000, total_point_2: rated === 0 ? 0 : rated },
    });
  }
  return people;
}

async function call({ api }: Office, method: string, path: string, body?: object) {
  const answer = await api.call(method, path, { as: api.people.admin, body });
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeOneOf([200, 201, 423]);
  return answer.body;
}

const periodOf = (month: Month) => `year=2026&month=${Number(month.slice(5))}`;

const ACTS = {
  /** After a calculation: points that are older than the rules would be part of the drift from the beginning. */
  lock: async (office: Office, month: Month) => {
    await calculate(office, month);
    await setLock(office, month, 1);
  },
  unlock: (office: Office, month: Month) => setLock(office, month, 0),
  edit: async (office: Office, month: Month, n: number) =>
    call(office, 'PUT', `directs/${await pickJob(office, month, n)}`, { tsubosuu: 10 + n }),
  adjust: async (office: Office, month: Month, n: number) =>
    call(office, 'PUT', `directs_techousei/${await pickJob(office, month, n)}`, { result_design_point: n / 8 }),
  version: async (office: Office, month: Month, n: number) => {
    const standard_design_point = 1 + n / 10;
    const { rows } = await office.api.client.execute(`SELECT id FROM standards WHERE valid_from = '${month}'`);
    if (rows[0]) await call(office, 'PUT', `standards/${rows[0].id}`, { standard_design_point });
    else await call(office, 'POST', 'standards/versions', { valid_from: month, copy_of: 1, values: { standard_design_point } });
  },
  calculate: (office: Office, month: Month) => calculate(office, month),
  factor: (office: Office, _: Month, n: number) => call(office, 'PUT', `pro_point/${office.factor}`, { point: (100 + n) / 100 }),
  rate: (office: Office, month: Month, n: number) =>
    call(office, 'POST', 'pro', { user_id: office.api.people.viewer.id, pro_point_id: office.factor, rate_at: `${month}-${10 + (n % 9)}` }),
  rename: (office: Office, _: Month, n: number) => call(office, 'PUT', `users/${office.api.people.viewer.id}`, { name: `Tên ${n}` }),
  expression: (office: Office, _: Month, n: number) =>
    call(office, 'PUT', 'totals-expressions', { total_point_1: `direct_point * ${n + 1}`, total_point_2: 'total_point_1 * pro_index' }),
} satisfies Record<string, (office: Office, month: Month, n: number) => Promise<unknown>>;

async function calculate(office: Office, month: Month): Promise<void> {
  await call(office, 'POST', 'calculations', { year: 2026, month: Number(month.slice(5)) });
  const { deps, sent } = office.api;
  for (let message = sent.shift(); message; message = sent.shift()) if (message.type === 'calculate') await handleCalculate(deps, message);
}

function setLock(office: Office, month: Month, status: 0 | 1) {
  return call(office, 'POST', 'lock_and_unlock', { year: 2026, month: Number(month.slice(5)), status, reason: 'thử' });
}

async function pickJob({ api }: Office, month: Month, n: number): Promise<number> {
  const { rows } = await api.client.execute(`SELECT id FROM directs WHERE henkyaku_hi LIKE '${month}%' ORDER BY id`);
  return Number(rows[n % rows.length]!.id);
}

const pick = (row: Record<string, unknown>): Figures => Object.fromEntries(FIGURES.map((name) => [name, row[name]])) as Figures;

/** Totals of an open month are the records added up; those of a locked one what they were, and its drift the difference to the records. */
async function checkMonth(office: Office, month: Month, sealed: Map<Month, Sealed>, told: string): Promise<void> {
  const rows: Record<string, unknown>[] = (await call(office, 'GET', `totals?${periodOf(month)}&limit=100`)).data;
  const now = await addUp(office, month);
  const { status } = await call(office, 'GET', `get_lock_status?${periodOf(month)}`);
  if (status === 0) sealed.delete(month);
  else if (!sealed.has(month)) sealed.set(month, { people: now, standard: await standardOf(office, month) });
  const expected = sealed.get(month)?.people ?? now;
  for (const row of rows) expect(pick(row), `${told} ${month}`).toEqual(expected.get(Number(row.user_id)));
  if (status === 0) return;
  const isSameRule = sealed.get(month)!.standard === (await standardOf(office, month));
  const fields = isSameRule ? FIGURES : FIGURES.filter((field) => FREE_OF_RULES.includes(field));
  const listed = new Set(rows.map(({ user_id }) => Number(user_id)));
  const changed = [...expected].flatMap(([user_id, before]) =>
    fields
      .filter((field) => listed.has(user_id) && before[field] !== now.get(user_id)![field])
      .map((field) => [...[user_id, field, before[field], now.get(user_id)![field]]]),
  );
  const { data } = await call(office, 'GET', `month_drift?${periodOf(month)}`);
  const drift = (data as Record<string, unknown>[])
    .filter(({ field }) => (fields as readonly unknown[]).includes(field))
    .map((row) => [row.user_id, row.field, row.sealed, row.now]);
  expect(drift.map(String).sort(), `${told} ${month}`).toEqual(changed.map(String).sort());
}

/** The standard that counts in a month, with its points. */
async function standardOf({ api }: Office, month: Month): Promise<string> {
  const newest = `SELECT standard_design_point FROM standards WHERE valid_from <= '${month}' ORDER BY valid_from DESC LIMIT 1`;
  return String((await api.client.execute(newest)).rows[0]!.standard_design_point);
}

async function openOffice(): Promise<Office> {
  const api = await openApi();
  const { factor } = await fillOffice(api);
  await api.insert('standards', {
    ...{ customer_id: 1, work_category_id: 1, standard_design_point: 2, standard_check_point: 0.5, scale_code: 'S1' },
  });
  await api.insert('formula_results', {
    ...{ scale_code: 'S1', result_design_formula: 'standard_design_point * tsubosuu / 10', result_check_formula: 'standard_check_point' },
  });
  await api.client.execute('UPDATE directs SET work_category_id = 1');
  return { api, factor };
}

const steps = fc.array(
  fc.record({
    act: fc.constantFrom(...(Object.keys(ACTS) as (keyof typeof ACTS)[])),
    month: fc.constantFrom(...MONTHS),
    n: fc.nat({ max: 40 }),
  }),
  { minLength: 15, maxLength: 30 },
);

it('whatever is done, totals are the records added up, sealed ones stay, and drift is the difference between them', async () => {
  const done = new Set<string>();
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const office = await openOffice();
      const sealed = new Map<Month, Sealed>();
      try {
        for (const { act, month, n } of sequence) {
          done.add(act);
          await ACTS[act](office, month, n);
          for (const each of MONTHS) await checkMonth(office, each, sealed, act);
        }
      } finally {
        await office.api.close();
      }
    }),
    { numRuns: runs(6), endOnFailure: true },
  );
  expect([...done].sort()).toEqual(Object.keys(ACTS).sort());
});
