import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@libsql/client';
import { inject } from 'vitest';
import { withServerSyntax } from './server-syntax.ts';

export interface FileDatabase {
  client: Client;
  close(): Promise<void>;
}

/**
 * A database in a file of its own with the migrated schema, for tests that run the API in this process. All of them share one connection: the
 * driver now and then leaves a read open on one, and a write there fails (database is locked) once another connection has written.
 */
export async function openFileDatabase(): Promise<FileDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'tensu-file-'));
  const file = join(folder, 'test.db');
  await cp(inject('fileTemplate'), file);
  const client = withServerSyntax(createClient({ url: `file:${file}`, concurrency: 1 }));
  // Nobody reads the file after a power cut: a commit need not wait for the disk, which was a quarter of a test's time.
  await client.execute('PRAGMA synchronous = OFF');
  return {
    client,
    close: async () => {
      client.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
