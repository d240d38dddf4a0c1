import type { InValue } from '@libsql/client';
import type { SQL } from 'drizzle-orm';
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { findChangedStatements } from '../../worker/features/month-close/statements/changed.ts';
import { flattenPlan } from '../../worker/platform/db/query.ts';
import { openApi, type Person, type TestApi } from '../support/api.ts';
import { readWorkbook } from '../support/read-workbook.ts';

let api: TestApi;
let admin: Person;
let writer: Person;
let checked: Person;
let viewer: Person;
const MONTH = 'year=2026&month=10';
const KINDS = ['design', 'check', 'mistakes', 'indirects', 'pro'] as const;

beforeAll(async () => {
  api = await openApi();
  ({ admin, writer, checked, viewer } = api.people);
  await api.insert('customers', { name: '山田建設' });
  await api.insert('pro_point', { point: 1.25, desc: 'Mức 2' });
  await api.insert('indirect_note', { content: 'Hướng dẫn' });
  for (let n = 1; n <= 7; n++) {
    await api.insert('directs', {
      name: `DR-${n}`,
      bukkenmei: `建物 ${n}`,
      customer_id: 1,
      user_id: viewer.id,
      chekkusha_id: n % 2 ? viewer.id : writer.id,
      henkyaku_hi: `2026-10-0${n}`,
      result_design_point: 1.001 * n,
      result_check_point: 0.1,
    });
  }
  await api.insert('directs', { name: 'DR-đang làm', customer_id: 1, user_id: viewer.id });
  await api.insert('mistakes', { user_id: viewer.id, rate_at: '2026-10-10', mistake: 'Sai kích thước', point: 0.5, detect_by: 'N' });
  await api.insert('indirects', { user_id: viewer.id, indirect_note_id: 1, rate_at: '2026-10-11', point: 2, indirect_point_type: 'C' });
  await api.insert('pro', { user_id: viewer.id, pro_point_id: 1, rate_at: '2026-10-01' });
});

const get = async (path: string, as = viewer) => (await api.call('GET', path, { as })).body;
const statement = (as = viewer, month = MONTH) => get(`statements/me?${month}`, as);

