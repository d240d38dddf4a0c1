import { type Calculated, calculateDirect } from '../../../worker/features/calculation/engine/direct.ts';
import type {
  BasePointRow,
  DirectRow,
  ResultRow,
  RuleRows,
  StandardRow,
  TsuboRow,
} from '../../../worker/features/calculation/engine/rows.ts';
import { compileRules } from '../../../worker/features/calculation/engine/rules.ts';

/** Customer 7, category 3, code S: 2 design points, 0.5 check points. */
export function standard(more: Partial<StandardRow> = {}): StandardRow {
  const row = {
    id: 1,
    customer_id: 7,
    work_category_id: 3,
    scale_code: 'S',
    tsubo_id: null,
    standard_design_point: 2,
    standard_check_point: 0.5,
  };
  return { ...row, ...more };
}

/** A row of code S with nothing set. */
export function tsubo(more: Partial<TsuboRow> = {}): TsuboRow {
  return {
    id: 1,
    scale_factor_code: 'S',
    scale_factor: null,
    complexity_factor: null,
    standard_design_point: null,
    standard_check_point: null,
    scale_limit_from: null,
    scale_limit_to: null,
    scale_equal_to: null,
    condition_variable: null,
    ...more,
  };
}

/** A row of code S without conditions and base points. */
export function basePoint(more: Partial<BasePointRow> = {}): BasePointRow {
  return {
    id: 1,
    scale_code: 'S',
    condition_variable: null,
    condition_operator: null,
    condition_param: null,
    condition_variable1: null,
    condition_operator1: null,
    condition_param1: null,
    base_point1: null,
    base_point2: null,
    base_point3: null,
    base_point4: null,
    base_point5: null,
    base_point6: null,
    ...more,
  };
}

/** Code S: the standard's points times the scale factor. */
export function result(more: Partial<ResultRow> = {}): ResultRow {
  return {
    id: 1,
    scale_code: 'S',
    result_design_formula: 'standard_design_point * scale_factor',
    result_check_formula: 'standard_check_point * scale_factor',
    ...more,
  };
}

/** Customer 7, category 3, 30 tsubo. */
export function direct(more: Partial<DirectRow> = {}): DirectRow {
  return { id: 1, customer_id: 7, work_category_id: 3, tsubosuu: 30, ...more };
}

export function ruleRows(more: Partial<RuleRows> = {}): RuleRows {
  return { standards: [standard()], tsubos: [], base_points: [], results: [result()], ...more };
}

/** The direct's outcome under the rules. */
export function calculate(rows: Partial<RuleRows> = {}, job: Partial<DirectRow> = {}): Calculated {
  return calculateDirect(compileRules(ruleRows(rows)), direct(job));
}

/** Design points when a formula stands in the result, or the issue's code. */
export function designPoints(formula: string, job: Partial<DirectRow> = {}, rows: Partial<RuleRows> = {}): number | string {
  const outcome = calculate({ results: [result({ result_design_formula: formula })], ...rows }, job);
  return outcome.ok ? outcome.result_design_point : outcome.issue.code;
}
