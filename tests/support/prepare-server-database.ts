import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../scripts/migrate.ts';
import { startSqld } from '../../scripts/run/sqld.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of a stopped libSQL server with the migrated schema. */
    sqldTemplate: string;
  }
}

/** Migrates once per run; test files copy the result. */
export default async function prepareServerDatabase(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'tensu-template-'));
  const server = await startSqld({ dbPath: folder });
  try {
    const client = createClient({ url: server.url });
    await migrate(client);
    client.close();
  } finally {
    await server.stop();
  }
  project.provide('sqldTemplate', folder);
  return () => rm(folder, { recursive: true, force: true });
}
