import { beforeAll, describe, expect, test } from 'vitest';
import { openApi, type TestApi } from '../support/api.ts';
import { insertCalculatedDirect } from '../support/calculated-direct.ts';

let api: TestApi;
let direct: number;

beforeAll(async () => {
  api = await openApi();
  direct = await insertCalculatedDirect(api);
});

const as = (name: keyof TestApi['people']) => ({ as: api.people[name] });
const admin = () => as('admin');

describe('the expressions of the totals', () => {
  const defaults = {
    total_point_1: 'direct_point + indirect_point_yes - mistake_point_n - mistake_point_t',
    total_point_2: 'total_point_1 * pro_index',
  };

  test('are read by staff, changed by an Admin only, with a history row', async () => {
    const { body } = await api.call('GET', 'totals-expressions', as('writer'));
    expect(body).toMatchObject({ ...defaults, version: 1 });
    const changed = { ...defaults, total_point_2: 'total_point_1 * pro_index + 1' };
    expect((await api.call('PUT', 'totals-expressions', { ...as('writer'), body: changed })).status).toBe(403);
    const answer = await api.call('PUT', 'totals-expressions', { ...admin(), body: { ...changed, version: 1 } });
    expect(answer).toMatchObject({ status: 200, body: { ...changed, version: 2 } });
    const { rows } = await api.client.execute("SELECT after FROM history WHERE entity = 'totals_expressions'");
    expect(rows.map(({ after }) => JSON.parse(String(after)).expression)).toContain(changed.total_point_2);
  });

  test('of a stale version are a 409 with the current ones', async () => {
    const { status, body } = await api.call('PUT', 'totals-expressions', { ...admin(), body: { ...defaults, version: 1 } });
    expect(status).toBe(409);
    expect(body.current).toMatchObject({ version: 2, total_point_2: 'total_point_1 * pro_index + 1' });
  });

  test('that are sent as they are change nothing', async () => {
    const put = (body: object) => api.call('PUT', 'totals-expressions', { ...admin(), body });
    const count = async () =>
      (await api.client.execute("SELECT count(*) AS n FROM history WHERE entity = 'totals_expressions'")).rows[0]!.n;
    const { body } = await api.call('GET', 'totals-expressions', admin());
    const before = await count();
    expect(await put(body)).toMatchObject({ status: 200, body: { version: body.version, updated_at: body.updated_at } });
    expect(await count()).toBe(before);
    const half = await put({ ...body, total_point_1: `${body.total_point_1} + 0` });
    expect(half).toMatchObject({ status: 200, body: { version: body.version + 1 } });
    expect(await put({ ...half.body, total_point_1: body.total_point_1 })).toMatchObject({
      status: 200,
      body: { version: body.version + 2 },
    });
  });

  test('that are wrong are refused with the place of the fault', async () => {
    const body = { total_point_1: 'direct_point + salary', total_point_2: 'total_point_1 *' };
    const answer = await api.call('PUT', 'totals-expressions', { ...admin(), body, headers: { 'accept-language': 'en' } });
    expect(answer.status).toBe(422);
    expect(answer.body.messages.total_point_1).toContain('«salary» (position 16)');
    expect(answer.body.messages.total_point_2).toBeTruthy();
    const empty = await api.call('PUT', 'totals-expressions', { ...admin(), body: { total_point_1: ' ' } });
    expect(Object.keys(empty.body.messages)).toEqual(['total_point_1']);
  });
});

describe('a rule with a formula that is not understood', () => {
  test.each([
    ['formula-results', { scale_code: 'S2', result_design_formula: 'base_point1 * salary' }, 'result_design_formula', 'salary'],
    ['formula-base-points', { scale_code: 'S2', base_point1: 'base_point2 + 1' }, 'base_point1', 'base_point2'],
    [
      'formula-base-points',
      { scale_code: 'S2', condition_variable: 'kaisuu', condition_operator: '~', condition_param: '3' },
      'condition_operator',
      '~',
    ],
    ['tsubos', { scale_factor_code: 'S2', condition_variable: 'kouhou' }, 'condition_variable', 'kouhou'],
  ])('is not saved in %s', async (entity, body, field, word) => {
    const made = await api.call('POST', entity, { ...admin(), body });
    expect(made.status).toBe(422);
    expect(made.body.messages[field]).toContain(word);
  });

  test('cannot be edited into one either, and can still be deleted', async () => {
    const id = await api.insert('formula_results', { scale_code: 'S3', result_design_formula: 'old_name', result_check_formula: '1' });
    const edit = (body: unknown) => api.call('PUT', `formula-results/${id}`, { ...admin(), body });
    expect(Object.keys((await edit({ description: 'x' })).body.messages)).toEqual(['result_design_formula']);
    expect((await edit({ result_design_formula: 'tsubosuu * 2' })).status).toBe(200);
    expect((await edit({ result_check_formula: 'tsubosuu *' })).status).toBe(422);
    expect((await api.call('DELETE', `formula-results/${id}`, admin())).status).toBe(200);
  });
});

