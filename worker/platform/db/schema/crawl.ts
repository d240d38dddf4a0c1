import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { runColumns } from '../columns.ts';

/** The settings of the source that an Admin chose, at most one row; null: as the environment says. Ids and map are JSON. */
export const crawlSettings = sqliteTable('crawl_settings', {
  id: integer().primaryKey(),
  version: integer().notNull().default(1),
  url: text(),
  workflow_ids: text({ mode: 'json' }).$type<string[]>(),
  field_map: text({ mode: 'json' }).$type<Record<string, string>>(),
  numbers: text({ enum: ['dot', 'comma'] }),
  token_kind: text({ enum: ['access_token_v2', 'access_token'] }),
  updated_at: text().notNull(),
  updated_by: integer(),
});

/** When the source may be read next because it said that a job changed, in epoch milliseconds; `is_due` while a message waits for that. One row. */
export const crawlPush = sqliteTable('crawl_push', {
  id: integer().primaryKey(),
  is_due: integer().notNull(),
  due_at: integer().notNull(),
});

/** The chosen settings as a run keeps them. */
type ChosenSettings = Pick<typeof crawlSettings.$inferSelect, 'url' | 'workflow_ids' | 'field_map' | 'numbers' | 'token_kind'>;

/**
 * Crawls. `settings` are those of its start, null where the environment's count. `workflows` is JSON, with unix seconds; `workflow` (its index), `page`, `attempt` and `mark` say what is read
 * next. `message` is JSON {vi, en}. `updated_at` is the last progress; `updated_from` is null for everything.
 */
export const crawlRuns = sqliteTable('crawl_runs', {
  ...runColumns(),
  version: integer().notNull().default(1),
  updated_at: text().notNull(),
  kind: text().notNull(),
  full: integer().notNull().default(0),
  requested_by: integer(),
  settings: text({ mode: 'json' }).$type<ChosenSettings>(),
  updated_from: text(),
  workflows: text({ mode: 'json' }).$type<{ id: string; updated_from: number }[]>().notNull(),
  workflow: integer().notNull().default(0),
  page: integer().notNull().default(0),
  attempt: integer().notNull().default(1),
  mark: text({ mode: 'json' }).$type<CrawlMark>(),
  total: integer(),
  pages: integer().notNull().default(0),
  jobs: integer().notNull().default(0),
  inserted: integer().notNull().default(0),
  updated: integer().notNull().default(0),
  unchanged: integer().notNull().default(0),
  skipped: integer().notNull().default(0),
  warnings: integer().notNull().default(0),
  failed: integer().notNull().default(0),
});

/** How far a workflow has been read, stored after each page. */
export interface CrawlMark {
  /** The workflow is read in passes, counted from 1, until one sees no page shift. */
  pass: number;
  /** Distinct jobs of this pass so far. */
  seen: number;
  /** Jobs that the source announced on the first page of this pass. */
  total: number | null;
  /** Whether pages moved while this pass read them. */
  shifted: boolean;
  /** Whether the announced number changed within this pass. */
  recounted: boolean;
  /** Whether the pass before saw just the announced jobs, though some of them on two pages. */
  overlapped: boolean;
  /** Jobs that a page is asked for, once a larger one was too long to be read or written; as many as the source gives where it is not there. */
  size?: number;
  /** Whether this pass went on with shorter pages in the middle: where jobs are missing at its end, they are looked for once more. */
  resumed?: boolean;
  /** Ids of the page before, joined. */
  ids: string;
}

/** Ids that a crawl has seen in a workflow (its index), each with the pass that saw it last. */
export const crawlSeen = sqliteTable(
  'crawl_seen',
  { run_id: integer().notNull(), workflow: integer().notNull(), external_id: text().notNull(), pass: integer().notNull() },
  (table) => [primaryKey({ columns: [table.run_id, table.workflow, table.external_id] })],
);

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

/** What a crawl had in the fields of the forms: `jobs` (how many there were, in `had`), `mapped` to the column `key`, `unknown` by their name. */
export const crawlFieldCounts = sqliteTable(
  'crawl_fields',
  {
    run_id: integer().notNull(),
    kind: text({ enum: ['jobs', 'mapped', 'unknown'] }).notNull(),
    key: text().notNull(),
    field: text().notNull(),
    had: integer().notNull().default(0),
    empty: integer().notNull().default(0),
    unreadable: integer().notNull().default(0),
    low: real(),
    high: real(),
    sample: text(),
    is_odd: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.run_id, table.kind, table.key] })],
);

