import type { FirstStepName } from '#contracts/calls/first-steps.ts';
import { readLocalStorage } from '../../ui/hooks/local-storage.ts';

/** What the hint on the start page said last in this browser: it stands there until the next answer, so that nothing moves when that comes. */
export interface KeptHint {
  next: FirstStepName;
  finished: number;
  total: number;
}

export const KEPT_HINT = 'first_steps.hint';
export const STEPS_DONE = 'first_steps.done';

/** Whether this browser has seen that all steps are done or skipped. */
export const hasSeenStepsDone = () => readLocalStorage(STEPS_DONE, false);
