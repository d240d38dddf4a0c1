import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verify } from '../../scripts/verify.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { type Staff, signIn } from './calculation-month.ts';
import { BODIES, call, findInconsistentHistory, KINDS, type Kind, NOTE_COLUMN, type Reply, seedOffice } from './office.ts';

let stack: Stack;
let admin: Staff;
const DAY = '2026-11-10';
beforeAll(async () => {
  stack = await startStack({ prepare: seedOffice });
  admin = await signIn(stack, 'Admin');
});
afterAll(() => stack.close());

const api = (method: string, path: string, body?: unknown, headers?: object) => call(stack, admin, method, path, body, headers);

/** A record as its last acknowledged write left it; `unsure` once a later write of it was not acknowledged. */
interface Known {
  kind: Kind;
  id: number;
  note: string;
  version: number;
  deleted: boolean;
  unsure: boolean;
}

/** Creates, edits and deletes records one after another until told to stop, keeping what was acknowledged. */
async function writer(name: string, known: Known[], refusals: Reply[], stopped: () => boolean): Promise<void> {
  for (let n = 0; !stopped(); n++) {
    const kind = KINDS[n % KINDS.length]!;
    const mine = known.filter((record) => record.note.startsWith(`${name} `) && !record.deleted && !record.unsure);
    const target = n % 3 === 0 ? undefined : mine[n % Math.max(mine.length, 1)];
    const note = `${name} ${n}`;
    if (!target) {
      const reply = await api('POST', kind, BODIES[kind](DAY, note));
      if (reply.status === 201) known.push({ kind, id: reply.body.data.id, note, version: 1, deleted: false, unsure: false });
      else refusals.push(reply);
      continue;
    }
    const ending = n % 5 === 4;
    const reply = ending
      ? await api('POST', `${target.kind}/deleteByIds`, { ids: [target.id] })
      : await api('PUT', `${target.kind}/${target.id}`, { [NOTE_COLUMN[target.kind]]: note, version: target.version });
    if (reply.status !== 200) {
      refusals.push(reply);
      target.unsure = true;
    } else if (ending) target.deleted = true;
    else Object.assign(target, { note, version: reply.body.data.version });
  }
}

/** Acknowledged records that the database knows otherwise. */
async function lost(known: readonly Known[]): Promise<unknown[]> {
  const wrong: unknown[] = [];
  for (const kind of KINDS) {
    const { rows } = await stack.client.execute(`SELECT id, version, ${NOTE_COLUMN[kind]} AS note FROM ${kind}`);
    const found = new Map(rows.map((row) => [Number(row.id), row]));
    for (const record of known.filter((one) => one.kind === kind)) {
      const row = found.get(record.id);
      const same = record.deleted ? !row : row?.version === record.version && row?.note === record.note;
      if (!same && !record.unsure) wrong.push({ record, row });
    }
  }
  return wrong;
}

describe('a database server that is killed while eight people write', () => {
  it('has every acknowledged write and no partial one when it is back, and calls answer 503 meanwhile', async () => {
    const known: Known[] = [];
    const refusals: Reply[] = [];
    for (let kill = 0; kill < 3; kill++) {
      let stopped = false;
      const before = known.length;
      const writers = Array.from({ length: 8 }, (_, n) => writer(`lần ${kill} người ${n}`, known, refusals, () => stopped));
      await expect.poll(() => known.length).toBeGreaterThan(before + 12);
      await stack.sqld.kill9();
      expect(await api('GET', 'directs')).toMatchObject({ status: 503, body: { code: 'database_unavailable' }, retryAfter: '2' });
      await stack.sqld.start();
      await expect.poll(async () => (await api('GET', 'directs')).status).toBe(200);
      const back = known.length;
      await expect.poll(() => known.length).toBeGreaterThan(back);
      stopped = true;
      await Promise.all(writers);
    }
    expect(new Set(refusals.map(({ status, retryAfter }) => `${status} ${retryAfter}`))).toEqual(new Set(['503 2']));
    expect(await lost(known)).toEqual([]);
    expect(await findInconsistentHistory(stack.client)).toEqual([]);
  });
});

