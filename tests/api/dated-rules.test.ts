import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { readRules, selectRules, takeSnapshot } from '../../worker/features/calculation/load.ts';
import { selectLastRuleChange } from '../../worker/features/calculation/rules-in-force.ts';
import { hasMoved, selectSealState } from '../../worker/features/month-close/seals/seal-state.ts';
import { query } from '../../worker/platform/db/query.ts';
import { asNumber, readValue } from '../../worker/platform/db/typed-rows.ts';
import { openApi, type TestApi } from '../support/api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await openApi();
  for (const [id, code, standard_design_point] of [
    [1, 'A', 1],
    [2, 'A', 2],
    [3, 'B', 5],
  ] as const) {
    await api.insert('tsubos', { id, scale_factor_code: code, standard_design_point });
  }
  await api.insert('formula_results', { scale_code: 'A', result_design_formula: 'base_point1' });
});

const rulesOf = async (month: string) => {
  const results = await api.deps.db.read(selectRules(month));
  return { ...readRules(results), ...(await takeSnapshot(results)) };
};
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
const ask = (question: ReturnType<typeof sql>) => api.deps.db.read(query(sql`SELECT ${question}`, readValue(asNumber)));

it('rules are read as the text that the hashes of earlier runs and seals are of', async () => {
  const scale = (id: number, code: string, point: string) =>
    `{"id":${id},"scale_factor_code":"${code}","scale_factor":null,"complexity_factor":null,"standard_design_point":${point},` +
    '"standard_check_point":null,"scale_limit_from":null,"scale_limit_to":null,"scale_equal_to":null,"condition_variable":null}';
  expect((await rulesOf('2026-09')).json).toBe(
    `{"standards":[],"tsubos":[${[scale(1, 'A', '1.0'), scale(2, 'A', '2.0'), scale(3, 'B', '5.0')].join()}],"base_points":[],` +
      '"results":[{"id":1,"scale_code":"A","result_design_formula":"base_point1","result_check_formula":null}]}',
  );
});

describe('a version of a rule', () => {
  it('counts from its month on, the table of a scale code whole; months before keep theirs', async () => {
    const before = await rulesOf('2026-09');
    expect(idsOf(before.tsubos)).toEqual([1, 2, 3]);
    await api.insert('tsubos', { id: 4, scale_factor_code: 'A', standard_design_point: 3, valid_from: '2026-10' });
    await api.insert('formula_results', { id: 9, scale_code: 'C', result_design_formula: '1', valid_from: '2026-11' });

    expect((await rulesOf('2026-09')).hash).toBe(before.hash);
    const october = await rulesOf('2026-10');
    expect(idsOf(october.tsubos)).toEqual([3, 4]);
    expect(october.results).toEqual(before.results);
    expect(idsOf((await rulesOf('2027-01')).results)).toEqual([...idsOf(before.results), 9]);
  });

  it('is a change of the months from its first on, and of none before', async () => {
    const lastOf = (month: string) => ask(selectLastRuleChange(month));
    const [september, october] = [await lastOf('2026-09'), await lastOf('2026-10')];
    const state = await api.deps.db.read(selectSealState('2026-09'));
    const isStale = async (month: string) => (await ask(hasMoved(month, state))) === 1;

    await api.client.execute('UPDATE tsubos SET standard_design_point = 4 WHERE id = 4');
    expect(await lastOf('2026-09')).toBe(september);
    expect(await lastOf('2026-10')).toBeGreaterThan(Number(october));
    expect(await isStale('2026-09')).toBe(false);
    expect(await isStale('2026-10')).toBe(true);

    await api.client.execute("UPDATE tsubos SET valid_from = '2026-08' WHERE id = 4");
    const earlier = await lastOf('2026-09');
    expect(earlier, 'it counts earlier now').toBeGreaterThan(Number(october));
    expect(await isStale('2026-09')).toBe(true);

    await api.client.execute("UPDATE tsubos SET valid_from = '2026-10' WHERE id = 4");
    expect(await lastOf('2026-09'), 'it counts later again').toBeGreaterThan(Number(earlier));
  });
});

describe('a seal that is being computed', () => {
  it('is overtaken by a rating up to its month, a calculation of it, and the seal of another month; by no other rating or calculation', async () => {
    const isOvertakenBy = async (write: () => Promise<unknown>) => {
      const state = await api.deps.db.read(selectSealState('2026-09'));
      await write();
      return (await ask(hasMoved('2026-09', state))) === 1;
    };
    const pro_point_id = await api.insert('pro_point', { point: 1.1, desc: 'giỏi' });
    const rate = (rate_at: string) => () => api.insert('pro', { user_id: api.people.writer.id, pro_point_id, rate_at });
    expect(await isOvertakenBy(rate('2026-08-31'))).toBe(true);
    expect(await isOvertakenBy(rate('2026-10-01'))).toBe(false);
    const at = '2026-10-02 09:00:00';
    const calculate = (month: number) => () =>
      api.insert('calculation_runs', {
        ...{ year: 2026, month, status: 'done', source: 'button', created_at: at, progress_at: at },
      });
    expect(await isOvertakenBy(calculate(9))).toBe(true);
    expect(await isOvertakenBy(calculate(8))).toBe(false);
    const body = { year: 2026, month: 1, status: 1 };
    expect(await isOvertakenBy(() => api.call('POST', 'lock_and_unlock', { as: api.people.admin, body }))).toBe(true);
  });
});

describe('a version of a totals expression', () => {
  it('gives the totals from its month on, also within one period', async () => {
    const { admin } = api.people;
    const totals = async () => {
      const { body } = await api.call(
        'GET',
        `totals?exc_start_time=2026-09-01&exc_end_time=2026-11-30&user_id=${admin.id}&order_by=month ASC`,
        {
          as: admin,
        },
      );
      return body.data.map(({ month, total_point_1, total_point_2 }: Record<string, unknown>) => [month, total_point_1, total_point_2]);
    };
    expect(await totals()).toEqual([
      ['2026-09', 0, 0],
      ['2026-10', 0, 0],
      ['2026-11', 0, 0],
    ]);
    for (const [valid_from, expression] of [
      ['2026-11', '7'],
      ['2026-10', '5'],
    ] as const) {
      await api.insert('totals_expressions', { key: 'total_point_1', valid_from, expression });
    }
    expect(await totals()).toEqual([
      ['2026-09', 0, 0],
      ['2026-10', 5, 5],
      ['2026-11', 7, 7],
    ]);
    const { body } = await api.call('GET', 'statements/me?year=2026&month=10', { as: admin });
    expect(body.expressions).toEqual({ total_point_1: '5', total_point_2: 'total_point_1 * pro_index' });
  });

  it('stays as it is when the one without a date is written', async () => {
    const { admin } = api.people;
    const { body } = await api.call('GET', 'totals-expressions', { as: admin });
    const written = await api.call('PUT', 'totals-expressions', { as: admin, body: { ...body, total_point_1: 'direct_point' } });
    expect(written.status).toBe(200);
    const { rows } = await api.client.execute(
      "SELECT valid_from, expression FROM totals_expressions WHERE key = 'total_point_1' ORDER BY valid_from",
    );
    expect(rows).toMatchObject([
      { valid_from: '', expression: 'direct_point' },
      { valid_from: '2026-10', expression: '5' },
      { valid_from: '2026-11', expression: '7' },
    ]);
  });
});
