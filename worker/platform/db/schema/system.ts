import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * When each kind of regular work last ended well and when it last failed for good, by its name; `first_at` is when it was first heard of. Times
 * are office time.
 */
export const heartbeats = sqliteTable(
  'heartbeats',
  { name: text().notNull(), first_at: text().notNull(), ok_at: text(), failed_at: text(), message: text() },
  ({ name }) => [primaryKey({ columns: [name] })],
);

/** What passed its limit, from when until when; at most one alert of a check is open. */
export const systemAlerts = sqliteTable('system_alerts', {
  id: integer().primaryKey({ autoIncrement: true }),
  check: text().notNull(),
  opened_at: text().notNull(),
  mended_at: text(),
});

/** By hour, YYYY-MM-DD HH: how often calls failed by code, and the longest time of a route in milliseconds. */
export const callFigures = sqliteTable(
  'call_figures',
  {
    hour: text().notNull(),
    kind: text({ enum: ['error', 'slow'] }).notNull(),
    name: text().notNull(),
    count: integer().notNull(),
    worst_ms: integer().notNull(),
    last_at: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.hour, table.kind, table.name] })],
);

/** Rows read and written in a month (YYYY-MM, UTC). */
export const rowUse = sqliteTable(
  'row_use',
  { month: text().notNull(), rows_read: integer().notNull(), rows_written: integer().notNull() },
  ({ month }) => [primaryKey({ columns: [month] })],
);

/** The record that a create with an Idempotency-Key made, kept 24 h; a key is its sender's own. `at` is epoch seconds. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    key: text().notNull(),
    user_id: integer().notNull(),
    entity: text().notNull(),
    body_hash: text().notNull(),
    record_id: integer().notNull(),
    at: integer().notNull(),
  },
  ({ user_id, key }) => [primaryKey({ columns: [user_id, key] })],
);

/** Stored images that nothing names, by file name, and since when. */
export const unusedImages = sqliteTable('unused_images', {
  name: text().primaryKey(),
  since: text().notNull(),
});

export const imageUploads = sqliteTable('image_uploads', { name: text().notNull(), user_id: integer().notNull() }, ({ name, user_id }) => [
  primaryKey({ columns: [name, user_id] }),
]);

/** What Admins switch on for everybody: 1 on, 0 off, no row for what nobody has decided. */
export const officeSettings = sqliteTable('office_settings', {
  key: text().primaryKey(),
  value: integer().notNull(),
  updated_at: text().notNull(),
});
