import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verify } from '../../scripts/verify.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { workbookOf } from '../support/workbooks.ts';
import { insert, insertDirects, type Staff, signIn } from './calculation-month.ts';
import { upload } from './import-file.ts';
import { BODIES, call, findInconsistentHistory, KINDS, type Reply, seedOffice } from './office.ts';

const VARS = { APP_ORIGIN: 'https://tensu.test' };
const DAY = '2026-11-10';
const PEOPLE = 32;
let stacks: [Stack, Stack];
let admin: Staff;
beforeAll(async () => {
  const first = await startStack({ prepare: seedOffice, vars: VARS, hasManyWriters: true });
  stacks = [first, await startStack({ beside: first, vars: VARS })];
  admin = await signIn(first, 'Admin');
});
afterAll(async () => {
  await stacks?.[1].close();
  await stacks?.[0].close();
});

const rows = async (sql: string) => (await stacks[0].client.execute(sql)).rows.map((row) => ({ ...row }));
const count = async (of: string) => Number((await rows(`SELECT COUNT(*) AS n FROM ${of}`))[0]!.n);
/** The call at one of the two, by turns. */
const at = (n: number, method: string, path: string, body?: unknown) => call(stacks[n % 2]!, admin, method, path, body);
const both = (method: string, path: string, body?: unknown) => Promise.all([0, 1].map((n) => at(n, method, path, body)));
const tally = (replies: readonly Reply[]) =>
  Object.fromEntries([...Map.groupBy(replies, ({ status }) => status)].map(([status, all]) => [status, all.length]));

