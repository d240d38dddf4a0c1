import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { encodeBatch, sendBatch } from '../../worker/platform/db/pipeline.ts';
import { WRITE_STREAMS } from '../../worker/platform/db/stream-pool.ts';
import { ENVIRONMENT_SETTINGS } from '../../worker/platform/environment-settings.ts';
import type { TestSqld } from '../support/sqld.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { type Staff, signIn } from './calculation-month.ts';
import { BODIES, call, findInconsistentHistory, type Reply, seedOffice } from './office.ts';

/** Those for reading, and one for writing. */
const MAX_STREAMS = Number(ENVIRONMENT_SETTINGS.LIBSQL_STREAMS.initial) + WRITE_STREAMS;

/** Streams to the database server that the Worker keeps, seen from outside: a real workerd and server, and what goes between them. */

let stack: Stack;
let admin: Staff;
/** A stream of the server that nobody has used since `at`. */
let abandoned: { baton: string; at: number };
const DAY = '2026-11-10';
/** After which the server ends a stream that is not used. */
const EXPIRY_MS = 10_000;

beforeAll(async () => {
  stack = await startStack({ prepare: seedOffice });
  admin = await signIn(stack, 'Admin');
  abandoned = { baton: await openStream(), at: Date.now() };
});
afterAll(() => stack?.close());
beforeEach(() => {
  stack.proxy.heal();
  stack.proxy.reset();
});

const api = (method: string, path: string, body?: unknown, headers?: object) => call(stack, admin, method, path, body, headers);
const statuses = (replies: readonly Reply[]) => [...new Set(replies.map(({ status }) => status))].sort();
const create = (note: string) => api('POST', 'indirects', BODIES.indirects(DAY, note), { 'idempotency-key': encodeURIComponent(note) });

async function useStream(baton: string | undefined): Promise<string> {
  const endpoint = { url: stack.sqld.url, authToken: undefined };
  return (await sendBatch(endpoint, { baton, batch: encodeBatch(['SELECT 1'], 'read'), timeoutMs: 5000 })).baton!;
}
const openStream = () => useStream(undefined);

async function notes(like: string): Promise<string[]> {
  const { rows } = await stack.client.execute({ sql: 'SELECT note FROM indirects WHERE note LIKE ? ORDER BY note', args: [like] });
  return rows.map(({ note }) => String(note));
}

describe('kept streams', () => {
  it('serve sixty-four calls at once, each stream one at a time', async () => {
    await Promise.all([api('GET', 'indirects'), create('đầu')]);
    stack.proxy.reset();
    const calls = Array.from({ length: 64 }, (_, n) => (n % 2 ? create(`cùng lúc ${n}`) : api('GET', n % 4 ? 'indirects' : 'customers/1')));
    expect(statuses(await Promise.all(calls))).toEqual([200, 201]);
    const { opened, shared, mostAtOnce } = stack.proxy.streams();
    expect(shared).toEqual([]);
    expect(mostAtOnce).toBeLessThanOrEqual(MAX_STREAMS);
    expect(opened).toBeLessThan(stack.proxy.requests() / 4);
    expect(await notes('cùng lúc %')).toHaveLength(32);
  });

  it('serve others whole after sixty calls that their clients broke off', async () => {
    stack.proxy.delay(30);
    await Promise.all(
      Array.from({ length: 60 }, (_, n) => {
        if (n % 3) return breakOff('GET', 'indirects?limit=50', undefined, n * 4);
        return breakOff('POST', 'indirects', BODIES.indirects(DAY, `bỏ dở ${n}`), n * 4);
      }),
    );
    stack.proxy.heal();
    const replies = await Promise.all(Array.from({ length: 16 }, (_, n) => (n % 2 ? create(`sau đó ${n}`) : api('GET', 'indirects'))));
    expect(statuses(replies)).toEqual([200, 201]);
    expect(stack.proxy.streams().shared).toEqual([]);
    expect(stack.proxy.streams().mostAtOnce).toBeLessThanOrEqual(MAX_STREAMS);
    const broken = await notes('bỏ dở %');
    expect(new Set(broken).size).toBe(broken.length);
    expect(await findInconsistentHistory(stack.client)).toEqual([]);
  });
});

describe('reads whose clients have gone before their turn came', () => {
  it('never reach the database, and the next call is answered at once', async () => {
    await Promise.all([api('GET', 'indirects'), api('GET', 'indirects')]);
    stack.proxy.delay(400);
    stack.proxy.reset();
    const calls = 60;
    await Promise.all(Array.from({ length: calls }, (_, n) => breakOff('GET', `indirects?page=${n + 1}`, undefined, 100)));
    expect((await api('GET', 'customers/1')).status).toBe(200);
    // Those that had their turn when their clients left are read to the end.
    expect(stack.proxy.requests()).toBeLessThan(calls / 3);
  });
});

describe('two hundred calls of one person', () => {
  it('hold up neither a read nor a write of another', async () => {
    const other = await signIn(stack, 'Writer');
    stack.proxy.delay(40);
    let pending = 200;
    const crowd = Array.from({ length: pending }, (_, n) =>
      (n % 2 ? create(`đám đông ${n}`) : api('GET', `indirects?page=${n + 1}`)).finally(() => pending--),
    );
    await expect.poll(() => stack.proxy.requests()).toBeGreaterThan(4);
    const mine = [
      call(stack, other, 'GET', 'customers/1'),
      call(stack, other, 'POST', 'indirects', BODIES.indirects(DAY, 'một mình'), { 'idempotency-key': 'one' }),
    ];
    expect(statuses(await Promise.all(mine))).toEqual([200, 201]);
    expect(pending).toBeGreaterThan(100);
    stack.proxy.heal();
    await Promise.all(crowd);
  });
});

