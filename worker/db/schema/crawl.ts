import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Crawls. `workflows` is JSON [{id, updated_from}], in unix seconds; `workflow` (its index), `page`, `attempt` and `mark` (JSON) say what is
 * read next; `version` grows with each step, and `claim` names the delivery that made the last one. `message` is JSON {vi, en}. `updated_at`
 * is the last sign of life; `updated_from` is null for everything.
 */
export const crawlRuns = sqliteTable('crawl_runs', {
  id: integer().primaryKey({ autoIncrement: true }),
  version: integer().notNull().default(1),
  created_at: text().notNull(),
  updated_at: text().notNull(),
  finished_at: text(),
  kind: text().notNull(),
  status: text().notNull(),
  full: integer().notNull().default(0),
  requested_by: integer(),
  updated_from: text(),
  workflows: text().notNull(),
  workflow: integer().notNull().default(0),
  page: integer().notNull().default(0),
  attempt: integer().notNull().default(1),
  mark: text(),
  claim: text(),
  total: integer(),
  pages: integer().notNull().default(0),
  jobs: integer().notNull().default(0),
  inserted: integer().notNull().default(0),
  updated: integer().notNull().default(0),
  unchanged: integer().notNull().default(0),
  skipped: integer().notNull().default(0),
  warnings: integer().notNull().default(0),
  failed: integer().notNull().default(0),
  message: text(),
});

/** What a crawl left out (`kind` skipped), or wrote with something missing (`warning`). `reason` is JSON {vi, en}. */
export const crawlSkipped = sqliteTable('crawl_skipped', {
  id: integer().primaryKey({ autoIncrement: true }),
  run_id: integer().notNull(),
  kind: text().notNull(),
  code: text().notNull(),
  direct_id: integer(),
  external_id: text(),
  name: text(),
  column: text(),
  field: text(),
  value: text(),
  reason: text().notNull(),
});

/** Everything changed before `cursor` (unix seconds) was read of that workflow. */
export const crawlCursors = sqliteTable('crawl_cursors', { workflow_id: text().primaryKey(), cursor: integer().notNull() });

/** At most one row: the day on which the next crawl reads everything. */
export const crawlSyncDate = sqliteTable('crawl_sync_date', {
  id: integer().primaryKey(),
  date: text().notNull(),
  requested_by: integer(),
});
