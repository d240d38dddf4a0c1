import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client, InStatement } from '@libsql/client';
import { SHARED_NAMES } from '../worker/features/system/facts.ts';
import { generateSchema, type SchemaObject } from '../worker/platform/db/triggers/generate.ts';
import { APPEND_ONLY_TABLES, RECORDED_TABLES } from '../worker/resources/recorded.ts';
import { refuseIncompleteDatabase } from './run/dump.ts';
import { fillTextForms } from './run/fill-text-forms.ts';
import { openDatabase } from './run/open-database.ts';
import { readOptions } from './run/read-options.ts';
import { runScript } from './run/run-script.ts';

const MIGRATIONS = join(import.meta.dirname, '../migrations');

/** The files that the baseline stands for, by their hashes: the first one, which every earlier database has, and the last. */
export const SQUASHED = {
  first: '99730eb4f684c7dc96176d05012da652433e39870cd4521363e7963920c4a21f',
  last: '54763c58715b8edd8107dd096e047b8f63f3412d15d1560b4b4558b2ae23fff5',
};
const BASELINE = '0052_baseline.sql';

/** Records with the name of another one that are told. */
const MAX_TWINS = 20;

interface Migration {
  name: string;
  hash: string;
  sql: string;
}

export interface MigrateOptions {
  /** Leaves a database as it is that a later version made, for who goes back to a former one. */
  acceptLater?: boolean;
}

/**
 * Brings the database to the newest schema and answers the names it applied. Each file of migrations/ runs in one transaction together with
 * its row in `schema_migrations`, so that a failure leaves it wholly undone. An applied file is recognised by the hash of its content,
 * whatever its number. Refuses when a file that was applied has changed since, or is not there any more.
 */
export async function migrate(client: Client, directory = MIGRATIONS, { acceptLater = false }: MigrateOptions = {}): Promise<string[]> {
  await refuseIncompleteDatabase(client);
  await client.execute(
    'CREATE TABLE IF NOT EXISTS schema_migrations (name TEXT PRIMARY KEY, hash TEXT NOT NULL, applied_at TEXT NOT NULL) STRICT',
  );
  const pending = await readMigrations(directory);
  await adoptBaseline(client, pending);
  const { rows } = await client.execute('SELECT name, hash FROM schema_migrations');
  const renumbered: { from: string; to: string }[] = [];
  const unrecognised: string[] = [];
  for (const row of rows) {
    const name = String(row.name);
    const index = pending.findIndex(({ hash }) => hash === row.hash);
    const [migration] = index < 0 ? [] : pending.splice(index, 1);
    if (migration === undefined) unrecognised.push(name);
    else if (migration.name !== name) renumbered.push({ from: name, to: migration.name });
  }
  if (acceptLater && unrecognised.length > 0 && pending.length === 0) {
    console.info(`The database is of a later version and stays as it is: it has ${listFiles(unrecognised)}.`);
    return [];
  }
  refuseUnrecognised(unrecognised, pending);
  if (renumbered.length > 0) await client.batch(renumbered.map(renameRecord), 'write');
  for (const migration of pending) await apply(client, migration);
  const twins = [...(await fillTextForms(client)), ...(await listSharedNames(client))];
  for (const twin of twins.slice(0, MAX_TWINS)) console.warn(`${twin} Give it another name.`);
  if (twins.length > MAX_TWINS) console.warn(`and ${twins.length - MAX_TWINS} more records like these.`);
  await generateTriggers(client);
  return pending.map(({ name }) => name);
}

/** A sentence for each text that is one person's own name and also finds somebody else, from before that was refused. */
async function listSharedNames(client: Client): Promise<string[]> {
  const there = await client.execute("SELECT 1 FROM sqlite_master WHERE name = 'person_names'");
  if (there.rows.length === 0) return [];
  const { rows } = await client.execute(
    `SELECT group_concat(DISTINCT user_id) AS ids, "key" FROM person_names WHERE "key" IN (${SHARED_NAMES}) GROUP BY "key"`,
  );
  return rows.map(({ ids, key }) => `users ${ids}: files find them all by «${key}», which is a username or code of one of them.`);
}

