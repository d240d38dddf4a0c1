import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** A signed-in browser: one family of refresh tokens. Times are epoch seconds. */
export const sessions = sqliteTable('sessions', {
  id: text().primaryKey(),
  user_id: integer().notNull(),
  created_at: integer().notNull(),
  seen_at: integer().notNull(),
  expires_at: integer().notNull(),
  ended_at: integer(),
  end_reason: text(),
  user_agent: text(),
  address: text(),
  /** When its person last proved who they are, beyond holding a token. */
  confirmed_at: integer(),
});

/** Refresh tokens by their SHA-256. A used one still gets its successor for a short while; later it ends the session. */
export const refreshTokens = sqliteTable('refresh_tokens', {
  hash: text().primaryKey(),
  session_id: text().notNull(),
  created_at: integer().notNull(),
  expires_at: integer().notNull(),
  used_at: integer(),
  /** The origin of its first use. */
  used_address: text(),
});

/** Keys with which other programs read on a person's behalf, by the SHA-256 of the token. Times are wall times; without `entities` it reads all. */
export const accessTokens = sqliteTable('access_tokens', {
  id: integer().primaryKey({ autoIncrement: true }),
  user_id: integer().notNull(),
  name: text().notNull(),
  hash: text().notNull(),
  entities: text({ mode: 'json' }).$type<string[]>(),
  created_at: text().notNull(),
  expires_at: text().notNull(),
  last_used_at: text(),
  last_address: text(),
  ended_at: text(),
  ended_by: integer(),
});

/** From start to end the user has no login, no refresh and no calls. Wall times YYYY-MM-DD HH:mm:ss. */
export const userLocks = sqliteTable('user_locks', {
  user_id: integer().primaryKey(),
  start_time: text().notNull(),
  end_time: text().notNull(),
  reason: text(),
  created_by: integer(),
  created_at: text().notNull(),
});

/**
 * Failed logins, by account and by address. Rows of one `attempt` are there before its password is hashed and are taken back
 * when it succeeds; `settled` is 1 once it has failed. `at` is epoch seconds.
 */
export const loginFailures = sqliteTable('login_failures', {
  id: integer().primaryKey({ autoIncrement: true }),
  subject: text().notNull(),
  at: integer().notNull(),
  attempt: text(),
  settled: integer().notNull().default(1),
});

/** Every login, refused login, logout and ended session: who, when, from where. `at` is wall time. */
export const signInEvents = sqliteTable('sign_in_events', {
  id: integer().primaryKey({ autoIncrement: true }),
  at: text().notNull(),
  kind: text().notNull(),
  user_id: integer(),
  session_id: text(),
  address: text(),
  user_agent: text(),
  /** The person who did it, where that is not the account's owner. */
  actor_id: integer(),
});

/** Addresses that count once the link mailed to them is opened, by the SHA-256 of its token. */
export const emailChanges = sqliteTable('email_changes', {
  hash: text().primaryKey(),
  user_id: integer().notNull(),
  email: text().notNull(),
  created_at: integer().notNull(),
  expires_at: integer().notNull(),
});

/** Single-use links to set a password, by their SHA-256. */
export const passwordResets = sqliteTable('password_resets', {
  hash: text().primaryKey(),
  user_id: integer().notNull(),
  created_at: integer().notNull(),
  expires_at: integer().notNull(),
  used_at: integer(),
});

/** What a person chose about a screen; `value` is JSON. */
export const userPreferences = sqliteTable('user_preferences', {
  user_id: integer().notNull(),
  name: text().notNull(),
  value: text().notNull(),
});

/**
 * An authenticator app. It counts once `confirmed_at` is set. `secret` is sealed with the server's secret, recovery codes are kept as
 * hashes in a JSON array; a time step up to `last_step` was used already.
 */
export const secondFactors = sqliteTable('second_factors', {
  user_id: integer().primaryKey(),
  secret: text().notNull(),
  confirmed_at: text(),
  last_step: integer().notNull().default(0),
  recovery_codes: text().notNull().default('[]'),
  created_at: text().notNull(),
});

/** What signed-in people were refused (401, 403, 429), by person, route and status. Times are wall times. */
export const securityRefusals = sqliteTable('security_refusals', {
  id: integer().primaryKey({ autoIncrement: true }),
  user_id: integer().notNull(),
  route: text().notNull(),
  status: integer().notNull(),
  count: integer().notNull(),
  first_at: text().notNull(),
  last_at: text().notNull(),
});

/** Refusals of a person in a minute, YYYY-MM-DD HH:mm, kept for a day. */
export const refusalMinutes = sqliteTable('refusal_minutes', {
  user_id: integer().notNull(),
  minute: text().notNull(),
  count: integer().notNull(),
});
