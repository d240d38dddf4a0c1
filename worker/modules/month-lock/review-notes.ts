import { sql } from 'drizzle-orm';
import { type ReviewThresholds, seenFields, thresholdFields } from '../../contracts/calls/month-checklist.ts';
import { monthKey } from '../../contracts/months.ts';
import { ADMIN, STAFF } from '../../contracts/roles.ts';
import { authorizeThenValidate, type Caller } from '../../crud/caller.ts';
import { parseCompleteBody } from '../../crud/parse-call.ts';
import type { Values } from '../../crud/resource.ts';

/** `POST /month-checklist/seen {year, month, key, subject, value, note}`: somebody has looked at a finding; it counts while the value stays. */
export async function markSeen(caller: Caller, readBody: () => Promise<Values>): Promise<{ note: string; by: string; at: string }> {
  const values = await authorizeThenValidate(caller, STAFF, async () => parseCompleteBody(seenFields, await readBody(), caller.lang));
  const { year, month, key, subject, value, note } = values;
  const actor = await caller.require(STAFF);
  const at = caller.clock.time();
  await caller.write([
    sql`INSERT INTO month_review_notes (month, kind, subject, value, note, user_id, at)
      VALUES (${monthKey(year, month)}, ${key}, ${subject}, ${value}, ${note}, ${actor.id}, ${at})
      ON CONFLICT (month, kind, subject) DO UPDATE SET value = excluded.value, note = excluded.note, user_id = excluded.user_id, at = excluded.at`,
  ]);
  return { note, by: actor.name, at };
}

/** `PUT /month-checklist/thresholds {percent, points}`. */
export async function setThresholds(caller: Caller, readBody: () => Promise<Values>): Promise<ReviewThresholds> {
  const { percent, points } = await authorizeThenValidate(caller, ADMIN, async () =>
    parseCompleteBody(thresholdFields, await readBody(), caller.lang),
  );
  await caller.require(ADMIN);
  await caller.write([
    sql`UPDATE month_review_settings SET percent = ${percent}, points = ${points}, updated_at = ${caller.clock.time()} WHERE id = 1`,
  ]);
  return { percent, points };
}
