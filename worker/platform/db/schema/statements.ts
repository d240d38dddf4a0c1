import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Months that people are asked to look through until a day. `month` is YYYY-MM. */
export const monthReviews = sqliteTable('month_reviews', {
  month: text().primaryKey(),
  deadline: text().notNull(),
  opened_by: integer().notNull(),
  opened_at: text().notNull(),
});

/** What a person confirmed of their statement, and its hash; the newest of a month counts. */
export const statementConfirmations = sqliteTable('statement_confirmations', {
  id: integer().primaryKey({ autoIncrement: true }),
  user_id: integer().notNull(),
  month: text().notNull(),
  sha256: text().notNull(),
  figures: text().notNull(),
  confirmed_at: text().notNull(),
});

/** A person's question about a figure. `dept_id` is the asker's department then, `record` the record's key facts when it was asked, as JSON. */
export const questions = sqliteTable('questions', {
  id: integer().primaryKey({ autoIncrement: true }),
  version: integer().notNull().default(1),
  user_id: integer().notNull(),
  dept_id: integer(),
  month: text().notNull(),
  kind: text().notNull(),
  record_id: integer(),
  text: text().notNull(),
  expected_point: real(),
  picture: text(),
  record: text(),
  status: text().notNull().default('open'),
  created_at: text().notNull(),
  answered_at: text(),
  closed_at: text(),
});

/** Answers to a question, and who closed or opened it again. */
export const questionAnswers = sqliteTable('question_answers', {
  id: integer().primaryKey({ autoIncrement: true }),
  question_id: integer().notNull(),
  user_id: integer().notNull(),
  action: text().notNull(),
  text: text(),
  at: text().notNull(),
});

/** What a person is told; `event` is unique for each, so that an event delivered twice is told once. */
export const notices = sqliteTable('notices', {
  id: integer().primaryKey({ autoIncrement: true }),
  user_id: integer().notNull(),
  event: text().notNull(),
  kind: text().notNull(),
  params: text().notNull().default('{}'),
  at: text().notNull(),
  read_at: text(),
  /** When a mail told of it. */
  mailed_at: text(),
  /** When one was last tried; whether it went out may be unknown. */
  mail_tried_at: text(),
});
