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
});
