import { beforeAll, describe, expect, test } from 'vitest';
import type { CalculationCause } from '../../worker/contracts/calls/answers/calculation.ts';
import type { FormulaPlace, Issue } from '../../worker/contracts/calls/answers/calculation-issues.ts';
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
    expect(body).toMatchObject({ code: 'month_locked', message: expect.stringContaining('2026/05') });
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
      expect((await api.call(method, path, { ...as(name), body })).status).toBeOneOf([200, 404, 422]);
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
    const count = async (method: string, path: string, body?: unknown) =>
      (await api.countRoundTrips(() => api.call(method, path, { ...admin(), body }))).trips;
    expect(await count('POST', 'calculations', { year: 2026, month: 8 })).toBe(2);
    expect(await count('GET', 'calculations')).toBe(1);
    expect(await count('GET', 'calculations/1')).toBe(1);
    expect(await count('GET', 'calculations/1/issues')).toBe(1);
    expect(await count('GET', 'calculations/1/causes')).toBe(1);
    expect(await count('GET', `directs/${direct}/calculation`)).toBe(1);
  });
});

describe('why directs have no points', () => {
  const job = (row: object) => api.insert('directs', { name: 'J', customer_id: 1, work_category_id: 1, henkyaku_hi: '2026-04-10', ...row });
  const place = (row_id: number) => ({ entity: 'formula-results', row_id, field: 'result_design_formula' });
  let ids: number[];
  const causes = async () => (await api.call('GET', 'calculations/90/causes', admin())).body.data as CalculationCause[];

  beforeAll(async () => {
    await api.insert('work_categories', { id: 2, work_name: '伏図' });
    ids = [await job({}), await job({}), await job({ customer_id: null }), await job({ work_category_id: 2, complex_factor: 1 })];
    const issues: Issue[] = [
      { code: 'empty_variable', variable: 'complex_factor', place: place(1) as FormulaPlace },
      { code: 'empty_variable', variable: 'complex_factor', place: place(2) as FormulaPlace },
      { code: 'no_standard', reason: 'no_customer', customer_id: null, work_category_id: 1 },
      { code: 'no_standard', reason: 'no_row', customer_id: 1, work_category_id: 2 },
    ];
    const at = '2026-05-01 09:00:00';
    const { rows } = await api.client.execute('SELECT MAX(id) AS last FROM history');
    const run = { id: 90, year: 2026, month: 4, status: 'done', source: 'button', failed: 4, history_id: rows[0]!.last!, created_at: at };
    await api.insert('calculation_runs', { ...run, progress_at: at });
    for (const [index, issue] of issues.entries())
      await api.insert('calculation_issues', { run_id: 90, direct_id: ids[index]!, code: issue.code, issue: JSON.stringify(issue) });
  });

  test('are grouped by the empty field of the jobs, whichever formula needs it, with the jobs to fill in', async () => {
    const [first, ...others] = await causes();
    expect(first).toMatchObject({ field: 'complex_factor', count: 2, direct_ids: ids.slice(0, 2) });
    expect(first!.message).toContain('«Hệ số độ khó»');
    expect(others).toMatchObject([
      { field: 'customer_id', count: 1 },
      { field: null, count: 1, direct_ids: [ids[3]] },
    ]);
    const { body } = await api.call('GET', `calculations/90/issues?cause=${first!.cause}`, admin());
    expect(body.data.map(({ direct_id }: { direct_id: number }) => direct_id)).toEqual(ids.slice(0, 2));
  });

  test('stay those of the run, whatever is written after it', async () => {
    const before = await causes();
    const { body } = await api.call('GET', `directs/${ids[0]}`, admin());
    const { version } = body.data;
    expect((await api.call('PUT', `directs/${ids[0]}`, { ...admin(), body: { complex_factor: 1, version } })).status).toBe(200);
    const standard = { customer_id: 1, work_category_id: 2, scale_code: 'S1', standard_design_point: 2, standard_check_point: 1 };
    expect((await api.call('POST', 'standards', { ...admin(), body: standard })).status).toBe(201);
    expect((await api.call('DELETE', `directs/${ids[2]}`, admin())).status).toBe(200);
    expect(await causes()).toEqual(before);
    expect((await api.countRoundTrips(causes)).trips).toBe(1);
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
