import { type SQL, sql } from 'drizzle-orm';
import { type Clock, officeTime } from '../clock.ts';
import { STALLED_MINUTES } from '../contracts/calls/calculation.ts';
import { ACTIVE, isActive, type Run } from './run-row.ts';

/** Ends the active runs that made no progress for ten minutes. */
export function failStalled(clock: Clock): SQL {
  return sql`UPDATE calculation_runs SET status = 'failed', message = 'stalled', step = step + 1, finished_at = ${clock.time()}
    WHERE status IN ${ACTIVE} AND progress_at < ${cutoff(clock)}`;
}

export function isStalled(run: Pick<Run, 'status' | 'progress_at'>, clock: Clock): boolean {
  return isActive(run) && run.progress_at < cutoff(clock);
}

function cutoff(clock: Clock): string {
  return officeTime(clock.now() - STALLED_MINUTES * 60_000);
}
