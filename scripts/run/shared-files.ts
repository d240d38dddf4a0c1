import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { FileReader } from '../../worker/modules/month-seals/replay-month.ts';

/** What a script may read beside a running site: what seals are compared with. */
const SHARED = ['seals/', 'calculations/rules/'];

/** Lets scripts of this machine's user read the files of a running site: the storage folder itself has one user at a time. Answers how to end that. */
export async function shareFiles(files: R2Bucket, storage: string): Promise<() => void> {
  const socket = toSocket(storage);
  rmSync(socket, { force: true });
  const server = createServer(async ({ url }, response) => {
    const { pathname, searchParams } = new URL(url ?? '/', 'http://files');
    const name = searchParams.get('name') ?? '';
    if (!SHARED.some((prefix) => name.startsWith(prefix))) return response.writeHead(403).end();
    try {
      if (pathname === '/list') {
        const cursor = searchParams.get('cursor') ?? undefined;
        return response.end(JSON.stringify(await files.list({ prefix: name, ...(cursor && { cursor }) })));
      }
      const file = await files.get(name);
      return file ? response.end(await file.text()) : response.writeHead(404).end();
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
export function connectToSharedFiles(storage: string): FileReader {
  const ask = (path: string, name: string, cursor?: string) =>
    send(toSocket(storage), `${path}?${new URLSearchParams({ name, ...(cursor && { cursor }) })}`);
  return {
    get: async (key) => {
      const text = await ask('/file', key);
      return text === undefined ? null : { text: async () => text };
    },
    list: async ({ prefix, cursor }) => JSON.parse((await ask('/list', prefix, cursor)) ?? '{"objects":[],"truncated":false}'),
  };
}

function toSocket(storage: string): string {
  const name = createHash('sha256').update(resolve(storage)).digest('hex').slice(0, 24);
  return join(tmpdir(), `tensu-files-${name}.sock`);
}

/** The answer's text; undefined for 404. */
function send(socketPath: string, path: string): Promise<string | undefined> {
  return new Promise((done, failed) => {
    request({ socketPath, path }, async (response) => {
      let text = '';
      for await (const piece of response.setEncoding('utf8')) text += piece;
      if (response.statusCode === 200) done(text);
      else if (response.statusCode === 404) done(undefined);
      else failed(new Error(`The running site could not read its files: ${response.statusCode} ${text}`));
    })
      .once('error', failed)
      .end();
  });
}
