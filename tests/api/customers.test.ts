import { beforeAll, describe, expect, it } from 'vitest';
import { openApi, type TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
  await api.insert('work_categories', { work_name: '構造図' });
  await api.insert('work_categories', { work_name: '意匠図' });
});

const sample = { code: 'KH01', name: 'Công ty Đức Phát', work_category: [1, 2], phone_number: '03-1234' };

describe('customers', () => {
  it('are created with their work categories and answered whole', async () => {
    const { status, body } = await api.call('POST', 'customers', { as: api.people.writer, body: sample });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      code: 'KH01',
      version: 1,
      is_updated: 0,
      works: [
        { id: 1, work_name: '構造図' },
        { id: 2, work_name: '意匠図' },
      ],
    });
  });

  it('have categories that are answered whole, with the limit of earlier clients, and with no other parameter', async () => {
    const ask = (query: string) => api.call('GET', `work-categories/customers/1${query}`, { as: api.people.viewer });
    const answers = await Promise.all(['', '?limit=1&page=1', '?fields=id'].map(ask));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 422]);
    expect(answers[0]!.body).toHaveLength(2);
    expect(answers[1]!.body).toEqual(answers[0]!.body);
    expect(Object.keys(answers[2]!.body.messages)).toEqual(['fields']);
  });

  it('are found without accents', async () => {
    const { body } = await api.call('GET', 'customers?name__~=duc%20phat', { as: api.people.viewer });
    expect(body).toMatchObject({ total: 1, per_page: 10, current_page: 1, from: 1, to: 1 });
  });

  it('answer a message for every bad field in the language asked for', async () => {
    const { status, body } = await api.call('POST', 'customers', { as: api.people.admin, body: { code: 'a b', fax: 'x', name: ' ' } });
    expect(status).toBe(422);
    expect(body.messages).toEqual({
      code: 'Mã khách hàng chỉ gồm chữ cái và chữ số',
      fax: 'Fax chỉ gồm chữ số và dấu gạch ngang',
      name: 'Tên khách hàng không được để trống',
      work_category: 'Hạng mục công việc không được để trống',
    });
  });

  it('keep a stale edit from overwriting a newer one', async () => {
    const first = await api.call('PUT', 'customers/1', { as: api.people.writer, body: { name: 'A', version: 1 } });
    expect(first.body.data.version).toBe(2);
    const second = await api.call('PUT', 'customers/1', { as: api.people.writer, body: { name: 'B', version: 1 } });
    expect(second.status).toBe(409);
    expect(second.body).toMatchObject({ code: 'conflict', current: { name: 'A', version: 2 }, saved_by: 'Người writer' });
  });

  it('leave a history row for each write', async () => {
    const { rows } = await api.client.execute(
      "SELECT action, user_id, source, before, after FROM history WHERE entity = 'customers' ORDER BY id",
    );
    expect(rows.map((row) => row.action)).toEqual(['insert', 'update']);
    expect(rows[1]).toMatchObject({ user_id: api.people.writer.id, source: 'screen' });
    expect(JSON.parse(String(rows[1]!.before)).name).toBe('Công ty Đức Phát');
  });

  it('refuse to be deleted while a direct uses them, and say so', async () => {
    await api.insert('directs', { name: 'D', customer_id: 1 });
    const { status, body } = await api.call('DELETE', 'customers/1', { as: api.people.writer, headers: { 'accept-language': 'en' } });
    expect(status).toBe(409);
    expect(body.message).toContain('Jobs (1)');
  });

  it('give the same first answer to a repeated create with one key', async () => {
    const body = { ...sample, code: 'KH02' };
    const headers = { 'idempotency-key': 'k-1' };
    const first = await api.call('POST', 'customers', { as: api.people.writer, body, headers });
    const again = await api.call('POST', 'customers', { as: api.people.writer, body, headers });
    expect(first.status).toBe(201);
    expect(again.status).toBe(201);
    expect(again.body.data.id).toEqual(first.body.data.id);
    const other = await api.call('POST', 'customers', { as: api.people.writer, body: { ...body, code: 'KH03' }, headers });
    expect(other.status).toBe(409);
  });
});
