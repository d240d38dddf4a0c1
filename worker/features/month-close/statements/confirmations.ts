import { type SQL, sql } from 'drizzle-orm';
import type { Confirmation, MonthReview, StatementFigures } from '../../../contracts/calls/answers/statements.ts';
import type { StatementState } from '../../../contracts/calls/statements.ts';
import { yearMonthOf } from '../../../contracts/months.ts';
import { type Query, query } from '../../../platform/db/query.ts';
import { monthReviews } from '../../../platform/db/schema/statements.ts';
import { asJson, asNumber, asText, orNull, type RowOf, readFirst, readRows } from '../../../platform/db/typed-rows.ts';

/**
 * The newest confirmation of each of some people, and their questions: those not closed, those not answered, and those that a later confirmation
 * does not settle.
 */
export function selectConfirmations(month: string, people: SQL): Query<Map<number, StoredConfirmation>> {
  const questions = (condition: SQL) =>
    sql`(SELECT COUNT(*) FROM questions q WHERE q.user_id = p.id AND q.month = ${month} AND ${condition})`;
  const confirmations = sql`SELECT p.id AS user_id, c.sha256, c.figures, c.confirmed_at, ${questions(sql`q.status <> 'closed'`)} AS open_questions,
      ${questions(sql`q.status = 'open'`)} AS unanswered,
      ${questions(sql`(q.status = 'open' OR (q.status = 'answered' AND q.answered_at > ifnull(c.confirmed_at, '')))`)} AS unsettled
    FROM (${people}) p LEFT JOIN statement_confirmations c
      ON c.id = (SELECT MAX(id) FROM statement_confirmations WHERE month = ${month} AND user_id = p.id)`;
  return query(
    query(confirmations, readRows(CONFIRMATION_READERS)),
    (rows) => new Map(rows.map(({ user_id, ...stored }) => [user_id, stored])),
  );
}

const CONFIRMATION_READERS = {
  user_id: asNumber,
  sha256: orNull(asText),
  figures: orNull(asJson<StatementFigures>()),
  confirmed_at: orNull(asText),
  open_questions: asNumber,
  unanswered: asNumber,
  unsettled: asNumber,
};

export type StoredConfirmation = Omit<RowOf<typeof CONFIRMATION_READERS>, 'user_id'>;

/** A question outweighs a confirmation, unless it was answered before; silence ends the review, without an answer, on the day after the deadline. */
export function deriveState(
  stored: StoredConfirmation | undefined,
  current: string,
  review: MonthReview | null,
  today: string,
): StatementState {
  if (stored && stored.unsettled > 0) return 'asked';
  if (stored?.sha256) return stored.sha256 === current ? 'confirmed' : 'changed';
  return review && review.deadline < today ? 'silent' : 'none';
}

export function toConfirmation(stored: StoredConfirmation | undefined, state: StatementState, current: string): Confirmation {
  const changed = !!stored?.sha256 && stored.sha256 !== current;
  return {
    state,
    changed,
    confirmed_at: stored?.confirmed_at ?? null,
    sha256: stored?.sha256 ?? null,
    confirmed_figures: changed ? stored.figures : null,
  };
}

export function selectReview(month: string): Query<MonthReview | null> {
  const review = sql`SELECT r.month, r.deadline, r.opened_by, r.opened_at, u.name FROM month_reviews r LEFT JOIN users u ON u.id = r.opened_by
    WHERE r.month = ${month}`;
  return query(query(review, readFirst(REVIEW_READERS)), (read) => (read ? toReview(read) : null));
}

const { deadline, opened_by, opened_at } = monthReviews;
const REVIEW_READERS = { month: monthReviews.month, deadline, opened_by, opened_at, name: orNull(asText) };

function toReview({ month: key, name, opened_by, ...review }: RowOf<typeof REVIEW_READERS>): MonthReview {
  return { ...review, ...yearMonthOf(key), opened_by: name === null ? null : { id: opened_by, name } };
}
