import { sql } from 'drizzle-orm';
import type { HandedMonth, LockedMonth, MonthLock, MonthLockEvent } from '../../../contracts/calls/answers/month-lock.ts';
import type { monthLockCalls } from '../../../contracts/calls/declared/month-lock.ts';
import { HANDED_REASON, HANDED_WARNING, LOCK_DIFFERENCES_REASON, LOCK_REASON, lockFields } from '../../../contracts/calls/month-lock.ts';
import { formatMonthKey, monthKey, yearMonthOf } from '../../../contracts/months.ts';
import { isGranted, STAFF } from '../../../contracts/roles.ts';
import { fill } from '../../../contracts/text.ts';
import type { CallInput, GrantedCaller } from '../../../platform/call-routes.ts';
import { LONG_READ_MS, LONG_WRITE_MS } from '../../../platform/db/client.ts';
import { LOCKED_MONTHS } from '../../../platform/db/month-lock.ts';
import type { Reader } from '../../../platform/db/pieces.ts';
import { query } from '../../../platform/db/query.ts';
import { monthLockEvents, monthLocks } from '../../../platform/db/schema/month-locks.ts';
import { asJson, asText, hasRows, orNull, type RowOf, readFirst, readRows } from '../../../platform/db/typed-rows.ts';
import type { Deps } from '../../../platform/deps.ts';
import { invalidField } from '../../../platform/parse-call.ts';
import { toOfficeTime } from '../../../platform/text/office-time.ts';
import { type SealOrder, type SealStore, sealMonth, selectSealFacts } from '../seals/seal-month.ts';
import { pickOpenPoints, selectChecklist } from './checklist.ts';
import type { ReviewedPerson } from './review.ts';
import { isPersonVisible, selectVisiblePeople, type VisiblePeople } from './visible-people.ts';

/**
 * `POST /lock_and_unlock {year, month, status, reason?, until?, for?}`: a lock and its seal are one transaction, from whose commit on the triggers
 * refuse every write into the month. An unlock of some minutes ends by the clock.
 */
export async function setLock(
  { jobs }: Pick<Deps, 'jobs'>,
  { caller, grant, values }: CallInput<typeof monthLockCalls.setLock>,
): Promise<MonthLock & LockEvent> {
  const { year, month, status } = values;
  const key = monthKey(year, month);
  const reason = values.reason ?? null;
  const event =
    status === 1 ? await lockMonth({ caller, grant }, key, reason) : await unlockMonth({ caller, grant }, key, { ...values, reason });
  if (status === 1) await jobs.send({ type: 'maintain_seals' }).catch(() => undefined);
  return { year, month, status, ...event };
}

const EVENT_READERS = { reason: monthLocks.reason, at: monthLocks.at, open_until: monthLocks.open_until };
type LockEvent = RowOf<typeof EVENT_READERS>;

/**
 * Locks and seals; nothing happens to a month that is locked already, whose event is answered. With unanswered questions or differences to the source it
 * needs a reason.
 */