describe('the try-it box', () => {
  const tryOut = async (body: unknown) => (await api.call('POST', 'formulas/try', { ...as('checked'), body })).body;

  test('runs a formula on given values', async () => {
    expect(await tryOut({ scope: 'result', source: '=IF(tsubosuu > 30, 1, 2) * 1.5', values: { tsubosuu: 20 } })).toMatchObject({
      value: 3,
      variables: ['tsubosuu'],
      problem: null,
      failure: null,
    });
    expect(await tryOut({ scope: 'result', source: '1 / tsubosuu', values: { tsubosuu: 0 } })).toMatchObject({
      failure: { code: 'not_finite' },
    });
    expect(await tryOut({ scope: 'result', source: 'a +' })).toMatchObject({ value: null, problem: { code: expect.any(String) } });
  });

  test('takes as many values as a formula may have variables, in a body of 64 KB', async () => {
    const tryWith = async (n: number, value: unknown = 1) => {
      const values = Object.fromEntries(Array.from({ length: n }, (_, index) => [`v${index}`, value]));
      return api.call('POST', 'formulas/try', { ...as('checked'), body: { scope: 'result', source: 'v0', values } });
    };
    expect((await tryWith(500)).status).toBe(200);
    const many = await tryWith(501);
    expect(many.status).toBe(422);
    expect(many.body.messages.values).toContain('500');
    expect((await tryWith(40_000)).status).toBe(413);
    expect((await tryWith(1, 'x'.repeat(65_536))).status).toBe(413);
  });

  test('fills in the values of a direct, what its rules give too, under those given by hand', async () => {
    const source = 'base_point1 * complex_factor + tsubosuu';
    expect(await tryOut({ scope: 'result', source, direct_id: direct })).toMatchObject({ value: 26 });
    expect(await tryOut({ scope: 'result', source, direct_id: direct, values: { tsubosuu: 1 } })).toMatchObject({ value: 7 });
    expect((await api.call('POST', 'formulas/try', { ...admin(), body: { scope: 'result', source, direct_id: 999 } })).status).toBe(404);
  });
});

describe("a formula that uses the helper's share", () => {
  const warning = /hosawariai.*không được cộng cho ai/;
  const formula = 'standard_design_point * (1 - hosawariai / 100)';

  test('says at saving, once, that nobody gets the rest', async () => {
    const made = await api.call('POST', 'formula-results', {
      ...admin(),
      body: { scale_code: 'HELP', result_design_formula: formula, result_check_formula: formula },
    });
    expect(made).toMatchObject({ status: 201, body: { warnings: [expect.stringMatching(warning)] } });
    const { id } = made.body.data;
    const edited = (body: object) => api.call('PUT', `formula-results/${id}`, { ...admin(), body });
    expect((await edited({ description: 'x' })).body.warnings).toBeUndefined();
    expect((await edited({ result_check_formula: '1 + hosawariai' })).body.warnings).toEqual([expect.stringMatching(warning)]);
    const version = await api.call('POST', 'formula-results/versions', {
      ...admin(),
      body: { valid_from: '2026-10', copy_of: 'HELP', values: { result_design_formula: `${formula} + 1` } },
    });
    expect(version.body.warnings).toEqual([expect.stringMatching(warning)]);
    const base = await api.call('POST', 'formula-base-points', { ...admin(), body: { scale_code: 'HELP', base_point1: 'hosawariai' } });
    expect(base.body.warnings).toEqual([expect.stringMatching(warning)]);
  });

  test('is the only one that says so', async () => {
    const made = await api.call('POST', 'formula-results', {
      ...admin(),
      body: { scale_code: 'ALONE', result_design_formula: '1', result_check_formula: '1' },
    });
    expect(made.body.warnings).toBeUndefined();
  });
});
