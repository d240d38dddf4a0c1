import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** In pages of 4 kB: 16 MB. Twice what the indexes of a month of 100,000 directs need; a larger one makes no write faster and every scan slower. */
const CACHE_PAGES = 4000;

/** What to do about a database that can't be opened any more. */
export function restoreInstead(dbPath: string): string {
  return `restore a backup into another DATA_DIR (npm run restore), or delete ${dbPath} to begin with an empty company.`;
}

/**
 * Makes the file of a new database before its server starts, with the size of the page cache in its header, where every connection reads it.
 * The server takes it in no statement, and with its own 2 MB a transaction over 100,000 rows writes most index pages many times:
 * such a month took 3 s to publish and takes half of it so. A database that is there already stays as it is. Throws one sentence where its
 * file was emptied: the server would take that for a new database, and the company for one without a record.
 */
export function makeDatabaseFile(dbPath: string): void {
  const file = join(dbPath, 'dbs/default/data');
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 0) return;
  if (existsSync(join(dbPath, 'metastore')))
    throw new Error(`The database file ${file} is empty or gone, but was in use before: ${restoreInstead(dbPath)}`);
  mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA default_cache_size = ${CACHE_PAGES}`);
  database.close();
}
