import type { FormulaPlace } from '../../../contracts/calls/answers/calculation-issues.ts';
import { CalculationIssue } from './calculation-issue.ts';
import type { BasePointRule, PlacedCondition, Standard } from './compiled.ts';
import { compileCondition, evaluateCondition } from './condition.ts';
import type { Frame } from './expression/frame.ts';
import { numberSlot } from './expression/scope.ts';
import { formulaAt, runFormula } from './formula.ts';
import type { BasePointRow } from './rows.ts';
import type { TraceListener } from './trace-listener.ts';

export const BASE_POINT_NUMBERS = [1, 2, 3, 4, 5, 6] as const;
export const CONDITION_SUFFIXES = ['', '1'] as const;

export function compileBasePointRow(row: BasePointRow): BasePointRule {
  return {
    id: row.id,
    conditions: CONDITION_SUFFIXES.map((suffix) => placedCondition(row, suffix)).filter(({ condition, problem }) => condition || problem),
    points: BASE_POINT_NUMBERS.map((n) => formulaAt(placeOf(row, `base_point${n}`), row[`base_point${n}`], `base_point${n}`)),
  };
}

/** The three fields of a row's condition. */
export function pickCondition(row: Partial<BasePointRow>, suffix: (typeof CONDITION_SUFFIXES)[number]) {
  return {
    variable: row[`condition_variable${suffix}`],
    operator: row[`condition_operator${suffix}`],
    param: row[`condition_param${suffix}`],
  };
}

/**
 * Puts base_point1 to base_point6 into the frame: those of the first (lowest id) row of the code whose conditions all hold, in
 * order, each seeing the ones before it; an empty one is 0. No row with that code: all are 0.
 */
export function evaluateBasePoints(standard: Standard, frame: Frame, listener?: TraceListener): void {
  const rule = findRule(standard, frame, listener);
  listener?.basePointSelected(rule);
  for (let n = 0; n < BASE_POINTS.length; n++) {
    const formula = rule?.points[n];
    frame.numbers[BASE_POINTS[n]!] = formula ? runFormula(formula, frame, listener) : 0;
  }
}

const BASE_POINTS = BASE_POINT_NUMBERS.map((n) => numberSlot(`base_point${n}`));

function findRule({ scaleCode, basePoints }: Standard, frame: Frame, listener?: TraceListener): BasePointRule | null {
  for (const rule of basePoints) {
    listener?.basePointTried(rule);
    if (conditionsHold(rule, frame, listener)) return rule;
  }
  if (basePoints.length === 0) return null;
  throw new CalculationIssue({ code: 'no_base_point', scale_code: scaleCode });
}

/** The second condition is not looked at when the first fails. */
function conditionsHold({ conditions }: BasePointRule, frame: Frame, listener?: TraceListener): boolean {
  for (const { condition, problem, places } of conditions) {
    if (!condition) throw new CalculationIssue({ code: 'bad_formula', ...problem! });
    if (!evaluateCondition(condition, places, frame, listener)) return false;
  }
  return true;
}

function placedCondition(row: BasePointRow, suffix: (typeof CONDITION_SUFFIXES)[number]): PlacedCondition {
  const places = {
    variable: placeOf(row, `condition_variable${suffix}`),
    operator: placeOf(row, `condition_operator${suffix}`),
    param: placeOf(row, `condition_param${suffix}`),
  };
  const compiled = compileCondition(pickCondition(row, suffix));
  return compiled.ok
    ? { places, condition: compiled.condition, problem: null }
    : { places, condition: null, problem: { place: places[compiled.part], problem: compiled.problem } };
}

function placeOf(row: BasePointRow, field: string): FormulaPlace {
  return { entity: 'formula-base-points', row_id: row.id, field };
}
