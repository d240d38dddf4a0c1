import { sql } from 'drizzle-orm';
import { type Clock, officeTime } from '../clock.ts';
import type { CalculationRequest } from '../contracts/calls/calculation.ts';
import { isMonthLocked } from '../db/month-lock.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { NOW } from './publish.ts';
import { failRun } from './run.ts';
import { ACTIVE, monthBounds, monthKey, type Run, runOf } from './run-row.ts';
import { failStalled } from './stalled.ts';

/** An active run that has not moved for so long gets a further message: the one it waits for may be lost. */
const IDLE_MS = 60_000;

export interface Starter {
  source: Run['source'];
  user_id: number | null;
  request_id?: string;
}

/**
 * Makes a run of a month and puts its message on the queue. While one of that month is active, that one is answered, whatever
 * it was asked with. Throws `month_locked`.
 */
export async function startRun(deps: Deps, request: CalculationRequest, starter: Starter): Promise<{ run: Run; created: boolean }> {
  const { year, month, preview, include_adjusted } = request;
  const { from } = monthBounds(request);
  const [, made, active] = await deps.db.write(
    [
      failStalled(deps.clock),
      sql`INSERT INTO calculation_runs (year, month, status, preview, include_adjusted, source, requested_by, created_at, progress_at)
        SELECT ${year}, ${month}, 'queued', ${Number(preview)}, ${Number(include_adjusted)}, ${starter.source}, ${starter.user_id}, ${NOW}, ${NOW}
        WHERE NOT ${isMonthLocked(from)} ON CONFLICT DO NOTHING RETURNING id`,
      sql`SELECT * FROM calculation_runs WHERE year = ${year} AND month = ${month} AND status IN ${ACTIVE}`,
    ],
    { ...starter, source: 'calculation' },
  );
  const run = runOf(active);
  if (!run) throw new AppError('month_locked', { month: monthKey(request) });
  const created = made!.rows.length > 0;
  if (created || run.progress_at < idleSince(deps.clock)) await enqueue(deps, run);
  return { run, created };
}

/** Ends stalled runs, and sends a further message for those that have not moved lately: theirs may be lost with a crash. */
export async function takeCareOfRuns(deps: Deps): Promise<void> {
  const active = sql`SELECT id, progress_at FROM calculation_runs WHERE status IN ${ACTIVE}`;
  const [found] = await deps.db.read([active]);
  if (found!.rows.length === 0) return;
  const [, left] = await deps.db.write([failStalled(deps.clock), active], { user_id: null, source: 'calculation' });
  for (const { id, progress_at } of left!.rows) {
    if (String(progress_at) < idleSince(deps.clock)) await enqueue(deps, { id: Number(id) });
  }
}

/** Puts a run's message on the queue; a run that can't be queued has failed. */
export async function enqueue(deps: Deps, { id }: Pick<Run, 'id'>): Promise<void> {
  try {
    await deps.jobs.send({ type: 'calculate', run_id: id });
  } catch (error) {
    await failRun(deps, id, 'not_queued');
    throw error;
  }
}

function idleSince(clock: Clock): string {
  return officeTime(clock.now() - IDLE_MS);
}
