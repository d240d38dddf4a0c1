import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../scripts/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Database file with the migrated schema. */
    fileTemplate: string;
  }
}

/** Migrates once per run; test files copy the result. */
export default async function prepareFileDatabase(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'tensu-template-'));
  const fileTemplate = join(folder, 'template.db');
  const client = createClient({ url: `file:${fileTemplate}` });
  // As the server keeps its own: without it, a read that is left open on one connection makes a commit on another wait until it is refused.
  await client.execute('PRAGMA journal_mode = WAL');
  await migrate(client);
  await client.execute('PRAGMA wal_checkpoint(TRUNCATE)');
  client.close();
  project.provide('fileTemplate', fileTemplate);
  return () => rm(folder, { recursive: true, force: true });
}