async function lockMonth({ caller, grant }: GrantedCaller, month: string, reason: string | null): Promise<LockEvent> {
  const review = query(selectChecklist(month), (readChecklist) => async (reader: Reader, people: readonly ReviewedPerson[]) => {
    if (!reason && people.some(isUndefined)) throw invalidField({ reason: LOCK_REASON }, 'reason', 'required', caller.lang);
    return pickOpenPoints(await readChecklist(reader, people));
  });
  const order: SealOrder = { month, by: null, reason, review };
  const open = sql`SELECT 1 FROM questions WHERE month = ${month} AND status = 'open' LIMIT 1`;
  const differing = sql`SELECT 1 FROM (SELECT only_there + only_here + differs AS differences FROM crawl_reconciliations
    WHERE month = ${month} AND status = 'done' ORDER BY id DESC LIMIT 1) WHERE differences > 0`;
  const lock = sql`SELECT reason, at, open_until FROM ${LOCKED_MONTHS} WHERE month = ${month}`;
  const lockEvent = query(lock, readFirst(EVENT_READERS));
  const facts = {
    lockEvent,
    hasQuestions: query(open, hasRows),
    hasDifferences: query(differing, hasRows),
    facts: selectSealFacts(order),
  };
  const { actor, results } = await caller.read(grant, () => facts, LONG_READ_MS);
  if (results.lockEvent) return results.lockEvent;
  if (!reason && results.hasQuestions) throw invalidField({ reason: LOCK_REASON }, 'reason', 'required', caller.lang);
  if (!reason && results.hasDifferences) throw invalidField({ reason: LOCK_DIFFERENCES_REASON }, 'reason', 'required', caller.lang);
  const store: SealStore = {
    read: (plan) => caller.readMore(plan, LONG_READ_MS),
    write: (plan) => caller.write(plan, 'screen', LONG_WRITE_MS),
    clock: caller.clock,
  };
  const at = await sealMonth(store, { ...order, by: { id: actor.id, name: actor.name } }, results.facts);
  const overtaken = at === null ? await caller.readMore(lockEvent) : undefined;
  return overtaken ?? { reason, at: at ?? caller.clock.time(), open_until: null };
}

const isUndefined = ({ total_point_1, total_point_2 }: ReviewedPerson) => total_point_1 === null || total_point_2 === null;

/**
 * Keeps the seal as a version of the month; what is locked next makes the version after it. Of an open month the event that opened it is answered.
 * With minutes it ends by itself, under that seal where nothing was changed. Says of a month that payroll has that it has it.
 */
async function unlockMonth({ caller, grant }: GrantedCaller, month: string, { reason, until, for: forWhom }: Opening): Promise<LockEvent> {
  const { actor, results: handed } = await caller.read(grant, () => selectHanded(month));
  if (!reason) throw invalidField({ reason: handed ? HANDED_REASON : lockFields.reason }, 'reason', 'required', caller.lang);
  if (handed) caller.warnings.push(fill(HANDED_WARNING[caller.lang], { month: formatMonthKey(month), at: formatMonthKey(handed.at) }));
  const at = caller.clock.time();
  const end = until ? toOfficeTime(caller.clock.now() + until * 60_000) : null;
  const isClosed = sql`month = ${month} AND (status = 1 OR open_until IS NOT NULL)`;
  const opened = [
    sql`INSERT INTO month_lock_events (month, status, user_id, reason, at, history_id, seal_id, open_until)
      SELECT month, 0, ${actor.id}, ${reason}, ${at}, ifnull((SELECT MAX(id) FROM history), 0),
        ifnull(seal_id, (SELECT MAX(s.id) FROM month_seals s WHERE s.month = ${month})), ${end} FROM month_locks WHERE ${isClosed}`,
    sql`UPDATE month_locks SET status = 0, user_id = ${actor.id}, reason = ${reason}, at = ${at}, seal_id = NULL, open_until = ${end},
      open_for = ${end && forWhom !== 'staff' ? actor.id : null} WHERE ${isClosed}`,
  ].map((statement) => query(statement, () => undefined));
  const event = sql`SELECT reason, at, open_until FROM month_locks WHERE month = ${month}`;
  const written = await caller.write({ opened, event: query(event, readFirst(EVENT_READERS)) });
  return written.event ?? { reason, at, open_until: null };
}

interface Opening {
  reason: string | null;
  until?: number | null;
  for?: 'me' | 'staff' | null;
}

/** `GET /get_lock_status?year=&month=`. */
export async function readLockStatus({
  caller,
  grant,
  values: { year, month },
}: CallInput<typeof monthLockCalls.readStatus>): Promise<MonthLock> {
  const status = sql`SELECT status FROM month_locks WHERE month = ${monthKey(year, month)}`;
  const { results: lock } = await caller.read(grant, () => query(status, readFirst({ status: monthLocks.status })));
  return { year, month, status: lock?.status ?? 0 };
}

