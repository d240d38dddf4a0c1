import { sql } from 'drizzle-orm';
import type { MonthDrift, SealDocument } from '../../../contracts/calls/answers/month-seals.ts';
import type { monthSealCalls } from '../../../contracts/calls/declared/month-seals.ts';
import { monthKey } from '../../../contracts/months.ts';
import type { CallInput } from '../../../platform/call-routes.ts';
import type { Caller } from '../../../platform/caller.ts';
import { query } from '../../../platform/db/query.ts';
import { asBoolean, asJson, readFirst } from '../../../platform/db/typed-rows.ts';
import { visibleDepartment } from '../../../platform/department-scope.ts';
import { roundPoints } from '../../../platform/text/rounding.ts';
import { calculateDirect } from '../../calculation/engine/direct.ts';
import { compileRules } from '../../calculation/engine/rules.ts';
import { readRules, selectRules, takeSnapshot } from '../../calculation/load.ts';
import { selectLastRuleChange } from '../../calculation/rules-in-force.ts';
import { findPersonDrift } from './drift-causes.ts';
import { streamMonthDirects } from './month-directs.ts';
import { selectMonthFigures } from './month-facts.ts';

/**
 * `GET /month_drift?year=&month=`: what the figures of a locked month would be if computed today, by person and field, and why. Empty for
 * an open month; others than an Admin see the people of their department.
 */
export async function listMonthDrift({ caller, grant, values }: CallInput<typeof monthSealCalls.listDrift>): Promise<MonthDrift[]> {
  const month = monthKey(values.year!, values.month!);
  const { actor, results } = await caller.read(grant, () => ({
    seal: query(
      sql`SELECT s.document, ifnull(${selectLastRuleChange(month)} > s.history_id, 0) AS rules_changed
        FROM month_locks l JOIN month_seals s ON s.id = l.seal_id WHERE l.month = ${month} AND l.status = 1`,
      readFirst({ document: asJson<SealDocument>(), rules_changed: asBoolean }),
    ),
    figures: selectMonthFigures(month, { everybody: true }),
    rules: selectRules(month),
  }));
  if (!results.seal) return [];
  const { document, rules_changed } = results.seal;
  const live = await results.figures(caller);
  // Points that were older than the rules when the month was locked were published so: they drift no more than the others until a rule changes.
  const moved = rules_changed ? await pointsMovedByRules(caller, document, results.rules) : new Map<number, number>();
  const present = new Map(live.totals.map((row) => [row.user_id, row]));
  const department = visibleDepartment(actor, 'figures');
  return document.totals
    .filter((row) => department === null || row.department?.id === department)
    .flatMap((row) =>
      findPersonDrift(row, present.get(row.user_id), { sealed: document.expressions, now: live.expressions }, moved.get(row.user_id) ?? 0),
    );
}

/** The points that a calculation today would add to each person's; empty where the rules are those of every calculation of the month. */
async function pointsMovedByRules(caller: Caller, document: SealDocument, present: string): Promise<Map<number, number>> {
  const moved = new Map<number, number>();
  const { hash } = await takeSnapshot(present);
  if (document.runs.every(({ rules }) => rules === hash)) return moved;
  const rules = compileRules(readRules(present));
  const add = (person: number | null, points: number) => {
    if (person !== null && points !== 0) moved.set(person, roundPoints((moved.get(person) ?? 0) + points));
  };
  for await (const directs of streamMonthDirects(caller.readMore, document.month, [rules])) {
    for (const direct of directs) {
      // A run leaves these directs alone, so it would not move their points.
      if (direct.is_checked === 1 || direct.is_updated === 1 || direct.calculation_id === null) continue;
      const now = calculateDirect(rules, direct);
      if (!now.ok) continue;
      add(direct.user_id, now.result_design_point - (direct.result_design_point ?? 0));
      add(direct.chekkusha_id, now.result_check_point - (direct.result_check_point ?? 0));
    }
  }
  return moved;
}
