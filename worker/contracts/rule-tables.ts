import { integer, month } from './fields.ts';

export interface RuleTable {
  table: string;
  /** The columns that say which rule a row is of: its versions differ in `valid_from` only. Of a table of scales, all rows of a code. */
  identity: readonly string[];
  /** The identity is a code, in which case does not matter. */
  byCode?: true;
  /** A version is all rows of its code and month, a table: no row of it is dated alone. */
  whole?: true;
}

/** The tables of the rules that a calculation goes by, under their keys in a stored snapshot. */
export const RULE_TABLES = {
  standards: { table: 'standards', identity: ['customer_id', 'work_category_id'] },
  tsubos: { table: 'tsubos', identity: ['scale_factor_code'], byCode: true, whole: true },
  base_points: { table: 'formula_base_points', identity: ['scale_code'], byCode: true, whole: true },
  results: { table: 'formula_results', identity: ['scale_code'], byCode: true },
} as const satisfies Record<string, RuleTable>;

/** Rows of a version of a table that is copied on screen or undone: they are written together, within the memory of an isolate. */
export const MAX_TABLE_ROWS = 5000;

export const CALCULATION_RULES: readonly RuleTable[] = Object.values(RULE_TABLES);

export const TOTALS_EXPRESSIONS: RuleTable = { table: 'totals_expressions', identity: ['key'] };

/** Every table whose rows count from a month on. */
export const DATED_RULES: readonly RuleTable[] = [...CALCULATION_RULES, TOTALS_EXPRESSIONS];

/** The month from which a version of a rule counts; null: always. */
export const validFrom = month({ vi: 'Áp dụng từ tháng', en: 'Counts from' });

/** The row of the first version that a row of a later one follows from. */
export const copiedFrom = integer({ vi: 'Chép từ dòng', en: 'Copied from row' }, { readonly: true });

/** The filter of a list of rules by the month whose versions it shows, and its value for all. */
export const AS_OF_LABEL = { vi: 'Áp dụng trong tháng', en: 'In force in' };
export const EVERY_VERSION = { vi: 'Mọi phiên bản', en: 'Every version' };
