import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from '@libsql/client';
import { sql } from 'drizzle-orm';
import { BACKUPS } from '../worker/features/backup/backup.ts';
import { createClock } from '../worker/platform/clock.ts';
import { createDatabase, SCRIPT_AUTHOR } from '../worker/platform/db/client.ts';
import { query } from '../worker/platform/db/query.ts';
import { asNumber, readValue } from '../worker/platform/db/typed-rows.ts';
import { migrate } from './migrate.ts';
import { drillRestore } from './run/drill.ts';
import { requireBackup, requireBackupFile, restoreFromFile } from './run/dump.ts';
import { openDatabase } from './run/open-database.ts';
import { openFiles } from './run/open-files.ts';
import { readOptions } from './run/read-options.ts';
import { runScript } from './run/run-script.ts';
import { readKeptBackupKey } from './run/settings.ts';
import { settleRestored } from './run/settle-restored.ts';
import { connectToSharedFiles, type ReadableFiles } from './run/shared-files.ts';

const USAGE = `Usage: npm run restore -- --from file.sql.gz.enc   fills the empty database at LIBSQL_URL or in DATA_DIR, then brings its schema up to date
       npm run restore -- --drill                   restores the newest nightly backup into a server of its own, compares it and records the outcome
       npm run restore -- --drill --from <file>     the same with this backup`;

await runScript(async () => {
  const values = readOptions(USAGE, { from: { type: 'string' }, drill: { type: 'boolean' } });
  if (!values) return;
  if (values.drill) return drill(values.from);
  if (!values.from) throw new Error(USAGE);
  // Before a data folder is made or looked at: a mistyped file leaves none behind.
  const file = resolve(values.from);
  await requireBackupFile(file);
  const key = readKeptBackupKey(process.env);
  await requireBackup(file, key);
  // The crons of a site would work on what is only half there.
  const database = await openDatabase(process.env, { create: true, alone: true });
  try {
    await restoreFromFile(database.client, file, key);
    const names = await migrate(database.client);
    const { sessions, accessTokens } = await settleRestored(database.client, createClock());
    const { rows } = await database.client.execute('SELECT COUNT(*) AS directs, (SELECT COUNT(*) FROM users) AS users FROM directs');
    console.info(
      `Restored: ${rows[0]!.directs} directs, ${rows[0]!.users} users.${names.length > 0 ? ` Applied ${names.join(', ')}.` : ''}`,
    );
    console.info(
      `Sessions ended: ${sessions}; everybody signs in again. Access keys that count as in the backup: ${accessTokens}; revoke those that were revoked since.`,
    );
  } finally {
    await database.close();
  }
});

async function drill(from: string | undefined): Promise<void> {
  // A mistyped file says nothing about the backups, so it is no trial that failed.
  if (from) await requireBackupFile(resolve(from));
  const { client, storage, siteStorage, close } = await openDatabase(process.env);
  const bucket = storage ? await openFiles(storage) : undefined;
  const files = bucket?.files ?? (siteStorage ? connectToSharedFiles(siteStorage) : undefined);
  const folder = await mkdtemp(join(tmpdir(), 'tensu-backup-'));
  try {
    const backup = from ?? (await findNewestBackup(files));
    const file = from ? resolve(from) : await download(files!, backup, join(folder, 'backup'));
    const { tables, rows, differences } = await recordDrill(client, backup, () =>
      drillRestore(file, readKeptBackupKey(process.env), files),
    );
    if (differences.length > 0) throw new Error(`${backup} does not restore as it should: ${differences.join('; ')}`);
    console.info(`${backup} restores: ${rows} rows of ${tables} tables are those of the backup, and every seal holds.`);
  } finally {
    await rm(folder, { recursive: true, force: true });
    await bucket?.close();
    await close();
  }
}

async function findNewestBackup(files: ReadableFiles | undefined): Promise<string> {
  if (!files) throw new Error('The backups are in the bucket of a deployment. Download one and name it with --from.');
  const { objects } = await files.list({ prefix: BACKUPS });
  const newest = objects
    .map(({ key }) => key)
    .sort()
    .at(-1);
  if (!newest) throw new Error('There is no nightly backup yet. Make one with npm run backup and name it with --from.');
  return newest;
}

async function download(files: ReadableFiles, key: string, file: string): Promise<string> {
  const found = await files.get(key);
  if (!found) throw new Error(`${key} was removed meanwhile. Run the drill again.`);
  await pipeline(Readable.from(found.body), createWriteStream(file, { mode: 0o600 }));
  return file;
}

/** Keeps the outcome where the system page reads it: a trial that ended in an error has failed too. */
async function recordDrill<Result extends { tables: number; rows: number; differences: string[] }>(
  client: Client,
  backup: string,
  run: () => Promise<Result>,
): Promise<Result> {
  const clock = createClock();
  const db = createDatabase(() => client, clock.time);
  const drill = sql`INSERT INTO restore_drills (backup, outcome, started_at) VALUES (${backup}, 'running', ${clock.time()}) RETURNING id`;
  const id = await db.write(query(drill, readValue(asNumber)), SCRIPT_AUTHOR);
  const end = (outcome: 'passed' | 'failed', message: string | null, { tables = 0, rows = 0 } = {}) =>
    db.write(
      sql`UPDATE restore_drills SET outcome = ${outcome}, message = ${message}, tables = ${tables}, "rows" = ${rows}, finished_at = ${clock.time()}
        WHERE id = ${id}`,
      SCRIPT_AUTHOR,
    );
  try {
    const result = await run();
    const [first] = result.differences;
    await end(first ? 'failed' : 'passed', first ?? null, result);
    return result;
  } catch (error) {
    await end('failed', (error as Error).message);
    throw error;
  }
}
