import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { flattenPlan } from '../../worker/platform/db/query.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { givePasswords, signIn } from '../support/sign-in.ts';

const dialect = new SQLiteAsyncDialect();
let api: TestApi;
beforeAll(async () => {
  api = await openApi();
  await givePasswords(api, ['admin', 'writer']);
  await api.insert('work_categories', { work_name: '構造図' });
  const { admin, writer } = api.people;
  await api.call('POST', 'customers', { as: writer, body: { code: 'KH01', name: 'Trước', work_category: [1] } });
  api.clock.set('2026-11-20T03:05:00Z');
  await api.call('PUT', 'customers/1', { as: admin, body: { name: 'Sau', fax: '03-1' } });
  await api.call('PUT', `users/${writer.id}`, { as: admin, body: { area: 'HN' } });
  await api.insert('directs', { name: 'D1', customer_id: 1, user_id: writer.id, henkyaku_hi: '2026-11-02' });
});
const get = (path: string, as = api.people.admin) => api.call('GET', path, { as });

describe('the history', () => {
  it('says who changed what, when and through what, newest first', async () => {
    const { body } = await get('history?entity=customers&id=1');
    expect(body).toMatchObject({ total: 2, current_page: 1, from: 1, to: 2 });
    expect(body.data[0]).toMatchObject({
      entity: 'customers',
      record_id: 1,
      action: 'update',
      user_id: api.people.admin.id,
      user_name: 'Người admin',
      source: 'screen',
      at: '2026-11-20 10:05:00',
      before: { name: 'Trước' },
      after: { name: 'Sau' },
    });
    expect(body.data[0].changed.sort()).toEqual(['fax', 'name']);
    expect(body.data[1]).toMatchObject({ action: 'insert', before: null, changed: [] });
  });

  it('is narrowed by person, source, period and entity', async () => {
    const total = async (query: string) => (await get(`history?${query}`)).body.total;
    expect(await total(`entity=customers&user_id=${api.people.writer.id}`)).toBe(1);
    expect(await total('entity=customers&source=crawl')).toBe(0);
    expect(await total('entity=customers&from=2026-11-20&to=2026-11-20')).toBe(2);
    expect(await total('entity=customers&from=2026-11-21')).toBe(0);
    expect(await total('entity=directs_techousei')).toBe(await total('entity=directs'));
    expect(await total('entity=work-categories')).toBe(1);
  });

  it('picks its page from an index, however deep, never from the wide rows', async () => {
    const reading = vi.spyOn(api.deps.db, 'read');
    for (const query of ['page=3', 'from=2026-11-20', `user_id=${api.people.admin.id}`, 'entity=customers', 'entity=customers&id=1']) {
      reading.mockClear();
      expect((await get(`history?${query}&limit=2`)).status).toBe(200);
      const sent = reading.mock.calls.flatMap(([plan]) => flattenPlan(plan).map((statement) => dialect.sqlToQuery(statement)));
      const picking = sent.find(({ sql }) => sql.includes('CROSS JOIN history'))!;
      const { rows } = await api.client.execute({ sql: `EXPLAIN QUERY PLAN ${picking.sql}`, args: picking.params as never });
      const plan = rows.map(({ detail }) => String(detail));
      expect(plan.filter((step) => /^(SCAN|SEARCH) h\b/.test(step))).toEqual([
        expect.stringContaining('USING COVERING INDEX'),
        'SEARCH h USING INTEGER PRIMARY KEY (rowid=?)',
      ]);
    }
    reading.mockRestore();
  });

  it('never shows a password and is for Admins', async () => {
    expect((await get('history?entity=users&limit=1000')).body.data.map((row: object) => JSON.stringify(row)).join()).not.toContain(
      'scrypt',
    );
    for (const as of [api.people.writer, api.people.checked, api.people.viewer]) expect((await get('history?x=1', as)).status).toBe(403);
  });

  it('refuses what it does not know', async () => {
    expect((await get('history?entity=sessions')).body.messages).toHaveProperty('entity');
    expect((await get('history?id=1')).body.messages).toHaveProperty('entity');
    expect((await get('history?nope=1')).body.messages).toHaveProperty('nope');
    expect((await get('history?from=2026-13-01')).body.messages).toHaveProperty('from');
  });
});

describe("a record's own history", () => {
  it('has the columns of a customer after each write', async () => {
    const { body } = await get('customers_history?customer_id=1', api.people.viewer);
    expect(body.data.map((row: { name: string }) => row.name)).toEqual(['Sau', 'Trước']);
    expect(body.data[0]).toMatchObject({
      customer_id: 1,
      code: 'KH01',
      work_category: [1],
      works: [{ id: 1, work_name: expect.any(String) }],
      user_name: 'Người admin',
      at: '2026-11-20 10:05:00',
      action: 'update',
    });
    expect((await get('customers_history')).body.messages).toHaveProperty('customer_id');
    expect((await get('customers_history?customer_id=99')).body.data).toEqual([]);
  });

  it('has those of a direct, with its designer beside who wrote it', async () => {
    const { body } = await get('directs_techousei_history?direct_id=1', api.people.viewer);
    expect(body.data[0]).toMatchObject({ direct_id: 1, name: 'D1', user_id: api.people.writer.id, author_id: null, source: 'script' });
    expect((await get('directs_techousei_history?direct_id=1', api.people.none)).status).toBe(403);
    expect((await get('directs_techousei_history', api.people.viewer)).body.messages).toEqual({
      direct_id: 'Công việc không được để trống',
    });
  });
});

describe('the log of sign-ins', () => {
  it('shows Admins who came in and who was refused, from where', async () => {
    await signIn(api, 'writer', { address: '198.51.100.4' });
    await signIn(api, 'writer', { password: 'Wrong-1234' });
    await signIn(api, 'my-password-typed-here', { password: 'x' });
    const { body } = await get('sign-ins');
    expect(body.data.map((row: { kind: string }) => row.kind)).toEqual(['failure', 'failure', 'success']);
    expect(body.data[0]).toMatchObject({ user_id: null, username: null });
    expect(body.data[2]).toMatchObject({
      username: 'writer',
      user_name: 'Người writer',
      address: '198.51.100.4',
      user_agent: 'Test browser',
    });
    expect((await get(`sign-ins?kind=success&user_id=${api.people.writer.id}&from=2026-11-20`)).body.total).toBe(1);
    expect((await get('sign-ins?kind=nonsense')).status).toBe(422);
    expect((await get('sign-ins', api.people.writer)).status).toBe(403);
  });

  it('names who acted where that was somebody else', async () => {
    const { admin, writer } = api.people;
    expect((await api.call('DELETE', `users/${writer.id}/sessions`, { as: admin })).status).toBe(200);
    const { body } = await get('sign-ins?kind=sessions_ended');
    expect(body.data).toMatchObject([{ user_id: writer.id, user_name: 'Người writer', actor_id: admin.id, actor_name: 'Người admin' }]);
    expect((await get('sign-ins?kind=success')).body.data[0]).toMatchObject({ actor_id: null, actor_name: null });
  });

  it('keeps nothing of what was typed', async () => {
    const tables = await Promise.all(['sign_in_events', 'login_failures'].map((table) => api.client.execute(`SELECT * FROM ${table}`)));
    expect(JSON.stringify(tables.map(({ rows }) => rows))).not.toContain('my-password-typed-here');
  });
});
