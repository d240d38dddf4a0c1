import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a database server was asked for, by its own count: that of the bill. */
export interface DatabaseUse {
  requests: number;
  rowsRead: number;
  /** Rows and entries of indexes. */
  rowsWritten: number;
  /** Of answers. */
  bytes: number;
}

export interface CountingProxy {
  url: string;
  /** The use since the last time that it was taken. */
  take(): DatabaseUse;
  close(): Promise<void>;
}

const NOTHING: DatabaseUse = { requests: 0, rowsRead: 0, rowsWritten: 0, bytes: 0 };

/** Stands between the Worker and a libSQL server and adds up what the server says of its work. */
export async function startCountingProxy(target: string): Promise<CountingProxy> {
  const agent = new Agent({ keepAlive: true });
  let use = { ...NOTHING };
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = '/' } = incoming;
    const passed = request(new URL(url, target), { method, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('end', () => count(Buffer.concat(chunks).toString()));
      answer.pipe(outgoing);
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

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take: () => {
      const taken = use;
      use = { ...NOTHING };
      return taken;
    },
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
