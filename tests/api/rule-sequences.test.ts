import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readRules, selectRules } from '../../worker/features/calculation/load.ts';
import { handleCalculate } from '../../worker/features/calculation/run.ts';
import { openApi, type TestApi } from '../support/api.ts';

const MONTHS = ['2026-08', '2026-09', '2026-10'] as const;
const BEFORE = '2026-07';
const TABLES = {
  tsubos: 'scale_factor_code',
  'formula-base-points': 'scale_code',
  'formula-results': 'scale_code',
  standards: 'id',
} as const;
type Entity = keyof typeof TABLES;

interface Step {
  act: 'version' | 'edit' | 'delete' | 'lock' | 'unlock' | 'run';
  entity: Entity;
  month: number;
  n: number;
}

/** An office with two customers, one of whose standards names a scale row, and two jobs a month of each. */
async function openOffice(): Promise<TestApi> {
  const api = await openApi('2026-11-02T03:00:00Z');
  await api.insert('work_categories', { id: 1, work_name: 'Hạng mục' });
  for (const id of [1, 2]) {
    await api.insert('customers', { id, name: `Khách ${id}` });
    const tsubo_id = id === 2 ? 2 : null;
    await api.insert('standards', {
      ...{ id, customer_id: id, work_category_id: 1, scale_code: 'A', tsubo_id },
      ...{ standard_design_point: id, standard_check_point: 1 },
    });
  }
  for (const [id, from, to] of [
    [1, null, 20],
    [2, 20, null],
  ] as const)
    await api.insert('tsubos', {
      id,
      scale_factor_code: 'A',
      scale_factor: id,
      complexity_factor: 1,
      scale_limit_from: from,
      scale_limit_to: to,
    });
  await api.insert('formula_base_points', { id: 1, scale_code: 'A', base_point1: '10' });
  await api.insert('formula_results', {
    ...{ id: 1, scale_code: 'A', result_design_formula: 'standard_design_point * scale_factor + base_point1 + 100' },
    result_check_formula: 'standard_check_point',
  });
  for (const month of MONTHS) {
    for (const customer_id of [1, 2])
      for (const tsubosuu of [10, 30])
        await api.insert('directs', {
          name: 'J',
          customer_id,
          work_category_id: 1,
          henkyaku_hi: `${month}-10`,
          tsubosuu,
          user_id: 1,
          chekkusha_id: 2,
        });
  }
  return api;
}

type Row = Record<string, number | string | null>;
const rowsOf = async (api: TestApi, table: string) =>
  (await api.client.execute(`SELECT * FROM ${table.replaceAll('-', '_')} ORDER BY id`)).rows as unknown as Row[];

/** The design points of each job by the rules as they are written down, computed without any of the product's code; null where there are none. */
async function expectedPoints(api: TestApi): Promise<Map<number, number | null>> {
  const newest = (rows: Row[], month: string, of: (row: Row) => boolean) => {
    const begun = rows.filter((row) => of(row) && String(row.valid_from) <= month);
    const last = begun
      .map((row) => String(row.valid_from))
      .sort()
      .at(-1);
    return begun.filter((row) => row.valid_from === last);
  };
  const [standards, tsubos, bases, results, directs] = await Promise.all(
    ['standards', 'tsubos', 'formula_base_points', 'formula_results', 'directs'].map((table) => rowsOf(api, table)),
  );
  const isA = (row: Row) => (row.scale_code ?? row.scale_factor_code) === 'A';
  return new Map(
    directs!.map((direct): [number, number | null] => {
      const month = String(direct.henkyaku_hi).slice(0, 7);
      const [standard] = newest(standards!, month, (row) => row.customer_id === direct.customer_id);
      const scales = newest(tsubos!, month, isA);
      const origin = (row: Row | undefined) => row && (row.copied_from ?? row.id);
      const named = origin(tsubos!.find(({ id }) => id === standard?.tsubo_id));
      const scale = standard?.tsubo_id
        ? scales.find((row) => origin(row) === named)
        : scales.find(
            (row) =>
              Number(direct.tsubosuu) >= Number(row.scale_limit_from ?? -1) && Number(direct.tsubosuu) < Number(row.scale_limit_to ?? 999),
          );
      const factor = scale ? Number(scale.scale_factor) : standard?.tsubo_id || scales.length > 0 ? null : 1;
      const [base] = newest(bases!, month, isA);
      const [result] = newest(results!, month, isA);
      const added = /\+ (\d+)$/.exec(String(result?.result_design_formula))?.[1];
      const points =
        !standard || factor === null || !result
          ? null
          : Number(standard.standard_design_point) * factor + Number(base?.base_point1 ?? 0) + Number(added);
      return [Number(direct.id), points];
    }),
  );
}

const change = (entity: Entity, n: number) =>
  ({
    standards: { standard_design_point: n },
    tsubos: { scale_factor: n },
    'formula-base-points': { base_point1: `${n}` },
    'formula-results': { result_design_formula: `standard_design_point * scale_factor + base_point1 + ${n}` },
  })[entity];

/** Does a step; answers the month from which it may change rules. */
async function take(api: TestApi, { act, entity, month: at, n }: Step): Promise<string> {
  const month = MONTHS[at]!;
  const call = (method: string, path: string, body?: unknown) => api.call(method, path, { as: api.people.admin, body });
  const rows = await rowsOf(api, entity);
  const row = rows[n % Math.max(1, rows.length)];
  const [year, number] = month.split('-').map(Number);
  switch (act) {
    case 'version': {
      if (!row) return '9999';
      const { status } = await call('POST', `${entity}/versions`, { valid_from: month, copy_of: row.id, values: change(entity, n) });
      expect([201, 409]).toContain(status);
      return month;
    }
    case 'edit':
      if (row) expect((await call('PUT', `${entity}/${row.id}`, change(entity, n))).status).toBe(200);
      return String(row?.valid_from ?? '9999');
    case 'delete':
      if (row) expect([200, 409]).toContain((await call('DELETE', `${entity}/${row.id}`)).status);
      return String(row?.valid_from ?? '9999');
    case 'run': {
      const { status, body } = await call('POST', 'calculations', { year, month: number });
      if (status === 201) await handleCalculate(api.deps, { run_id: body.id });
      return '9999';
    }
    default:
      await call('POST', 'lock_and_unlock', { year, month: number, status: act === 'lock' ? 1 : 0, reason: 'kiểm tra' });
      return '9999';
  }
}

const steps = fc.array(
  fc.record({
    act: fc.constantFrom<Step['act']>('version', 'version', 'edit', 'delete', 'lock', 'unlock', 'run'),
    entity: fc.constantFrom<Entity>('standards', 'tsubos', 'formula-base-points', 'formula-results'),
    month: fc.nat(2),
    n: fc.integer({ min: 1, max: 9 }),
  }),
  { minLength: 3, maxLength: 12 },
);

it('changes no month before a version of rules, nor a locked one; every run gives the points of its month', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const api = await openOffice();
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
    { numRuns: 15, seed: 20261102 },
  );
});
