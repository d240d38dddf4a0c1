import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildWeb } from '../../scripts/run/bundle.ts';

declare module 'vitest' {
  interface ProvidedContext {
    webFolder: string;
  }
}

/** Builds the web app once per run; the tests get a copy, so that a build beside them takes no page away. */
export default async function prepareWeb(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'tensu-web-'));
  await cp(await buildWeb(), folder, { recursive: true });
  project.provide('webFolder', folder);
  return () => rm(folder, { recursive: true, force: true });
}
