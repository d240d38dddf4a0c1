import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { handleCalculate } from '../../worker/features/calculation/run.ts';
import { runSchedule } from '../../worker/schedule.ts';
import type { TestApi } from '../support/api.ts';
import { calculateMonth } from '../support/calculate-month.ts';
import { changeOfRule, expectedPoints, openRulesOffice, RULE_MONTHS, type RuleEntity, rowsOf } from '../support/rules-office.ts';

const ENTITIES: RuleEntity[] = ['standards', 'tsubos', 'formula-base-points', 'formula-results'];

let api: TestApi;
beforeEach(async () => {
  api = await openRulesOffice();
  for (const month of RULE_MONTHS) await calculateMonth(api, month);
});
afterEach(() => api.close());

const call = (method: string, path: string, body?: unknown) => api.call(method, path, { as: api.people.admin, body });

/** Runs the cron of the night and the calculations that it puts on the queue. */
async function calculateByNight(): Promise<string[]> {
  api.sent.length = 0;
  await runSchedule(api.deps, '30 18 * * *');
  const months: string[] = [];
  for (const message of api.sent.splice(0)) {
    if (message.type !== 'calculate') continue;
    await handleCalculate(api.deps, message);
    const { rows } = await api.client.execute({ sql: 'SELECT year, month FROM calculation_runs WHERE id = ?', args: [message.run_id] });
    months.push(`${rows[0]!.year}-${String(rows[0]!.month).padStart(2, '0')}`);
  }
  return months.sort();
}

async function makeVersion(entity: RuleEntity, valid_from: string, n: number): Promise<void> {
  const rows = await rowsOf(api, entity);
  // Standards are rules of their own: each gets its version. A table gets one, whole.
  for (const row of entity === 'standards' ? rows.filter(({ valid_from: from }) => from === '') : [rows.at(-1)!]) {
    const values = entity === 'tsubos' ? {} : changeOfRule(entity, n + Number(row.id));
    const { status } = await call('POST', `${entity}/versions`, { valid_from, copy_of: row.id, values });
    expect(status, `${entity} from ${valid_from}`).toBe(201);
  }
  if (entity !== 'tsubos') return;
  for (const row of (await rowsOf(api, entity)).filter(({ valid_from: from }) => from === valid_from))
    expect((await call('PUT', `tsubos/${row.id}`, { scale_factor: n + Number(row.id) })).status).toBe(200);
}

/** The stored jobs of a month, all their columns. */
const jobsOf = async (month: string) => (await rowsOf(api, 'directs')).filter((row) => String(row.henkyaku_hi).startsWith(month));

describe('a version of a later month', () => {
  it.each(ENTITIES)('changes no job of an earlier month, at once or by the run of the night: %s', async (entity) => {
    const before = await Promise.all(RULE_MONTHS.map(jobsOf));
    const totals = async () => JSON.stringify((await call('GET', 'totals?year=2026&month=10')).body);
    const points = await totals();
    await makeVersion(entity, '2026-11', 20);
    expect(await Promise.all(RULE_MONTHS.map(jobsOf))).toEqual(before);
    expect((await call('GET', 'rules/state?month=2026-10')).body.last_run.is_same).toBe(true);
    expect(await calculateByNight()).toEqual(['2026-10', '2026-11']);
    const pointsOf = (rows: Awaited<ReturnType<typeof jobsOf>>) =>
      rows.map(({ id, result_design_point, result_check_point }) => [id, result_design_point, result_check_point]);
    expect((await Promise.all(RULE_MONTHS.map(jobsOf))).map(pointsOf)).toEqual(before.map(pointsOf));
    expect(await totals()).toBe(points);
  });

  it.each(ENTITIES)(
    'into a locked month changes no byte of it; drift tells what it would change, and the run of the night leaves it: %s',
    async (entity) => {
      const locked = await call('POST', 'lock_and_unlock', { year: 2026, month: 10, status: 1 });
      expect(locked.status).toBe(200);
      const drift = async () => (await call('GET', 'month_drift?year=2026&month=10')).body.data;
      const figures = async () => {
        const paths = [
          'totals?year=2026&month=10',
          'statements/1?year=2026&month=10',
          'month_seals?year=2026&month=10',
          'directs?henkyaku_hi__ge=2026-10-01&henkyaku_hi__le=2026-10-31',
        ];
        const answers = await Promise.all(paths.map((path) => call('GET', path)));
        expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
        return JSON.stringify([answers.map(({ body }) => body), await jobsOf('2026-10')]);
      };
      expect(await drift()).toEqual([]);
      const before = await figures();
      await makeVersion(entity, '2026-10', 20);
      expect(await figures()).toBe(before);
      const told = await drift();
      const points = told.find(({ user_id, field }: { user_id: number; field: string }) => user_id === 1 && field === 'direct_point');
      expect(points.causes).toEqual(['rule']);
      const expected = await expectedPoints(api);
      const sum = (await jobsOf('2026-10')).reduce((total, { id }) => total + expected.get(Number(id))!, 0);
      const stored = (await jobsOf('2026-10')).reduce((total, row) => total + Number(row.result_design_point), 0);
      expect(points.now - points.sealed).toBeCloseTo(sum - stored, 6);
      expect(await calculateByNight()).toEqual(['2026-11']);
      expect(await figures()).toBe(before);
    },
  );
});
