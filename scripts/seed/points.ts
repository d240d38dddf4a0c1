import type { Client } from '@libsql/client';
import { calculateDirect } from '../../worker/calculation/engine/direct.ts';
import type { RuleRows } from '../../worker/calculation/engine/rows.ts';
import { type CompiledRules, compileRules } from '../../worker/calculation/engine/rules.ts';
import type { Row } from './insert.ts';

/** The rules in the database, ready to calculate with. */
export async function loadRules(client: Client): Promise<CompiledRules> {
  const [standards, tsubos, basePoints, results] = await Promise.all(
    ['standards', 'tsubos', 'formula_base_points', 'formula_results'].map(
      async (table) => (await client.execute(`SELECT * FROM ${table} ORDER BY id`)).rows,
    ),
  );
  return compileRules({ standards, tsubos, base_points: basePoints, results } as unknown as RuleRows);
}

const EMPTY = {
  scale_factor_code: null,
  scale_factor: null,
  standard_design_point: null,
  standard_check_point: null,
  result_design_point: null,
  result_check_point: null,
  calculated_at: null,
};

/** The direct with its points as the nightly calculation of `day` gives them; without when it is not due or cannot be calculated. */
export function withPoints(rules: CompiledRules, direct: Row, day: string): Row {
  if (direct.henkyaku_hi === null || String(direct.henkyaku_hi) >= day) return { ...direct, ...EMPTY };
  const calculated = calculateDirect(rules, { id: 0, customer_id: null, work_category_id: null, ...direct });
  if (!calculated.ok) return { ...direct, ...EMPTY };
  const { ok: _, ...points } = calculated;
  return { ...direct, ...EMPTY, ...points, calculated_at: `${day} 01:30:05` };
}
