import type { TestProject } from 'vitest/node';
import { startBrowserServer } from './chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the run's one browser. */
    browserEndpoint: string;
  }
}

/** Starts one browser for all tests of a run; each test has contexts of its own in it. */
export default async function prepareBrowser(project: TestProject): Promise<() => Promise<void>> {
  const server = await startBrowserServer();
  project.provide('browserEndpoint', server.wsEndpoint());
  return () => server.close();
}