describe('a statement', () => {
  it('adds up to the row of the totals, line by line', async () => {
    const { totals, lines, in_progress, previous } = await statement();
    const row = (await get(`totals?${MONTH}&user_id=${viewer.id}`)).data[0];
    expect(totals).toEqual(row);
    const sums: Record<string, number> = {};
    for (const kind of KINDS) {
      const page = await get(`statements/me/lines?kind=${kind}&${MONTH}&limit=100`);
      expect(page.total, kind).toBe(lines[kind].count);
      sums[kind] = page.data.reduce((sum: number, line: { point: number }) => Math.round((sum + line.point) * 1000) / 1000, 0);
      expect(sums[kind], kind).toBe(lines[kind].sum);
    }
    expect(Math.round((sums.design! + sums.check!) * 1000) / 1000).toBe(row.direct_point);
    expect(sums.mistakes).toBe(row.mistake_point_n);
    expect(sums.indirects).toBe(row.indirect_point_yes);
    expect(in_progress.count).toBe(1);
    expect(previous.map(({ month }: { month: string }) => month)).toHaveLength(12);
    expect(previous.at(-1)).toEqual({ month: '2026-10', total_point_1: row.total_point_1, total_point_2: row.total_point_2 });
  });

  it('pages its lines without overlap', async () => {
    const pages = [1, 2, 3, 4].map((page) => get(`statements/me/lines?kind=design&${MONTH}&limit=2&page=${page}`));
    const names = (await Promise.all(pages)).flatMap(({ data }) => data.map((line: { title: string }) => line.title));
    expect(names).toEqual(['DR-1', 'DR-2', 'DR-3', 'DR-4', 'DR-5', 'DR-6', 'DR-7']);
  });

  it('takes one round trip, and its lines another', async () => {
    expect((await api.countRoundTrips(() => statement())).trips).toBe(1);
    expect((await api.countRoundTrips(() => get(`statements/me/lines?kind=design&${MONTH}`))).trips).toBe(1);
  });

  it('looks at no records but those of its person, however many others the office has', async () => {
    const { db } = api.deps;
    const asked: SQL[] = [];
    const read: typeof db.read = (plan) => {
      asked.push(...flattenPlan(plan));
      return db.read(plan);
    };
    Object.assign(api.deps, { db: { ...db, read } });
    try {
      await statement();
      for (const kind of [...KINDS, 'in_progress']) await get(`statements/me/lines?kind=${kind}&${MONTH}`);
    } finally {
      Object.assign(api.deps, { db });
    }
    const steps: string[] = [];
    for (const { sql, params } of asked.map((one) => new SQLiteAsyncDialect().sqlToQuery(one))) {
      const { rows } = await api.client.execute({ sql: `EXPLAIN QUERY PLAN ${sql}`, args: params as InValue[] });
      steps.push(...rows.map(({ detail }) => String(detail)));
    }
    expect(steps.filter((step) => /(_henkyaku_hi|_rate_at) \(|^SCAN (r|d|directs|mistakes|indirects|pro)\b/.test(step))).toEqual([]);
    for (const index of ['directs_user (user_id=? AND henkyaku_hi', 'directs_chekkusha (chekkusha_id=? AND henkyaku_hi', 'mistakes_user'])
      expect(steps.join('\n')).toContain(index);
  });

  it('is a workbook with every line', async () => {
    const { status, body } = await api.call('GET', `statements/me/export?${MONTH}`, { as: viewer });
    expect(status).toBe(200);
    const rows = await readWorkbook(body as never);
    expect(JSON.stringify(rows)).toContain('DR-7');
    expect(JSON.stringify(rows)).toContain('Sai kích thước');
  });

  it('says who adjusted a line, from what, and why', async () => {
    const { data } = await get(`statements/me/lines?kind=design&${MONTH}`);
    const first = data[0];
    const sent = { directs: [{ id: first.id, result_design_point: 9 }], reason: 'Khách đổi thiết kế' };
    expect((await api.call('POST', 'directs_techousei/add-multiple', { as: writer, body: sent })).status).toBe(200);
    const line = (await get(`statements/me/lines?kind=design&${MONTH}`)).data[0];
    expect(line).toMatchObject({ point: 9, adjusted: { by: 'Người writer', from: 1.001, reason: 'Khách đổi thiết kế' } });
    expect((await get(line.explanation)).adjusted).toMatchObject({ user: { name: 'Người writer' }, reason: 'Khách đổi thiết kế' });
    for (const path of [`statements/${viewer.id}/export?${MONTH}`, `directs_techousei/export?id=${first.id}`]) {
      const workbook = await api.call('GET', path, { as: writer });
      expect(JSON.stringify(await readWorkbook(workbook.body as never)), path).toContain('Khách đổi thiết kế');
    }
    const { totals, lines } = await statement();
    expect(Math.round((lines.design.sum + lines.check.sum) * 1000) / 1000).toBe(totals.direct_point);
  });
});

describe('whose statement somebody reads', () => {
  it('is their own, that of their department for Writer and Checked, and everybody for an Admin', async () => {
    const away = await api.insert('users', {
      username: 'away',
      name: 'Xa',
      code: 'away',
      department_id: 2,
      dept_grp_id: 2,
      role_ids: '[4]',
    });
    const status = async (as: Person, id: number) =>
      (
        await Promise.all(
          ['', '/lines', '/export'].map((part) =>
            api.call('GET', `statements/${id}${part}?${MONTH}${part === '/lines' ? '&kind=design' : ''}`, { as }),
          ),
        )
      ).map((answer) => answer.status);
    expect(await status(viewer, writer.id)).toEqual([403, 403, 403]);
    expect(await status(api.people.none, viewer.id)).toEqual([403, 403, 403]);
    expect(await status(writer, viewer.id)).toEqual([200, 200, 200]);
    expect(await status(checked, viewer.id)).toEqual([200, 200, 200]);
    expect(await status(writer, away)).toEqual([403, 403, 403]);
    expect(await status(admin, away)).toEqual([200, 200, 200]);
    expect(await status(admin, 99999)).toEqual([404, 404, 404]);
    expect(await status(viewer, 99999)).toEqual([404, 404, 404]);
    expect((await get(`statements?${MONTH}`, writer)).data.map((row: { user_id: number }) => row.user_id)).not.toContain(away);
    expect((await get(`statements?${MONTH}`, admin)).data.map((row: { user_id: number }) => row.user_id)).toContain(away);
  });

  it('follows the department that a locked month was sealed with', async () => {
    const moved = await api.insert('users', {
      username: 'moved',
      name: 'Chuyển',
      code: 'moved',
      department_id: 1,
      dept_grp_id: 1,
      role_ids: '[4]',
    });
    const lock = (status: number) =>
      api.call('POST', 'lock_and_unlock', { as: admin, body: { year: 2026, month: 8, status, reason: 'thử' } });
    expect((await lock(1)).status).toBe(200);
    await api.client.execute({ sql: 'UPDATE users SET department_id = 2, dept_grp_id = 2 WHERE id = ?', args: [moved] });
    const read = (month: number) => api.call('GET', `statements/${moved}?year=2026&month=${month}`, { as: writer });
    expect((await read(8)).status).toBe(200);
    expect((await read(8)).body.sealed).toMatchObject({ version: 1 });
    expect((await read(10)).status).toBe(403);

    const { totals } = (await read(8)).body;
    expect((await api.call('DELETE', `users/${moved}`, { as: admin })).status).toBe(200);
    expect((await read(8)).body, 'deleted since').toMatchObject({ totals, user: { name: 'Chuyển', code: 'moved' } });
    const ofThat = (part: string, as: Person) => api.call('GET', `statements/${moved}${part}year=2026&month=8`, { as });
    expect((await ofThat('/lines?kind=design&', writer)).body).toMatchObject({ total: 0 });
    expect((await ofThat('/export?', admin)).status).toBe(200);
    expect((await api.call('GET', `statements/${moved}?year=2026&month=10`, { as: admin })).status, 'of an open month').toBe(404);
    expect((await lock(0)).status).toBe(200);
    expect((await read(8)).status).toBe(404);
  });
});

describe('review and confirmation', () => {
  it('opens a month until a day, and tells everybody once', async () => {
    const body = { year: 2026, month: 10, deadline: '2026-11-25' };
    expect((await api.call('POST', 'month_reviews', { as: viewer, body })).status).toBe(403);
    expect((await api.call('POST', 'month_reviews', { as: checked, body: { ...body, deadline: '2026-11-01' } })).status).toBe(422);
    for (const _ of [1, 2]) expect((await api.call('POST', 'month_reviews', { as: checked, body })).status).toBe(201);
    expect((await get(`month_reviews?${MONTH}`)).data).toMatchObject({ deadline: '2026-11-25', opened_by: { name: 'Người checked' } });
    expect((await statement()).state).toBe('review');
    const told = (await get('notices?unread=1')).data.filter((notice: { kind: string }) => notice.kind === 'review_opened');
    expect(told).toHaveLength(1);
    expect(told[0].text).toContain('2026/10');
  });

  it('takes the hash that was read, refuses another, and notices a change afterwards', async () => {
    const before = await statement();
    const confirm = (sha256: string) => api.call('POST', 'statements/me/confirm', { as: viewer, body: { year: 2026, month: 10, sha256 } });
    expect((await confirm('0'.repeat(64))).status).toBe(409);
    expect((await confirm(before.sha256)).status).toBe(201);
    expect((await statement()).confirmation.state).toBe('confirmed');
    const again = await Promise.all(Array.from({ length: 10 }, () => confirm(before.sha256)));
    expect(again.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const { rows } = await api.client.execute("SELECT COUNT(*) AS n FROM statement_confirmations WHERE month = '2026-10'");
    expect(rows[0]!.n).toBe(1);
    const own = async () => (await get(`statements?${MONTH}`, checked)).data.find((row: { user_id: number }) => row.user_id === viewer.id);
    expect((await own()).state).toBe('confirmed');
    expect(await findChangedStatements(api.deps)).toEqual([]);

    // Two changes that leave every sum as it was.
    await api.client.execute("UPDATE directs SET result_design_point = result_design_point + 0.5 WHERE name = 'DR-2'");
    await api.client.execute("UPDATE directs SET result_design_point = result_design_point - 0.5 WHERE name = 'DR-3'");
    const after = await statement();
    expect(after.totals).toEqual(before.totals);
    expect(after.confirmation).toMatchObject({
      state: 'changed',
      changed: true,
      confirmed_figures: { total_point_1: before.totals.total_point_1 },
    });
    expect((await own()).state).toBe('changed');
    expect(await findChangedStatements(api.deps)).toEqual([{ user: viewer.id, month: '2026-10', sha256: after.sha256 }]);
  });

  it('is not asked for a month that has not begun', async () => {
    for (const [year, month, field] of [
      [2099, 1, 'year'],
      [2026, 12, 'month'],
    ] as const) {
      const { sha256 } = await statement(viewer, `year=${year}&month=${month}`);
      const { status, body } = await api.call('POST', 'statements/me/confirm', { as: viewer, body: { year, month, sha256 } });
      expect(status).toBe(422);
      expect(Object.keys(body.messages)).toEqual([field]);
    }
  });

  it('refuses a deadline behind the last month that there is, and says which day is the last', async () => {
    const open = (deadline: string) => api.call('POST', 'month_reviews', { as: checked, body: { year: 2026, month: 10, deadline } });
    const refused = await open('9999-12-31');
    expect(refused.status).toBe(422);
    expect(refused.body.messages).toEqual({ deadline: 'Hạn xem lại muộn nhất là 2100/12/31, hãy chọn ngày sớm hơn' });
    expect((await open('2100-12-31')).status).toBe(201);
  });

  it('takes silence for agreement from the day after the deadline on', async () => {
    const stateOfChecked = async () =>
      (await get(`statements?${MONTH}`, checked)).data.find((row: { user_id: number }) => row.user_id === checked.id).state;
    for (const [deadline, state] of [
      ['2026-11-20', 'none'],
      ['2026-11-19', 'silent'],
    ] as const) {
      await api.client.execute({ sql: 'UPDATE month_reviews SET deadline = ?', args: [deadline] });
      expect(await stateOfChecked(), deadline).toBe(state);
    }
  });
});

describe('the statement of a locked month', () => {
  it('stays what its person confirmed when a factor, an expression and a name change', async () => {
    const july = 'year=2026&month=7';
    const factor = await api.insert('pro_point', { point: 1.5, desc: 'Mức 5' });
    for (const day of ['05', '20']) await api.insert('pro', { user_id: viewer.id, pro_point_id: factor, rate_at: `2026-07-${day}` });
    await api.insert('directs', { name: 'DR-7/1', user_id: viewer.id, henkyaku_hi: '2026-07-03', result_design_point: 4 });
    const { sha256 } = await statement(viewer, july);
    const confirm = { year: 2026, month: 7, sha256 };
    expect((await api.call('POST', 'statements/me/confirm', { as: viewer, body: confirm })).status).toBe(201);
    expect((await api.call('POST', 'lock_and_unlock', { as: admin, body: { year: 2026, month: 7, status: 1 } })).status).toBe(200);
    const sealed = await statement(viewer, july);
    expect(sealed).toMatchObject({ sha256, totals: { pro_index: 1.5 }, lines: { pro: { count: 2, sum: 3 } } });

    expect((await api.call('PUT', `pro_point/${factor}`, { as: admin, body: { point: 1.75 } })).status).toBe(200);
    expect((await api.call('PUT', `users/${viewer.id}`, { as: admin, body: { name: 'Người viewer mới' } })).status).toBe(200);
    const after = await statement(viewer, july);
    expect(after.totals).toEqual(sealed.totals);
    expect(after).toMatchObject({ sha256, confirmation: { state: 'confirmed' } });
    expect((await get(`statements/me/lines?kind=pro&${july}`)).data.at(-1)).toMatchObject({ date: '2026-07-20', point: 1.5 });
    expect((await findChangedStatements(api.deps)).filter(({ month }) => month === '2026-07')).toEqual([]);
  });
});

describe('a list of statements', () => {
  it('comes whole, or by pages in the envelope of every list', async () => {
    const all = await get(`statements?${MONTH}`, admin);
    expect(all).toMatchObject({ total: all.data.length, current_page: 1, from: 1, to: all.data.length });
    const pages = await Promise.all([1, 2].map((page) => get(`statements?${MONTH}&limit=2&page=${page}`, admin)));
    expect(pages.flatMap(({ data }) => data)).toEqual(all.data.slice(0, 4));
    expect(pages[1]).toMatchObject({ per_page: 2, current_page: 2, total: all.total, from: 3, to: 4, counts: all.counts });
  });

  it('holds somebody as confirmed who confirms after the answer to a question, until the next one', async () => {
    const stateOf = async () =>
      (await get(`statements?${MONTH}`, admin)).data.find((row: { user_id: number }) => row.user_id === viewer.id).state;
    const confirm = async () =>
      (await api.call('POST', 'statements/me/confirm', { as: viewer, body: { year: 2026, month: 10, sha256: (await statement()).sha256 } }))
        .body;
    const ask = { year: 2026, month: 10, kind: 'total', text: 'Có đúng không?' };
    const { id } = (await api.call('POST', 'questions', { as: viewer, body: ask })).body.data;
    expect((await confirm()).state).toBe('asked');
    expect(await stateOf()).toBe('asked');
    expect((await api.call('POST', `questions/${id}/answers`, { as: checked, body: { text: 'Đúng' } })).status).toBeLessThan(300);
    expect((await confirm()).state).toBe('confirmed');
    expect(await stateOf()).toBe('confirmed');
    expect((await api.call('POST', `questions/${id}/reopen`, { as: viewer, body: { text: 'Chưa' } })).status).toBeLessThan(300);
    expect(await stateOf()).toBe('asked');
  });

  it('tells that confirmed points have changed though a question is open about them', async () => {
    const mine = async () => (await get(`statements?${MONTH}`, admin)).data.find((row: { user_id: number }) => row.user_id === viewer.id);
    const changedOf = async () =>
      (await get(`month-checklist?${MONTH}`, admin)).items.find(({ key }: { key: string }) => key === 'changed_statements').count;
    expect(await mine()).toMatchObject({ state: 'asked', changed: false });
    expect(await changedOf()).toBe(0);
    await api.insert('mistakes', { user_id: viewer.id, rate_at: '2026-10-20', mistake: 'sai', point: 1, detect_by: 'N' });
    expect(await mine()).toMatchObject({ state: 'asked', changed: true });
    expect((await get(`statements?${MONTH}`, admin)).counts).toMatchObject({ asked: 1, changed: 1 });
    expect(await changedOf()).toBe(1);
    expect((await statement()).confirmation).toMatchObject({ state: 'asked', changed: true, confirmed_figures: expect.anything() });
  });

  it('has no jobs in progress in a locked month, whose statement no longer moves', async () => {
    await api.call('POST', 'lock_and_unlock', { as: admin, body: { year: 2026, month: 10, status: 1, reason: 'xong' } });
    expect((await statement()).in_progress).toEqual({ count: 0, sum: 0 });
    expect(await get(`statements/me/lines?kind=in_progress&${MONTH}`)).toMatchObject({ total: 0, data: [] });
  });
});