describe('two Workers on one database', () => {
  it('lose no write of many people, and tell nobody of the other', async () => {
    const replies: Reply[] = [];
    const write = async (n: number) => {
      for (let turn = 0; turn < 6; turn++) {
        const kind = KINDS[(n + turn) % KINDS.length]!;
        replies.push(await at(n, 'POST', kind, BODIES[kind](DAY, `viết ${n} ${turn}`)));
      }
    };
    await Promise.all(Array.from({ length: PEOPLE }, (_, n) => write(n)));
    expect(tally(replies)).toEqual({ 201: PEOPLE * 6 });
    expect(await findInconsistentHistory(stacks[0].client)).toEqual([]);
  });

  it('of edits of one version keep one', async () => {
    const made = await at(0, 'POST', 'indirects', BODIES.indirects(DAY, 'một dòng'));
    const path = `indirects/${made.body.data.id}`;
    const replies = await Promise.all(Array.from({ length: 60 }, (_, n) => at(n, 'PUT', path, { note: `sửa ${n}`, version: 1 })));
    expect(tally(replies)).toEqual({ 200: 1, 409: 59 });
  });

  it('lock and unlock a month into one seal a version', async () => {
    await insertDirects(stacks[0].client, '2026-03', 50);
    for (let round = 1; round <= 4; round++) {
      const locks = await both('POST', 'lock_and_unlock', { year: 2026, month: 3, status: 1 });
      expect(tally(locks)).toEqual({ 200: 2 });
      const unlocks = await both('POST', 'lock_and_unlock', { year: 2026, month: 3, status: 0, reason: 'x' });
      expect(tally(unlocks)).toEqual({ 200: 2 });
      expect(await count("month_seals WHERE month = '2026-03'")).toBe(round);
    }
    expect(await count("month_lock_events WHERE month = '2026-03'")).toBe(8);
    await Promise.all(stacks.map((stack) => stack.deliver([{ type: 'maintain_seals' }])));
    expect((await verify(stacks[0].client, await stacks[0].files())).differences).toEqual([]);
  });

  it('calculate a month once, whoever asks and whoever delivers', async () => {
    await insertDirects(stacks[0].client, '2026-04', 2000);
    const runs = await both('POST', 'calculations', { year: 2026, month: 4 });
    const id = runs[0]!.body.id;
    expect(runs[1]!.body.id).toBe(id);
    await Promise.all([0, 1, 0, 1].map((n) => stacks[n]!.deliver([{ type: 'calculate', run_id: id }])));
    await expect.poll(() => rows(`SELECT status FROM calculation_runs WHERE id = ${id}`)).toMatchObject([{ status: 'done' }]);
    expect(await count("(SELECT record_id FROM history WHERE source = 'calculation' GROUP BY record_id HAVING COUNT(*) > 1)")).toBe(0);
  });

  it('undo an operation once', async () => {
    const ids = (await rows("SELECT id FROM directs WHERE henkyaku_hi LIKE '2026-04%'")).map(({ id }) => Number(id));
    const edit = await at(0, 'POST', 'directs/bulk', { ids, values: { description: 'x' } });
    await expect
      .poll(() => rows(`SELECT status FROM operation_runs WHERE id = ${edit.body.operation_id}`))
      .toMatchObject([{ status: 'done' }]);
    const undos = await both('POST', `operations/${edit.body.operation_id}/undo`);
    expect(undos.map(({ status }) => status).sort()).toEqual([200, 409]);
    const undo = undos.find(({ status }) => status === 200)!.body.operation_id;
    await Promise.all([0, 1, 0].map((n) => stacks[n]!.deliver([{ type: 'operation', run_id: undo }])));
    await expect.poll(() => rows(`SELECT status FROM operation_runs WHERE id = ${undo}`)).toMatchObject([{ status: 'done' }]);
    expect(await count("directs WHERE henkyaku_hi LIKE '2026-04%' AND description IS NOT NULL AND description <> ''")).toBe(0);
  });

  it('import a file once', async () => {
    await insert(stacks[0].client, 'pro_point', { id: 50, point: 1.7, desc: 'Z' });
    await stacks[0].client.execute("UPDATE users SET code = 'nv1', code_fold = 'nv1' WHERE id = 1");
    const file = await workbookOf([
      ['Nhân viên', 'Hệ số pro', 'Ngày đánh giá', 'Ghi chú'],
      ...Array.from({ length: 4000 }, (_, n) => ['nv1', 1.7, `2026-05-${String(1 + (n % 28)).padStart(2, '0')}`, `i${n}`]),
    ]);
    const { body } = await upload(stacks[0], admin, 'pro', file, 'valid_rows');
    const message = { type: 'import', import_id: body.id };
    await Promise.all([0, 1, 1].map((n) => stacks[n]!.deliver([message])));
    await expect
      .poll(() => rows(`SELECT status, inserted, message FROM imports WHERE id = ${body.id}`))
      .toMatchObject([{ status: 'done', inserted: 4000 }]);
    expect(await count("pro WHERE note LIKE 'i%'")).toBe(4000);
  });

  it('run each cron at once as one: one calculation of a month at a time, one notice an event and one mail a person', async () => {
    const notice = { kind: 'month_locked', params: '{"month":"2026-03"}', at: '2026-01-01 00:00:00' };
    for (const event of ['a', 'b']) await insert(stacks[0].client, 'notices', { user_id: 1, event, ...notice });
    await stacks[0].client.execute("UPDATE users SET email = 'person@tensu.test' WHERE id = 1");
    for (const cron of ['* * * * *', '30 18 * * *', '0 10 * * *', '*/15 * * * *', '* * * * *']) {
      const outcomes = await Promise.all([...stacks, ...stacks].map((stack) => stack.dispatchCron(cron)));
      expect(outcomes, cron).toEqual(['ok', 'ok', 'ok', 'ok']);
    }
    // A cron that comes once the run of the one before has ended starts another.
    expect(await count("(SELECT DISTINCT year, month FROM calculation_runs WHERE source = 'cron')")).toBe(2);
    const beside = 'b.year = a.year AND b.month = a.month AND b.id > a.id AND b.created_at < a.finished_at';
    expect(await count(`calculation_runs a JOIN calculation_runs b ON ${beside} WHERE a.source = 'cron'`)).toBe(0);
    const people = await count('users WHERE active = 1');
    expect(await count("notices WHERE kind = 'month_locked' AND event LIKE 'month_locked:%'")).toBe(people);
    const mails = async () => {
      const names = await Promise.all(stacks.map(({ tmp }) => readdir(tmp, { recursive: true }).catch(() => [])));
      return names.flat().filter((name) => name.endsWith('.txt')).length;
    };
    await expect.poll(mails).toBe(1);
    expect(await count("notices WHERE event IN ('a', 'b') AND mailed_at IS NOT NULL")).toBe(2);
  });
});
