import type { TestProject } from 'vitest/node';
import { startBrowserServer } from './chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the run's one browser. */
    browserEndpoint: string;
  }
}

/**
 * Scripts run as they are read. A component's page is open for a second or two: to compile the script once more for speed costs a tenth of the whole
 * time. In the stories of `e2e` it pays, for what examines the pages for accessibility.
 */
const UNCOMPILED = ['--js-flags=--no-opt,--no-maglev'];

/** Starts one browser for all tests of a run; each test has contexts of its own in it. */
export default async function prepareBrowser(project: TestProject): Promise<() => Promise<void>> {
  const server = await startBrowserServer(project.name === 'component' ? UNCOMPILED : []);
  project.provide('browserEndpoint', server.wsEndpoint());
  return () => server.close();
}
