import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { mayOwnerGoOn } from '../auth/job-owner.ts';
import type { Clock } from '../clock.ts';
import type { Author } from '../db/client.ts';
import { query } from '../db/query.ts';
import { asBoolean, asNumber, hasRows, readColumn, readFirst, readRows } from '../db/typed-rows.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { toOfficeTime } from '../text/office-time.ts';
import { startHeartbeat } from './heartbeat.ts';
import type { FailReason, QueuedWork } from './run-kind.ts';

/** Thrown by a step whose run can't go on, however often it is tried: the run fails at once. */
export class RunFailure extends Error {
  readonly reason: FailReason;

  constructor(reason: FailReason) {
    super(`The run failed: ${reason}`);
    this.reason = reason;
  }
}

/** Proof that a message works on a run; `claim` fences off every other message. */
export interface Lease {
  id: number;
  claim: string | null;
}

/**
 * How a message leaves its run: over; to be continued by a further message; the same, with the lease given back already (see
 * `releasedLease`); or to be continued after a pause.
 */
export type Outcome = 'ended' | 'unfinished' | 'released' | { pauseSeconds: number };

/** A run whose lease was not renewed for this long is resumed by another message. */
const LEASE_SECONDS = 20;
/** A run asks again at this interval whether the one before it is over. */
const TURN_SECONDS = 3;
/** A run without progress for this long has failed, however often it was resumed. */
const STALLED_MINUTES = 10;
/** Who nobody took up for this long could not get on: the schedule that takes runs up was away, as of a stopped site or in a backup. */
const UNTRIED_MINUTES = 3;

/**
 * Handles a message: takes the run's lease, renews it while `step` works, then gives it back and sends the next message. Ends without work
 * when the run is over; comes again when another message holds the lease. `step` must guard each write with `holdsLease`.
 */
export async function workOnRun<T extends SQLiteTable>(
  deps: Deps,
  work: QueuedWork<T>,
  id: number,
  step: (deps: Deps, run: T['$inferSelect'], lease: Lease) => Promise<Outcome>,
): Promise<void> {
  const lease = { id, claim: crypto.randomUUID() };
  const heart = startHeartbeat(deps, () => deps.db.write([renewStatement(work, lease, leaseEnd(deps.clock))], jobAuthor(work)));
  try {
    const taken = await takeLease(deps, work, lease);
    if (!taken) return;
    if ('busySeconds' in taken) return await deps.jobs.send(work.messageFor(id), { delaySeconds: taken.busySeconds });
    const grant = work.grant?.(taken.run);
    const owner = sql`(SELECT ${work.owner} FROM ${tableOf(work)} r WHERE r.id = ${id})`;
    if (grant !== undefined && !(await mayOwnerGoOn(deps, owner, grant))) return await work.fail(deps, id, 'no_right');
    if (taken.isBehind) return await applyOutcome(deps, work, lease, { pauseSeconds: TURN_SECONDS });
    const outcome = await step(heart.deps, taken.run, lease);
    heart.stop();
    await applyOutcome(deps, work, lease, outcome);
  } catch (error) {
    const reason = error instanceof AppError && error.code === 'forbidden' ? 'no_right' : error instanceof RunFailure && error.reason;
    if (reason) return await work.fail(deps, id, reason);
    // Without a database the lease expires by itself.
    await deps.db.write([releaseStatement(work, lease, deps.clock)], jobAuthor(work)).catch(() => undefined);
    throw error;
  } finally {
    heart.stop();
  }
}

/** SQL condition: the run is active and holds this lease. */
export function holdsLease(work: QueuedWork, { id, claim }: Lease): SQL {
  return sql`EXISTS (SELECT 1 FROM ${tableOf(work)} WHERE id = ${id} AND claim = ${claim} AND status IN ${activeStatuses(work)})`;
}

/** Ends the transaction by an error unless the condition is true: the column takes no NULL. */
export function fenceOff(allowed: SQL): SQL {
  return sql`UPDATE write_context SET source = NULL WHERE NOT (${allowed})`;
}

/** Assignments that give a lease back: for a step that does so in its last write, and for a run that is put on the queue again. */
export function releasedLease(clock: Clock): SQL {
  return sql`claim = NULL, lease_until = ${leaseEnd(clock)}`;
}

/** `lease_until` of a lease that begins now; a run that waits for its message has one too. */
export function leaseEnd(clock: Clock): number {
  return clock.now() + LEASE_SECONDS * 1000;
}

/**
 * Sends a new message for each run whose message was lost, and fails runs without progress for ten minutes. One round trip when there is
 * nothing to do. Called by the schedule, and by calls that read an abandoned run.
 */
export async function recoverRuns(deps: Deps, kinds: readonly QueuedWork[]): Promise<void> {
  const { db, clock } = deps;
  const found = await db.read(
    kinds.map((work) => {
      const abandoned = sql`SELECT id, ${isStalledSql(work, clock)} AS stalled FROM ${tableOf(work)}
        WHERE ${isAbandonedSql(work, clock)}`;
      return query(
        abandoned,
        readRows({ id: asNumber, stalled: asBoolean }, (run) => ({ work, ...run })),
      );
    }),
  );
  for (const { work, id, stalled } of found.flat()) {
    if (stalled) await work.fail(deps, id, 'stalled');
    else await takeOver(deps, work, id);
  }
}

/**
 * SQL that takes over a run whose lease has expired; it returns the id if it did, and then a message must be sent. One that nobody tried for long has its
 * time anew.
 */
export function takeOverStatement(work: QueuedWork, where: SQL, clock: Clock): SQL {
  const progress = sql.identifier(work.progressColumn);
  return sql`UPDATE ${tableOf(work)} SET ${releasedLease(clock)}, ${progress} = iif(lease_until < ${untriedSince(clock)}, ${clock.time()}, ${progress})
    WHERE ${where} AND status IN ${activeStatuses(work)} AND lease_until <= ${clock.now()} RETURNING id`;
}

