import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openApi, type TestApi } from '../support/api.ts';

let api: TestApi;
let direct: number;

beforeAll(async () => {
  api = await openApi();
  await api.insert('customers', { id: 1, name: '山田工務店' });
  await api.insert('work_categories', { id: 1, work_name: '構造図' });
  await api.insert('standards', {
    customer_id: 1,
    work_category_id: 1,
    standard_design_point: 2,
    standard_check_point: 0.5,
    scale_code: 'S1',
  });
  await api.insert('formula_base_points', { scale_code: 'S1', base_point1: 'standard_design_point * 2' });
  await api.insert('formula_results', {
    scale_code: 'S1',
    result_design_formula: 'base_point1 * complex_factor',
    result_check_formula: 'standard_check_point * complex_factor',
  });
  direct = await api.insert('directs', {
    name: 'J-1',
    customer_id: 1,
    work_category_id: 1,
    henkyaku_hi: '2026-06-15',
    tsubosuu: 20,
    complex_factor: 1.5,
  });
});
afterAll(() => api?.close());

const as = (name: keyof TestApi['people']) => ({ as: api.people[name] });
const admin = () => as('admin');

describe('asking for a calculation', () => {
  test('answers the run with 201 and puts one message on the queue; while it is active that run with 200', async () => {
    const first = await api.call('POST', 'calculate-new', { ...as('checked'), body: { year: 2026, month: 6 } });
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      id: expect.any(Number),
      year: 2026,
      month: 6,
      status: 'queued',
      total: 0,
      done: 0,
      changed: 0,
      failed: 0,
      preview: 0,
      include_adjusted: 0,
      source: 'button',
      message: null,
      user: { id: api.people.checked.id, name: 'Người checked' },
      finished_at: null,
    });
    const second = await api.call('POST', 'calculations', { ...admin(), body: { year: '2026', month: '06', preview: true } });
    expect(second).toMatchObject({ status: 200, body: { id: first.body.id, user: { name: 'Người checked' } } });
    expect(api.sent).toEqual([{ type: 'calculate', run_id: first.body.id }]);
    const other = await api.call('POST', 'calculations', {
      ...admin(),
      body: { year: 2026, month: 7, preview: 1, include_adjusted: 'true' },
    });
    expect(other).toMatchObject({ status: 201, body: { preview: 1, include_adjusted: 1 } });
    expect((await api.call('GET', 'calculations', admin())).body.data.map(({ id }: { id: number }) => id)).toEqual([
      other.body.id,
      first.body.id,
    ]);
  });

  test('of a locked month is a 423 that names it', async () => {
    await api.insert('month_locks', { month: '2026-05', status: 1, at: '2026-06-01 09:00:00' });
    const { status, body } = await api.call('POST', 'calculations', { ...admin(), body: { year: 2026, month: 5 } });
    expect(status).toBe(423);
    expect(body).toMatchObject({ code: 'month_locked', message: expect.stringContaining('2026-05') });
  });

  test.each([
    [{}, ['year', 'month']],
    [{ year: 2026, month: 13 }, ['month']],
    [{ year: 1999, month: '' }, ['year', 'month']],
    [{ year: 2026.5, month: '6a' }, ['year', 'month']],
    [{ year: 2026, month: 6, preview: 'maybe' }, ['preview']],
    [{ year: [2026], month: { a: 1 } }, ['year', 'month']],
  ])('with %j is a 422 that names the fields', async (body, fields) => {
    const answer = await api.call('POST', 'calculations', { ...admin(), body });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.messages)).toEqual(fields);
  });

  test('without a month says which field is missing, in both languages', async () => {
    const vi = await api.call('POST', 'calculations', { ...admin(), body: { year: 2026 } });
    expect(vi.body.messages).toEqual({ month: 'Tháng không được để trống' });
    const en = await api.call('POST', 'calculations', { ...admin(), body: { year: 2026 }, headers: { 'accept-language': 'en' } });
    expect(en.body.messages).toEqual({ month: 'Month is required' });
  });
});

