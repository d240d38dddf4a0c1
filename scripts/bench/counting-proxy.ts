import { Agent, createServer, request } from 'node:http';
import { type LocalServer, serveLocally } from '../run/serve-locally.ts';

/** What a database server was asked for, by its own count: that of the bill. */
export interface DatabaseUse {
  requests: number;
  rowsRead: number;
  /** Rows and entries of indexes. */
  rowsWritten: number;
  /** Of answers. */
  bytes: number;
}

export interface CountingProxy extends LocalServer {
  /** The use since the last time that it was taken. */
  take(): DatabaseUse;
}

const NOTHING: DatabaseUse = { requests: 0, rowsRead: 0, rowsWritten: 0, bytes: 0 };

/** Stands between the Worker and a libSQL server and adds up what the server says of its work. */
export async function startCountingProxy(target: string): Promise<CountingProxy> {
  const agent = new Agent({ keepAlive: true });
  let use = { ...NOTHING };
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = '/' } = incoming;
    const passed = request(new URL(url, target).href, { method, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      // The dump of a backup is a stream without figures, longer than a text may be.
      if (method === 'GET') return;
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('end', () => count(Buffer.concat(chunks).toString()));
    });
    passed.once('error', () => incoming.socket.destroy());
    incoming.pipe(passed);
  });

  function count(answer: string): void {
    use.requests += 1;
    use.bytes += answer.length;
    for (const [, name, rows] of answer.matchAll(/"rows_(read|written)":(\d+)/g))
      use[name === 'read' ? 'rowsRead' : 'rowsWritten'] += Number(rows);
  }

  const { url, close } = await serveLocally(server);
  return {
    url,
    take: () => {
      const taken = use;
      use = { ...NOTHING };
      return taken;
    },
    close: async () => {
      agent.destroy();
      await close();
    },
  };
}
