import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client, Row } from '@libsql/client';
import { type HistoryRecording, historyRecording, RECORDED_TABLES } from '../worker/db/history-triggers.ts';
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
  await renewDerivedSchema(client);
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

/** What is derived from the schema rather than written down: how each table's writes are recorded and counted, in line with its columns. */
async function renewDerivedSchema(client: Client): Promise<void> {
  const columns = await client.execute(
    "SELECT t.name AS table_name, c.name FROM sqlite_master t JOIN pragma_table_info(t.name) c WHERE t.type = 'table' ORDER BY t.name, c.cid",
  );
  const { rows: standing } = await client.execute('SELECT type, name, tbl_name, sql FROM sqlite_master');
  const isTable = (table: string) => standing.some(({ type, name }) => type === 'table' && name === table);
  if (!isTable('row_counts')) return;
  const counts = await client.execute('SELECT entity FROM row_counts');
  const statements = RECORDED_TABLES.filter(isTable).flatMap((table) => {
    const own = columns.rows.filter((row) => row.table_name === table).map((row) => String(row.name));
    const renewal = historyStatements(historyRecording(table, own), table, standing);
    if (renewal.length === 0 && counts.rows.some(({ entity }) => entity === table)) return [];
    return [...renewal, `INSERT OR REPLACE INTO row_counts SELECT '${table}', COUNT(*) FROM ${table}`];
  });
  if (statements.length > 0) await client.batch(statements, 'write');
}

/** Nothing where all stands as wanted; otherwise away with what stands, and the wanted in its place. */
function historyStatements({ column, view, triggers }: HistoryRecording, table: string, standing: readonly Row[]): string[] {
  const present = new Set(standing.map((row) => row.sql));
  const definition = String(standing.find(({ type, name }) => type === 'table' && name === table)!.sql);
  if ([...triggers, ...(view ? [view] : [])].every((sql) => present.has(sql)) && (!column || definition.includes(column))) return [];
  const derived = standing.filter(
    ({ type, name, tbl_name }) =>
      (type === 'trigger' && tbl_name === table && String(name).includes('_history_')) || name === `${table}_record`,
  );
  return [
    ...derived.map(({ type, name }) => `DROP ${type} ${name}`),
    ...(/\brecord TEXT AS \(/.test(definition) ? [`ALTER TABLE ${table} DROP COLUMN record`] : []),
    ...(column ? [`ALTER TABLE ${table} ADD COLUMN ${column}`] : []),
    ...(view ? [view] : []),
    ...triggers,
  ];
}

if (import.meta.main) {
  const { client, close } = await openDatabase(process.env);
  const names = await migrate(client);
  console.info(names.length === 0 ? 'The database is up to date.' : `Applied ${names.join(', ')}.`);
  await close();
}
