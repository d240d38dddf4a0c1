import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * What happens to a request instead of being passed on: `refuse` cuts the connection before the database sees it, `lose_answer` after the
 * database has done its work; a number answers with that status.
 */
export type Fault = 'refuse' | 'lose_answer' | number;

export interface DatabaseProxy {
  url: string;
  /** Requests that carried statements since the last reset. */
  requests(): number;
  /** Bodies of those requests, oldest first. */
  bodies(): string[];
  reset(): void;
  /** Breaks the next `times` requests; without `times`, all of them until `heal()`. */
  fail(fault: Fault, times?: number): void;
  /** Holds every request for that long. */
  delay(ms: number): void;
  heal(): void;
  close(): Promise<void>;
}

/** Stands between the Worker and a libSQL server, counts the requests and breaks them on demand. */
export async function startDatabaseProxy(target: string): Promise<DatabaseProxy> {
  const agent = new Agent({ keepAlive: true });
  let seen: string[] = [];
  let fault: Fault | undefined;
  let remaining = 0;
  let delayMs = 0;

  const server = createServer(async (incoming, outgoing) => {
    const body = await readBody(incoming).catch(() => undefined);
    if (!body) return incoming.socket.destroy();
    // Ending a stream carries no statement, and nobody waits for it.
    const counts = incoming.method === 'POST' && !body.includes('"requests":[{"type":"close"}]');
    if (counts) seen.push(body.toString('utf8'));
    const broken = counts && remaining > 0 ? fault : undefined;
    if (broken !== undefined) remaining -= 1;
    if (delayMs > 0) await sleep(delayMs);
    if (broken === 'refuse') return incoming.socket.destroy();
    if (typeof broken === 'number') return outgoing.writeHead(broken, { 'content-type': 'text/plain' }).end('broken on purpose');
    forward(incoming, body, outgoing, broken === 'lose_answer');
  });

  function forward(incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse, loseAnswer: boolean): void {
    const { method, headers, url = '/' } = incoming;
    const passed = request(new URL(url, target), { method, headers, agent }, (answer) => {
      if (loseAnswer) {
        answer.resume().once('end', () => incoming.socket.destroy());
      } else {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
        answer.once('error', () => incoming.socket.destroy());
      }
    });
    passed.once('error', () => incoming.socket.destroy());
    passed.end(body);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => seen.length,
    bodies: () => [...seen],
    reset: () => {
      seen = [];
    },
    fail: (kind, times = Number.POSITIVE_INFINITY) => {
      fault = kind;
      remaining = times;
    },
    delay: (ms) => {
      delayMs = ms;
    },
    heal: () => {
      fault = undefined;
      remaining = 0;
      delayMs = 0;
    },
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Rejects when the caller hangs up while sending. */
async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks);
}
