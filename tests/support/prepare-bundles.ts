import type { TestProject } from 'vitest/node';
import { buildFunctions, buildWorker } from '../../scripts/run/bundle.ts';

declare module 'vitest' {
  interface ProvidedContext {
    workerBundle: string;
    functionsBundle: string;
  }
}

/** Bundles the Worker and the Pages Functions once per run. */
export default async function prepareBundles(project: TestProject): Promise<void> {
  project.provide('workerBundle', await buildWorker());
  project.provide('functionsBundle', await buildFunctions());
}
