import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { runColumns } from '../columns.ts';

/**
 * Runs of the monthly calculation. `read_date` and `read_id` say how far the month was read; writes of directs after `history_id` are not in
 * the results yet. The counts `kept_points` to `skipped_adjusted` are those of the run's end.
 */
export const calculationRuns = sqliteTable('calculation_runs', {
  ...runColumns(),
  year: integer().notNull(),
  month: integer().notNull(),
  status: text({ enum: ['queued', 'computing', 'publishing', 'preview', 'done', 'failed', 'cancelled'] }).notNull(),
  preview: integer().$type<0 | 1>().notNull().default(0),
  include_adjusted: integer().$type<0 | 1>().notNull().default(0),
  total: integer().notNull().default(0),
  done: integer().notNull().default(0),
  changed: integer().notNull().default(0),
  failed: integer().notNull().default(0),
  kept_points: integer().notNull().default(0),
  edited_meanwhile: integer().notNull().default(0),
  skipped_checked: integer().notNull().default(0),
  skipped_without_points: integer().notNull().default(0),
  skipped_adjusted: integer().notNull().default(0),
  message: text({ enum: ['locked', 'stalled', 'broken', 'not_queued', 'files_missing', 'no_right', 'edited_meanwhile', 'expired'] }),
  rules_hash: text(),
  source: text({ enum: ['button', 'cron'] }).notNull(),
  requested_by: integer(),
  read_date: text().notNull().default(''),
  read_id: integer().notNull().default(0),
  history_id: integer().notNull().default(0),
  started_at: text(),
  progress_at: text().notNull(),
});

/** Results that differ from what the direct held at `version`, kept until they are published and shown afterwards. */
export const calculationResults = sqliteTable(
  'calculation_results',
  {
    run_id: integer().notNull(),
    direct_id: integer().notNull(),
    version: integer().notNull(),
    scale_factor_code: text(),
    scale_factor: real(),
    standard_design_point: real(),
    standard_check_point: real(),
    result_design_point: real(),
    result_check_point: real(),
    old_design_point: real(),
    old_check_point: real(),
  },
  (table) => [primaryKey({ columns: [table.run_id, table.direct_id] })],
);

/** Directs without a result, with the issue as JSON. */
export const calculationIssues = sqliteTable(
  'calculation_issues',
  { run_id: integer().notNull(), direct_id: integer().notNull(), code: text().notNull(), issue: text().notNull() },
  (table) => [primaryKey({ columns: [table.run_id, table.direct_id] })],
);

/** Jobs that failed, by the SHA-256 of their message: the last error, `dead_at` when the queue gave up, `settled_at` when an Admin settled that. */
export const failedJobs = sqliteTable('failed_jobs', {
  id: integer().primaryKey({ autoIncrement: true }),
  body_hash: text().notNull().unique(),
  type: text(),
  body: text().notNull(),
  error: text(),
  attempts: integer().notNull().default(0),
  failed_at: text().notNull(),
  dead_at: text(),
  settled_at: text(),
});
