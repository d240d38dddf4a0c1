import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Client, createClient } from '@libsql/client';
import { migrate } from '../../scripts/migrate.ts';

const MIGRATIONS = resolve(import.meta.dirname, '../../migrations');

/** A database in memory as it was before the migration of that number, such as '0013'; `migrate` brings it up to date. */
export async function openEarlierDatabase(number: string): Promise<Client> {
  const before = await mkdtemp(join(tmpdir(), 'tensu-migrations-'));
  try {
    for (const name of await readdir(MIGRATIONS)) if (name < number) await copyFile(join(MIGRATIONS, name), join(before, name));
    const client = createClient({ url: 'file::memory:' });
    await migrate(client, before);
    return client;
  } finally {
    await rm(before, { recursive: true });
  }
}
