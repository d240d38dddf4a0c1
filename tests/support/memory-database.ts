import { type Client, createClient } from '@libsql/client';
import { migrate } from '../../scripts/migrate.ts';

/** A migrated database in memory. Rows that are inserted past the program have no forms of their texts until the next `migrate`. */
export async function openMemoryDatabase(): Promise<Client> {
  const client = createClient({ url: 'file::memory:' });
  await migrate(client);
  return client;
}
