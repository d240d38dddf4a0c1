import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@libsql/client';
import { inject } from 'vitest';

export interface FileDatabase {
  url: string;
  client: Client;
  close(): Promise<void>;
}

/** A database in a file of its own with the migrated schema, for tests that run the API in this process. */
export async function openFileDatabase(): Promise<FileDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'tensu-file-'));
  const file = join(folder, 'test.db');
  await cp(inject('fileTemplate'), file);
  const url = `file:${file}`;
  const client = createClient({ url });
  return {
    url,
    client,
    close: async () => {
      client.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
