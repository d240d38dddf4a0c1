import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Stack, startStack } from '../support/stack.ts';
import { type Staff, signIn } from './calculation-month.ts';
import { BODIES, call, findInconsistentHistory, KINDS, NOTE_COLUMN, type Reply, seedOffice } from './office.ts';

let stack: Stack;
let admin: Staff;
const DAY = '2026-11-10';
beforeAll(async () => {
  stack = await startStack({ prepare: seedOffice });
  admin = await signIn(stack, 'Admin');
});
afterAll(() => stack.close());

const api = (method: string, path: string, body?: unknown) => call(stack, admin, method, path, body);
const tally = (replies: readonly Reply[]) =>
  Object.fromEntries([...Map.groupBy(replies, ({ status }) => status)].map(([status, all]) => [status, all.length]));

describe('many people writing at once', () => {
  it('sixty-four writers get no error, and all rows they wrote exist', async () => {
    const replies: Reply[] = [];
    const write = async (n: number) => {
      for (let turn = 0; turn < 3; turn++) {
        const kind = KINDS[(n + turn) % KINDS.length]!;
        const made = await api('POST', kind, BODIES[kind](DAY, `viết ${n} ${turn}`));
        replies.push(made);
        if (made.status !== 201) continue;
        replies.push(await api('PUT', `${kind}/${made.body.data.id}`, { [NOTE_COLUMN[kind]]: `sửa ${n} ${turn}`, version: 1 }));
        if (turn === 2) replies.push(await api('DELETE', `${kind}/${made.body.data.id}`));
      }
    };
    await Promise.all(Array.from({ length: 64 }, (_, n) => write(n)));
    expect(tally(replies)).toEqual({ 200: 64 * 4, 201: 64 * 3 });
    const counts = await Promise.all(
      KINDS.map((kind) =>
        stack.client.execute(`SELECT COUNT(*) AS n FROM ${kind} WHERE ${NOTE_COLUMN[kind]} LIKE 'sửa %' AND version = 2`),
      ),
    );
    expect(counts.reduce((sum, { rows }) => sum + Number(rows[0]!.n), 0)).toBe(64 * 2);
    expect(await findInconsistentHistory(stack.client)).toEqual([]);
  });

  it('of a thousand edits of one record with one version exactly one is kept, and the others are shown it', async () => {
    const made = await api('POST', 'indirects', BODIES.indirects(DAY, 'một dòng'));
    const path = `indirects/${made.body.data.id}`;
    const replies: Reply[] = [];
    let next = 0;
    const editor = async () => {
      while (next < 1000) replies.push(await api('PUT', path, { note: `sửa ${next++}`, version: 1 }));
    };
    await Promise.all(Array.from({ length: 64 }, editor));
    expect(tally(replies)).toEqual({ 200: 1, 409: 999 });
    const kept = replies.find(({ status }) => status === 200)!.body.data;
    expect((await api('GET', path)).body.data).toEqual(kept);
    for (const { status, body } of replies) if (status === 409) expect(body.current).toEqual(kept);
    expect(await findInconsistentHistory(stack.client)).toEqual([]);
  });
});
