import { sql } from 'drizzle-orm';
import type { TryFormulaAnswer } from '../../contracts/calls/answers/try-formula.ts';
import type { calculationCalls } from '../../contracts/calls/declared/calculation.ts';
import { directs } from '../../contracts/entities/directs.ts';
import { notFoundError } from '../../crud/read.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import { query } from '../../platform/db/query.ts';
import { directs as directsTable } from '../../platform/db/schema/records.ts';
import { readFirst } from '../../platform/db/typed-rows.ts';
import { readFormulaValues } from './direct-values.ts';
import { compileRules } from './engine/rules.ts';
import { tryFormula } from './engine/try-formula.ts';
import { readRules, selectRules } from './load.ts';
import { selectMonthOfDirect } from './rules-in-force.ts';

/** `POST /formulas/try {scope, source, values?, direct_id?}`: one formula on the given values, over those of a direct. */
export async function tryOut({ caller, grant, values: request }: CallInput<typeof calculationCalls.tryFormula>): Promise<TryFormulaAnswer> {
  const { direct_id } = request;
  const { results } = await caller.read(grant, () =>
    direct_id === undefined
      ? undefined
      : {
          direct: query(sql`SELECT * FROM directs WHERE id = ${direct_id}`, readFirst(directsTable)),
          rules: selectRules(selectMonthOfDirect(direct_id, caller.clock.today())),
        },
  );
  if (!results) return tryFormula(request);
  const { direct, rules } = results;
  if (!direct) throw notFoundError(directs, caller.lang);
  return tryFormula({ ...request, values: { ...readFormulaValues(compileRules(readRules(rules)), direct), ...request.values } });
}