/** Puts the message of a run on the queue; one that can't be queued has failed. */
export async function enqueueRun(deps: Deps, work: QueuedWork, id: number): Promise<void> {
  try {
    await deps.jobs.send(work.messageFor(id));
  } catch (error) {
    await work.fail(deps, id, 'not_queued');
    throw error;
  }
}

/** SQL that fails active runs; `message` is stored as the reason. */
export function failStatement(work: QueuedWork, where: SQL, message: SQL | string, clock: Clock): SQL {
  return sql`UPDATE ${tableOf(work)} SET status = 'failed', message = ${message}, claim = NULL, finished_at = ${clock.time()}
    WHERE ${where} AND status IN ${activeStatuses(work)}`;
}

/** The statuses of a run at work as a SQL list. */
export function activeStatuses(work: Pick<QueuedWork, 'activeStatuses'>): SQL {
  return sql.raw(`(${work.activeStatuses.map((status) => `'${status}'`).join(', ')})`);
}

/** Runs whose last progress is too long ago, though they were tried, as SQL. */
export function isStalledSql({ progressColumn }: QueuedWork, clock: Clock): SQL {
  return sql`(${sql.identifier(progressColumn)} < ${stalledBefore(clock)} AND lease_until >= ${untriedSince(clock)})`;
}

/** The end of a lease before which nobody has tried a run for long. */
const untriedSince = (clock: Clock): number => clock.now() - UNTRIED_MINUTES * 60_000;

/** Active runs that nobody works on, or that do not get on, as SQL: they have to be recovered. */
export function isAbandonedSql(work: QueuedWork, clock: Clock): SQL {
  return sql`status IN ${activeStatuses(work)} AND (lease_until <= ${clock.now()} OR ${isStalledSql(work, clock)})`;
}

/** Office time before which a run without progress counts as stalled. */
const stalledBefore = (clock: Clock): string => toOfficeTime(clock.now() - STALLED_MINUTES * 60_000);

type LeaseAttempt<T extends SQLiteTable> = { run: T['$inferSelect']; isBehind: boolean } | { busySeconds: number } | undefined;

async function takeLease<T extends SQLiteTable>({ db, clock }: Deps, work: QueuedWork<T>, lease: Lease): Promise<LeaseAttempt<T>> {
  const now = clock.now();
  const { run, isBehind, busyUntil } = await db.write(
    {
      run: query(
        sql`UPDATE ${tableOf(work)} SET claim = ${lease.claim}, lease_until = ${leaseEnd(clock)}
        WHERE id = ${lease.id} AND status IN ${activeStatuses(work)} AND (claim IS NULL OR lease_until <= ${now}) RETURNING *`,
        readFirst(work.table),
      ),
      isBehind: query(
        work.takesTurns
          ? sql`UPDATE ${tableOf(work)} SET ${sql.identifier(work.progressColumn)} = ${clock.time()} WHERE id = ${lease.id} AND EXISTS (SELECT 1
            FROM ${tableOf(work)} r WHERE r.id < ${lease.id} AND r.status IN ${activeStatuses(work)}
              AND ${work.owner} = (SELECT ${work.owner} FROM ${tableOf(work)} r WHERE r.id = ${lease.id})) RETURNING id`
          : sql`SELECT 1 WHERE 0`,
        hasRows,
      ),
      busyUntil: query(
        sql`SELECT lease_until FROM ${tableOf(work)} WHERE id = ${lease.id} AND status IN ${activeStatuses(work)}`,
        readColumn(asNumber),
      ),
    },
    jobAuthor(work),
  );
  if (run) return { run, isBehind };
  const [until] = busyUntil;
  return until === undefined ? undefined : { busySeconds: Math.max(1, Math.ceil((until - now) / 1000)) };
}

async function applyOutcome(deps: Deps, work: QueuedWork, lease: Lease, outcome: Outcome): Promise<void> {
  if (outcome === 'ended') return;
  if (typeof outcome === 'object') {
    const { pauseSeconds } = outcome;
    // The lease is kept for the pause, so that no other message ends it early.
    await deps.db.write([renewStatement(work, lease, deps.clock.now() + pauseSeconds * 1000)], jobAuthor(work));
    return deps.jobs.send(work.messageFor(lease.id), { delaySeconds: pauseSeconds });
  }
  if (outcome === 'unfinished') {
    if (!(await deps.db.write(query(releaseStatement(work, lease, deps.clock), hasRows), jobAuthor(work)))) return;
  }
  await deps.jobs.send(work.messageFor(lease.id));
}

async function takeOver(deps: Deps, work: QueuedWork, id: number): Promise<void> {
  const takingOver = query(takeOverStatement(work, sql`id = ${id}`, deps.clock), hasRows);
  if (await deps.db.write(takingOver, jobAuthor(work))) await enqueueRun(deps, work, id);
}

function renewStatement(work: QueuedWork, lease: Lease, until: number): SQL {
  return sql`UPDATE ${tableOf(work)} SET lease_until = ${until} WHERE id = ${lease.id} AND ${holdsLease(work, lease)}`;
}

function releaseStatement(work: QueuedWork, lease: Lease, clock: Clock): SQL {
  return sql`UPDATE ${tableOf(work)} SET ${releasedLease(clock)} WHERE id = ${lease.id} AND ${holdsLease(work, lease)} RETURNING id`;
}

export const tableOf = ({ table }: QueuedWork): SQL => sql`${sql.identifier(getTableName(table))}`;
const jobAuthor = ({ source }: QueuedWork): Author => ({ user_id: null, source });
