import { CHECK_STEPS } from './run/check-steps.ts';
import { runScript } from './run/run-script.ts';
import { runSteps, selectSteps } from './run/steps.ts';

// `npm run check -- types lint` runs only those.
await runScript(() => runSteps(selectSteps(CHECK_STEPS, process.argv.slice(2))));
