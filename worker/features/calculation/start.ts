import { sql } from 'drizzle-orm';
import type { CalculationRequest } from '../../contracts/calls/calculation.ts';
import { monthKey } from '../../contracts/months.ts';
import { NOW } from '../../platform/db/client.ts';
import { isMonthLocked } from '../../platform/db/month-lock.ts';
import { query } from '../../platform/db/query.ts';
import { calculationRuns } from '../../platform/db/schema/calculation.ts';
import { hasRows, readFirst } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueueRun, failStatement, isStalledSql, leaseEnd, takeOverStatement } from '../../platform/queue/run.ts';
import { ACTIVE, calculationWork, type Run } from './work.ts';

export interface Starter {
  source: Run['source'];
  user_id: number | null;
  request_id?: string;
}

/**
 * Makes a run of a month and puts its message on the queue. While one of that month is active, that one is answered, whatever it was asked
 * with, and taken up again if its message died. Throws `month_locked`.
 */
export async function startRun(deps: Deps, request: CalculationRequest, starter: Starter): Promise<{ run: Run; created: boolean }> {
  const { year, month, preview, include_adjusted } = request;
  const ofMonth = sql`year = ${year} AND month = ${month}`;
  const { isTakenOver, created, run } = await deps.db.write(
    {
      failing: failStatement(calculationWork, isStalledSql(calculationWork, deps.clock), 'stalled', deps.clock),
      isTakenOver: query(takeOverStatement(calculationWork, ofMonth, deps.clock), hasRows),
      created: query(
        sql`INSERT INTO calculation_runs (year, month, status, preview, include_adjusted, source, requested_by, created_at, progress_at,
          lease_until)
        SELECT ${year}, ${month}, 'queued', ${Number(preview)}, ${Number(include_adjusted)}, ${starter.source}, ${starter.user_id}, ${NOW}, ${NOW},
          ${leaseEnd(deps.clock)}
        WHERE NOT ${isMonthLocked(monthKey(year, month))} ON CONFLICT DO NOTHING RETURNING id`,
        hasRows,
      ),
      run: query(sql`SELECT * FROM calculation_runs WHERE ${ofMonth} AND status IN ${ACTIVE}`, readFirst(calculationRuns)),
    },
    { ...starter, source: 'calculation' },
  );
  if (!run) throw new AppError('month_locked', { month: monthKey(year, month) });
  if (created || isTakenOver) await enqueueRun(deps, calculationWork, run.id);
  return { run, created };
}
