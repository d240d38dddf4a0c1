import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { recordColumns } from '../columns.ts';

/** The month (YYYY-MM) from which a version of a rule counts; empty: always. */
const validFrom = () => text().notNull().default('');

export const standards = sqliteTable('standards', {
  ...recordColumns(),
  valid_from: validFrom(),
  customer_id: integer().notNull(),
  work_category_id: integer().notNull(),
  standard_design_point: real().notNull(),
  standard_check_point: real().notNull(),
  scale_code: text().notNull(),
  tsubo_id: integer(),
  rank: text(),
  level: text(),
  point_design: real(),
  point_check: real(),
  unit: real(),
  total_time_allowed: real(),
  keisanyou: text(),
  dept_id: integer(),
  note: text(),
  scale_code_fold: text(),
  scale_code_key: text(),
});

export const tsubos = sqliteTable('tsubos', {
  ...recordColumns(),
  valid_from: validFrom(),
  copied_from: integer(),
  scale_factor_code: text().notNull(),
  scale_factor: real(),
  standard_design_point: real(),
  standard_check_point: real(),
  complexity_factor: real(),
  scale_limit_from: real(),
  scale_limit_to: real(),
  scale_equal_to: real(),
  condition_variable: text(),
  description: text(),
  scale_factor_code_fold: text(),
  scale_factor_code_key: text(),
  description_fold: text(),
});

export const formulaBasePoints = sqliteTable('formula_base_points', {
  ...recordColumns(),
  valid_from: validFrom(),
  copied_from: integer(),
  scale_code: text().notNull(),
  condition_variable: text(),
  condition_operator: text(),
  condition_param: text(),
  condition_variable1: text(),
  condition_operator1: text(),
  condition_param1: text(),
  base_point1: text(),
  base_point2: text(),
  base_point3: text(),
  base_point4: text(),
  base_point5: text(),
  base_point6: text(),
  scale_code_fold: text(),
  scale_code_key: text(),
});

export const formulaResults = sqliteTable('formula_results', {
  ...recordColumns(),
  valid_from: validFrom(),
  scale_code: text().notNull(),
  result_design_formula: text(),
  result_check_formula: text(),
  description: text(),
  scale_code_fold: text(),
  scale_code_key: text(),
  description_fold: text(),
});

/** The two editable expressions of the totals: keys `total_point_1` and `total_point_2`. */
export const totalsExpressions = sqliteTable('totals_expressions', {
  ...recordColumns(),
  valid_from: validFrom(),
  key: text().notNull(),
  expression: text().notNull(),
});

/** Worked examples: `values` is the JSON of a job's columns. */
export const ruleCases = sqliteTable('rule_cases', {
  ...recordColumns(),
  name: text().notNull(),
  month: text().notNull(),
  customer_id: integer().notNull(),
  work_category_id: integer().notNull(),
  values: text().notNull(),
  result_design_point: real().notNull(),
  result_check_point: real().notNull(),
  name_fold: text(),
  name_sort: text(),
});

/** Which versions of the rule book a person has read; `hash` is that of the document, `month` the one it was opened for. */
export const ruleReadings = sqliteTable(
  'rule_readings',
  { user_id: integer().notNull(), hash: text().notNull(), month: text().notNull(), read_at: text().notNull() },
  ({ user_id, hash }) => [primaryKey({ columns: [user_id, hash] })],
);
