import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import type { TestProject } from 'vitest/node';
import { openFiles } from '../../scripts/run/open-files.ts';
import { startSqld } from '../../scripts/run/sqld.ts';
import { seedDemo } from '../../scripts/seed.ts';
import { OFFICE_DAY } from './site-clock.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of a stopped libSQL server with the demo company up to the tests' office day. */
    demoTemplate: string;
    /** Its files: the rules that its points were calculated by. */
    demoStorage: string;
  }
}

/** Loads the demo company once per run, into a copy of the migrated database; stories copy the result. */
export default async function prepareDemo(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'tensu-demo-'));
  const demoTemplate = join(folder, 'sqld');
  const demoStorage = join(folder, 'storage');
  await cp(project.getProvidedContext().sqldTemplate, demoTemplate, { recursive: true });
  const server = await startSqld({ dbPath: demoTemplate });
  try {
    const client = createClient({ url: server.url });
    const bucket = await openFiles(demoStorage);
    await seedDemo(client, { today: OFFICE_DAY, directs: 300, files: bucket.files }).finally(bucket.close);
    client.close();
  } finally {
    await server.stop();
  }
  project.provide('demoTemplate', demoTemplate);
  project.provide('demoStorage', demoStorage);
  return () => rm(folder, { recursive: true, force: true });
}
