import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/client.ts';
import { query } from '../../platform/db/query.ts';
import type { TriedMonth } from '../../platform/db/schema/rule-scenarios.ts';
import { asNumber, readRows } from '../../platform/db/typed-rows.ts';
import { holdsLease, type Lease } from '../../platform/queue/run.ts';
import { roundPoints } from '../../platform/text/rounding.ts';
import { compileTotals, computeTotalPoints } from '../calculation/engine/totals.ts';
import { toMonthPeriod } from '../totals/period.ts';
import { selectTotals } from '../totals/totals.ts';
import { type ScenarioRun, scenarioWork } from './work.ts';

/** Statements that store what each person has in a month, of a locked one by its seal, and would have with the points of the run's results. */
export async function insertPeople(db: Database, run: ScenarioRun, lease: Lease, { month, expressions }: TriedMonth): Promise<SQL[]> {
  const { totals, changes } = await db.read({
    totals: selectTotals(toMonthPeriod(month), {}),
    changes: query(selectChanges(run, month), readRows({ user_id: asNumber, difference: asNumber })),
  });
  const { entries, seals } = await totals({ readMore: (plan) => db.read(plan) });
  const changeOf = new Map(changes.map(({ user_id, difference }) => [user_id, difference]));
  const isOther = JSON.stringify(expressions.live) !== JSON.stringify(expressions.tried);
  const compiled = compileTotals(isOther ? expressions.tried : (seals[0]?.expressions ?? expressions.live));
  const rows = entries.flatMap(({ person: { user_id }, points }) => {
    const difference = changeOf.get(user_id) ?? 0;
    const { total_point_1, total_point_2, ...figures } = points;
    const direct_point = roundPoints(points.direct_point + difference);
    const after =
      isOther || difference !== 0 ? computeTotalPoints(compiled, { ...figures, direct_point }) : { total_point_1, total_point_2 };
    return [[user_id, points.direct_point, direct_point, total_point_1, after.total_point_1, total_point_2, after.total_point_2]];
  });
  return [
    sql`INSERT OR REPLACE INTO rule_scenario_people (run_id, month, user_id, direct_before, direct_after, total_1_before, total_1_after, total_2_before, total_2_after)
      SELECT ${run.id}, ${month}, j.value ->> 0, j.value ->> 1, j.value ->> 2, j.value ->> 3, j.value ->> 4, j.value ->> 5, j.value ->> 6
      FROM json_each(${JSON.stringify(rows)}) j WHERE ${holdsLease(scenarioWork, lease)}`,
  ];
}

function selectChanges(run: ScenarioRun, month: string): SQL {
  const part = (person: string, kind: string) =>
    sql.raw(`SELECT ${person} AS user_id, ifnull(after_${kind}, 0) - ifnull(before_${kind}, 0) AS difference FROM rule_scenario_results`);
  const where = sql`WHERE run_id = ${run.id} AND month = ${month}`;
  return sql`SELECT user_id, TOTAL(difference) AS difference FROM (${part('user_id', 'design')} ${where} UNION ALL ${part('chekkusha_id', 'check')} ${where})
    WHERE user_id IS NOT NULL GROUP BY user_id HAVING ROUND(TOTAL(difference), 6) <> 0`;
}
