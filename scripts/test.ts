import { dirname } from 'node:path';
import { buildWeb, buildWorker } from './run/bundle.ts';
import { CHECK_STEPS } from './run/check-steps.ts';
import { ensureChromium } from './run/chromium.ts';
import { checkAdvisories } from './run/dependencies.ts';
import { runScript } from './run/run-script.ts';
import { checkBuiltFiles } from './run/secrets.ts';
import { runCommand, runSteps, type Step, selectSteps } from './run/steps.ts';

const STEPS: Step[] = [
  ...CHECK_STEPS,
  { name: 'advisories', run: checkAdvisories },
  {
    name: 'bundles',
    run: async () => checkBuiltFiles([dirname(await buildWorker()), await buildWeb()]),
  },
];
/** Projects of vitest; one run has those that wait beside those that compute. */
const PROJECTS: Step[] = ['unit', 'api', 'worker', 'component', 'e2e'].map((name) => ({ name, run: () => runTests([name]) }));

await runScript(main);

/** `npm test -- unit api` runs only those. */
async function main(): Promise<void> {
  const chosen = selectSteps([...STEPS, ...PROJECTS], process.argv.slice(2));
  const projects = chosen.filter((step) => PROJECTS.includes(step)).map(({ name }) => name);
  const tests: Step = { name: projects.join(', '), run: () => runTests(projects) };
  await runSteps([...chosen.filter((step) => STEPS.includes(step)), ...(projects.length > 0 ? [tests] : [])]);
}

async function runTests(names: string[]): Promise<void> {
  if (names.includes('component') || names.includes('e2e')) ensureChromium();
  await runCommand('vitest', 'run', ...names.map((name) => `--project=${name}`));
}