describe('an answer that is lost after the commit', () => {
  /** The next write reaches the database, its answer does not come back. */
  async function loseTheWrite(run: () => Promise<Reply>): Promise<Reply> {
    stack.proxy.reset();
    stack.proxy.delay(300);
    const reply = run();
    await expect.poll(() => stack.proxy.requests(), { interval: 10 }).toBe(1);
    stack.proxy.fail('lose_answer', 1);
    return await reply.finally(() => stack.proxy.heal());
  }
  const count = async (note: string) =>
    Number((await stack.client.execute({ sql: 'SELECT COUNT(*) AS n FROM indirects WHERE note = ?', args: [note] })).rows[0]!.n);

  it('answers 503 and is not repeated by the server, which cannot know whether it was committed', async () => {
    const reply = await loseTheWrite(() => api('POST', 'indirects', BODIES.indirects(DAY, 'mất lời đáp')));
    expect(reply).toMatchObject({ status: 503, retryAfter: '2' });
    expect(stack.proxy.requests()).toBe(2);
    expect(await count('mất lời đáp')).toBe(1);
  });

  it('makes one record when the call is made again with its key', async () => {
    const body = BODIES.indirects(DAY, 'có khóa');
    const create = () => api('POST', 'indirects', body, { 'idempotency-key': 'khoa-1' });
    expect((await loseTheWrite(create)).status).toBe(503);
    const [again, oncemore] = [await create(), await create()];
    expect(again.status).toBe(201);
    expect(oncemore.status).toBe(201);
    expect(oncemore.body.data.id).toEqual(again.body.data.id);
    expect(await count('có khóa')).toBe(1);
  });

  it('makes one record also when ten calls with the key come at once', async () => {
    const body = BODIES.indirects(DAY, 'mười lần');
    const replies = await Promise.all(Array.from({ length: 10 }, () => api('POST', 'indirects', body, { 'idempotency-key': 'khoa-2' })));
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.data?.id}`)).size, JSON.stringify(replies)).toBe(1);
    expect(replies[0]!.status).toBe(201);
    expect(await count('mười lần')).toBe(1);
  });

  it('does not matter to a read, which is asked again', async () => {
    stack.proxy.reset();
    stack.proxy.fail('lose_answer', 1);
    expect((await api('GET', 'indirects')).status).toBe(200);
    expect(stack.proxy.requests()).toBe(2);
  });
});

describe('a database that is away', () => {
  it('answers readers and writers 503 after one retry, and nothing is written', async () => {
    stack.proxy.fail('refuse');
    stack.proxy.reset();
    expect(await api('GET', 'directs')).toMatchObject({ status: 503, body: { code: 'database_unavailable' }, retryAfter: '2' });
    expect(stack.proxy.requests()).toBe(2);
    expect(await api('POST', 'pro', BODIES.pro(DAY, 'không'))).toMatchObject({ status: 503, retryAfter: '2' });
    expect(await api('POST', 'auth/login', { username: 'ai', password: 'Mat-Khau-1' })).toMatchObject({ status: 503, retryAfter: '2' });
    stack.proxy.heal();
    expect((await api('GET', 'pro?note=không')).body.total).toBe(0);
  });

  it('answers 503 when it responds with errors of its own', async () => {
    for (const status of [500, 502, 503]) {
      stack.proxy.fail(status);
      expect((await api('GET', 'directs')).status).toBe(503);
    }
    stack.proxy.heal();
    expect((await api('GET', 'directs')).status).toBe(200);
  });

  it('is waited for when it is only busy', async () => {
    stack.proxy.fail(429, 3);
    expect((await api('GET', 'directs')).status).toBe(200);
    stack.proxy.fail(429, 3);
    expect((await api('POST', 'pro', BODIES.pro(DAY, 'chờ'))).status).toBe(201);
    expect((await api('GET', 'pro?note=chờ')).body.total).toBe(1);
  });
});

describe('a transaction that the server cuts', () => {
  it('is done again, and written once', async () => {
    stack.proxy.fail('cut', 2);
    expect((await api('GET', 'directs')).status).toBe(200);
    stack.proxy.fail('cut', 2);
    expect((await api('POST', 'pro', BODIES.pro(DAY, 'cắt hai lần'))).status).toBe(201);
    expect((await api('GET', `pro?note=${encodeURIComponent('cắt hai lần')}`)).body.total).toBe(1);
  });

  it('each time is told with 503, and nothing is written', async () => {
    stack.proxy.fail('cut');
    const replies = await Promise.all([api('GET', 'directs'), api('POST', 'pro', BODIES.pro(DAY, 'cắt mãi'))]);
    for (const reply of replies) expect(reply).toMatchObject({ status: 503, body: { code: 'database_cut' } });
    stack.proxy.heal();
    expect((await api('GET', `pro?note=${encodeURIComponent('cắt mãi')}`)).body.total).toBe(0);
  });
});

describe('a database server that is killed while a month is locked', () => {
  const lock = (month: number) => api('POST', 'lock_and_unlock', { year: 2026, month, status: 1 });
  /** Lock, seal, its rows and its event: all of them, or none. */
  async function stateOf(month: number) {
    const { rows } = await stack.client.execute({
      sql: `SELECT (SELECT COUNT(*) FROM month_locks l JOIN month_seals s ON s.id = l.seal_id WHERE l.month = ?1 AND l.status = 1) AS locked,
        (SELECT COUNT(*) FROM month_seals WHERE month = ?1) AS seals, (SELECT COUNT(*) FROM month_lock_events WHERE month = ?1) AS events,
        (SELECT COUNT(DISTINCT r.seal_id) FROM month_seal_rows r JOIN month_seals s ON s.id = r.seal_id WHERE s.month = ?1) AS with_rows`,
      args: [`2026-0${month}`],
    });
    return Object.values(rows[0]!).map(Number);
  }
  const WHOLE = [1, 1, 1, 1];
  const NONE = [0, 0, 0, 0];

  it('has it locked with its whole seal or open with none, and sealed once in the end', async () => {
    for (const month of [1, 2, 3, 4, 5, 6]) {
      for (const day of ['03', '17']) await api('POST', 'directs', BODIES.directs(`2026-0${month}-${day}`, 'trước'));
      stack.proxy.reset();
      const locking = lock(month);
      // The first request reads what is sealed, the second writes it.
      await expect.poll(() => stack.proxy.requests(), { interval: 1 }).toBeGreaterThan(month % 2);
      await stack.sqld.kill9();
      const { status } = await locking;
      await stack.sqld.start();
      await expect.poll(async () => (await api('GET', 'directs')).status).toBe(200);
      const state = await stateOf(month);
      expect(state[0] === 1 ? WHOLE : NONE).toEqual(state);
      expect(status === 200 ? WHOLE : state, `month ${month} answered ${status}`).toEqual(state);
      expect((await lock(month)).status).toBe(200);
      expect(await stateOf(month)).toEqual(WHOLE);
    }
    expect((await verify(stack.client, await stack.files())).differences).toEqual([]);
  });

  it('is sealed once where only the answer is lost', async () => {
    await api('POST', 'directs', BODIES.directs('2026-07-03', 'trước'));
    stack.proxy.fail('lose_answer', 1, 'INSERT INTO month_seals');
    expect(await lock(7).finally(() => stack.proxy.heal())).toMatchObject({ status: 503, retryAfter: '2' });
    expect(await stateOf(7)).toEqual(WHOLE);
    expect((await lock(7)).status).toBe(200);
    expect(await stateOf(7)).toEqual(WHOLE);
  });
});
