import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LocalServer, serveLocally } from '../../scripts/run/serve-locally.ts';
import { closeStream } from '../../worker/platform/db/pipeline.ts';

/**
 * What happens to a request instead of being passed on: `refuse` cuts the connection before the database sees it, `lose_answer` after the
 * database has done its work, `cut` answers that the transaction took too long and was rolled back; a number answers with that status.
 */
export type Fault = 'refuse' | 'lose_answer' | 'cut' | number;

const CUT = JSON.stringify({ results: [{ type: 'error', error: { message: 'Transaction timed out', code: 'TRANSACTION_TIMEOUT' } }] });

export interface DatabaseProxy extends LocalServer {
  /** Requests that carried statements since the last reset. */
  requests(): number;
  /** Bodies of those requests, oldest first. */
  bodies(): string[];
  /** The use of the server's streams by those requests. */
  streams(): StreamUse;
  /** Has the next `times` requests on a kept stream name this one instead. */
  replaceBaton(baton: string, times: number): void;
  reset(): void;
  /** Breaks the next `times` requests, or those with this text in a statement; without `times`, all of them until `heal()`. */
  fail(fault: Fault, times?: number, text?: string): void;
  /** Breaks the connection of a dump off after so many bytes. */
  cutDumps(after: number): void;
  /** Holds every request for that long, and one that writes for `commitMs` more: a hosted server answers a commit once its storage has it. */
  delay(ms: number, commitMs?: number): void;
  /** Holds every request until `heal()`; resolves when none is at the database any more, so that a test's own writes meet no other. */
  hold(): Promise<void>;
  heal(): void;
}

export interface StreamUse {
  /** Requests that began a stream. */
  opened: number;
  /** Batons that more than one request named; each is good for one. */
  shared: string[];
  /** Requests under way at once. */
  mostAtOnce: number;
}

/** Stands between the Worker and a libSQL server, counts the requests and breaks them on demand. */
export async function startDatabaseProxy(target: string): Promise<DatabaseProxy> {
  const agent = new Agent({ keepAlive: true });
  let seen: string[] = [];
  let [underWay, mostAtOnce] = [0, 0];
  let replacement = { baton: '', times: 0 };
  let fault: Fault | undefined;
  let remaining = 0;
  let brokenText = '';
  let dumpBytes = Number.POSITIVE_INFINITY;
  let [delayMs, waitOfCommit] = [0, 0];
  let held: PromiseWithResolvers<void> | undefined;
  const atDatabase = new Set<Promise<void>>();

  // As the server behind it: it never ends a connection that a client keeps.
  const server = createServer({ keepAliveTimeout: 0 }, async (incoming, outgoing) => {
    const sent = await readBody(incoming).catch(() => undefined);
    if (!sent) return incoming.socket.destroy();
    let body = sent;
    // Ending a stream carries no statement, and nobody waits for it.
    const counts = incoming.method === 'POST' && !body.includes('"requests":[{"type":"close"}]');
    if (counts) {
      seen.push(body.toString('utf8'));
      mostAtOnce = Math.max(mostAtOnce, ++underWay);
      outgoing.once('close', () => underWay--);
      const baton = batonOf(seen.at(-1)!);
      if (baton && replacement.times > 0) {
        replacement.times -= 1;
        body = Buffer.from(seen.at(-1)!.replace(BATON, JSON.stringify({ baton: replacement.baton }).slice(0, -1)));
        incoming.headers['content-length'] = String(body.length);
        // The server grants a few streams only; nobody will name this one again.
        await closeStream({ url: target, authToken: undefined }, baton);
      }
    }
    const broken = counts && remaining > 0 && body.includes(brokenText) ? fault : undefined;
    if (broken !== undefined) remaining -= 1;
    const wait = delayMs + (body.includes('BEGIN IMMEDIATE') ? waitOfCommit : 0);
    if (wait > 0) await sleep(wait);
    await held?.promise;
    if (broken === 'refuse') return incoming.socket.destroy();
    if (broken === 'cut') return outgoing.writeHead(200, { 'content-type': 'application/json' }).end(CUT);
    if (typeof broken === 'number') return outgoing.writeHead(broken, { 'content-type': 'text/plain' }).end('broken on purpose');
    forward(incoming, body, outgoing, broken === 'lose_answer');
  });

  function forward(incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse, loseAnswer: boolean): void {
    const { method, headers, url = '/' } = incoming;
    const passed = request(new URL(url, target).href, { method, headers, agent }, (answer) => {
      if (loseAnswer) {
        answer.resume().once('end', () => incoming.socket.destroy());
      } else {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
        if (url === '/dump') breakAfter(dumpBytes, answer, incoming);
        answer.once('error', () => incoming.socket.destroy());
      }
    });
    passed.once('error', () => incoming.socket.destroy());
    const done = new Promise<void>((resolve) => passed.once('close', resolve)).finally(() => atDatabase.delete(done));
    atDatabase.add(done);
    passed.end(body);
  }

  const { url, close } = await serveLocally(server);
  return {
    url,
    requests: () => seen.length,
    bodies: () => [...seen],
    streams: () => {
      const batons = seen.map(batonOf);
      const named = Map.groupBy(batons, (baton) => baton);
      named.delete(undefined);
      return {
        opened: batons.filter((baton) => !baton).length,
        shared: [...named].flatMap(([baton, uses]) => (uses.length > 1 ? baton! : [])),
        mostAtOnce,
      };
    },
    replaceBaton: (baton, times) => {
      replacement = { baton, times };
    },
    reset: () => {
      seen = [];
      mostAtOnce = underWay;
    },
    fail: (kind, times = Number.POSITIVE_INFINITY, text = '') => {
      fault = kind;
      remaining = times;
      brokenText = text;
    },
    cutDumps: (after) => {
      dumpBytes = after;
    },
    delay: (ms, commitMs = 0) => {
      [delayMs, waitOfCommit] = [ms, commitMs];
    },
    hold: async () => {
      held ??= Promise.withResolvers<void>();
      await Promise.all(atDatabase);
    },
    heal: () => {
      fault = undefined;
      remaining = 0;
      dumpBytes = Number.POSITIVE_INFINITY;
      [delayMs, waitOfCommit] = [0, 0];
      held?.resolve();
      held = undefined;
    },
    close: async () => {
      agent.destroy();
      await close();
    },
  };
}

const BATON = /^\{"baton":"([^"]*)"/;
const batonOf = (body: string): string | undefined => BATON.exec(body)?.[1];

function breakAfter(limit: number, answer: IncomingMessage, incoming: IncomingMessage): void {
  let sent = 0;
  answer.on('data', (chunk: Buffer) => {
    sent += chunk.length;
    if (sent > limit) incoming.socket.destroy();
  });
}

/** Rejects when the caller hangs up while sending. */
async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks);
}
