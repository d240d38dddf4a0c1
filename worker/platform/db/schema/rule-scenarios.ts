import { integer, primaryKey, real, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core';
import { recordColumns, runColumns } from '../columns.ts';

/** Rules that are tried before they count. */
export const ruleScenarios = sqliteTable('rule_scenarios', {
  ...recordColumns(),
  name: text().notNull(),
  note: text(),
  valid_from: text().notNull().default(''),
  status: text({ enum: ['draft', 'promoted', 'discarded'] })
    .notNull()
    .default('draft'),
  promoted_from: text().notNull().default(''),
  reason: text(),
  name_fold: text(),
  name_sort: text(),
  note_sort: text(),
});

/** The rows in which a scenario differs: `base` is the live row as it was copied (null for a new one), `row` what the scenario says (null: removed). */
export const ruleScenarioRows = sqliteTable(
  'rule_scenario_rows',
  {
    ...recordColumns(),
    scenario_id: integer().notNull(),
    entity: text().notNull(),
    row_id: integer().notNull(),
    valid_from: text().notNull().default(''),
    row: text(),
    base: text(),
  },
  ({ scenario_id, entity, row_id }) => [unique().on(scenario_id, entity, row_id)],
);

/** What a run goes by in a month. `live` and `tried` are hashes of rules. */
export interface TriedMonth {
  month: string;
  locked: boolean;
  live: string;
  tried: string;
  expressions: { live: TriedExpressions; tried: TriedExpressions };
}
interface TriedExpressions {
  total_point_1: string;
  total_point_2: string;
}

/** Runs that try a scenario on months; the columns are explained in their migration. */
export const ruleScenarioRuns = sqliteTable('rule_scenario_runs', {
  ...runColumns(),
  scenario_id: integer().notNull(),
  from_month: text().notNull(),
  to_month: text().notNull(),
  requested_by: integer(),
  months: text({ mode: 'json' }).$type<TriedMonth[]>().notNull(),
  place: integer().notNull().default(0),
  read_date: text().notNull().default(''),
  read_id: integer().notNull().default(0),
  history_id: integer().notNull().default(0),
  total: integer().notNull().default(0),
  done: integer().notNull().default(0),
  before: real(),
  after: real(),
  up: integer().notNull().default(0),
  down: integer().notNull().default(0),
  same: integer().notNull().default(0),
  failed: integer().notNull().default(0),
  kept: integer().notNull().default(0),
  stale: integer().notNull().default(0),
  progress_at: text().notNull(),
});

export const ruleScenarioResults = sqliteTable(
  'rule_scenario_results',
  {
    run_id: integer().notNull(),
    direct_id: integer().notNull(),
    month: text().notNull(),
    customer_id: integer(),
    dept_id: integer(),
    user_id: integer(),
    chekkusha_id: integer(),
    before_design: real(),
    before_check: real(),
    after_design: real(),
    after_check: real(),
    state: text({ enum: ['computed', 'kept', 'failed'] }).notNull(),
    stale: integer().$type<0 | 1>().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.run_id, table.direct_id] })],
);

export const ruleScenarioPeople = sqliteTable(
  'rule_scenario_people',
  {
    run_id: integer().notNull(),
    user_id: integer().notNull(),
    month: text().notNull(),
    direct_before: real().notNull(),
    direct_after: real().notNull(),
    total_1_before: real(),
    total_1_after: real(),
    total_2_before: real(),
    total_2_after: real(),
  },
  (table) => [primaryKey({ columns: [table.run_id, table.user_id, table.month] })],
);
