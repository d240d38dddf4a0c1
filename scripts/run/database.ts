import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, createClient } from '@libsql/client/http';
import { createFirstAdminLink } from '../create-admin.ts';
import { migrate } from '../migrate.ts';
import { readOrCreateDatabaseKey } from './database-key.ts';
import { ADDRESS_FILE, toStoragePath } from './open-database.ts';
import { reachDatabase } from './problems.ts';
import type { Settings } from './settings.ts';
import { superviseSqld } from './sqld-supervisor.ts';

export interface DatabaseOptions {
  settings: Settings;
  say: (message: string) => void;
  log: (text: string) => void;
  onError: (message: string) => void;
  /** Receives the stop function of our own server as soon as it runs, before it is migrated and filled. */
  onStarted: (stop: () => Promise<void>) => void;
}

export interface PreparedDatabase {
  url: string;
  authToken: string;
  /** Of an empty site: the path of the link by which its first Admin sets a password. */
  adminPath?: string | undefined;
  /** The people of the demo are there. */
  hasDemo: boolean;
}

/**
 * Address and token of a migrated database, with the demo's rows when it was empty: on a server of our own in the data folder, or on the one that is
 * configured.
 */
export async function prepareDatabase({ settings, say, log, onError, onStarted }: DatabaseOptions): Promise<PreparedDatabase> {
  const dbPath = join(settings.dataDir, 'database');
  const unfinished = join(settings.dataDir, 'demo-data-unfinished');
  if (!settings.libsqlUrl && existsSync(unfinished)) {
    say('The demo data was not loaded to its end the last time; starting again with an empty database.');
    rmSync(dbPath, { recursive: true, force: true });
    rmSync(unfinished);
  }
  const key = settings.libsqlUrl ? undefined : readOrCreateDatabaseKey(settings.dataDir);
  const server = key && (await superviseSqld({ dbPath, key, onOutput: log, onError }));
  if (server) onStarted(server.stop);
  const url = server?.url ?? (settings.libsqlUrl as string);
  const authToken = key?.token ?? settings.libsqlAuthToken;
  writeFileSync(join(settings.dataDir, ADDRESS_FILE), url);
  if (!server) await reachDatabase(url, authToken);
  const client = createClient({ url, authToken });
  const applied = await migrate(client);
  if (applied.length > 0) say(`Migrated the database: ${applied.join(', ')}.`);
  if (settings.seed === 'demo' && (await isEmpty(client))) {
    say('Loading the demo data ...');
    if (server) writeFileSync(unfinished, '');
    const [{ seedDemo }, { openFiles }] = await Promise.all([import('../seed.ts'), import('./open-files.ts')]);
    const bucket = await openFiles(toStoragePath(settings.dataDir));
    await seedDemo(client, { files: bucket.files }).finally(bucket.close);
    rmSync(unfinished, { force: true });
  }
  const adminPath = settings.seed === 'none' ? await createFirstAdminLink(client) : undefined;
  const hasDemo = (await client.execute("SELECT 1 FROM users WHERE username IN ('writer', 'checked', 'viewer')")).rows.length === 3;
  client.close();
  return { url, authToken, adminPath, hasDemo };
}

async function isEmpty(client: Client): Promise<boolean> {
  const { rows } = await client.execute('SELECT NOT EXISTS (SELECT 1 FROM users) AS empty');
  return rows[0]?.empty === 1;
}
