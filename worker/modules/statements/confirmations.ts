import type { ResultSet } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import type { Confirmation, MonthReview, StatementFigures, StatementState } from '../../contracts/calls/statements.ts';

/**
 * The newest confirmation of each of some people, and their questions: those not closed, those not answered, and those that a later confirmation
 * does not settle.
 */
export function selectConfirmations(month: string, people: SQL): SQL {
  const questions = (condition: SQL) =>
    sql`(SELECT COUNT(*) FROM questions q WHERE q.user_id = p.id AND q.month = ${month} AND ${condition})`;
  return sql`SELECT p.id AS user_id, c.sha256, c.figures, c.confirmed_at, ${questions(sql`q.status <> 'closed'`)} AS open_questions,
      ${questions(sql`q.status = 'open'`)} AS unanswered,
      ${questions(sql`(q.status = 'open' OR (q.status = 'answered' AND q.answered_at > ifnull(c.confirmed_at, '')))`)} AS unsettled
    FROM (${people}) p LEFT JOIN statement_confirmations c
      ON c.id = (SELECT MAX(id) FROM statement_confirmations WHERE month = ${month} AND user_id = p.id)`;
}

export interface StoredConfirmation {
  sha256: string | null;
  figures: string | null;
  confirmed_at: string | null;
  open_questions: number;
  unanswered: number;
  unsettled: number;
}

export function readConfirmations(result: ResultSet): Map<number, StoredConfirmation> {
  return new Map(
    result.rows.map((row) => [
      Number(row.user_id),
      {
        sha256: row.sha256 === null ? null : String(row.sha256),
        figures: row.figures === null ? null : String(row.figures),
        confirmed_at: row.confirmed_at === null ? null : String(row.confirmed_at),
        open_questions: Number(row.open_questions),
        unanswered: Number(row.unanswered),
        unsettled: Number(row.unsettled),
      },
    ]),
  );
}

/** A question outweighs a confirmation, unless it was answered before; silence counts as agreement from the day after the deadline on. */
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
  const outdated = stored?.figures && stored.sha256 !== current;
  return {
    state,
    confirmed_at: stored?.confirmed_at ?? null,
    sha256: stored?.sha256 ?? null,
    confirmed_figures: outdated ? (JSON.parse(stored.figures!) as StatementFigures) : null,
  };
}

export function selectReview(month: string): SQL {
  return sql`SELECT r.month, r.deadline, r.opened_by, r.opened_at, u.name FROM month_reviews r LEFT JOIN users u ON u.id = r.opened_by
    WHERE r.month = ${month}`;
}

export function readReview(result: ResultSet): MonthReview | null {
  const [row] = result.rows;
  if (!row) return null;
  const [year, month] = String(row.month).split('-').map(Number) as [number, number];
  return {
    year,
    month,
    deadline: String(row.deadline),
    opened_by: row.name === null ? null : { id: Number(row.opened_by), name: String(row.name) },
    opened_at: String(row.opened_at),
  };
}
