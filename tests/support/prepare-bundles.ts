import type { TestProject } from 'vitest/node';
import { buildWorker } from '../../scripts/run/bundle.ts';

declare module 'vitest' {
  interface ProvidedContext {
    workerBundle: string;
  }
}

/** Bundles the Worker once per run. */
export default async function prepareBundles(project: TestProject): Promise<void> {
  project.provide('workerBundle', await buildWorker());
}
