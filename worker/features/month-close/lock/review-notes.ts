import { type SQL, sql } from 'drizzle-orm';
import type { ReviewThresholds } from '../../../contracts/calls/answers/month-checklist.ts';
import type { monthLockCalls } from '../../../contracts/calls/declared/month-lock.ts';
import { seenFields } from '../../../contracts/calls/month-checklist.ts';
import { monthKey } from '../../../contracts/months.ts';
import { invalidField } from '../../../crud/parse-call.ts';
import type { CallInput } from '../../../platform/call-routes.ts';
import { query } from '../../../platform/db/query.ts';
import { asNumber, orNull, readFirst } from '../../../platform/db/typed-rows.ts';
import { AppError } from '../../../platform/errors.ts';
import { isPersonVisible, selectVisiblePeople } from './visible-people.ts';

/**
 * `POST /month-checklist/seen {year, month, key, subject, value, note}`: somebody has looked at a finding; it counts while the value stays.
 * 422 for a subject that the month does not have, 403 for a person whose name the actor may not see.
 */
export async function markSeen({
  caller,
  grant,
  values,
}: CallInput<typeof monthLockCalls.markSeen>): Promise<{ note: string; by: string; at: string }> {
  const { year, month, key, subject, value, note } = values;
  const { actor, results } = await caller.read(grant, (actor) => ({
    visible: selectVisiblePeople(actor),
    subject: query(selectSubject(subject, monthKey(year, month)), readFirst({ person: orNull(asNumber) })),
  }));
  if (!results.subject) throw invalidField(seenFields, 'subject', 'exists', caller.lang);
  if (!isPersonVisible(results.visible, results.subject.person ?? undefined)) throw new AppError('forbidden');
  const at = caller.clock.time();
  await caller.write([
    sql`INSERT INTO month_review_notes (month, kind, subject, value, note, user_id, at)
      VALUES (${monthKey(year, month)}, ${key}, ${subject}, ${value}, ${note}, ${actor.id}, ${at})
      ON CONFLICT (month, kind, subject) DO UPDATE SET value = excluded.value, note = excluded.note, user_id = excluded.user_id, at = excluded.at`,
  ]);
  return { note, by: actor.name, at };
}

/** The row that `user:3`, or `direct:12` of the month, stands for, with the person whom a finding about it names. */
function selectSubject(subject: string, month: string): SQL {
  const [, kind, id] = /^(user|direct):(\d{1,15})$/.exec(subject) ?? [];
  if (kind === 'user') return sql`SELECT id AS person FROM users WHERE id = ${Number(id)}`;
  return sql`SELECT iif(user_id = chekkusha_id, user_id, NULL) AS person FROM directs
    WHERE id = ${Number(id ?? 0)} AND substr(henkyaku_hi, 1, 7) = ${month}`;
}

/** `PUT /month-checklist/thresholds {percent, points}`. */
export async function setThresholds({
  caller,
  grant,
  values: { percent, points },
}: CallInput<typeof monthLockCalls.setThresholds>): Promise<ReviewThresholds> {
  await caller.require(grant);
  await caller.write([
    sql`UPDATE month_review_settings SET percent = ${percent}, points = ${points}, updated_at = ${caller.clock.time()} WHERE id = 1`,
  ]);
  return { percent, points };
}
