import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { ReviewThresholds } from '../../../contracts/calls/answers/month-checklist.ts';
import type { MonthChange } from '../../../contracts/calls/answers/month-lock.ts';
import { monthLockCalls as calls } from '../../../contracts/calls/declared/month-lock.ts';
import { type ReviewKey, seenFields } from '../../../contracts/calls/month-checklist.ts';
import { monthKey } from '../../../contracts/months.ts';
import { type Envelope, readPage, toEnvelope } from '../../../contracts/paging.ts';
import { bindCall, type CallInput } from '../../../platform/call-routes.ts';
import type { AppEnv } from '../../../platform/caller.ts';
import { query } from '../../../platform/db/query.ts';
import { asNumber, readRows, readValue } from '../../../platform/db/typed-rows.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { invalidField } from '../../../platform/parse-call.ts';
import { WRITE_READERS } from '../../history/history.ts';
import { personName } from '../../history/person-name.ts';
import { canonicalJson } from '../seals/canonical.ts';
import { touchesMonth } from '../seals/seal-state.ts';
import { listFindings, readFindings, readMonthChecklist } from './checklist.ts';
import { listLockedMonths, listLockHistory, readLockStatus, setLock } from './lock.ts';
import { isPersonVisible } from './visible-people.ts';

export function monthLockRoutes(deps: Pick<Deps, 'jobs'>): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  bindCall(app, calls.setLock, (input) => setLock(deps, input));
  bindCall(app, calls.readStatus, readLockStatus);
  bindCall(app, calls.listLocked, async (input) => ({ data: await listLockedMonths(input) }));
  bindCall(app, calls.listEvents, async (input) => ({ data: await listLockHistory(input) }));
  bindCall(app, calls.listChanges, listChangesWhileOpen);
  bindCall(app, calls.readChecklist, readMonthChecklist);
  bindCall(app, calls.listFindings, listFindings);
  bindCall(app, calls.markSeen, markSeen);
  bindCall(app, calls.setThresholds, setThresholds);
  return app;
}

/**
 * `GET /lock_history/changes?year=&month=&event_id=`: what was written to the month's records between an unlock and the lock after
 * it (until now while there is none); the newest unlock by default.
 */
async function listChangesWhileOpen({ caller, grant, values }: CallInput<typeof calls.listChanges>): Promise<Envelope<MonthChange>> {
  const key = monthKey(values.year!, values.month!);
  const { page, limit } = readPage(values, 50);
  const unlock = values.event_id
    ? sql`SELECT id, history_id FROM month_lock_events WHERE month = ${key} AND status = 0 AND id = ${values.event_id}`
    : sql`SELECT id, history_id FROM month_lock_events WHERE month = ${key} AND status = 0 ORDER BY id DESC LIMIT 1`;
  const between = sql`FROM (${unlock}) o
    LEFT JOIN month_lock_events n ON n.id = (SELECT MIN(id) FROM month_lock_events WHERE month = ${key} AND status = 1 AND id > o.id)
    JOIN history h ON h.id > o.history_id AND h.id <= ifnull(n.history_id, h.id) LEFT JOIN users u ON u.id = h.user_id WHERE ${touchesMonth(key)}`;
  const { results } = await caller.read(grant, () => ({
    total: query(sql`SELECT COUNT(*) AS total ${between}`, readValue(asNumber)),
    writes: query(
      sql`SELECT h.id, h.entity, h.record_id, h.action, ${personName(sql`h.user_id`)} AS user_name, h.source, h.at, h.before, h.after
      ${between} ORDER BY h.id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}`,
      readRows(WRITE_READERS),
    ),
  }));
  return toEnvelope({ page, limit }, results.total, results.writes);
}

/**
 * `POST /month-checklist/seen {year, month, key, subject, value, note}`: somebody has looked at a finding; it counts while the value stays.
 * 422 for what is no finding of the kind, 403 for a person whose name the actor may not see, 409 where the figures are others by now.
 */
async function markSeen({ caller, grant, values }: CallInput<typeof calls.markSeen>): Promise<{ note: string; by: string; at: string }> {
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
async function setThresholds({
  caller,
  grant,
  values: { percent, points },
}: CallInput<typeof calls.setThresholds>): Promise<ReviewThresholds> {
  await caller.require(grant);
  await caller.write([
    sql`UPDATE month_review_settings SET percent = ${percent}, points = ${points}, updated_at = ${caller.clock.time()} WHERE id = 1`,
  ]);
  return { percent, points };
}
