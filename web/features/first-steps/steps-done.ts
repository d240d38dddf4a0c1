import { readLocalStorage } from '../../ui/hooks/local-storage.ts';

export const STEPS_DONE = 'first_steps.done';

/** Whether this browser has seen that all steps are done or skipped. */
export const hasSeenStepsDone = () => readLocalStorage(STEPS_DONE, false);
