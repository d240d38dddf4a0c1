import { beforeAll, describe, expect, it } from 'vitest';
import { MAX_TABLE_ROWS } from '../../worker/contracts/rule-tables.ts';
import { openApi, type TestApi } from '../support/api.ts';

const MANY = 1200;
let api: TestApi;

/** Standards of 5,001 customers by one formula, and an example of the first of them. */
beforeAll(async () => {
  api = await openApi();
  await api.insert('work_categories', { work_name: '基礎伏図' });
  const each = `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${MAX_TABLE_ROWS + 1})`;
  await api.client.batch(
    [
      `${each} INSERT INTO customers (id, name, code, code_fold) SELECT n, 'K' || n, 'K' || n, 'k' || n FROM n`,
      `${each} INSERT INTO standards (id, customer_id, work_category_id, standard_design_point, standard_check_point, scale_code)
        SELECT n, n, 1, 2, 1, 'A' FROM n`,
    ],
    'write',
  );
  await call('POST', 'tsubos', { scale_factor_code: 'A', scale_factor: 1 });
  await call('POST', 'formula-base-points', { scale_code: 'A', base_point1: 'tsubosuu * scale_factor' });
  const formulas = {
    result_design_formula: 'base_point1 * standard_design_point',
    result_check_formula: 'base_point1 * standard_check_point',
  };
  await call('POST', 'formula-results', { scale_code: 'A', ...formulas });
  const values = { tsubosuu: 36, complex_factor: 1 };
  const expected = { result_design_point: 72, result_check_point: 36 };
  const example = { name: 'Ví dụ', month: '2026-11', customer_id: 1, work_category_id: 1, values, ...expected };
  expect((await call('POST', 'rule_cases', example)).status).toBe(201);
});

const call = (method: string, path: string, body?: unknown) => api.call(method, path, { as: api.people.writer, body });
const idsTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1);
const countWith = async (points: number) =>
  Number(
    (await api.client.execute({ sql: 'SELECT COUNT(*) AS n FROM standards WHERE standard_design_point = ?', args: [points] })).rows[0]!.n,
  );

describe('rules', () => {
  it('are edited and undone at once by the thousand, or refused as a save is where an example breaks', async () => {
    const edit = { ids: idsTo(MANY), values: { standard_design_point: 9 } };
    const refused = await call('POST', 'standards/bulk', edit);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'cases_broken', current: { cases: [{ name: 'Ví dụ' }] } });
    expect(await countWith(9)).toBe(0);
    const { body } = await call('POST', 'standards/bulk', { ...edit, accept_broken: true });
    expect(body).toMatchObject({ status: 'done', changed: MANY });
    await api.client.execute('UPDATE rule_cases SET result_design_point = 324');
    expect((await call('POST', `operations/${body.operation_id}/undo`)).body.code).toBe('cases_broken');
    expect(await countWith(9)).toBe(MANY);
    const undone = await call('POST', `operations/${body.operation_id}/undo?accept_broken=1`);
    expect(undone.body).toMatchObject({ status: 'done', reversed: MANY, kept: [] });
    expect(await countWith(2)).toBe(MAX_TABLE_ROWS + 1);
    expect(api.sent).toEqual([]);
  });

  it('are refused with the number where there are more than 5,000 of them', async () => {
    const edit = { ids: idsTo(MAX_TABLE_ROWS + 1), values: { total_time_allowed: 5 } };
    for (const dry_run of [true, false]) {
      const { status, body } = await call('POST', 'standards/bulk', { ...edit, dry_run });
      expect(status, `dry run ${dry_run}`).toBe(422);
      expect(body.message).toContain(`${MAX_TABLE_ROWS + 1} dòng quy tắc`);
    }
    const most = await call('POST', 'standards/bulk', { ...edit, ids: edit.ids.slice(1) });
    expect(most.body).toMatchObject({ status: 'done', changed: MAX_TABLE_ROWS });
    expect(api.sent).toEqual([]);
  });

  it('go on at the queue in no way: what stopped at examples is not accepted any more', async () => {
    expect((await call('POST', 'operations/1/accept')).status).toBe(404);
  });
});
