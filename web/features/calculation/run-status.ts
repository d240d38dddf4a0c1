import type { CalculationRun } from '#contracts/calls/answers/calculation.ts';
import { ACTIVE_RUN_STATUSES } from '#contracts/calls/run-status.ts';

/** Whether a run is queued or running. */
export function isRunActive(run: CalculationRun): boolean {
  return ACTIVE_RUN_STATUSES.includes(run.status);
}