/** A database that has all files which the baseline stands for has the baseline; one that has only some is brought up by the version with the files. */
async function adoptBaseline(client: Client, migrations: readonly Migration[]): Promise<void> {
  const baseline = migrations.find(({ name }) => name === BASELINE);
  const { rows } = await client.execute({
    sql: 'SELECT name, hash FROM schema_migrations WHERE hash IN (?, ?)',
    args: [SQUASHED.first, SQUASHED.last],
  });
  const last = rows.find(({ hash }) => hash === SQUASHED.last);
  if (baseline === undefined || rows.length === 0) return;
  if (last === undefined) {
    throw new Error(
      'The database is of a version before commit 5e8a9c1c. Bring it up with that one first (git checkout 5e8a9c1c, npm run migrate), then run this again.',
    );
  }
  await client.batch(
    [
      { sql: 'UPDATE schema_migrations SET name = ?, hash = ? WHERE name = ?', args: [baseline.name, baseline.hash, String(last.name)] },
      { sql: 'DELETE FROM schema_migrations WHERE name < ?', args: [baseline.name] },
    ],
    'write',
  );
}

function renameRecord({ from, to }: { from: string; to: string }): InStatement {
  return { sql: 'UPDATE schema_migrations SET name = ? WHERE name = ?', args: [to, from] };
}

/** Files that were applied and are not here with that content: changed since, or of another version, whose database can't be brought further. */
function refuseUnrecognised(names: readonly string[], pending: readonly Migration[]): void {
  if (names.length === 0) return;
  const changed = pending.find((migration) => names.some((name) => subjectOf(name) === subjectOf(migration.name)));
  if (changed) {
    throw new Error(`migrations/${changed.name} was changed after it had been applied. Undo the change and add a new file instead.`);
  }
  throw new Error(
    `The database was made by another version of Tensu (it has ${listFiles(names)}, which this version does not): go on with that version, start with an empty DATA_DIR or database, or restore a backup that this version made.`,
  );
}

function listFiles(names: readonly string[]): string {
  return names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');
}

/** The name of a file without its number. */
function subjectOf(name: string): string {
  return name.replace(/^\d+_/, '');
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

/** Brings what is generated in line: the triggers of history, counts and guards follow the columns of the tables and the contracts. */
async function generateTriggers(client: Client): Promise<void> {
  const objects = await client.execute('SELECT type, name, tbl_name, sql FROM sqlite_master');
  const columns = await client.execute(
    "SELECT t.name AS table_name, c.name FROM sqlite_master t JOIN pragma_table_info(t.name) c WHERE t.type = 'table' ORDER BY t.name, c.cid",
  );
  const schema = objects.rows.map(({ type, name, tbl_name, sql }): SchemaObject => {
    return { type: String(type), name: String(name), tbl_name: String(tbl_name), sql: sql === null ? null : String(sql) };
  });
  if (!schema.some(({ name }) => name === 'row_counts')) return;
  const columnsOf = new Map<string, string[]>();
  for (const { table_name, name } of columns.rows)
    columnsOf.set(String(table_name), [...(columnsOf.get(String(table_name)) ?? []), String(name)]);
  const counts = await client.execute('SELECT entity FROM row_counts');
  const counted = new Set(counts.rows.map(({ entity }) => String(entity)));
  const statements = generateSchema(RECORDED_TABLES, APPEND_ONLY_TABLES, { objects: schema, columns: columnsOf, counted });
  if (statements.length > 0) await client.batch(statements, 'write');
}

const USAGE = `Usage: npm run migrate
Brings the database at LIBSQL_URL, or that of the data folder DATA_DIR (.data), to the schema of this version.`;

async function main(): Promise<void> {
  if (!readOptions(USAGE, {})) return;
  const { client, close } = await openDatabase(process.env, { create: true });
  try {
    const names = await migrate(client);
    console.info(names.length === 0 ? 'The database is up to date.' : `Applied ${names.join(', ')}.`);
  } finally {
    await close();
  }
}

if (import.meta.main) await runScript(main);
