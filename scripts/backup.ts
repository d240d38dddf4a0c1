import { resolve } from 'node:path';
import { dumpToFile } from './run/dump.ts';
import { openDatabase } from './run/open-database.ts';
import { readOptions } from './run/read-options.ts';
import { runScript } from './run/run-script.ts';
import { readBackupKey } from './run/settings.ts';

const USAGE = `Usage: npm run backup [-- --out file.sql.gz.enc]
Backs the database at LIBSQL_URL up, or that of the data folder DATA_DIR (.data), into this file, or one that is named by the time.`;

/** `npm run backup -- --out file.sql.gz.enc`: the database as it is now, as the nightly backup in the bucket is made. */
await runScript(async () => {
  const values = readOptions(USAGE, { out: { type: 'string' } });
  if (!values) return;
  const { LIBSQL_URL, BACKUP_KEY } = process.env;
  if (LIBSQL_URL && !BACKUP_KEY) throw new Error('Set BACKUP_KEY to that of the site at that database: the backup is encrypted with it.');
  const file = resolve(values.out ?? `tensu-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.sql.gz.enc`);
  const database = await openDatabase(process.env);
  try {
    await dumpToFile(database.url, database.authToken, file, readBackupKey(process.env));
    console.info(`The backup is in ${file}`);
  } finally {
    await database.close();
  }
});
