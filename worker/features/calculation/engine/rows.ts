/** A number as the database may hold it: imported columns can be text; what does not read as a number counts as empty. */
export type Cell = number | string | null | undefined;

export interface StandardRow {
  id: number;
  customer_id: number | null;
  work_category_id: number | null;
  scale_code: string | null;
  tsubo_id?: number | null;
  standard_design_point: Cell;
  standard_check_point: Cell;
  point_design?: Cell;
  point_check?: Cell;
  unit?: Cell;
  total_time_allowed?: Cell;
}

export interface TsuboRow {
  id: number;
  scale_factor_code: string | null;
  scale_factor: Cell;
  complexity_factor: Cell;
  standard_design_point: Cell;
  standard_check_point: Cell;
  scale_limit_from: Cell;
  scale_limit_to: Cell;
  scale_equal_to: Cell;
  condition_variable: string | null;
}

export interface BasePointRow {
  id: number;
  scale_code: string | null;
  condition_variable: string | null;
  condition_operator: string | null;
  condition_param: string | null;
  condition_variable1: string | null;
  condition_operator1: string | null;
  condition_param1: string | null;
  base_point1: string | null;
  base_point2: string | null;
  base_point3: string | null;
  base_point4: string | null;
  base_point5: string | null;
  base_point6: string | null;
}

export interface ResultRow {
  id: number;
  scale_code: string | null;
  result_design_formula: string | null;
  result_check_formula: string | null;
}

/** All rules of a calculation; the order of the rows does not matter, ids decide. */
export interface RuleRows {
  standards: readonly StandardRow[];
  tsubos: readonly TsuboRow[];
  base_points: readonly BasePointRow[];
  results: readonly ResultRow[];
}

/** A direct with at least the columns that the variables name; a missing one counts as empty. */
export interface DirectRow {
  id: number;
  customer_id: number | null;
  work_category_id: number | null;
  [column: string]: unknown;
}
