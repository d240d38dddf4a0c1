import { sql } from 'drizzle-orm';
import type { CalculationRequest } from '../../contracts/calls/calculation.ts';
import { monthKey } from '../../contracts/months.ts';
import { isMonthLocked } from '../../platform/db/month-lock.ts';
import type { Deps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import { insertRun, type StartedRun, startRun } from '../../platform/queue/run-calls.ts';
import { type RunView, selectRunViews } from './run-view.ts';
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
export async function startMonth(deps: Deps, request: CalculationRequest, starter: Starter): Promise<StartedRun<RunView>> {
  const { year, month } = request;
  const { source, user_id } = starter;
  const ofMonth = sql`year = ${year} AND month = ${month}`;
  const [preview, include_adjusted] = [Number(request.preview), Number(request.include_adjusted)];
  const values = { year, month, preview, include_adjusted, source, requested_by: user_id };
  const started = await startRun(
    deps,
    calculationWork,
    { ...starter, source: 'calculation' },
    {
      insert: insertRun(calculationWork, deps, values, sql`NOT ${isMonthLocked(monthKey(year, month))}`),
      scope: ofMonth,
      view: selectRunViews(sql`${ofMonth} AND c.status IN ${ACTIVE}`),
    },
  );
  if (!started) throw new AppError('month_locked', { month: monthKey(year, month) });
  return started;
}