describe('the calls of a calculation', () => {
  const calls: [string, string, unknown?][] = [
    ['POST', 'calculate-new', {}],
    ['POST', 'calculations', {}],
    ['GET', 'calculations?nonsense=1'],
    ['GET', 'calculations/adjusted'],
    ['GET', 'calculations/x'],
    ['GET', 'calculations/999/issues'],
    ['GET', 'calculations/999/causes'],
    ['GET', 'calculations/999/changes'],
    ['POST', 'calculations/999/cancel'],
    ['POST', 'calculations/999/publish'],
    ['GET', 'totals-expressions'],
    ['POST', 'formulas/try', {}],
  ];

  test.each(calls)('%s %s are for staff: refused before any other error', async (method, path, body) => {
    expect((await api.call(method, path, { body })).status).toBe(401);
    for (const name of ['viewer', 'none'] as const) expect((await api.call(method, path, { ...as(name), body })).status).toBe(403);
    for (const name of ['admin', 'writer', 'checked'] as const) {
      expect([200, 404, 422]).toContain((await api.call(method, path, { ...as(name), body })).status);
    }
  });

  test('for a run that is not there are a 404, and bad parameters a 422 that names them', async () => {
    for (const path of ['calculations/999', 'calculations/999/issues', 'calculations/999/causes', 'calculations/999/changes']) {
      expect((await api.call('GET', path, admin())).status).toBe(404);
    }
    for (const verb of ['cancel', 'publish']) expect((await api.call('POST', `calculations/999/${verb}`, admin())).status).toBe(404);
    expect((await api.call('GET', 'calculations/0', admin())).status).toBe(422);
    expect((await api.call('GET', 'calculations?year=x&limit=0&colour=red', admin())).body.messages).toEqual({
      colour: expect.any(String),
    });
    expect(Object.keys((await api.call('GET', 'calculations?year=x&limit=0', admin())).body.messages)).toEqual(['year', 'limit']);
    expect((await api.call('GET', 'calculations/1/issues?code=nothing', admin())).status).toBe(422);
  });

  test('take two round trips at most', async () => {
    const { db } = api.deps;
    const { read, write } = db;
    let trips = 0;
    Object.assign(db, {
      read: (...args: Parameters<typeof read>) => {
        trips += 1;
        return read(...args);
      },
      write: (...args: Parameters<typeof write>) => {
        trips += 1;
        return write(...args);
      },
    });
    const count = async (method: string, path: string, body?: unknown) => {
      trips = 0;
      await api.call(method, path, { ...admin(), body });
      return trips;
    };
    expect(await count('POST', 'calculations', { year: 2026, month: 8 })).toBe(2);
    expect(await count('GET', 'calculations')).toBe(1);
    expect(await count('GET', 'calculations/1')).toBe(1);
    expect(await count('GET', 'calculations/1/issues')).toBe(1);
    expect(await count('GET', 'calculations/1/causes')).toBe(1);
    expect(await count('GET', `directs/${direct}/calculation`)).toBe(1);
    Object.assign(db, { read, write });
  });
});

describe('the trace of a direct', () => {
  test('shows every step to its points, to all four roles', async () => {
    const { status, body } = await api.call('GET', `directs/${direct}/calculation`, as('viewer'));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      direct_id: direct,
      standard: { scale_code: 'S1', standard_design_point: 2 },
      scale: { reason: 'no_rows', scale_factor: 1 },
      base_point: { reason: 'row' },
      // 2 × 2 × 1.5 and 0.5 × 1.5
      result: { result_design_point: 6, result_check_point: 0.75 },
      issue: null,
    });
    expect(body.formulas.map(({ substituted }: { substituted: string }) => substituted)).toContain('4 * 1.5');
  });

  test('is a 404 without the direct, a 403 without a role', async () => {
    expect((await api.call('GET', 'directs/999/calculation', admin())).status).toBe(404);
    expect((await api.call('GET', 'directs/999/calculation', as('none'))).status).toBe(403);
  });
});

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

  test('that are wrong are refused with the place of the fault', async () => {
    const body = { total_point_1: 'direct_point + salary', total_point_2: 'total_point_1 *' };
    const answer = await api.call('PUT', 'totals-expressions', { ...admin(), body, headers: { 'accept-language': 'en' } });
    expect(answer.status).toBe(422);
    expect(answer.body.messages.total_point_1).toContain('«salary» (position 16)');
    expect(answer.body.messages.total_point_2).toBeTruthy();
    const empty = await api.call('PUT', 'totals-expressions', { ...admin(), body: { total_point_1: ' ' } });
    expect(Object.keys(empty.body.messages)).toEqual(['total_point_1', 'total_point_2']);
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

  test('fills in the values of a direct, what its rules give too, under those given by hand', async () => {
    const source = 'base_point1 * complex_factor + tsubosuu';
    expect(await tryOut({ scope: 'result', source, direct_id: direct })).toMatchObject({ value: 26 });
    expect(await tryOut({ scope: 'result', source, direct_id: direct, values: { tsubosuu: 1 } })).toMatchObject({ value: 7 });
    expect((await api.call('POST', 'formulas/try', { ...admin(), body: { scope: 'result', source, direct_id: 999 } })).status).toBe(404);
  });
});

describe('failed jobs', () => {
  test('are for an Admin', async () => {
    await api.insert('failed_jobs', {
      body_hash: 'a',
      body: '{}',
      error: 'away',
      attempts: 4,
      failed_at: '2026-06-01 09:00:00',
      dead_at: '2026-06-01 09:00:00',
    });
    await api.insert('failed_jobs', { body_hash: 'b', body: '{}', error: 'once', attempts: 1, failed_at: '2026-06-01 09:00:00' });
    expect((await api.call('GET', 'failed-jobs', admin())).body).toMatchObject({ total: 1, data: [{ error: 'away', attempts: 4 }] });
    expect((await api.call('GET', 'failed-jobs', as('writer'))).status).toBe(403);
  });
});
