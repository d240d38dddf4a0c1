import { beforeAll, describe, expect, test } from 'vitest';
import { openApi, type Person, type TestApi } from '../support/api.ts';
import { insertCalculatedDirect } from '../support/calculated-direct.ts';

let api: TestApi;
let direct: number;

beforeAll(async () => {
  api = await openApi();
  direct = await insertCalculatedDirect(api);
});

const preview = (body: unknown, as: Person | undefined = api.people.checked) => api.call('POST', 'directs/preview-points', { as, body });
const readDirects = async () => (await api.client.execute('SELECT * FROM directs')).rows;
const pointsOf = ({ body }: Awaited<ReturnType<typeof preview>>) => [body.result?.result_design_point, body.result?.result_check_point];

describe('points of what is typed into the form of a job', () => {
  test('are what saving and calculating it would give, and nothing is saved', async () => {
    const before = await readDirects();
    const typed = await preview({ id: direct, values: { complex_factor: 2 } });
    expect(typed).toMatchObject({
      status: 200,
      body: { direct_id: direct, issue: null, formulas: [{ value: 4 }, { value: 8 }, { value: 1 }] },
    });
    expect(pointsOf(typed)).toEqual([8, 1]);
    expect(await readDirects()).toEqual(before);

    await api.call('PUT', `directs/${direct}`, { as: api.people.checked, body: { complex_factor: 2 } });
    const { body } = await api.call('GET', `directs/${direct}/calculation`, { as: api.people.checked });
    expect(body.result.result_design_point).toBe(8);
    expect(body.result.result_check_point).toBe(1);
  });

  test('need no job and no whole form: what is missing is the issue', async () => {
    expect(pointsOf(await preview({ values: { customer_id: 1, work_category_id: 1, complex_factor: '1.5' } }))).toEqual([6, 0.75]);
    const none = await preview({ values: { customer_id: null, name: '' } });
    expect(none).toMatchObject({ status: 200, body: { direct_id: null, result: null, standard: null } });
    expect(none.body.issue).not.toBeNull();
  });

  test('go by the rules of the month of the typed date, else of the saved one', async () => {
    await api.insert('formula_base_points', { scale_code: 'S1', base_point1: '100', valid_from: '2026-07' });
    const values = { complex_factor: 2 };
    expect(pointsOf(await preview({ id: direct, values }))).toEqual([8, 1]);
    expect(pointsOf(await preview({ id: direct, values: { ...values, henkyaku_hi: '2026-07-01' } }))).toEqual([200, 1]);
  });

  test('know the texts that follow from a chosen customer', async () => {
    const customer = await api.insert('customers', { id: 2, name: '青葉' });
    await api.insert('standards', {
      customer_id: 2,
      work_category_id: 1,
      standard_design_point: 1,
      standard_check_point: 1,
      scale_code: 'T1',
    });
    await api.insert('formula_results', {
      scale_code: 'T1',
      result_design_formula: "IF(tokuisakimei = '青葉', 7, 9)",
      result_check_formula: '1',
    });
    expect(pointsOf(await preview({ values: { customer_id: customer, work_category_id: 1 } }))).toEqual([7, 1]);
  });

  test('take one round trip', async () => {
    const { trips } = await api.countRoundTrips(() => preview({ id: direct, values: { customer_id: 1, complex_factor: 3 } }));
    expect(trips).toBe(1);
  });

  test('are refused to who may not edit jobs before anything is said of the values', async () => {
    expect((await preview({ id: 'x' }, api.people.none)).status).toBe(403);
    expect((await preview({ id: direct, values: {} }, api.people.viewer)).status).toBe(403);
    expect((await api.call('POST', 'directs/preview-points', { body: '{' })).status).toBe(401);
    expect((await preview({ id: 999_999, values: {} })).status).toBe(404);
    expect(await preview({ id: direct, values: { tsubosuu: -1 } })).toMatchObject({
      status: 422,
      body: { messages: { tsubosuu: expect.any(String) } },
    });
    expect(await preview({ values: { customer_id: 999 } })).toMatchObject({
      status: 422,
      body: { messages: { customer_id: expect.any(String) } },
    });
    expect((await preview({ values: 3 })).status).toBe(422);
  });
});
