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
    /** Database file with the migrated schema. */
    fileTemplate: string;
  }
}

/** Migrates once per run; test files copy the result. */
export default async function prepareDatabases(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'tensu-templates-'));
  const sqldTemplate = join(folder, 'sqld');
  const fileTemplate = join(folder, 'template.db');
  await migrateFile(fileTemplate);
  const server = await startSqld({ dbPath: sqldTemplate });
  try {
    const client = createClient({ url: server.url });
    await migrate(client);
    client.close();
  } finally {
    await server.stop();
  }
  project.provide('sqldTemplate', sqldTemplate);
  project.provide('fileTemplate', fileTemplate);
  return () => rm(folder, { recursive: true, force: true });
}

async function migrateFile(path: string): Promise<void> {
  const client = createClient({ url: `file:${path}` });
  // As the server keeps its own: without it, a read that is left open on one connection makes a commit on another wait until it is refused.
  await client.execute('PRAGMA journal_mode = WAL');
  await migrate(client);
  await client.execute('PRAGMA wal_checkpoint(TRUNCATE)');
  client.close();
}
