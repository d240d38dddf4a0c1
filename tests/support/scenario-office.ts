import { expect } from 'vitest';
import { handleTryScenario } from '../../worker/features/scenarios/run.ts';
import { openApi, type Person, type TestApi } from './api.ts';
import { calculateMonth } from './calculate-month.ts';

/** The months that have jobs in the office of scenarios. */
export const TRIED_MONTHS = ['2026-09', '2026-10', '2026-11'] as const;
const OWN_TABLES = /^(rule_scenario|write_context|sqlite_|row_counts|operations)/;

/** An office with two customers, a scale of two rows with a version of October, and jobs of three months. */
async function openOffice(): Promise<TestApi> {
  const api = await openApi('2026-11-20T03:00:00Z');
  await api.insert('work_categories', { id: 1, work_name: 'Hạng mục' });
  for (const id of [1, 2]) {
    await api.insert('customers', { id, name: `Khách ${id}`, code: `K${id}` });
    await api.insert('standards', {
      ...{ id, customer_id: id, work_category_id: 1, scale_code: 'A', tsubo_id: id === 2 ? 2 : null },
      ...{ standard_design_point: id, standard_check_point: 1 },
    });
  }
  for (const [id, valid_from, from, to] of [
    [1, '', null, 20],
    [2, '', 20, null],
    [3, '2026-10', null, 20],
    [4, '2026-10', 20, null],
  ] as const) {
    const copied_from = valid_from === '' ? null : id - 2;
    const limits = { scale_limit_from: from, scale_limit_to: to, complexity_factor: 1 };
    await api.insert('tsubos', { id, scale_factor_code: 'A', scale_factor: id, valid_from, copied_from, ...limits });
  }
  await api.insert('formula_base_points', { id: 1, scale_code: 'A', base_point1: '10' });
  await api.insert('formula_results', {
    ...{ id: 1, scale_code: 'A', result_design_formula: 'standard_design_point * scale_factor + base_point1' },
    result_check_formula: 'standard_check_point',
  });
  for (const [at, month] of TRIED_MONTHS.entries()) {
    for (const customer_id of [1, 2]) {
      for (const tsubosuu of [10, 30]) {
        await api.insert('directs', {
          ...{ name: `J${at}${customer_id}${tsubosuu}`, customer_id, work_category_id: 1, henkyaku_hi: `${month}-15`, tsubosuu },
          ...{ user_id: 2, chekkusha_id: 3, dept_id: 1 },
        });
      }
    }
    await calculateMonth(api, month);
  }
  return api;
}

/** What stands in every table but those of scenarios, by table. */
export const readLiveTables = async (api: TestApi) => {
  const { rows } = await api.client.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name");
  const names = rows.map(({ name }) => String(name)).filter((name) => !OWN_TABLES.test(name) && !/_(fts|search|texts)/.test(name));
  const read = async (name: string) => JSON.stringify((await api.client.execute(`SELECT * FROM "${name}"`)).rows);
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await read(name)])));
};

/** An office with calls of its Admin, live and in the scenario. */
export async function openScenarioOffice(valid_from: string | null = null) {
  const api = await openOffice();
  const call = (method: string, path: string, body?: unknown, as: Person = api.people.admin) => api.call(method, path, { as, body });
  const { id } = (await call('POST', 'rule_scenarios', { name: 'Thử', valid_from })).body.data;
  const inside = (method: string, path: string, body?: unknown) =>
    api.call(method, path, { as: api.people.admin, body, headers: { 'x-scenario': String(id) } });
  const run = async (from: string = TRIED_MONTHS[0], to: string = TRIED_MONTHS[2]) => {
    const started = await call('POST', `rule_scenarios/${id}/runs`, { from, to });
    expect({ status: started.status, message: started.body.message }).toEqual({ status: 201, message: null });
    await handleTryScenario(api.deps, { run_id: started.body.id });
    return (await call('GET', `rule_scenarios/${id}/runs/${started.body.id}`)).body;
  };
  const rows = async (runId: number, kind: string, query = '') =>
    (await call('GET', `rule_scenarios/${id}/runs/${runId}/${kind}?limit=500${query}`)).body.data as Record<string, number | string>[];
  return { api, id, call, inside, run, rows };
}
