import { sql } from 'drizzle-orm';
import type { MonthDrift, SealDocument, SealedTotal } from '../../../contracts/calls/answers/month-seals.ts';
import type { monthSealCalls } from '../../../contracts/calls/declared/month-seals.ts';
import type { DriftCause } from '../../../contracts/calls/month-seals.ts';
import { monthKey } from '../../../contracts/months.ts';
import type { CallInput } from '../../../platform/call-routes.ts';
import type { Caller } from '../../../platform/caller.ts';
import { query } from '../../../platform/db/query.ts';
import { asBoolean, asJson, readFirst } from '../../../platform/db/typed-rows.ts';
import { visibleDepartment } from '../../../platform/department-scope.ts';
import { roundPoints } from '../../../platform/text/rounding.ts';
import { calculateDirect } from '../../calculation/engine/direct.ts';
import { compileRules } from '../../calculation/engine/rules.ts';
import { compileTotals, computeTotalPoints } from '../../calculation/engine/totals.ts';
import { readRules, selectRules, takeSnapshot } from '../../calculation/load.ts';
import { selectLastRuleChange } from '../../calculation/rules-in-force.ts';
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

const IDENTITY: { field: string; cause: DriftCause; value: (row: SealedTotal) => string | number | null }[] = [
  { field: 'name', cause: 'name', value: (row) => row.name },
  { field: 'username', cause: 'username', value: (row) => row.username },
  { field: 'code', cause: 'code', value: (row) => row.code },
  { field: 'employee_code', cause: 'employee_code', value: (row) => row.employee_code },
  { field: 'area', cause: 'area', value: (row) => row.area },
  { field: 'position_name', cause: 'position', value: (row) => row.position_name },
  { field: 'department', cause: 'department', value: (row) => row.department?.name ?? null },
  { field: 'department_group', cause: 'group', value: (row) => row.department_group?.name ?? null },
  { field: 'active', cause: 'active', value: (row) => row.active },
];
const RECORD_SUMS = ['mistake_point_n', 'mistake_point_t', 'indirect_point_yes', 'indirect_point_no'] as const;

interface Expressions {
  sealed: SealDocument['expressions'];
  now: SealDocument['expressions'];
}

/** Each field of a sealed row that would be another today, with every cause that moves it. `now` is undefined for a person who is gone. */
function findPersonDrift(sealed: SealedTotal, now: SealedTotal | undefined, expressions: Expressions, movedByRules: number): MonthDrift[] {
  const { user_id, name } = sealed;
  if (!now) return [{ user_id, name, field: 'user', sealed: name, now: null, causes: ['deleted'] }];
  const drift: MonthDrift[] = [];
  const note = (field: string, before: MonthDrift['sealed'], after: MonthDrift['now'], causes: DriftCause[]) => {
    if (before !== after) drift.push({ user_id, name, field, sealed: before, now: after, causes });
  };
  for (const { field, cause, value } of IDENTITY) note(field, value(sealed), value(now), [cause]);

  const direct_point = roundPoints(now.direct_point + movedByRules);
  const recordMoved = now.direct_point !== sealed.direct_point;
  const directCauses: DriftCause[] = [...(recordMoved ? ['record' as const] : []), ...(movedByRules !== 0 ? ['rule' as const] : [])];
  note('direct_point', sealed.direct_point, direct_point, directCauses);
  for (const field of RECORD_SUMS) note(field, sealed[field], now[field], ['record']);
  const proCause: DriftCause =
    sealed.rating && sealed.rating.pro_id === now.rating?.pro_id && sealed.rating.pro_point_id === now.rating.pro_point_id
      ? 'factor'
      : 'rating';
  note('pro_index', sealed.pro_index, now.pro_index, [proCause]);

  const computed = computeTotalPoints(compileTotals(expressions.now), { ...now, direct_point });
  for (const field of ['total_point_1', 'total_point_2'] as const) {
    // A cause counts for a total if undoing nothing but it would move the sealed figure.
    const alone = (change: Partial<SealedTotal>, by = expressions.sealed) =>
      computeTotalPoints(compileTotals(by), { ...sealed, ...change })[field];
    const causes: DriftCause[] = [
      ...(alone({}, expressions.now) !== sealed[field] ? ['expression' as const] : []),
      ...(alone({ pro_index: now.pro_index }) !== sealed[field] ? [proCause] : []),
      ...(alone({ direct_point }) !== sealed[field] ? directCauses : []),
      ...(alone(Object.fromEntries(RECORD_SUMS.map((name) => [name, now[name]]))) !== sealed[field] ? ['record' as const] : []),
    ];
    note(field, sealed[field], computed[field], [...new Set(causes)]);
  }
  return drift;
}
