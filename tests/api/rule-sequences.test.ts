import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { yearMonthOf } from '../../worker/contracts/months.ts';
import { readRules, selectRules } from '../../worker/features/calculation/load.ts';
import { handleCalculate } from '../../worker/features/calculation/run.ts';
import { handleTryScenario } from '../../worker/features/scenarios/run.ts';
import type { TestApi } from '../support/api.ts';
import { runs } from '../support/property-runs.ts';
import { changeOfRule, expectedPoints, RULE_MONTHS as MONTHS, openRulesOffice, type RuleEntity, rowsOf } from '../support/rules-office.ts';

const BEFORE = '2026-07';

interface Step {
  act: 'version' | 'edit' | 'delete' | 'undo' | 'promote' | 'lock' | 'unlock' | 'run';
  entity: RuleEntity;
  month: number;
  n: number;
}

const callAs = (api: TestApi) => (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  api.call(method, path, { as: api.people.admin, body, headers });

/** Calculates a month; answers whether it could, which a locked one cannot. */
async function calculate(api: TestApi, month: string): Promise<boolean> {
  const { status, body } = await callAs(api)('POST', 'calculations', yearMonthOf(month));
  if (status === 201) await handleCalculate(api.deps, { run_id: body.id });
  return status === 201;
}

/**
 * Changes a row in a scenario, tries that on a month that has just been calculated, and promotes it. No live rule changes before that, and what the
 * scenario said of each job is its result afterwards.
 */
async function promote(api: TestApi, { entity, n }: Step, month: string, row: number): Promise<void> {
  const call = callAs(api);
  const isOpen = await calculate(api, month);
  const before = await api.deps.db.read(selectRules(month));
  const { id } = (await call('POST', 'rule_scenarios', { name: `Thử ${crypto.randomUUID()}`, valid_from: month })).body.data;
  const edited = await call('PUT', `${entity}/${row}`, changeOfRule(entity, n), { 'x-scenario': String(id) });
  expect(edited.status, JSON.stringify(edited.body)).toBe(200);
  const run = (await call('POST', `rule_scenarios/${id}/runs`, { from: month, to: month })).body;
  await handleTryScenario(api.deps, { run_id: run.id });
  const tried: { id: number; after_design: number | null }[] = (await call('GET', `rule_scenarios/${id}/runs/${run.id}/directs?limit=100`))
    .body.data;
  expect(await api.deps.db.read(selectRules(month))).toBe(before);
  const promoted = await call('POST', `rule_scenarios/${id}/promote`, { valid_from: month, reason: 'thử' });
  expect(promoted.status, JSON.stringify(promoted.body)).toBe(200);
  if (!isOpen) return;
  const expected = await expectedPoints(api);
  for (const { id, after_design } of tried) {
    const wanted = expected.get(id)!;
    if (wanted !== null) expect(after_design, `direct ${id} of ${month}`).toBe(wanted);
  }
}

/** Does a step; answers the month from which it may change rules: none for what changes none, each for an undo. */
async function take(api: TestApi, step: Step): Promise<string> {
  const { act, entity, month: at, n } = step;
  const month = MONTHS[at]!;
  const call = callAs(api);
  const rows = await rowsOf(api, entity);
  const row = rows[n % Math.max(1, rows.length)];
  switch (act) {
    case 'version': {
      if (!row) return '9999';
      const { status } = await call('POST', `${entity}/versions`, { valid_from: month, copy_of: row.id, values: changeOfRule(entity, n) });
      expect(status).toBeOneOf([201, 409]);
      return month;
    }
    case 'edit':
      if (row) expect((await call('PUT', `${entity}/${row.id}`, changeOfRule(entity, n))).status).toBe(200);
      return String(row?.valid_from ?? '9999');
    case 'delete':
      if (row) expect((await call('DELETE', `${entity}/${row.id}`)).status).toBeOneOf([200, 409]);
      return String(row?.valid_from ?? '9999');
    case 'undo': {
      const { data } = (await call('GET', 'operations?limit=6')).body;
      const operation = data[n % Math.max(1, data.length)];
      if (!operation?.undoable) return '9999';
      const undone = await call('POST', `operations/${operation.id}/undo`, {});
      expect(undone.status, JSON.stringify(undone.body)).toBe(200);
      return '';
    }
    case 'promote':
      if (!row) return '9999';
      await promote(api, step, month, Number(row.id));
      return month;
    case 'run':
      await calculate(api, month);
      return '9999';
    default:
      await call('POST', 'lock_and_unlock', { ...yearMonthOf(month), status: act === 'lock' ? 1 : 0, reason: 'kiểm tra' });
      return '9999';
  }
}

const steps = fc.array(
  fc.record({
    act: fc.constantFrom<Step['act']>('version', 'version', 'edit', 'delete', 'undo', 'undo', 'promote', 'lock', 'unlock', 'run'),
    entity: fc.constantFrom<RuleEntity>('standards', 'tsubos', 'formula-base-points', 'formula-results'),
    month: fc.nat(2),
    n: fc.integer({ min: 1, max: 9 }),
  }),
  { minLength: 3, maxLength: 16 },
);

it('changes no month before its rules change, nor a locked one; every run gives the points of its month', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const api = await openRulesOffice();
      try {
        const rules = (month: string) => api.deps.db.read(selectRules(month));
        const stored = async (month: string) =>
          JSON.stringify((await rowsOf(api, 'directs')).filter(({ henkyaku_hi }) => String(henkyaku_hi).startsWith(month)));
        const totals = async (month: string) =>
          JSON.stringify(
            (await api.call('GET', `totals?exc_start_time=${month}-01&exc_end_time=${month}-30`, { as: api.people.admin })).body,
          );
        const sealed = new Map<string, string>();
        for (const step of sequence) {
          const month = MONTHS[step.month]!;
          const before = new Map<string, string>();
          for (const each of [BEFORE, ...MONTHS]) before.set(each, await rules(each));
          const from = await take(api, step);
          for (const each of [BEFORE, ...MONTHS])
            if (each < from) expect(await rules(each), `${each} before ${from}`).toBe(before.get(each));
          if (step.act === 'lock' && !sealed.has(month)) sealed.set(month, (await totals(month)) + (await stored(month)));
          if (step.act === 'unlock') sealed.delete(month);
          for (const [locked, figures] of sealed) expect((await totals(locked)) + (await stored(locked)), locked).toBe(figures);
          if (step.act !== 'run' || sealed.has(month)) continue;
          const expected = await expectedPoints(api);
          const { rows } = await api.client.execute(
            `SELECT id, result_design_point AS points, calculation_id FROM directs WHERE henkyaku_hi LIKE '${month}%'`,
          );
          for (const { id, points } of rows) {
            const wanted = expected.get(Number(id))!;
            if (wanted !== null) expect(points, `direct ${id} of ${month}`).toBe(wanted);
          }
          const compiled = readRules(await rules(month));
          expect(compiled.standards.length).toBeLessThanOrEqual(2);
        }
      } finally {
        await api.close();
      }
    }),
    { numRuns: runs(15) },
  );
});
