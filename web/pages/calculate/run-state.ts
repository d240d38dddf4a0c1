import { ACTIVE_RUN_STATUSES, type CalculationRun } from '#contracts/calls/calculation.ts';

/** Whether a run is still at work. */
export function isActive(run: CalculationRun): boolean {
  return ACTIVE_RUN_STATUSES.includes(run.status);
}
