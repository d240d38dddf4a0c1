import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { createClient } from '@libsql/client/http';

const REACH_MS = 5000;
/** What a run writes there. A server that can't write its files takes them for damaged, and a log or a record that can't be written ends nothing. */
const FOLDERS = ['', 'database', 'storage', 'logs', 'tmp'];
const FILES = ['crons.json'];

/** Makes the data folder where it is missing. Throws one sentence when nothing can be kept there, or something else lies in the place of what is. */
export function prepareDataDir(dataDir: string): void {
  try {
    if (statSync(dataDir, { throwIfNoEntry: false })?.isDirectory() === false)
      throw new Error(`DATA_DIR=${dataDir} is a file. Set it to a folder.`);
    makeFolder(dataDir);
    openFolder(dataDir);
    const probe = join(dataDir, '.probe');
    writeFileSync(probe, 'x'.repeat(4096));
    rmSync(probe);
  } catch (error) {
    throw new Error(describeFolderProblem(error, dataDir), { cause: error });
  }
  requireWritable(dataDir);
}

/** Throws one sentence where a data folder that is there can't be written, or something else lies in the place of what a run keeps there. */
function requireWritable(dataDir: string): void {
  try {
    for (const name of FOLDERS) openFolder(join(dataDir, name));
    for (const name of FILES) openFile(join(dataDir, name));
  } catch (error) {
    throw new Error(describeFolderProblem(error, dataDir), { cause: error });
  }
}

function openFolder(folder: string): void {
  if (!existsSync(folder)) return;
  readdirSync(folder);
  accessSync(folder, constants.W_OK | constants.X_OK);
}

function openFile(file: string): void {
  if (existsSync(file)) closeSync(openSync(file, 'r+'));
}

/** Folder by folder: Node's own way of making them all never ends where the file system refuses one, as /proc does. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })) return;
  makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

/** Throws one sentence where a data folder has no database, as a mistyped one would be filled with an empty company, or none that can be written. */
export function requireDatabase(dataDir: string): void {
  if (!existsSync(join(dataDir, 'database')))
    throw new Error(`There is no database in DATA_DIR=${dataDir}. Correct DATA_DIR, or start the site there first with npm start.`);
  requireWritable(dataDir);
}

/** Throws one sentence where LIBSQL_URL is no address of a database server. */
export function checkDatabaseUrl(url: string): void {
  if (isDatabaseUrl(url)) return;
  throw new Error(`LIBSQL_URL=${url} is no address of a libSQL server, such as libsql://name.turso.io or http://127.0.0.1:8080.`);
}

export function isDatabaseUrl(url: string): boolean {
  return URL.canParse(url) && ['libsql:', 'http:', 'https:', 'ws:', 'wss:'].includes(new URL(url).protocol);
}

/** Throws one sentence where that server does not answer, or refuses the token. */
export async function reachDatabase(url: string, authToken: string | undefined): Promise<void> {
  const client = createClient({ url, authToken, fetch: (request: Request) => fetch(request, { signal: AbortSignal.timeout(REACH_MS) }) });
  try {
    await client.execute('SELECT 1');
  } catch (error) {
    const reason = reasonOf(error);
    throw new Error(
      `The database server at LIBSQL_URL=${url} does not answer as it should (${reason}). Start it, or correct LIBSQL_URL and LIBSQL_AUTH_TOKEN.`,
      {
        cause: error,
      },
    );
  } finally {
    client.close();
  }
}

/** One sentence for what a folder, a disk or anything else has ended a program with. */
export function describeFolderProblem(error: unknown, dataDir: string): string {
  const { message } = error as Error;
  const { code, path = dataDir } = readSystemError(error as NodeJS.ErrnoException);
  if (code === 'ENOSPC' || /no space left|disk is full|database or disk is full/i.test(message))
    return `The disk that holds DATA_DIR=${dataDir} is full. Make room there, or set DATA_DIR to a folder on another one.`;
  const isInside = path.startsWith(dataDir + sep);
  if (!isInside && !dataDir.startsWith(path)) return message.split('\n')[0]!;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `DATA_DIR=${dataDir} cannot be written (${code}${isInside ? `: ${path}` : ''}). Give this user the right to write there, or set DATA_DIR to another folder.`;
  if (!isWrongPlace(code)) return message.split('\n')[0]!;
  if (isInside) return `${path} is not what Tensu keeps there (${code}). Move it away, or set DATA_DIR to another folder than ${dataDir}.`;
  return `DATA_DIR=${dataDir} cannot be made (${code}): the folder above it is missing, read-only or a file. Set DATA_DIR to another one.`;
}

const isWrongPlace = (code: string | undefined) =>
  ['ENOENT', 'ENOTDIR', 'EEXIST', 'EISDIR', 'ELOOP', 'ENAMETOOLONG', 'ENOTEMPTY'].includes(code ?? '');

/** Code and path of a system error; of one that came from another process as its message alone, from that. */
function readSystemError({ code, path, message }: NodeJS.ErrnoException): { code: string | undefined; path: string | undefined } {
  const [, saidCode, saidPath] = /^(E[A-Z]+): [^']*(?:'([^']+)')?/.exec(message) ?? [];
  return { code: code ?? saidCode, path: path ?? saidPath };
}

/** The cause of a driver's error, in a few words. */
function reasonOf(error: unknown): string {
  let at = error as NodeJS.ErrnoException;
  while (at.cause instanceof Error) at = at.cause;
  return at.code ?? at.message;
}
