import { sql } from 'drizzle-orm';
import type { ReviewThresholds } from '../../../contracts/calls/answers/month-checklist.ts';
import type { monthLockCalls } from '../../../contracts/calls/declared/month-lock.ts';
import { type ReviewKey, seenFields } from '../../../contracts/calls/month-checklist.ts';
import { monthKey } from '../../../contracts/months.ts';
import type { CallInput } from '../../../platform/call-routes.ts';
import { AppError } from '../../../platform/errors.ts';
import { invalidField } from '../../../platform/parse-call.ts';
import { canonicalJson } from '../seals/canonical.ts';
import { readFindings } from './checklist.ts';
import { isPersonVisible } from './visible-people.ts';

/**
 * `POST /month-checklist/seen {year, month, key, subject, value, note}`: somebody has looked at a finding; it counts while the value stays.
 * 422 for what is no finding of the kind, 403 for a person whose name the actor may not see, 409 where the figures are others by now.
 */
export async function markSeen({
  caller,
  grant,
  values,
}: CallInput<typeof monthLockCalls.markSeen>): Promise<{ note: string; by: string; at: string }> {
  const { year, month, key, subject, value, note } = values;
  const { actor, visible, findings } = await readFindings({ caller, grant }, monthKey(year, month), key as ReviewKey);
  const finding = findings.find((each) => each.subject === subject);
  if (!finding) throw invalidField(seenFields, 'subject', 'exists', caller.lang);
  if (!isPersonVisible(visible, finding.person)) throw new AppError('forbidden');
  if (canonicalJson(finding.figures) !== value) throw new AppError('stale');
  const at = caller.clock.time();
  await caller.write([
    sql`INSERT INTO month_review_notes (month, kind, subject, value, note, user_id, at)
      VALUES (${monthKey(year, month)}, ${key}, ${subject}, ${value}, ${note}, ${actor.id}, ${at})
      ON CONFLICT (month, kind, subject) DO UPDATE SET value = excluded.value, note = excluded.note, user_id = excluded.user_id, at = excluded.at`,
  ]);
  return { note, by: actor.name, at };
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
