import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { runColumns } from '../columns.ts';

/**
 * What each lock published, never changed afterwards. `document` is canonical JSON; `sha256` is the hash that stands in it and
 * `previous_sha256` that of the seal made before, of any month. `history_id` is the newest history row the seal has seen.
 */
export const monthSeals = sqliteTable('month_seals', {
  id: integer().primaryKey({ autoIncrement: true }),
  month: text().notNull(),
  version: integer().notNull(),
  sealed_at: text().notNull(),
  sealed_by: integer(),
  late: integer().notNull().default(0),
  history_id: integer().notNull(),
  total_point_1: text().notNull(),
  total_point_2: text().notNull(),
  previous_sha256: text(),
  sha256: text().notNull(),
  document: text().notNull(),
});

/** The document's rows one by one, as JSON in `row`, with what they are filtered by. `kind` is a key of `SealDocument`. */
export const monthSealRows = sqliteTable('month_seal_rows', {
  id: integer().primaryKey(),
  seal_id: integer().notNull(),
  kind: text().notNull(),
  user_id: integer(),
  dept_id: integer(),
  dept_grp_id: integer(),
  name_sort: text(),
  row: text().notNull(),
});

/** Seals whose document is among the files too; a seal without a row here is still to be copied. */
export const monthSealCopies = sqliteTable('month_seal_copies', {
  seal_id: integer().primaryKey(),
  file: text().notNull(),
  copied_at: text().notNull(),
});

/** Copies whose seals a restore lost, as somebody accepted: they are no difference any more. */
export const monthSealLosses = sqliteTable(
  'month_seal_losses',
  { file: text().notNull(), reason: text().notNull(), accepted_at: text().notNull() },
  ({ file }) => [primaryKey({ columns: [file] })],
);

/** When each seal was last compared with what it sealed, and the first thing that differed; the row 0 is about the locks. */
export const monthSealProofs = sqliteTable('month_seal_proofs', {
  seal_id: integer().primaryKey(),
  proved_at: text().notNull(),
  problem: text(),
});

/** Recomputations of sealed months. `result` is JSON of a `ReplayResult`; the lease is that of `worker/platform/queue/run.ts`. */
export const monthReplays = sqliteTable('month_replays', {
  ...runColumns(),
  seal_id: integer().notNull(),
  requested_by: integer(),
  progress_at: text().notNull(),
  checked: integer().notNull().default(0),
  result: text(),
});

/** Points of the review that a person has looked at; `value` is what they saw, as canonical JSON. */
export const monthReviewNotes = sqliteTable('month_review_notes', {
  id: integer().primaryKey({ autoIncrement: true }),
  month: text().notNull(),
  kind: text().notNull(),
  subject: text().notNull(),
  value: text().notNull(),
  note: text().notNull(),
  user_id: integer().notNull(),
  at: text().notNull(),
});

/** One row: the thresholds of the review, in percent and in points; both must be passed. */
export const monthReviewSettings = sqliteTable('month_review_settings', {
  id: integer().primaryKey(),
  percent: real().notNull(),
  points: real().notNull(),
  updated_at: text(),
});
