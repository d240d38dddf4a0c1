import type { FormulaPlace } from '../../../contracts/calls/answers/calculation-issues.ts';
import type { FormulaProblem } from '../../../contracts/calls/formula-problems.ts';
import { codeKey } from '../../../platform/text/rule-identity.ts';
import { compileBasePointRow } from './base-points.ts';
import type { Formula, Standard } from './compiled.ts';
import type { Frame } from './expression/frame.ts';
import { createFrame, type Slot } from './expression/scope.ts';
import { compileResultRow } from './result.ts';
import type { RuleRows, StandardRow } from './rows.ts';
import { compileScaleRow } from './scale.ts';
import { directSlots, standardNumbers } from './variables.ts';

export interface RuleProblem {
  readonly place: FormulaPlace;
  readonly problem: FormulaProblem;
}

/** The rules of a run, ready for any number of directs, one at a time. */
export interface CompiledRules {
  /** By customer, then by work category. */
  readonly standards: ReadonlyMap<number, ReadonlyMap<number, Standard>>;
  /** Columns of the direct that some rule uses. */
  readonly slots: readonly Slot[];
  /** Where the values of a direct are computed when nobody reads them afterwards. */
  readonly workspace: Frame;
  /** Rows that can't be used as they are; only directs that come to need one get an issue. */
  readonly problems: readonly RuleProblem[];
}

/** Compiles all rules; wrong ones are listed in `problems`, never thrown. Codes are matched ignoring case, width and outer spaces. */
export function compileRules({ standards, tsubos, base_points, results }: RuleRows): CompiledRules {
  const scales = byId(tsubos).map(compileScaleRow);
  const scaleById = new Map(scales.map((row) => [row.id, row]));
  const scalesOf = groupByCode(scales, (row) => row.code);
  const basePoints = byId(base_points).map((row) => ({ code: row.scale_code, rule: compileBasePointRow(row) }));
  const basePointsOf = groupByCode(basePoints, ({ code }) => code);
  const resultRules = byId(results).map((row) => ({ code: row.scale_code, rule: compileResultRow(row) }));
  const resultsOf = groupByCode(resultRules, ({ code }) => code);

  const compiled = new Map<number, Map<number, Standard>>();
  for (const row of byId(standards)) {
    const { customer_id, work_category_id } = row;
    if (customer_id === null || work_category_id === null) continue;
    const ofCustomer = compiled.get(customer_id) ?? new Map<number, Standard>();
    compiled.set(customer_id, ofCustomer);
    if (!ofCustomer.has(work_category_id)) ofCustomer.set(work_category_id, compileStandard(row));
  }

  /** A standard with the rows that its code and its own choice lead to. */
  function compileStandard(row: StandardRow): Standard {
    const code = codeKey(row.scale_code ?? '');
    return {
      id: row.id,
      scaleCode: row.scale_code ?? '',
      tsuboId: row.tsubo_id ?? null,
      numbers: standardNumbers(row),
      namedScale: scaleById.get(row.tsubo_id ?? -1) ?? null,
      scales: scalesOf.get(code) ?? [],
      basePoints: (basePointsOf.get(code) ?? []).map(({ rule }) => rule),
      result: resultsOf.get(code)?.[0]?.rule ?? null,
    };
  }

  const formulas = [...basePoints.flatMap(({ rule }) => rule.points), ...resultRules.flatMap(({ rule }) => [rule.design, rule.check])];
  const conditions = basePoints.flatMap(({ rule }) => rule.conditions);
  return {
    standards: compiled,
    slots: directSlots([
      ...scales.map((row) => row.measured),
      ...conditions.flatMap(({ condition }) => condition?.slots ?? []),
      ...formulas.flatMap((formula) => formula?.program?.references.map(({ slot }) => slot) ?? []),
    ]),
    workspace: createFrame(),
    problems: [
      ...scales.flatMap(({ place, problem }) => (problem ? [{ place, problem }] : [])),
      ...conditions.flatMap(({ problem }) => problem ?? []),
      ...formulas.flatMap((formula) => problemOf(formula)),
    ],
  };
}

function problemOf(formula: Formula | null): RuleProblem[] {
  return formula?.problem ? [{ place: formula.place, problem: formula.problem }] : [];
}

function byId<T extends { id: number }>(rows: readonly T[]): T[] {
  return [...rows].sort((a, b) => a.id - b.id);
}

/** By folded code; rows without a code belong to none. */
function groupByCode<T>(rows: readonly T[], codeOf: (row: T) => string | null): Map<string, T[]> {
  const groups = Map.groupBy(rows, (row) => codeKey(codeOf(row) ?? ''));
  groups.delete('');
  return groups;
}
