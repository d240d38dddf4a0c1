import { CHECK_STEPS } from './run/check-steps.ts';
import { runSteps } from './run/steps.ts';

await runSteps(CHECK_STEPS);
