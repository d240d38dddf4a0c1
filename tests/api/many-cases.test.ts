import { beforeAll, describe, expect, it } from 'vitest';
import { explainDirect } from '../../worker/features/calculation/engine/explain.ts';
import { compileRules } from '../../worker/features/calculation/engine/rules.ts';
import { readRules, selectRules } from '../../worker/features/calculation/load.ts';
import { openApi, type TestApi } from '../support/api.ts';

let api: TestApi;
const CODES = 100;
const MONTHS = 60;
const EXAMPLES = 500;
const call = (method: string, path: string, body?: unknown) => api.call(method, path, { as: api.people.writer, body });
const monthOf = (n: number) => `${2024 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`;
const numbers = (name: string, count: number) => `${name} (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM ${name} WHERE n < ${count - 1})`;

/** 100 codes of 20 scale rows, half of them with later versions; standards that name a row of the first; examples of 60 months. */
beforeAll(async () => {
  api = await openApi();
  await api.insert('work_categories', { work_name: '基礎伏図' });
  const later = "iif(c.n % 2 AND v.n, printf('20%02d-%02d', 24 + v.n, 1 + c.n % 12), '')";
  const all = `WITH RECURSIVE ${numbers('c', CODES)}, ${numbers('r', 20)}, ${numbers('v', 3)}`;
  const versions = 'FROM c CROSS JOIN v CROSS JOIN r WHERE (v.n = 0 OR c.n % 2)';
  await api.client.batch(
    [
      `${all} INSERT INTO customers (id, name, code, code_fold) SELECT n + 1, 'K' || n, 'K' || n, 'k' || n FROM c`,
      `${all} INSERT INTO tsubos (id, scale_factor_code, scale_factor_code_key, scale_factor, scale_limit_from, scale_limit_to, valid_from, copied_from)
        SELECT 1 + r.n + 20 * c.n + 2000 * v.n, 'C' || c.n, 'c' || c.n, 1 + r.n + v.n / 4.0, r.n * 5, r.n * 5 + 5, ${later}, iif(v.n, 1 + r.n + 20 * c.n, NULL) ${versions}`,
      `${all} INSERT INTO formula_base_points (scale_code, scale_code_key, base_point1, valid_from)
        SELECT 'C' || c.n, 'c' || c.n, 'tsubosuu * scale_factor + ' || v.n, ${later} ${versions} AND r.n = 0`,
      `${all} INSERT INTO formula_results (scale_code, scale_code_key, result_design_formula, result_check_formula, valid_from)
        SELECT 'C' || c.n, 'c' || c.n, 'base_point1 * standard_design_point', 'base_point1', ${later} ${versions} AND r.n = 0`,
      `${all} INSERT INTO standards (id, customer_id, work_category_id, standard_design_point, standard_check_point, scale_code, tsubo_id)
        SELECT n + 1, n + 1, 1, 2, 1, 'C' || n, iif(n % 3, NULL, 20 * n + 7) FROM c`,
    ],
    'write',
  );
  await fillCases(EXAMPLES);
});

/** Examples whose expected points are all 1. */
async function fillCases(count: number): Promise<void> {
  await api.client.execute(`WITH RECURSIVE ${numbers('e', count)} INSERT INTO rule_cases
    (name, name_fold, month, customer_id, work_category_id, "values", result_design_point, result_check_point)
    SELECT 'Ví dụ ' || n, 'x' || n || '-' || (SELECT COUNT(*) FROM rule_cases), printf('20%02d-%02d', 24 + n % 60 / 12, 1 + n % 12), 1 + n % ${CODES}, 1,
      json_object('tsubosuu', n % 97, 'complex_factor', 1), 1, 1 FROM e`);
}

const readResults = async (query = '') => (await call('GET', `rule_cases/results${query}`)).body.data;

describe('500 worked examples of 60 months beside 2,000 scale rows', () => {
  it('come to what the rules of each month give', async () => {
    const results = await readResults();
    expect(results).toHaveLength(EXAMPLES);
    const { rows } = await api.client.execute('SELECT id, "values" FROM rule_cases');
    const values = new Map(rows.map((row) => [row.id, JSON.parse(String(row.values))]));
    for (let n = 0; n < MONTHS; n += 7) {
      const month = monthOf(n);
      const rules = compileRules(readRules(await api.deps.db.read(selectRules(month))));
      for (const each of results.filter((result: { month: string }) => result.month === month)) {
        const direct = { ...values.get(each.id), id: 0, customer_id: each.customer_id, work_category_id: 1 };
        const { result } = explainDirect(rules, direct);
        const { result_design_point, result_check_point } = result ?? {};
        expect(each.actual, `${each.name} in ${month}`).toEqual(result && { result_design_point, result_check_point });
      }
      const asOf = await readResults(`?as_of=${month}`);
      expect(asOf.filter((each: { month: string }) => each.month !== month)).toEqual([]);
    }
  });

  it('stop no change of rules', async () => {
    const [{ id, actual }] = (await readResults()).filter((each: { customer_id: number }) => each.customer_id === 3);
    await api.client.execute({
      sql: 'UPDATE rule_cases SET result_design_point = ?, result_check_point = ? WHERE id = ?',
      args: [actual.result_design_point, actual.result_check_point, id],
    });
    expect((await call('PUT', 'standards/2', { standard_design_point: 3 })).status).toBe(200);
    const { status, body } = await call('PUT', 'standards/3', { standard_design_point: 3 });
    expect(status).toBe(409);
    expect(body.current.cases.map((each: { id: number }) => each.id)).toEqual([id]);
  });
});

it('are 2,000 at most, on every way', async () => {
  await fillCases(2000 - EXAMPLES);
  const example = {
    month: '2026-11',
    customer_id: 1,
    work_category_id: 1,
    values: { tsubosuu: 1 },
    result_design_point: 1,
    result_check_point: 1,
  };
  const { status, body } = await call('POST', 'rule_cases', { ...example, name: 'Một ví dụ nữa' });
  expect(status).toBe(409);
  expect(body.message).toContain('2.000 ví dụ');
  expect(await readResults()).toHaveLength(2000);
  expect((await call('PUT', 'standards/2', { standard_design_point: 4 })).status).toBe(200);
});

it('are judged for who has a role', async () => {
  expect((await api.call('GET', 'rule_cases/results', { as: api.people.viewer })).status).toBe(200);
  expect((await api.call('GET', 'rule_cases/results', { as: api.people.none })).status).toBe(403);
});
