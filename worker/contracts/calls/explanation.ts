import type { Text } from '../text.ts';
import type { FormulaPlace, Issue } from './calculation-issues.ts';
import type { ConditionOperator, VariableOrigin } from './formula-language.ts';

/** What the calculation writes into a direct. */
export interface DirectPoints {
  scale_factor_code: string;
  /** Null when the matching scale row leaves it empty. */
  scale_factor: number | null;
  standard_design_point: number | null;
  standard_check_point: number | null;
  result_design_point: number;
  result_check_point: number;
}

/** The calculation of one direct's points, step by step; a step that was not reached is null or missing. */
export interface CalculationTrace {
  direct_id: number;
  standard: TraceStandard | null;
  scale: TraceScale | null;
  base_point: TraceBasePoint | null;
  formulas: TraceFormula[];
  /** Each variable that was looked at, in the order of the variables list. */
  variables: TraceVariable[];
  result: DirectPoints | null;
  issue: Issue | null;
}

/** The run whose rules an explanation uses. */
export interface TraceRules {
  run_id: number;
  hash: string | null;
  calculated_at: string | null;
}

/** A hand that changed the points; `from` are the points before it. */
export interface TraceAdjustment {
  user: { id: number; name: string } | null;
  at: string;
  /** Why, as whoever adjusted them wrote it. */
  reason: string | null;
  from: { result_design_point: number | null; result_check_point: number | null };
}

/** `GET directs/{id}/calculation`: how the stored points were calculated. */
export interface PublishedTrace extends CalculationTrace {
  /** The calculation that gave the stored points; null for a direct not calculated yet, which is explained by the present rules. */
  rules: TraceRules | null;
  /** Why there is no explanation: the file of those rules is not there, or is not what its hash says. */
  rules_problem: 'missing' | 'changed' | null;
  /** The points that the direct holds. */
  stored: { result_design_point: number | null; result_check_point: number | null };
  /** What the present rules give, where that is something else. */
  now: DirectPoints | { issue: Issue } | null;
  adjusted: TraceAdjustment | null;
}

export interface TraceStandard {
  id: number;
  scale_code: string;
  tsubo_id: number | null;
  standard_design_point: number | null;
  standard_check_point: number | null;
}

/** Why a scale row was taken: named by the standard, equal value, within limits; `no_rows`: the code has none, factors are 1. */
export interface TraceScale {
  reason: 'named' | 'equal' | 'limits' | 'no_rows' | 'no_match';
  row_id: number | null;
  scale_factor_code: string;
  scale_factor: number | null;
  complexity_factor: number | null;
  replaces_design_point: boolean;
  replaces_check_point: boolean;
  /** Rows tried in turn, the taken one last. */
  tried: TraceScaleRow[];
}

export interface TraceScaleRow {
  row_id: number;
  variable: string;
  /** Null when the row did not need it. */
  value: number | null;
  scale_equal_to: number | null;
  scale_limit_from: number | null;
  scale_limit_to: number | null;
  matches: boolean;
}

/** `no_rows`: the code has none and all base points are 0. */
export interface TraceBasePoint {
  reason: 'row' | 'no_rows' | 'no_match';
  row_id: number | null;
  /** Rows tried in turn, the taken one last; conditions after one that fails are not looked at. */
  tried: { row_id: number; holds: boolean; conditions: TraceCondition[] }[];
}

export interface TraceCondition {
  variable: string;
  value: number | string;
  operator: ConditionOperator;
  param: string;
  /** The parameter's value, or the values of its list. */
  param_values: (number | string)[];
  holds: boolean;
}

/** A formula that was run; `value` is null when it has none (see the issue). Results are shown before rounding, with the rounded one. */
export interface TraceFormula {
  place: FormulaPlace;
  source: string;
  /** The source with each variable replaced by its value. */
  substituted: string;
  value: number | null;
  rounded: number | null;
}

export interface TraceVariable {
  name: string;
  label: Text;
  origin: VariableOrigin;
  value: number | string | null;
}
