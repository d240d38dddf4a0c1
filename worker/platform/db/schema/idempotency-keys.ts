import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

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
