import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Duplex, Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Client } from '@libsql/client';
import { decryptBackup, encryptBackup, isEncryptedBackup } from '../../worker/features/backup/encryption.ts';
import { splitSqlStatements } from './sql-statements.ts';

/** Statements of one request, in characters. */
const MAX_REQUEST_CHARACTERS = 500_000;
/** The last statement of a dump; without it the dump was cut off. */
const LAST_STATEMENT = 'COMMIT';
/** Stands in the database while it is being restored. */
const MARKER = 'restore_incomplete';

/**
 * Writes the server's dump, the database as it is at one moment, gzipped and encrypted into a file. A dump that breaks off leaves no file, and one that
 * was there before as it was.
 */
export async function dumpToFile(url: string, authToken: string | undefined, file: string, key: string): Promise<void> {
  const dump = await fetchDump(url, authToken);
  let tail = '';
  const watch = new Transform({
    transform(chunk: Buffer, _, done) {
      tail = (tail + chunk.subarray(-LAST_STATEMENT.length - 2).toString('latin1')).slice(-LAST_STATEMENT.length - 2);
      done(null, chunk);
    },
    flush: (done) => done(tail === `${LAST_STATEMENT};\n` ? null : new Error('The dump of the database was cut off')),
  });
  const unfinished = `${file}.${process.pid}.unfinished`;
  try {
    await pipeline(Readable.from(dump), watch, createGzip(), toDuplex(encryptBackup(key)), createWriteStream(unfinished, { mode: 0o600 }));
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw describeFileProblem(error, file);
  }
}

/** The statements of the server's dump, without a file between. */
export async function* readDump(url: string, authToken: string | undefined): AsyncGenerator<string> {
  yield* splitSqlStatements(Readable.from(await fetchDump(url, authToken)).setEncoding('utf8'));
}

/** Throws one sentence where there is no such file, or what it holds was never a backup. */
export async function requireBackupFile(file: string): Promise<void> {
  await readStart(file);
}

/** Throws one sentence where a file is no backup that opens with this key; of a whole file only the first statement is read. */
export async function requireBackup(file: string, key: string): Promise<void> {
  for await (const _ of readBackup(file, key)) return;
  throw new Error(`${file} is no backup of Tensu.`);
}

/** The statements of a backup's file. */
export async function* readBackup(file: string, key: string): AsyncGenerator<string> {
  yield* splitSqlStatements(await openBackup(file, key));
}

async function fetchDump(url: string, authToken: string | undefined): Promise<ReadableStream<Uint8Array>> {
  const address = new URL('/dump', url.replace(/^(libsql|wss):/, 'https:').replace(/^ws:/, 'http:'));
  const answer = await fetch(address, { headers: authToken ? { authorization: `Bearer ${authToken}` } : {} });
  if (!answer.ok || !answer.body) throw new Error(`The database did not hand out a dump: ${answer.status}`);
  return answer.body;
}

/**
 * Fills an empty database from a backup's file, encrypted or not. Throws, with one sentence, when it is not empty, the key is another or the file was
 * cut off. A marker is in the database from start to end, so that an incomplete one is recognised.
 */
export async function restoreFromFile(client: Client, file: string, key: string): Promise<void> {
  await refuseIncompleteDatabase(client);
  await refuseTables(client);
  let request: string[] = [];
  let length = 0;
  let last = '';
  const send = async () => {
    // A dump names its tables in the order they were made: a row may come before the one, or even the table, that it refers to.
    if (request.length > 0) await client.executeMultiple(`PRAGMA foreign_keys = OFF;\nBEGIN IMMEDIATE;\n${request.join(';\n')};\nCOMMIT;`);
    request = [];
    length = 0;
  };
  const virtual: string[] = [];
  for await (const statement of readBackup(file, key)) {
    // Not before something could be read: a wrong key leaves the database as it is.
    if (last === '') await markIncomplete(client);
    last = statement;
    const restored = toRestorable(statement, virtual);
    if (restored === null) continue;
    request.push(restored);
    length += restored.length;
    if (length > MAX_REQUEST_CHARACTERS) await send();
  }
  await send();
  if (last !== LAST_STATEMENT)
    throw new Error('The backup was cut off, so the database is incomplete. Restore another one into a new database.');
  await refuseDanglingRows(client);
  await client.execute(`DROP TABLE ${MARKER}`);
}

/** Marks the database as being restored; of two that begin at once one is refused. */
async function markIncomplete(client: Client): Promise<void> {
  try {
    await client.execute(`CREATE TABLE ${MARKER} (started_at TEXT NOT NULL)`);
  } catch (error) {
    await refuseIncompleteDatabase(client);
    throw error;
  }
  // Another one may have ended since the database was seen empty.
  await refuseTables(client).catch(async (error: Error) => {
    await client.execute(`DROP TABLE ${MARKER}`);
    throw error;
  });
}

