import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { toolEnvironment } from './tool-environment.ts';

const ROOT = join(import.meta.dirname, '../..');

export interface Step {
  name: string;
  run: () => Promise<void>;
}

/** The steps of these names, in their own order; all of them where none is named. Throws on a name that there is not. */
export function selectSteps(steps: Step[], names: readonly string[]): Step[] {
  const unknown = names.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0) throw new Error(`There is no step ${unknown.join(', ')}; there are ${steps.map(({ name }) => name).join(', ')}.`);
  return names.length === 0 ? steps : steps.filter(({ name }) => names.includes(name));
}

/** Runs the steps one after the other and prints what each took; the first that fails ends the process with status 1. */
export async function runSteps(steps: Step[]): Promise<void> {
  const taken: string[] = [];
  for (const { name, run } of steps) {
    const start = performance.now();
    console.info(`\n── ${name}`);
    try {
      await run();
    } catch (error) {
      console.error(`\n${name} failed: ${(error as Error).message}`);
      process.exit(1);
    }
    const time = `${name} ${((performance.now() - start) / 1000).toFixed(1)} s`;
    console.info(`── passed: ${time}`);
    taken.push(time);
  }
  console.info(`\nAll passed: ${taken.join(', ')}.`);
}

/** Runs a command of node_modules in the project's folder, with its output shown; throws when it fails. */
export function runCommand(name: string, ...args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(ROOT, 'node_modules/.bin', name), args, { cwd: ROOT, stdio: 'inherit', env: toolEnvironment() });
    const pass = (signal: NodeJS.Signals) => child.kill(signal);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, pass);
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, pass);
      if (code === 0) resolve();
      else reject(new Error(`${name} ${args.join(' ')} ended with ${signal ?? code}`));
    });
  });
}
