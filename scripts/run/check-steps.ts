import { checkWorkerSize } from './bundle.ts';
import { checkLock } from './dependencies.ts';
import { checkRegularExpressions } from './regular-expressions.ts';
import { checkTrackedFiles } from './secrets.ts';
import { runCommand, type Step } from './steps.ts';

/** One tsconfig per runtime: what a file may use is held by the compiler. */
const TYPE_PROJECTS = ['worker/contracts', 'worker', 'web', 'scripts', 'tests'];

/** What holds for the whole tree as it lies there: types, lint rules, no dead code, linear expressions, no secrets, pinned and free packages. */
export const CHECK_STEPS: Step[] = [
  {
    name: 'types',
    run: async () => {
      // What was checked before is kept, so that a small change costs a fifth of the whole.
      const checkProject = (project: string) =>
        runCommand('tsc', '-p', project, '--incremental', '--tsBuildInfoFile', `node_modules/.cache/tsc/${project.replace('/', '-')}.json`);
      const failed = (await Promise.allSettled(TYPE_PROJECTS.map(checkProject))).find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') throw failed.reason;
    },
  },
  { name: 'lint', run: () => runCommand('biome', 'check', '--error-on-warnings') },
  { name: 'dead code', run: () => runCommand('knip', '--no-progress', '--no-config-hints') },
  { name: 'regular expressions', run: checkRegularExpressions },
  { name: 'secrets', run: checkTrackedFiles },
  { name: 'packages', run: checkLock },
  { name: 'size of the Worker', run: checkWorkerSize },
];
