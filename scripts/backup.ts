import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { dumpToFile } from './run/dump.ts';
import { openDatabase } from './run/open-database.ts';
import { runScript } from './run/run-script.ts';
import { readBackupKey } from './run/settings.ts';

/** `npm run backup -- --out file.sql.gz.enc`: the database as it is now, as the nightly backup in the bucket is made. */
await runScript(async () => {
  const { values } = parseArgs({ options: { out: { type: 'string' } } });
  const file = resolve(values.out ?? `tensu-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.sql.gz.enc`);
  const database = await openDatabase(process.env);
  try {
    await dumpToFile(database.url, database.authToken, file, readBackupKey(process.env));
    console.info(`The backup is in ${file}`);
  } finally {
    await database.close();
  }
});
