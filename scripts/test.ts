import { dirname } from 'node:path';
import { buildFunctions, buildWeb, buildWorker } from './run/bundle.ts';
import { CHECK_STEPS } from './run/check-steps.ts';
import { ensureChromium } from './run/chromium.ts';
import { checkAdvisories } from './run/dependencies.ts';
import { checkBuiltFiles } from './run/secrets.ts';
import { command, runSteps, type Step } from './run/steps.ts';

const STEPS: Step[] = [
  ...CHECK_STEPS,
  { name: 'advisories', run: checkAdvisories },
  {
    name: 'bundles',
    run: async () => checkBuiltFiles([dirname(await buildWorker()), dirname(await buildFunctions()), await buildWeb()]),
  },
  { name: 'unit', run: () => command('vitest', 'run', '--project', 'unit') },
  { name: 'api', run: () => command('vitest', 'run', '--project', 'api') },
  { name: 'worker', run: () => command('vitest', 'run', '--project', 'worker') },
  {
    name: 'e2e',
    run: async () => {
      ensureChromium();
      await command('vitest', 'run', '--project', 'e2e');
    },
  },
];

// `npm test -- unit api` runs only those.
const wanted = process.argv.slice(2);
await runSteps(wanted.length === 0 ? STEPS : STEPS.filter((step) => wanted.includes(step.name)));
