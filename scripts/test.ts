import { dirname } from 'node:path';
import { buildWeb, buildWorker } from './run/bundle.ts';
import { CHECK_STEPS } from './run/check-steps.ts';
import { ensureChromium } from './run/chromium.ts';
import { checkAdvisories } from './run/dependencies.ts';
import { runScript } from './run/run-script.ts';
import { checkBuiltFiles } from './run/secrets.ts';
import { runCommand, runSteps, type Step, selectSteps } from './run/steps.ts';

/** What fails fastest comes first. */
const STEPS: Step[] = [
  ...CHECK_STEPS,
  { name: 'advisories', run: checkAdvisories },
  {
    name: 'bundles',
    run: async () => checkBuiltFiles([dirname(await buildWorker()), await buildWeb()]),
  },
  { name: 'unit', run: () => runTests(['unit']) },
  { name: 'api', run: () => runTests(['api']) },
];
/** Projects of vitest that share a run: those that wait for restarts and leases run beside those that compute. */
const MIXED: Step[] = ['worker', 'component', 'e2e'].map((name) => ({ name, run: () => runTests([name]) }));
/** What only measures; never without its name. */
const LONG: Step = { name: 'long', run: () => runTests(['long']) };

await runScript(main);

/** `npm test -- unit api` runs only those. */
async function main(): Promise<void> {
  const names = process.argv.slice(2);
  const chosen = selectSteps([...STEPS, ...MIXED, LONG], names).filter((step) => step !== LONG || names.length > 0);
  const mixed = chosen.filter((step) => MIXED.includes(step)).map(({ name }) => name);
  await runSteps([
    ...chosen.filter((step) => STEPS.includes(step)),
    ...(mixed.length > 0 ? [{ name: mixed.join(', '), run: () => runTests(mixed) }] : []),
    ...chosen.filter((step) => step === LONG),
  ]);
}

async function runTests(names: string[]): Promise<void> {
  if (names.includes('component') || names.includes('e2e')) ensureChromium();
  await runCommand('vitest', 'run', ...names.map((name) => `--project=${name}`));
}