async function refuseTables(client: Client): Promise<void> {
  const { rows } = await client.execute({
    sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT IN ('write_probe', ?)",
    args: [MARKER],
  });
  if (rows.length === 0) return;
  throw new Error(
    `The database has tables already (${rows[0]!.name}, …); a backup is restored into a new, empty one only (locally: move the folder database in DATA_DIR elsewhere first, or set DATA_DIR to a new folder).`,
  );
}

/** Throws where a row refers to one that is not there: what the server checks with each write, made up for after the restore. */
async function refuseDanglingRows(client: Client): Promise<void> {
  const { rows } = await client.execute('SELECT "table", parent, COUNT(*) AS count FROM pragma_foreign_key_check GROUP BY 1, 2');
  if (rows.length === 0) return;
  const found = rows.map(({ table, parent, count }) => `${count} of ${table} refer to missing rows of ${parent}`).join(', ');
  throw new Error(`The backup does not hold together, so the database stays marked as incomplete: ${found}.`);
}

/** Throws where a restore into this database is under way or broke off: it may look like a healthy site, and lacks rows. */
export async function refuseIncompleteDatabase(client: Client): Promise<void> {
  const { rows } = await client.execute({ sql: 'SELECT 1 FROM sqlite_master WHERE name = ?', args: [MARKER] });
  if (rows.length === 0) return;
  throw new Error(
    'The database is incomplete: a restore into it is under way or broke off. Let it end, or restore again into a new, empty database (locally: remove the folder database in DATA_DIR first).',
  );
}

/** Node's types know no other web streams than its own. */
function toDuplex(stream: TransformStream<Uint8Array, Uint8Array>): Duplex {
  return Duplex.fromWeb(stream as never);
}

/** The dump's text, decrypted where it is encrypted. */
async function openBackup(file: string, key: string): Promise<AsyncIterable<string>> {
  const start = await readStart(file);
  const decrypt = isEncryptedBackup(start) ? [toDuplex(decryptBackup(key))] : [];
  const text = createGunzip().setEncoding('utf8');
  // An error of any part ends the reader of the last.
  pipeline([createReadStream(file), ...decrypt, text]).catch((error: Error) => text.destroy(error));
  return text;
}

/** The first bytes of a backup, encrypted or not. */
async function readStart(file: string): Promise<Uint8Array> {
  const start = new Uint8Array(8);
  try {
    const handle = await open(file);
    await handle.read(start, 0, start.length, 0).finally(() => handle.close());
  } catch (error) {
    throw describeFileProblem(error, file);
  }
  if (isEncryptedBackup(start) || isGzipped(start)) return start;
  throw new Error(`${file} is no backup of Tensu: such a file is made by npm run backup.`);
}

const isGzipped = ([first, second]: Uint8Array) => first === 0x1f && second === 0x8b;

/** In one sentence why a backup's file cannot be read or written. */
function describeFileProblem(error: unknown, file: string): Error {
  const problem = FILE_PROBLEMS[(error as NodeJS.ErrnoException).code ?? ''];
  return problem ? new Error(`The backup ${file} ${problem}`, { cause: error }) : (error as Error);
}

const FILE_PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'or its folder is not there: correct the path.',
  ENOTDIR: 'would lie in a file: correct the path.',
  EISDIR: 'is a folder: name a file.',
  EACCES: 'cannot be opened by this user: correct the path or its rights.',
  EPERM: 'cannot be opened by this user: correct the path or its rights.',
  EROFS: 'lies on a disk that cannot be written: name a file elsewhere.',
  ENOSPC: 'does not fit on its disk: make room there, or name a file on another one.',
};

/** A dump's statement as it is run here; null for those that are not. Virtual tables are made, then their own tables filled as they were. */
function toRestorable(statement: string, virtual: string[]): string | null {
  if (/^(PRAGMA|BEGIN|COMMIT)\b/i.test(statement)) return null;
  const made = readVirtualTable(statement);
  if (made) {
    virtual.push(made.name);
    return made.sql;
  }
  const table = /^CREATE TABLE IF NOT EXISTS '(\w+)'/i.exec(statement)?.[1];
  if (table && virtual.some((name) => table.startsWith(`${name}_`))) return `DELETE FROM ${table}`;
  return statement;
}

/** A dump writes a virtual table as a row of the schema: its name and the statement that makes it. */
function readVirtualTable(statement: string): { name: string; sql: string } | undefined {
  const name = /^INSERT INTO sqlite_schema\([^)]*\)\s{0,9}VALUES\('table','(\w+)'/i.exec(statement)?.[1];
  const from = statement.indexOf("'CREATE VIRTUAL TABLE");
  if (!name || from < 0 || !statement.endsWith("')")) return undefined;
  const sql = statement.slice(from + 1, -2);
  // The server forgets to double the quotes of this one text.
  return { name, sql: /^(?:[^']|'')*$/.test(sql) ? sql.replaceAll("''", "'") : sql };
}
