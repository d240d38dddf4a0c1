import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStreamPool, type StreamPool } from '../../../worker/platform/db/stream-pool.ts';
import { DisconnectedError } from '../../../worker/platform/errors.ts';
import { MAX_WAIT_MS } from '../../support/limits.ts';

interface Request {
  baton: string | undefined;
  closes: boolean;
  sql: string;
}

let server: Server;
let seen: Request[];
let inUse: Set<string>;
let sharedAtOnce: number;
let mostAtOnce: number;
/** Batons the server takes. */
let known: Set<string>;
let work: (sql: string) => Promise<void>;

/** Speaks as much of the protocol as the pool needs, and watches how its streams are used. */
beforeEach(async () => {
  [seen, inUse, known, sharedAtOnce, mostAtOnce] = [[], new Set(), new Set(), 0, 0];
  work = async () => {};
  let batons = 0;
  server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { baton, requests } = JSON.parse(Buffer.concat(chunks).toString());
    const closes = requests[0].type === 'close';
    const sql = closes ? '' : requests[0].batch.steps[1].stmt.sql;
    seen.push({ baton: baton ?? undefined, closes, sql });
    if (baton && !known.has(baton)) return outgoing.writeHead(400).end('Received an invalid baton');
    const name = baton ?? `opened by request ${seen.length}`;
    if (inUse.has(name)) sharedAtOnce++;
    inUse.add(name);
    mostAtOnce = Math.max(mostAtOnce, inUse.size);
    await work(sql);
    inUse.delete(name);
    if (outgoing.destroyed) return;
    const next = `b${batons++}`;
    if (baton) known.delete(baton);
    if (!closes) known.add(next);
    const failed = sql === 'FAIL';
    const done = { cols: [{ name: 'sql' }], rows: [[{ type: 'text', value: sql }]], affected_row_count: 1, last_insert_rowid: null };
    const results = closes
      ? [{ type: 'ok', response: { type: 'close' } }]
      : [
          {
            type: 'ok',
            response: {
              result: {
                step_results: [done, failed ? null : done, done, null],
                step_errors: [null, failed ? { message: 'month_locked' } : null, null, null],
              },
            },
          },
        ];
    outgoing.end(JSON.stringify({ baton: closes ? null : next, base_url: null, results }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  vi.useRealTimers();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const endpoint = () => ({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, authToken: undefined });
const poolOf = (maxStreams: number): StreamPool => createStreamPool(endpoint(), { maxStreams, waitUntil: () => {} });

const read = async (pool: StreamPool, sql: string) => (await pool.batch([sql], 'read', 60_000))[0]!.rows[0]!.sql;

describe('streams that are kept', () => {
  it('serve one call after the other', async () => {
    const pool = poolOf(2);
    for (const sql of ['a', 'b', 'c']) expect(await read(pool, sql)).toBe(sql);
    expect(seen.map(({ baton }) => baton)).toEqual([undefined, 'b0', 'b1']);
  });

  it('serve one call at a time, and never more of them than allowed', async () => {
    work = () => sleep(5);
    const pool = poolOf(2);
    const calls = Array.from({ length: 20 }, (_, n) => read(pool, `call ${n}`));
    expect(await Promise.all(calls)).toEqual(Array.from({ length: 20 }, (_, n) => `call ${n}`));
    expect({ sharedAtOnce, mostAtOnce }).toEqual({ sharedAtOnce: 0, mostAtOnce: 2 });
  });

  it('are opened again when the server has forgotten them, and the call is answered', async () => {
    const pool = poolOf(2);
    await read(pool, 'before');
    known.clear();
    expect(await read(pool, 'after')).toBe('after');
    expect(seen.map(({ baton, sql }) => [baton, sql])).toEqual([
      [undefined, 'before'],
      ['b0', 'after'],
      [undefined, 'after'],
    ]);
  });

  it('are closed, not used again, after a statement failed', async () => {
    const pool = poolOf(1);
    await expect(read(pool, 'FAIL')).rejects.toThrow('month_locked');
    expect(await read(pool, 'next')).toBe('next');
    expect(seen.map(({ baton, closes }) => [baton, closes])).toEqual([
      [undefined, false],
      ['b0', true],
      [undefined, false],
    ]);
  });

  it('give their place to the next call when an answer is lost', async () => {
    const pool = poolOf(1);
    work = async (sql) => (sql === 'lost' ? server.closeAllConnections() : undefined);
    const lost = read(pool, 'lost');
    const next = read(pool, 'next');
    await expect(lost).rejects.toThrow();
    expect(await next).toBe('next');
  });

  it('serve each call that waits in its turn, though all of them together take longer than one may wait', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const pool = poolOf(1);
    const call = async (sql: string) => (await pool.batch([sql], 'read', 60_000))[0]!.rows[0]!.sql;
    const ends = { first: Promise.withResolvers<void>(), second: Promise.withResolvers<void>() };
    work = async (sql) => (sql === 'first' || sql === 'second' ? ends[sql].promise : undefined);
    const [first, second] = [call('first'), call('second')];
    await vi.advanceTimersByTimeAsync(7500);
    ends.first.resolve();
    expect(await first).toBe('first');
    const third = call('third');
    await vi.advanceTimersByTimeAsync(8000);
    ends.second.resolve();
    expect(await second).toBe('second');
    await vi.advanceTimersByTimeAsync(6000);
    expect(await third).toBe('third');
  });

  it('are not used by a call that nobody waits for any more, but by the next one', async () => {
    const pool = poolOf(1);
    const gone = new AbortController();
    let answerFirst = () => {};
    work = () => new Promise((resolve) => (answerFirst = resolve));
    const first = read(pool, 'first');
    const dropped = pool.batch(['dropped'], 'read', 5000, { lane: 'a', signal: gone.signal });
    const last = read(pool, 'last');
    await vi.waitFor(() => expect(seen).toHaveLength(1), MAX_WAIT_MS);
    gone.abort();
    work = async () => {};
    answerFirst();
    await expect(dropped).rejects.toBeInstanceOf(DisconnectedError);
    expect(await Promise.all([first, last])).toEqual(['first', 'last']);
    expect(seen.map(({ sql }) => sql)).toEqual(['first', 'last']);
  });

  it('are given to people in turns, however many calls one of them makes', async () => {
    const pool = poolOf(1);
    const call = (lane: string, n: number) => pool.batch([`${lane}${n}`], 'read', 5000, { lane });
    await Promise.all([...Array.from({ length: 20 }, (_, n) => call('crowd', n)), call('single', 0), call('other', 0)]);
    const order = seen.map(({ sql }) => sql);
    expect(order.indexOf('single0')).toBeLessThanOrEqual(3);
    expect(order.indexOf('other0')).toBeLessThanOrEqual(3);
    expect(order.filter((sql) => sql.startsWith('crowd'))).toEqual(Array.from({ length: 20 }, (_, n) => `crowd${n}`));
  });

  it('close at once, and nothing waits for them, when the event that used them ends', async () => {
    const leftBehind: Promise<unknown>[] = [];
    const pool = createStreamPool(endpoint(), { maxStreams: 2, waitUntil: (work) => leftBehind.push(work) });
    await read(pool, 'one');
    await pool.closeIdle();
    await Promise.all(leftBehind);
    expect({ open: pool.open, closed: seen.at(-1)!.closes }).toEqual({ open: 0, closed: true });
    expect(await read(pool, 'two')).toBe('two');
    expect(pool.open).toBe(1);
  });

  it('end a little after the last call, all of them', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const pool = poolOf(2);
    await Promise.all([read(pool, 'one'), read(pool, 'two')]);
    await vi.advanceTimersByTimeAsync(4000);
    await vi.waitFor(() => expect(pool.open).toBe(0), MAX_WAIT_MS);
    vi.useRealTimers();
    await vi.waitFor(() => expect(known.size).toBe(0), MAX_WAIT_MS);
  });
});
