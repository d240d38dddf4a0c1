import { sql } from 'drizzle-orm';
import type { MonthReview } from '../../../contracts/calls/answers/statements.ts';
import type { statementCalls } from '../../../contracts/calls/declared/statements.ts';
import { REVIEW_FIELDS } from '../../../contracts/calls/statements.ts';
import { monthKey } from '../../../contracts/months.ts';
import type { CallInput } from '../../../platform/call-routes.ts';
import { query } from '../../../platform/db/query.ts';
import { hasRows } from '../../../platform/db/typed-rows.ts';
import { AppError } from '../../../platform/errors.ts';
import { invalidField } from '../../../platform/parse-call.ts';
import { ACTIVE_PEOPLE, notify } from '../../notify/notify.ts';
import { prepareSend } from '../../notify/send-limit.ts';
import { selectReview } from './confirmations.ts';
import { requireBegunMonth } from './month.ts';

/** The last day of the last month that there is: a later one is mistyped. */
const LAST_DEADLINE = '2100-12-31';

/**
 * `POST /month_reviews {year, month, deadline}`: asks everybody to look through a month; again, with another day, it moves the deadline. People are told of one deadline a day; 429 beyond 30 reviews an hour.
 */
export async function openReview({
  caller,
  grant,
  values: { year, month, deadline },
}: CallInput<typeof statementCalls.openReview>): Promise<MonthReview> {
  const today = caller.clock.today();
  requireBegunMonth({ year, month }, REVIEW_FIELDS, caller);
  if (deadline < today) throw invalidField(REVIEW_FIELDS, 'deadline', 'from_day', caller.lang, { min: today });
  const key = monthKey(year, month);
  if (deadline > LAST_DEADLINE) throw invalidField(REVIEW_FIELDS, 'deadline', 'until_day', caller.lang, { max: LAST_DEADLINE });
  const lock = sql`SELECT 1 FROM month_locks WHERE month = ${key} AND status = 1`;
  const { actor, results: before } = await caller.read(grant, () => ({ isLocked: query(lock, hasRows), review: selectReview(key) }));
  if (before.isLocked) throw new AppError('month_locked', { month: key });
  const send = await prepareSend(caller.clock, actor.id);
  const { refusal, review } = await caller.write({
    refusal: send.refusal,
    opening: sql`INSERT INTO month_reviews (month, deadline, opened_by, opened_at)
      SELECT ${key}, ${deadline}, ${actor.id}, ${caller.clock.time()} WHERE ${send.hasRoom}
      ON CONFLICT (month) DO UPDATE SET deadline = excluded.deadline, opened_by = excluded.opened_by, opened_at = excluded.opened_at`,
    notice: notify({
      kind: 'review_opened',
      event: `review_opened:${key}:${today}`,
      people: sql`SELECT id FROM (${ACTIVE_PEOPLE}) WHERE changes() = 1 AND ${deadline} <> ${before.review?.deadline ?? ''}`,
      params: { year, month: key, deadline },
      isCorrected: true,
    }),
    review: selectReview(key),
  });
  if (refusal) throw refusal;
  return review!;
}

/** `GET /month_reviews?year=&month=`: the review of a month, or null. */
export async function readMonthReview({
  caller,
  grant,
  values: { year, month },
}: CallInput<typeof statementCalls.readReview>): Promise<MonthReview | null> {
  const { results: review } = await caller.read(grant, () => selectReview(monthKey(year!, month!)));
  return review;
}
