import { Agent, request } from 'node:http';

export interface Call {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body?: string;
}

export interface Load {
  count: number;
  /** Requests answered a second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p95: number;
  p99: number;
  max: number;
  /** The total time. */
  seconds: number;
  /** Answers above status 201, not in the rate. */
  failed: number;
}

interface LoadOptions {
  connections?: number;
  ms?: number;
  /** Goes on until this work has ended, in place of the time. */
  until?: Promise<unknown>;
}

/** As many calls as get through in the time over that many connections, each waiting for its answer. */
export async function runLoad(callOf: () => Call, { connections = 16, ms = 2000, until }: LoadOptions = {}): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let failed = 0;
  const start = performance.now();
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  until?.then(end, end);
  const loop = async () => {
    while (until ? !isOver : performance.now() < start + ms) {
      const sent = performance.now();
      const { status } = await sendCall(callOf(), agent);
      if (status > 201) failed++;
      else times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: connections }, loop));
  const seconds = (performance.now() - start) / 1000;
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return {
    count: times.length,
    rate: times.length / seconds,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    max: times.at(-1) ?? Number.NaN,
    seconds,
    failed,
  };
}

/** Longer than any answer may take: a database server that stopped taking writes never answers a Worker without time limits. */
const SILENCE_MS = 30_000;

export function sendCall({ method, url, headers, body }: Call, agent?: Agent): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url.href, { method, headers, agent }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
      answer.once('error', reject);
    });
    sent.setTimeout(SILENCE_MS, () => sent.destroy(new Error(`${method} ${url.pathname} was not answered within ${SILENCE_MS / 1000} s`)));
    sent.once('error', reject);
    sent.end(body);
  });
}
