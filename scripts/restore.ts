import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate } from './migrate.ts';
import { restoreFromFile } from './run/dump.ts';
import { openDatabase } from './run/open-database.ts';
import { readBackupKey } from './run/settings.ts';

/** `npm run restore -- --from file.sql.gz.enc`: fills the empty database at LIBSQL_URL or in DATA_DIR, then brings its schema up to date. */
const { values } = parseArgs({ options: { from: { type: 'string' } } });
if (!values.from) {
  console.error('Say which backup to restore: npm run restore -- --from file.sql.gz.enc');
  process.exit(1);
}
const database = await openDatabase(process.env, { create: true });
try {
  await restoreFromFile(database.client, resolve(values.from), readBackupKey(process.env));
  const names = await migrate(database.client);
  const { rows } = await database.client.execute('SELECT COUNT(*) AS directs, (SELECT COUNT(*) FROM users) AS users FROM directs');
  console.info(`Restored: ${rows[0]!.directs} directs, ${rows[0]!.users} users.${names.length > 0 ? ` Applied ${names.join(', ')}.` : ''}`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await database.close();
}
