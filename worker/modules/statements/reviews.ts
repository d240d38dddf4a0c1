import { sql } from 'drizzle-orm';
import { yearMonthFields } from '../../contracts/calls/month-lock.ts';
import { type MonthReview, REVIEW_FIELDS } from '../../contracts/calls/statements.ts';
import { monthKey } from '../../contracts/months.ts';
import { EVERYONE, STAFF } from '../../contracts/roles.ts';
import { authorizeThenValidate, type Caller } from '../../crud/caller.ts';
import { invalidField, parseCompleteBody, parseParams } from '../../crud/parse-call.ts';
import type { Values } from '../../crud/resource.ts';
import { AppError } from '../../errors.ts';
import { ACTIVE_PEOPLE, notify } from '../notices/notify.ts';
import { readReview, selectReview } from './confirmations.ts';

/** `POST /month_reviews {year, month, deadline}`: asks everybody to look through a month; again, with another day, it moves the deadline. */
export async function openReview(caller: Caller, readBody: () => Promise<Values>): Promise<MonthReview> {
  const { year, month, deadline } = await authorizeThenValidate(caller, STAFF, async () => {
    const values = parseCompleteBody(REVIEW_FIELDS, await readBody(), caller.lang);
    const today = caller.clock.today();
    if (values.deadline < today) throw invalidField(REVIEW_FIELDS, 'deadline', 'min', caller.lang, { min: today });
    return values;
  });
  const key = monthKey(year, month);
  const { actor, results } = await caller.read(STAFF, () => [sql`SELECT status FROM month_locks WHERE month = ${key}`]);
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
export async function readMonthReview(caller: Caller, params: URLSearchParams): Promise<MonthReview | null> {
  const { year, month } = await authorizeThenValidate(caller, EVERYONE, () => parseParams(yearMonthFields, params, caller.lang));
  const { results } = await caller.read(EVERYONE, () => [selectReview(monthKey(year!, month!))]);
  return readReview(results[0]!);
}
