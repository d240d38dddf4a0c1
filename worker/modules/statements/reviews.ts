import { sql } from 'drizzle-orm';
import type { CallInput } from '../../call-routes.ts';
import type { statementCalls } from '../../contracts/calls/declared/statements.ts';
import { type MonthReview, REVIEW_FIELDS } from '../../contracts/calls/statements.ts';
import { monthKey } from '../../contracts/months.ts';
import { invalidField } from '../../crud/parse-call.ts';
import { AppError } from '../../errors.ts';
import { ACTIVE_PEOPLE, notify } from '../notices/notify.ts';
import { readReview, selectReview } from './confirmations.ts';

/** `POST /month_reviews {year, month, deadline}`: asks everybody to look through a month; again, with another day, it moves the deadline. */
export async function openReview({
  caller,
  grant,
  values: { year, month, deadline },
}: CallInput<typeof statementCalls.openReview>): Promise<MonthReview> {
  const today = caller.clock.today();
  if (deadline < today) throw invalidField(REVIEW_FIELDS, 'deadline', 'min', caller.lang, { min: today });
  const key = monthKey(year, month);
  const { actor, results } = await caller.read(grant, () => [sql`SELECT status FROM month_locks WHERE month = ${key}`]);
  if (results[0]!.rows[0]?.status === 1) throw new AppError('month_locked', { month: key });
  const written = await caller.write([
    sql`INSERT INTO month_reviews (month, deadline, opened_by, opened_at) VALUES (${key}, ${deadline}, ${actor.id}, ${caller.clock.time()})
      ON CONFLICT (month) DO UPDATE SET deadline = excluded.deadline, opened_by = excluded.opened_by, opened_at = excluded.opened_at`,
    notify({
      kind: 'review_opened',
      event: `review_opened:${key}:${deadline}`,
      people: ACTIVE_PEOPLE,
      params: { year, month: key, deadline },
    }),
    selectReview(key),
  ]);
  return readReview(written.at(-1)!)!;
}

/** `GET /month_reviews?year=&month=`: the review of a month, or null. */
export async function readMonthReview({
  caller,
  grant,
  values: { year, month },
}: CallInput<typeof statementCalls.readReview>): Promise<MonthReview | null> {
  const { results } = await caller.read(grant, () => [selectReview(monthKey(year, month))]);
  return readReview(results[0]!);
}
