import { sql } from 'drizzle-orm';
import { explainDirect } from '../../calculation/engine/explain.ts';
import type { DirectRow } from '../../calculation/engine/rows.ts';
import { compileRules } from '../../calculation/engine/rules.ts';
import { rulesOf, rulesStatements } from '../../calculation/load.ts';
import type { CalculationTrace } from '../../contracts/calls/calculation.ts';
import { directs } from '../../contracts/entities/directs.ts';
import { ALL_ROLES } from '../../contracts/roles.ts';
import { authorizeThenValidate, type Caller } from '../../crud/caller.ts';
import { notFound } from '../../crud/read.ts';
import { idOf } from './params.ts';

/** `GET /directs/{id}/calculation`: how the direct comes to its points under the rules as they are now, or why it has none. */
export async function explain(caller: Caller, idText: string): Promise<CalculationTrace> {
  const id = await authorizeThenValidate(caller, ALL_ROLES, () => idOf(idText, caller.lang));
  const { results } = await caller.read(ALL_ROLES, () => [sql`SELECT * FROM directs WHERE id = ${id}`, ...rulesStatements()]);
  const [direct] = results[0]!.rows;
  if (!direct) throw notFound(directs, caller.lang);
  return explainDirect(compileRules(rulesOf(results.slice(1))), direct as unknown as DirectRow);
}
