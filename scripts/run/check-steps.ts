import { command, type Step } from './steps.ts';

/** One tsconfig per runtime: what a file may use is held by the compiler. */
const TYPE_PROJECTS = ['worker/contracts', 'worker', 'web', 'web/functions', 'scripts', 'tests'];

/** Types and lint rules of the whole tree. */
export const CHECK_STEPS: Step[] = [
  {
    name: 'types',
    run: async () => {
      for (const project of TYPE_PROJECTS) await command('tsc', '-p', project);
    },
  },
  { name: 'lint', run: () => command('biome', 'check', '--error-on-warnings') },
];