/** `GET /locked_months`: every month that is locked now or open until a moment, the newest first. */
export async function listLockedMonths({ caller, grant }: GrantedCaller): Promise<LockedMonth[]> {
  const locked = sql`SELECT l.month, l.at, l.open_until, l.open_for, u.name AS "by", ${handedJson(sql`l.month`)} AS handed
    FROM month_locks l LEFT JOIN users u ON u.id = l.user_id WHERE l.status = 1 OR l.open_until IS NOT NULL ORDER BY l.month DESC`;
  const { month, at, open_until, open_for } = monthLocks;
  const { actor, results } = await caller.read(grant, () =>
    query(locked, readRows({ month, at, open_until, open_for, by: orNull(asText), handed: orNull(asJson<HandedMonth>()) })),
  );
  const now = caller.clock.time();
  return results.map(({ month: key, handed, open_until, open_for, ...lock }) => ({
    ...yearMonthOf(key),
    ...lock,
    ...(open_until && { open_until, open_to_me: now < open_until && (open_for ?? actor.id) === actor.id }),
    ...(handed && { handed }),
  }));
}

/** `GET /lock_history?year=&month=`: every lock and unlock of the month, newest first. What was open is named to those only who may see it. */
export async function listLockHistory({
  caller,
  grant,
  values: { year, month },
}: CallInput<typeof monthLockCalls.listEvents>): Promise<MonthLockEvent[]> {
  const events = sql`SELECT e.id, e.status, e.user_id, u.name AS user_name, e.reason, e.at, e.open_until, e.open_points FROM month_lock_events e LEFT JOIN users u ON u.id = e.user_id
      WHERE e.month = ${monthKey(year, month)} ORDER BY e.id DESC LIMIT 500`;
  const { id, status, user_id, reason, at, open_until } = monthLockEvents;
  const open_points = orNull(asJson<NonNullable<MonthLockEvent['open_points']>>());
  const readers = { id, status, user_id, user_name: orNull(asText), reason, at, open_until, open_points };
  const { actor, results } = await caller.read(grant, (actor) => ({
    events: query(events, readRows(readers)),
    people: selectVisiblePeople(actor),
  }));
  const isVisible = isGranted(actor.roles, STAFF) ? visibleSubjects(results.people) : undefined;
  return results.events.map((event) => ({
    ...event,
    year,
    month,
    open_points: event.open_points?.map((point) => withVisibleSubjects(point, isVisible)) ?? null,
  }));
}

type OpenPoint = NonNullable<MonthLockEvent['open_points']>[number];

function withVisibleSubjects({ subjects, ...point }: OpenPoint, isVisible: ((subject: string) => boolean) | undefined): OpenPoint {
  return subjects && isVisible ? { ...point, subjects: subjects.filter(isVisible) } : point;
}

/** Subjects are `user:3`, or `direct:12` and `rule:standards:5`, which every member of the staff may read. */
const visibleSubjects = (people: VisiblePeople) => (subject: string) => {
  const [, user] = /^user:(\d+)$/.exec(subject) ?? [];
  return user === undefined || isPersonVisible(people, Number(user));
};

/** SQL of the newest file of a month that payroll has, as JSON of a `HandedMonth`; NULL for none. */
function handedJson(month: ReturnType<typeof sql>) {
  return sql`(SELECT json_object('at', p.created_at, 'by', u.name, 'sha256', p.sha256, 'seal_version', s.version)
    FROM payroll_exports p JOIN month_seals s ON s.id = p.seal_id LEFT JOIN users u ON u.id = p.created_by
    WHERE p.month = ${month} ORDER BY p.id DESC LIMIT 1)`;
}

/** The newest file of a locked month (YYYY-MM) that payroll has. */
function selectHanded(month: string) {
  const locked = sql`SELECT ${handedJson(sql`l.month`)} AS handed FROM month_locks l
    WHERE l.month = ${month} AND l.status = 1 AND EXISTS (SELECT 1 FROM payroll_exports WHERE month = l.month)`;
  return query(query(locked, readFirst({ handed: asJson<HandedMonth>() })), (found) => found?.handed);
}
