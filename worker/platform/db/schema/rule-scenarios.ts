import { integer, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core';
import { recordColumns } from '../columns.ts';

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
});

/** The rows in which a scenario differs: `base` is the live row as it was copied (null for a new one), `row` what the scenario says (null: removed). */
export const ruleScenarioRows = sqliteTable(
  'rule_scenario_rows',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    scenario_id: integer().notNull(),
    entity: text().notNull(),
    row_id: integer().notNull(),
    valid_from: text().notNull().default(''),
    row: text(),
    base: text(),
  },
  ({ scenario_id, entity, row_id }) => [unique().on(scenario_id, entity, row_id)],
);
