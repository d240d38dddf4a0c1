import { dirname } from 'node:path';
import { buildWeb, buildWorker } from './run/bundle.ts';
import { CHECK_STEPS } from './run/check-steps.ts';
import { ensureChromium } from './run/chromium.ts';
import { checkAdvisories } from './run/dependencies.ts';
import { checkBuiltFiles } from './run/secrets.ts';
import { runCommand, runSteps, type Step, selectSteps } from './run/steps.ts';

const STEPS: Step[] = [
  ...CHECK_STEPS,
  { name: 'advisories', run: checkAdvisories },
  {
    name: 'bundles',
    run: async () => checkBuiltFiles([dirname(await buildWorker()), await buildWeb()]),
  },
  { name: 'unit', run: () => runCommand('vitest', 'run', '--project', 'unit') },
  { name: 'api', run: () => runCommand('vitest', 'run', '--project', 'api') },
  { name: 'worker', run: () => runCommand('vitest', 'run', '--project', 'worker') },
  { name: 'component', run: () => runBrowserTests('component') },
  { name: 'e2e', run: () => runBrowserTests('e2e') },
];

// `npm test -- unit api` runs only those.
await runSteps(selectSteps(STEPS, process.argv.slice(2)));

async function runBrowserTests(project: string): Promise<void> {
  ensureChromium();
  await runCommand('vitest', 'run', '--project', project);
}
