import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '@libsql/client';
import { historyTriggers, RECORDED_TABLES } from '../worker/db/history-triggers.ts';
import { openDatabase } from './run/open-database.ts';

const MIGRATIONS = join(import.meta.dirname, '../migrations');

interface Migration {
  name: string;
  hash: string;
  sql: string;
}

/**
 * Brings the database to the newest schema and answers the names it applied. Each file of migrations/ runs in one transaction together with
 * its row in `schema_migrations`, so that a failure leaves it wholly undone. Refuses when a file that was applied has changed since.
 */
export async function migrate(client: Client, directory = MIGRATIONS): Promise<string[]> {
  await client.execute(
    'CREATE TABLE IF NOT EXISTS schema_migrations (name TEXT PRIMARY KEY, hash TEXT NOT NULL, applied_at TEXT NOT NULL) STRICT',
  );
  const { rows } = await client.execute('SELECT name, hash FROM schema_migrations');
  const applied = new Map(rows.map((row) => [String(row.name), String(row.hash)]));
  const done: string[] = [];
  for (const migration of await readMigrations(directory)) {
    const known = applied.get(migration.name);
    if (known === undefined) {
      await apply(client, migration);
      done.push(migration.name);
    } else if (known !== migration.hash) {
      throw new Error(`migrations/${migration.name} was changed after it had been applied. Undo the change and add a new file instead.`);
    }
  }
  await afterMigrate(client);
  return done;
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      if (!/^[\w-]+\.sql$/.test(name)) throw new Error(`migrations/${name}: use only letters, digits, _ and - in the name`);
      const sql = await readFile(join(directory, name), 'utf8');
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** One script and one request: SQLite itself splits the statements, bodies of triggers included. */
async function apply(client: Client, { name, hash, sql }: Migration): Promise<void> {
  const record = `INSERT INTO schema_migrations VALUES ('${name}', '${hash}', strftime('%Y-%m-%dT%H:%M:%SZ', 'now'));`;
  try {
    await client.executeMultiple(`BEGIN IMMEDIATE;\n${sql}\n;${record}\nCOMMIT;`);
  } catch (error) {
    throw new Error(`migrations/${name} failed and was undone: ${(error as Error).message}`, { cause: error });
  }
}

/** What is derived from the schema rather than written down: the history triggers, brought in line with the columns of their tables. */
async function afterMigrate(client: Client): Promise<void> {
  const columns = await client.execute(
    "SELECT t.name AS table_name, c.name FROM sqlite_master t JOIN pragma_table_info(t.name) c WHERE t.type = 'table' ORDER BY t.name, c.cid",
  );
  const derived = await client.execute("SELECT sql FROM sqlite_master WHERE type IN ('trigger', 'view')");
  const present = new Set(derived.rows.map((row) => row.sql));
  const wanted = RECORDED_TABLES.flatMap((table) => {
    const own = columns.rows.filter((row) => row.table_name === table).map((row) => String(row.name));
    return own.length === 0 ? [] : historyTriggers(table, own);
  });
  // Pairs of DROP and CREATE; those that stand as wanted are left alone.
  const statements = wanted.filter((_, index) => !present.has(wanted[index | 1]!));
  if (statements.length > 0) await client.batch(statements, 'write');
}

if (import.meta.main) {
  const { client, close } = await openDatabase(process.env);
  const names = await migrate(client);
  console.info(names.length === 0 ? 'The database is up to date.' : `Applied ${names.join(', ')}.`);
  await close();
}
