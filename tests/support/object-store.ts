import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type LocalServer, serveLocally } from '../../scripts/run/serve-locally.ts';

/** A bucket as the libSQL server's replication uses one: the few calls of S3 that it makes, in memory, whoever asks. */
export async function startObjectStore(): Promise<LocalServer> {
  const objects = new Map<string, Buffer>();

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '/', 'http://localhost');
    const name = decodeURIComponent(url.pathname).split('/').slice(2).join('/');
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    if (!name) return void outgoing.writeHead(200, { 'content-type': 'application/xml' }).end(list(url.searchParams));
    if (incoming.method === 'PUT') objects.set(name, Buffer.concat(chunks));
    if (incoming.method === 'DELETE') objects.delete(name);
    const found = objects.get(name);
    if (!found) return void outgoing.writeHead(incoming.method === 'DELETE' ? 204 : 404).end(NO_SUCH_KEY);
    outgoing.writeHead(200, { etag: '"1"' }).end(incoming.method === 'GET' ? found : undefined);
  }

  /** A page of names behind `marker`; all of them at once where none is named. */
  function list(params: URLSearchParams): string {
    const prefix = params.get('prefix') ?? '';
    const names = [...objects.keys()].filter((name) => name.startsWith(prefix) && name > (params.get('marker') ?? '')).sort();
    const page = names.slice(0, Number(params.get('max-keys') ?? 1000));
    const contents = page.map((name) => `<Contents><Key>${name}</Key><Size>${objects.get(name)!.length}</Size></Contents>`);
    return `<ListBucketResult><IsTruncated>${names.length > page.length}</IsTruncated>${contents.join('')}</ListBucketResult>`;
  }

  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing).catch(() => outgoing.destroy()));
  return serveLocally(server);
}

const NO_SUCH_KEY = '<Error><Code>NoSuchKey</Code></Error>';
