import type { FormulaPlace } from '../../../contracts/calls/answers/calculation-issues.ts';
import type { ConditionOperator, Variable } from '../../../contracts/calls/formula-language.ts';
import type { FormulaProblem } from '../../../contracts/calls/formula-problems.ts';
import type { Frame } from './expression/frame.ts';
import type { Slot } from './expression/scope.ts';
import type { Program } from './expression.ts';
/** Types of compiled rules; each kind is compiled and evaluated in the file of its name. */

/** A standard with everything its directs need, found once. Rows are in order of id. */
export interface Standard {
  readonly id: number;
  readonly scaleCode: string;
  readonly tsuboId: number | null;
  /** In the order of STANDARD_SLOTS; NaN is empty. */
  readonly numbers: readonly number[];
  readonly namedScale: ScaleRow | null;
  readonly scales: readonly ScaleRow[];
  readonly basePoints: readonly BasePointRule[];
  readonly result: ResultRule | null;
}

/** A scale (tsubo) row, its numbers read. */
export interface ScaleRow {
  readonly id: number;
  readonly code: string;
  readonly factor: number | null;
  readonly complexity: number | null;
  readonly designPoint: number | null;
  readonly checkPoint: number | null;
  /** Minus infinity, plus infinity and NaN where empty. */
  readonly from: number;
  readonly to: number;
  readonly equal: number;
  /** Has neither limits nor an equal value: it matches every job, whatever it measures. */
  readonly open: boolean;
  readonly limited: boolean;
  readonly measured: Slot;
  readonly problem: FormulaProblem | null;
  readonly place: FormulaPlace;
}

/** A formula-base-point row: the conditions it has (none always holds) and its six formulas, null where empty. */
export interface BasePointRule {
  readonly id: number;
  readonly conditions: readonly PlacedCondition[];
  readonly points: readonly (Formula | null)[];
}

export interface PlacedCondition {
  readonly places: { variable: FormulaPlace; operator: FormulaPlace; param: FormulaPlace };
  readonly condition: Condition | null;
  /** Why it cannot be evaluated, and where. */
  readonly problem: { place: FormulaPlace; problem: FormulaProblem } | null;
}

/** One condition of a base-point row, ready to be evaluated. */
export interface Condition {
  readonly variable: Variable;
  readonly operator: ConditionOperator;
  readonly param: string;
  readonly value: (frame: Frame) => number | string;
  /** One, or for `in` each item of the list. */
  readonly params: readonly ((frame: Frame) => number | string)[];
  /** Variables it may use. */
  readonly slots: readonly Slot[];
}

export interface ResultRule {
  readonly id: number;
  /** Null where the field is empty. */
  readonly design: Formula | null;
  readonly check: Formula | null;
}

/** A formula of a rule row: compiled, or with the problem that makes it useless. */
export interface Formula {
  readonly place: FormulaPlace;
  readonly source: string;
  readonly program: Program | null;
  readonly problem: FormulaProblem | null;
}
