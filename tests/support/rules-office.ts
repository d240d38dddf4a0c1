import { readRules, selectRules } from '../../worker/features/calculation/load.ts';
import { openApi, type TestApi } from './api.ts';

/** The months that have jobs in the office of rules. */
export const RULE_MONTHS = ['2026-08', '2026-09', '2026-10'] as const;

/** An office without rules, whose first customer and first work category have the id 1. */
export async function openOfficeWithoutRules(): Promise<TestApi> {
  const api = await openApi();
  await api.insert('customers', { name: 'Khách 1', code: 'K1' });
  await api.insert('work_categories', { work_name: 'Hạng mục 1' });
  return api;
}

/** Lets others write between the reading and the first writing of the next undo, each time that `meanwhile` is given what they do. */
export function holdUndos({ deps }: TestApi): { meanwhile: (() => Promise<unknown>) | undefined } {
  const held: ReturnType<typeof holdUndos> = { meanwhile: undefined };
  const { write } = deps.db;
  deps.db.write = async (plan, author, timeoutMs) => {
    const others = author.source === 'undo' ? held.meanwhile : undefined;
    if (others) held.meanwhile = undefined;
    await others?.();
    return write(plan, author, timeoutMs);
  };
  return held;
}

/** Calls of an Admin, and the rules by which a month is calculated. */
export function ruleCalls(api: () => TestApi) {
  return {
    call: (method: string, path: string, body?: unknown) => api().call(method, path, { as: api().people.admin, body }),
    rulesOf: async (month: string) => readRules(await api().deps.db.read(selectRules(month))),
  };
}

/** An office with two customers, one of whose standards names a scale row, and two jobs a month of each. */
export async function openRulesOffice(): Promise<TestApi> {
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
  for (const month of RULE_MONTHS) {
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

export type RuleEntity = 'standards' | 'tsubos' | 'formula-base-points' | 'formula-results';

type Row = Record<string, number | string | null>;
export const rowsOf = async (api: TestApi, table: string) =>
  (await api.client.execute(`SELECT * FROM ${table.replaceAll('-', '_')} ORDER BY id`)).rows as unknown as Row[];

/** The design points of each job by the rules as they are written down, computed without any of the product's code; null where there are none. */
export async function expectedPoints(api: TestApi): Promise<Map<number, number | null>> {
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

/** Values that change a row of rules, by a number. */
export const changeOfRule = (entity: RuleEntity, n: number) =>
  ({
    standards: { standard_design_point: n },
    tsubos: { scale_factor: n },
    'formula-base-points': { base_point1: `${n}` },
    'formula-results': { result_design_formula: `standard_design_point * scale_factor + base_point1 + ${n}` },
  })[entity];
