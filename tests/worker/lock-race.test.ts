import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Stack, startStack } from '../support/stack.ts';
import { type Staff, signIn } from './calculation-month.ts';
import { BODIES, call, findInconsistentHistory, KINDS, type Kind, NOTE_COLUMN, type Reply, seedOffice } from './office.ts';

let stack: Stack;
let admin: Staff;
/** The person who locks is not one of the writers, and so takes turns with them instead of waiting behind them all. */
let locker: Staff;
const LOCKED = '2026-10-15';
const OPEN = '2026-11-05';
beforeAll(async () => {
  stack = await startStack({ prepare: seedOffice });
  [admin, locker] = [await signIn(stack, 'Admin'), await signIn(stack, 'Admin')];
});
afterAll(() => stack.close());

/** Makes the call again, after as long as it is told, when it waited in vain for its turn at the database: nothing of it was done then. */
async function api(method: string, path: string, body?: unknown, staff = admin): Promise<Reply> {
  for (;;) {
    const reply = await call(stack, staff, method, path, body);
    if (reply.status !== 503) return reply;
    expect(reply.retryAfter).toMatch(/^\d+$/);
    await new Promise((resolve) => setTimeout(resolve, Number(reply.retryAfter) * 1000));
  }
}

/** Everything dated in the month, whole. */
async function contents(month: string): Promise<string> {
  const tables = await stack.client.batch(
    KINDS.map((kind) => `SELECT * FROM ${kind} WHERE ${kind === 'directs' ? 'henkyaku_hi' : 'rate_at'} LIKE '${month}-%' ORDER BY id`),
    'read',
  );
  return JSON.stringify(tables.map(({ rows }) => rows));
}

it('a month that is locked while two hundred people write into it does not change from then on', async () => {
  const before: { kind: Kind; id: number }[] = [];
  for (let first = 0; first < 200; first += 20) {
    const made = Array.from({ length: 20 }, async (_, at) => {
      const n = first + at;
      const kind = KINDS[n % KINDS.length]!;
      return { kind, id: Number((await api('POST', kind, BODIES[kind](n % 5 === 4 ? OPEN : LOCKED, `cũ ${n}`))).body.data?.id) };
    });
    before.push(...(await Promise.all(made)));
  }
  expect(before.filter(({ id }) => !id)).toEqual([]);

  let isLocked = false;
  const replies: (Reply & { kind: Kind; late: boolean; verb: string })[] = [];
  const dateOf = (kind: Kind) => (kind === 'directs' ? 'henkyaku_hi' : 'rate_at');
  async function write(n: number): Promise<void> {
    const { kind, id } = before[n]!;
    // Until one of them began after the lock was told.
    for (let turn = 0, late = false; !late; turn++) {
      const note = `mới ${n} ${turn}`;
      const verbs = {
        create: () => api('POST', kind, BODIES[kind](LOCKED, note)),
        edit: () => api('PUT', `${kind}/${id}`, { [NOTE_COLUMN[kind]]: note }),
        'move in': () => api('PUT', `${kind}/${id}`, { [dateOf(kind)]: LOCKED }),
        'move out': () => api('PUT', `${kind}/${id}`, { [dateOf(kind)]: OPEN }),
        delete: () => api('DELETE', `${kind}/${id}`),
        check: () =>
          kind === 'mistakes' ? api('PUT', `${kind}/${id}`, { point: 2 }) : api('POST', `${kind}/checked`, { id, is_checked: turn % 2 }),
      };
      const names = Object.keys(verbs) as (keyof typeof verbs)[];
      const verb = n % 5 === 4 ? 'move in' : names[(n + turn * 5) % names.length]!;
      late = isLocked;
      replies.push({ ...(await verbs[verb]()), kind, late, verb });
    }
  }
  const writers = Promise.all(before.map((_, n) => write(n)));
  await expect.poll(() => replies.length, { interval: 5 }).toBeGreaterThan(100);
  const lock = await api('POST', 'lock_and_unlock', { year: 2026, month: 10, status: 1 }, locker);
  isLocked = true;
  const atLock = await contents('2026-10');
  expect(lock.status).toBe(200);
  await writers;

  expect(await contents('2026-10')).toBe(atLock);
  const { rows: after } = await stack.client.execute(`SELECT h.entity, h.before, h.after FROM history h
    WHERE h.id > (SELECT history_id FROM month_lock_events WHERE month = '2026-10')
      AND (h.before ->> 'henkyaku_hi' LIKE '2026-10-%' OR h.before ->> 'rate_at' LIKE '2026-10-%'
        OR h.after ->> 'henkyaku_hi' LIKE '2026-10-%' OR h.after ->> 'rate_at' LIKE '2026-10-%')`);
  expect(after).toEqual([]);
  const late = replies.filter(({ late }) => late);
  expect(late.length).toBe(200);
  for (const { status, body, verb } of late) {
    const touched = JSON.stringify(body.data ?? '').includes('2026-10-');
    expect(status <= 201 && touched, verb).toEqual(false);
  }
  const odd = replies.filter(({ status }) => ![200, 201, 404, 409, 423].includes(status));
  expect(odd, stack.logs.join('\n')).toEqual([]);
  expect(
    replies.filter(({ status, body }) => status === 423 && body.code === 'month_locked' && body.message.includes('2026/10')).length,
  ).toBeGreaterThan(50);
  expect(await findInconsistentHistory(stack.client)).toEqual([]);
});