describe('a stream that the server no longer knows', () => {
  /** Has a read and a create name this stream, and answers how many requests either made of it. */
  async function callsOn(baton: string, note: string): Promise<number[]> {
    await Promise.all([api('GET', 'indirects'), create(`${note} trước`)]);
    stack.proxy.reset();
    stack.proxy.replaceBaton(baton, 1);
    expect((await api('GET', 'indirects')).status).toBe(200);
    const reading = stack.proxy.requests();
    stack.proxy.replaceBaton(baton, 2);
    expect((await create(note)).status).toBe(201);
    return [reading, stack.proxy.requests() - reading];
  }

  it('because it never did: the call is answered from a new one, and written once', async () => {
    expect(await callsOn('never-handed-out', 'luồng lạ')).toEqual([2, 4]);
    expect(await notes('luồng lạ')).toHaveLength(1);
  });

  it('because it was used already: the call is answered from a new one, and written once', async () => {
    const used = await openStream();
    await useStream(used);
    expect(await callsOn(used, 'luồng đã dùng')).toEqual([2, 4]);
    expect(await notes('luồng đã dùng')).toHaveLength(1);
  });

  it('because it was idle for ten seconds: the call is answered from a new one, and written once', async () => {
    await expect.poll(() => Date.now() - abandoned.at).toBeGreaterThan(EXPIRY_MS + 1500);
    await expect(useStream(abandoned.baton)).rejects.toThrow('expired');
    expect(await callsOn(abandoned.baton, 'luồng hết hạn')).toEqual([2, 4]);
    expect(await notes('luồng hết hạn')).toHaveLength(1);
  });
});

const ENDS: [what: string, end: (sqld: TestSqld) => Promise<void>][] = [
  ['restarted', (sqld) => sqld.restart()],
  ['killed', (sqld) => sqld.kill9().then(() => sqld.start())],
  ['replaced by another', (sqld) => sqld.replace()],
];

describe.each(ENDS)('a database server that is %s', (what, end) => {
  it('between two calls is not noticed by the second', async () => {
    expect(statuses(await Promise.all([api('GET', 'indirects'), create(`trước: ${what}`)]))).toEqual([200, 201]);
    await end(stack.sqld);
    expect(statuses(await Promise.all([api('GET', 'indirects'), create(`sau: ${what}`)]))).toEqual([200, 201]);
    expect(await notes(`%: ${what}`)).toHaveLength(2);
  });

  it('among the calls of twenty-four people has every record once, and is answered for with 503 at most', async () => {
    const [refused, made]: [Reply[], string[]] = [[], []];
    let isOver = false;
    const work = async (person: number) => {
      for (let n = 0; !isOver; n++) {
        const note = `${what} ${person} ${n}`;
        let reply = await create(note);
        for (; reply.status !== 201; reply = await create(note)) refused.push(reply);
        made.push(note);
        const list = await api('GET', 'indirects?limit=5');
        if (list.status !== 200) refused.push(list);
      }
    };
    const people = Array.from({ length: 24 }, (_, n) => work(n));
    await expect.poll(() => made.length, { interval: 5 }).toBeGreaterThan(30);
    await end(stack.sqld);
    const before = made.length;
    await expect.poll(() => made.length, { interval: 5 }).toBeGreaterThan(before + 30);
    isOver = true;
    await Promise.all(people);
    expect(refused.filter(({ status, retryAfter }) => status !== 503 || retryAfter !== '2')).toEqual([]);
    expect(await notes(`${what} %`)).toEqual(made.toSorted());
    expect(await findInconsistentHistory(stack.client)).toEqual([]);
  });

  it('among two hundred edits of one version keeps exactly one of them', async () => {
    const { id } = (await create(`một phiên bản: ${what}`)).body.data;
    let answered = 0;
    const edit = async (n: number) => {
      const reply = await api('PUT', `indirects/${id}`, { note: `sửa ${what} ${n}`, version: 1 });
      answered++;
      return reply;
    };
    const edits = Promise.all(Array.from({ length: 200 }, (_, n) => edit(n)));
    await expect.poll(() => answered, { interval: 5 }).toBeGreaterThan(20);
    await end(stack.sqld);
    const replies = await edits;
    expect(replies.filter(({ status }) => ![200, 409, 503].includes(status))).toEqual([]);
    const won = replies.filter(({ status }) => status === 200);
    expect(won.length).toBeLessThanOrEqual(1);
    const { rows } = await stack.client.execute({ sql: 'SELECT version, note FROM indirects WHERE id = ?', args: [id] });
    expect(rows[0]).toMatchObject({ version: 2, ...(won[0] && { note: won[0].body.data.note }) });
  });
});

it('no request of the Worker touched what belongs to another', () => {
  expect(stack.logs.filter((line) => /different request|I\/O on behalf|hung|context/i.test(line))).toEqual([]);
});

/** Asks over a socket of its own and resets it after that time. */
function breakOff(method: string, path: string, body: object | undefined, afterMs: number): Promise<void> {
  const { hostname, port, host } = new URL(stack.url);
  const text = body ? JSON.stringify(body) : '';
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      const headers = [`host: ${host}`, `authorization: Bearer ${admin.token}`, 'content-type: application/json'];
      socket.write(
        `${method} /api/v1/${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
      );
      setTimeout(() => socket.resetAndDestroy(), afterMs);
    });
    socket
      .once('error', reject)
      .once('close', () => resolve())
      .resume();
  });
}
