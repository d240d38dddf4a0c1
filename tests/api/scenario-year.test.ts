import { beforeAll, expect, it } from 'vitest';
import { monthsBetween } from '../../worker/contracts/months.ts';
import { handleTryScenario } from '../../worker/features/scenarios/run.ts';
import { openApi, type TestApi } from '../support/api.ts';

const MONTHS = monthsBetween('2025-11', '2026-10');
const JOBS_A_MONTH = 10_000;
const ALL = MONTHS.length * JOBS_A_MONTH;

let api: TestApi;
let scenario: number;
const call = (method: string, path: string, body?: unknown, headers = {}) =>
  api.call(method, path, { as: api.people.admin, body, headers });

/** A year of jobs that have a point for each tsubo, and a scenario that gives two to those of one of both customers. */
beforeAll(async () => {
  api = await openApi('2026-11-20T03:00:00Z');
  await api.insert('work_categories', { id: 1, work_name: 'Hạng mục' });
  for (const id of [1, 2]) {
    await api.insert('customers', { id, name: `Khách ${id}`, code: `K${id}` });
    const points = { standard_design_point: 1, standard_check_point: 0 };
    await api.insert('standards', { id, customer_id: id, work_category_id: 1, scale_code: 'A', ...points });
  }
  const formulas = { result_design_formula: 'standard_design_point * tsubosuu', result_check_formula: 'standard_check_point' };
  await api.insert('formula_results', { scale_code: 'A', ...formulas });
  // A trial needs neither search keys nor history of the jobs, which would take most of the time.
  const { rows: triggers } = await api.client.execute(
    "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'directs'",
  );
  for (const { name } of triggers) await api.client.execute(`DROP TRIGGER "${name}"`);
  for (const month of MONTHS)
    await api.client.execute({
      sql: `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?)
        INSERT INTO directs (name, customer_id, work_category_id, henkyaku_hi, tsubosuu, user_id, chekkusha_id, dept_id, result_design_point, result_check_point)
        SELECT 'J' || n, 1 + n % 2, 1, ? || printf('-%02d', 1 + n % 28), 1 + n % 40, 2 + n % 3, 1, 1 + n % 2, 1 + n % 40, 0 FROM n`,
      args: [JOBS_A_MONTH, month],
    });
  for (const { sql } of triggers) await api.client.execute(String(sql));
  scenario = (await call('POST', 'rule_scenarios', { name: 'Cả năm' })).body.data.id;
  const edited = await call('PUT', 'standards/1', { standard_design_point: 2 }, { 'x-scenario': String(scenario) });
  expect(edited.status).toBe(200);
}, 120_000);

const start = async (): Promise<number> => {
  const { status, body } = await call('POST', `rule_scenarios/${scenario}/runs`, { from: MONTHS[0], to: MONTHS.at(-1) });
  expect(status).toBe(201);
  api.sent.length = 0;
  return body.id;
};
const state = async (run: number) => (await call('GET', `rule_scenarios/${scenario}/runs/${run}`)).body;
const countResults = async (run: number) =>
  Number((await api.client.execute({ sql: 'SELECT COUNT(*) AS n FROM rule_scenario_results WHERE run_id = ?', args: [run] })).rows[0]!.n);
const pass = (seconds: number) => api.clock.set(new Date(api.clock.now() + seconds * 1000).toISOString());

/** The database under a worker that is slow, and that dies before its write of this number. */
function slowDeps(diesAt = Number.POSITIVE_INFINITY): TestApi['deps'] {
  let writes = 0;
  const write: typeof api.deps.db.write = (...args) => {
    pass(1);
    return ++writes >= diesAt ? Promise.reject(new Error('killed')) : api.deps.db.write(...args);
  };
  return { ...api.deps, db: { ...api.deps.db, write } };
}

it('is tried on twelve months of 10,000 jobs, tells how far it is, goes on after a worker died, and tries each job once', async () => {
  const run = await start();
  await handleTryScenario(slowDeps(), { run_id: run });
  const first = await state(run);
  expect({ status: first.status, total: first.total }, 'a message ends before the run does').toEqual({ status: 'running', total: ALL });
  expect(first.done).toBeGreaterThan(0);
  expect(first.done).toBeLessThan(ALL);
  expect(api.sent, 'and hands it on').toEqual([{ type: 'try_scenario', run_id: run }]);

  await expect(handleTryScenario(slowDeps(4), { run_id: run })).rejects.toThrow('killed');
  const died = await state(run);
  expect(died.status).toBe('running');
  expect(died.done >= first.done).toBe(true);
  pass(60);
  let last = died.done;
  for (let messages = 0; (await state(run)).status === 'running'; messages++) {
    expect(messages).toBeLessThan(20);
    await handleTryScenario(slowDeps(), { run_id: run });
    const { done } = await state(run);
    expect(done).toBeGreaterThanOrEqual(last);
    last = done;
  }
  const half = ALL / 2;
  expect(await state(run)).toMatchObject({ status: 'done', total: ALL, done: ALL, up: half, down: 0, same: half, failed: 0, stale: 0 });
  expect(await countResults(run)).toBe(ALL);
  const { rows } = await api.client.execute({
    sql: `SELECT customer_id, COUNT(DISTINCT direct_id) AS jobs, SUM(before_design) AS before, SUM(after_design) AS after
      FROM rule_scenario_results WHERE run_id = ? GROUP BY customer_id ORDER BY customer_id`,
    args: [run],
  });
  const { rows: stored } = await api.client.execute(
    'SELECT customer_id, COUNT(*) AS jobs, SUM(tsubosuu) AS points FROM directs GROUP BY customer_id ORDER BY customer_id',
  );
  expect(rows.map((row) => [row.jobs, row.before, row.after])).toEqual(
    stored.map(({ customer_id, jobs, points }) => [jobs, points, customer_id === 1 ? 2 * Number(points) : points]),
  );
}, 300_000);

it('is cancelled in the middle: nothing more is tried, and another run may begin', async () => {
  const run = await start();
  await handleTryScenario(slowDeps(), { run_id: run });
  const cancelled = await call('POST', `rule_scenarios/${scenario}/runs/${run}/cancel`);
  expect(cancelled.status).toBe(200);
  expect(cancelled.body.status).toBe('cancelled');
  const tried = await countResults(run);
  expect(tried > 0).toBe(true);
  expect(tried < ALL).toBe(true);
  await handleTryScenario(api.deps, { run_id: run });
  expect((await state(run)).status).toBe('cancelled');
  expect(await countResults(run)).toEqual(tried);
  await start();
}, 300_000);
