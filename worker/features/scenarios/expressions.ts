import { type SQL, sql } from 'drizzle-orm';
import type { TotalsExpressions } from '../../contracts/calls/answers/totals-expressions.ts';
import type { calculationCalls } from '../../contracts/calls/declared/calculation.ts';
import { TOTALS_EXPRESSIONS } from '../../contracts/rule-tables.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import { query } from '../../platform/db/query.ts';
import { hasRows } from '../../platform/db/typed-rows.ts';
import { AppError } from '../../platform/errors.ts';
import { checkTotalsExpressions } from '../totals/expressions.ts';
import { expressionsInForce, TOTALS_VERSIONS } from '../totals/expressions-in-force.ts';
import { rowsOf } from './shadow.ts';
import { FIRST_NEW_ID } from './store.ts';

/** `PUT /totals-expressions` in a scenario: checked as the live ones are, and kept with the scenario. */
export async function writeScenarioExpressions(
  scenario: number,
  { caller, grant, values }: CallInput<typeof calculationCalls.saveExpressions>,
): Promise<TotalsExpressions> {
  const request = await checkTotalsExpressions(caller, grant, values);
  const month = request.valid_from ?? '';
  const table = TOTALS_EXPRESSIONS.table;
  const rows = rowsOf(table, scenario);
  const write = (name: 'total_point_1' | 'total_point_2'): SQL => {
    const isIt = sql`b."key" = ${name} AND b.valid_from = ${month}`;
    const stored = sql`(SELECT b.version FROM totals_expressions b WHERE ${isIt})`;
    const id = sql`coalesce((SELECT s.row_id FROM ${rows} AND s.row ->> '$.key' = ${name} AND s.valid_from = ${month}),
      (SELECT b.rowid FROM main.totals_expressions b WHERE ${isIt}), ifnull((SELECT max(s.row_id) FROM ${rows} AND s.row_id > ${FIRST_NEW_ID}), ${FIRST_NEW_ID}) + 1)`;
    return sql`INSERT INTO rule_scenario_rows (scenario_id, entity, row_id, valid_from, row, base)
      SELECT ${scenario}, ${table}, ${id}, ${month}, json_object('key', ${name}, 'valid_from', ${month}, 'expression', ${request[name]},
          'version', ifnull(${stored}, 0) + 1, 'updated_at', ${caller.clock.time()}),
        (SELECT json_object('key', b."key", 'valid_from', b.valid_from, 'expression', b.expression, 'version', b.version) FROM main.totals_expressions b WHERE ${isIt})
      WHERE ${request.version === undefined ? sql`1` : sql`ifnull(${stored}, 1) = ${request.version}`}
      ON CONFLICT (scenario_id, entity, row_id) DO UPDATE SET row = excluded.row RETURNING id`;
  };
  const { isWritten, versions } = await caller.write({
    isWritten: query(write('total_point_1'), hasRows),
    second: write('total_point_2'),
    versions: TOTALS_VERSIONS,
  });
  const current = expressionsInForce(versions, month);
  if (!isWritten) throw new AppError('stale', {}, { current: { ...current } });
  return current;
}