/** Columns that since the crawl `run_id` far more jobs lack than usual: `had` (the form has no such field) or `filled` (no value); `usual` is their share before. */
export const crawlOddFields = sqliteTable('crawl_odd_fields', {
  column: text().primaryKey(),
  run_id: integer().notNull(),
  field: text().notNull(),
  missing: integer().notNull(),
  jobs: integer().notNull(),
  measure: text({ enum: ['had', 'filled'] }).notNull(),
  usual: real(),
});

/** Locked months that have jobs which the source changed since, from when on. */
export const crawlChangedMonths = sqliteTable('crawl_changed_months', { month: text().notNull(), since: text().notNull() }, ({ month }) => [
  primaryKey({ columns: [month] }),
]);

/** Everything changed before `cursor` (unix seconds) was read of that workflow. */
export const crawlCursors = sqliteTable('crawl_cursors', { workflow_id: text().primaryKey(), cursor: integer().notNull() });

/** At most one row: the day on which the next crawl reads everything. */
export const crawlSyncDate = sqliteTable('crawl_sync_date', {
  id: integer().primaryKey(),
  date: text().notNull(),
  requested_by: integer(),
});

/**
 * Jobs that wait until their month is unlocked or their row is unchecked; or, taken out here by `removed_by` with the history row `history_id`, until
 * they are brought back. Triggers of directs keep the latter. `job` is JSON of the normalized job, null for one that the source did not send again.
 */
export const crawlWaiting = sqliteTable('crawl_waiting', {
  id: integer().primaryKey({ autoIncrement: true }),
  external_id: text().notNull(),
  external_id_key: text().notNull().unique(),
  name: text().notNull(),
  henkyaku_hi: text(),
  direct_id: integer(),
  reason: text({ enum: ['month_locked', 'record_checked', 'removed', 'released'] }).notNull(),
  month: text(),
  since: text().notNull(),
  job: text().notNull(),
  removed_by: integer(),
  history_id: integer(),
});

/**
 * Names by which the source calls a customer or a person who is called otherwise here; `target_id` is theirs. One that an Admin assigned
 * (`assigned_by`) comes before every record of that name, one that was learned after them; `text_key` is of the assigned ones.
 */
export const crawlAliases = sqliteTable('crawl_aliases', {
  id: integer().primaryKey({ autoIncrement: true }),
  kind: text({ enum: ['customer', 'person'] }).notNull(),
  text: text().notNull(),
  text_fold: text().notNull(),
  target_id: integer().notNull(),
  text_key: text(),
  assigned_by: integer(),
  assigned_at: text(),
});

/** Names in jobs that no record goes by: the column of the direct that they leave empty, or a customer that the crawl made for want of one. */
export const crawlUnmatched = sqliteTable(
  'crawl_unmatched',
  {
    external_id: text().notNull(),
    column: text({ enum: ['user_id', 'chekkusha_id', 'customer_id'] }).notNull(),
    kind: text({ enum: ['customer', 'person'] }).notNull(),
    text: text().notNull(),
    text_key: text().notNull(),
    text_fold: text().notNull(),
    external_id_key: text(),
  },
  (table) => [primaryKey({ columns: [table.external_id, table.column] })],
);

/** Comparisons of a month's jobs at the source with the directs here; `workflow`, `page`, `attempt` and `mark` say what is read next, as in a crawl. */
export const crawlReconciliations = sqliteTable('crawl_reconciliations', {
  ...runColumns(),
  month: text().notNull(),
  requested_by: integer(),
  settings: text({ mode: 'json' }).$type<ChosenSettings>(),
  progress_at: text().notNull(),
  workflow: integer().notNull().default(0),
  page: integer().notNull().default(0),
  attempt: integer().notNull().default(1),
  mark: text({ mode: 'json' }).$type<CrawlMark>(),
  total: integer(),
  jobs: integer().notNull().default(0),
  unreadable: integer().notNull().default(0),
  only_there: integer().notNull().default(0),
  only_here: integer().notNull().default(0),
  differs: integer().notNull().default(0),
});

/** Ids that a comparison has read in a workflow, each with the pass that read it last. */
export const crawlReconciled = sqliteTable(
  'crawl_reconciled',
  {
    reconciliation_id: integer().notNull(),
    workflow: integer().notNull(),
    external_id: text().notNull(),
    pass: integer().notNull(),
    external_id_key: text(),
  },
  (table) => [primaryKey({ columns: [table.reconciliation_id, table.workflow, table.external_id] })],
);

/** A job that is only there or only here, or a value that differs: `here` and `there` as texts. */
export const crawlDifferences = sqliteTable('crawl_differences', {
  id: integer().primaryKey({ autoIncrement: true }),
  reconciliation_id: integer().notNull(),
  kind: text({ enum: ['only_there', 'only_here', 'differs'] }).notNull(),
  external_id: text().notNull(),
  direct_id: integer(),
  name: text(),
  column: text().notNull().default(''),
  here: text(),
  there: text(),
});
