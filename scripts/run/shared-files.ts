import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { FileReader } from '../../worker/features/month-close/seals/replay-sources.ts';

/** What a script may read beside a running site: what seals and hand-overs are compared with, and the backups, which are encrypted. */
const SHARED = ['seals/', 'payroll/', 'calculations/rules/', 'backups/'];

/**
 * Lets scripts of this machine's user read the files of a running site: the storage folder itself has one user at a time. Answers how to end that.
 * `openFiles` is asked for each reading: a runtime that crashed is another one, with a bucket of its own.
 */
export async function shareFiles(openFiles: () => Promise<Pick<R2Bucket, 'get' | 'list'>>, storage: string): Promise<() => void> {
  const socket = toSocket(storage);
  rmSync(socket, { force: true });
  const server = createServer(async ({ url }, response) => {
    const { pathname, searchParams } = new URL(url ?? '/', 'http://files');
    const name = searchParams.get('name') ?? '';
    if (!SHARED.some((prefix) => name.startsWith(prefix))) return response.writeHead(403).end();
    try {
      const files = await openFiles();
      if (pathname === '/list') {
        const cursor = searchParams.get('cursor') ?? undefined;
        return response.end(JSON.stringify(await files.list({ prefix: name, ...(cursor && { cursor }) })));
      }
      const file = await files.get(name);
      if (!file) return response.writeHead(404).end();
      await pipeline(Readable.from(file.body), response);
    } catch (error) {
      response.writeHead(500).end((error as Error).message);
    }
  });
  const mask = process.umask(0o177);
  await new Promise<void>((done, failed) => server.once('error', failed).listen(socket, done)).finally(() => process.umask(mask));
  server.unref();
  return () => server.close();
}

/** The files of the site that runs on this storage folder. Its calls throw when none does. */
export function connectToSharedFiles(storage: string): ReadableFiles {
  const ask = (path: string, name: string, cursor?: string) =>
    send(toSocket(storage), `${path}?${new URLSearchParams({ name, ...(cursor && { cursor }) })}`);
  return {
    get: async (key) => {
      const answer = await ask('/file', key);
      return answer && { body: answer, text: () => text(answer) };
    },
    list: async ({ prefix, cursor }) => {
      const answer = await ask('/list', prefix, cursor);
      return answer ? JSON.parse(await text(answer)) : { objects: [], truncated: false };
    },
  };
}

/** Files of a site, read whole or as a stream; a bucket has them too. */
export interface ReadableFiles extends FileReader {
  get(key: string): Promise<{ text(): Promise<string>; body: AsyncIterable<Uint8Array> } | null>;
}

function toSocket(storage: string): string {
  const name = createHash('sha256').update(resolve(storage)).digest('hex').slice(0, 24);
  return join(tmpdir(), `tensu-files-${name}.sock`);
}

const NOT_READY =
  'The site on this data folder is still starting or ending, so its files cannot be read. Run this again when it is ready or has ended.';
const isNotThere = ({ code }: NodeJS.ErrnoException) => code === 'ENOENT' || code === 'ECONNREFUSED';

/** The answer; null for 404. */
function send(socketPath: string, path: string): Promise<IncomingMessage | null> {
  return new Promise((done, failed) => {
    request({ socketPath, path }, (response) => {
      if (response.statusCode === 200) return done(response);
      response.resume();
      if (response.statusCode === 404) done(null);
      else failed(new Error(`The running site could not read its files: ${response.statusCode}`));
    })
      .once('error', (error: NodeJS.ErrnoException) => failed(isNotThere(error) ? new Error(NOT_READY, { cause: error }) : error))
      .end();
  });
}
