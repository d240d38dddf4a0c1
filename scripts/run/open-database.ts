import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Client, createClient } from '@libsql/client/http';
import { ENVIRONMENT_SETTINGS } from '../../worker/platform/environment-settings.ts';
import { readOrCreateDatabaseKey } from './database-key.ts';
import { acquireInstanceLock } from './instance-lock.ts';
import { checkDatabaseUrl, prepareDataDir, reachDatabase, requireDatabase } from './problems.ts';
import { startSqld } from './sqld.ts';

/** File of a data folder with the address of the database server that runs on it. */
export const ADDRESS_FILE = 'database-url';
/** File of a data folder with the address of the site that runs on it, or ran last. */
export const SITE_FILE = 'site-url';

export interface OpenDatabase {
  url: string;
  authToken: string | undefined;
  client: Client;
  /** Folder of the files that belong to it; undefined while a site uses them, and for a server elsewhere. */
  storage?: string;
  /** The same while a site runs on it: its files are read through that site. */
  siteStorage?: string;
  close: () => Promise<void>;
}

/**
 * The database a script works on: the one at LIBSQL_URL, or that of the data folder, through the server that runs on it or, while none
 * does, one of our own until `close`. With `create` the folder may be a new one; with `alone` no site may run on it. Throws one sentence where
 * there is nothing to work on.
 */
export async function openDatabase(env: NodeJS.ProcessEnv, { create = false, alone = false } = {}): Promise<OpenDatabase> {
  if (env.LIBSQL_URL) {
    checkDatabaseUrl(env.LIBSQL_URL);
    await reachDatabase(env.LIBSQL_URL, env.LIBSQL_AUTH_TOKEN);
    return connect(env.LIBSQL_URL, env.LIBSQL_AUTH_TOKEN);
  }
  const dataDir = resolve(env.DATA_DIR || ENVIRONMENT_SETTINGS.DATA_DIR.initial);
  if (create) prepareDataDir(dataDir);
  else requireDatabase(dataDir);
  const key = readOrCreateDatabaseKey(dataDir);
  const release = await lockDataDir(dataDir);
  if (!release) {
    const url = readAddress(dataDir);
    if (alone) throw new Error(`A site runs on DATA_DIR=${dataDir}. End it, or set DATA_DIR to another folder, and run this again.`);
    return { ...connect(url, env.LIBSQL_AUTH_TOKEN || key.token), siteStorage: toStoragePath(dataDir) };
  }
  const server = await startSqld({ dbPath: join(dataDir, 'database'), publicKey: key.publicKey });
  const { close, ...database } = connect(server.url, key.token);
  return {
    ...database,
    storage: toStoragePath(dataDir),
    close: async () => {
      await close();
      await server.stop();
      release();
    },
  };
}

/** Takes a data folder for this process, as `acquireInstanceLock` does. The address of who had it before goes: nobody is there any more. */
export async function lockDataDir(dataDir: string): Promise<(() => void) | undefined> {
  const release = await acquireInstanceLock(dataDir);
  if (release) rmSync(join(dataDir, ADDRESS_FILE), { force: true });
  return release;
}

/** The address of the site on a data folder; other scripts tell none, as their servers end with them. */
function readAddress(dataDir: string): string {
  const file = join(dataDir, ADDRESS_FILE);
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  throw new Error(
    `Another command works on DATA_DIR=${dataDir}, or its site is still starting. Run this again when that has ended or is ready.`,
  );
}

/** The folder of the files of a site on this data folder. */
export function toStoragePath(dataDir: string): string {
  return join(dataDir, 'storage');
}

function connect(url: string, authToken?: string): OpenDatabase {
  const client = createClient({ url, authToken });
  return { url, authToken, client, close: async () => client.close() };
}
