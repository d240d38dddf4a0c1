import { beforeAll, expect, it } from 'vitest';
import { openApi, type TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
  await api.insert('work_categories', { work_name: '構造図' });
  const names = ['Hoàng Gia', 'Thịnh Hòa Phát', 'Ngô Thị Hoa', 'Phát Đạt'];
  for (const [index, name] of names.entries()) {
    await api.call('POST', 'customers', { as: api.people.admin, body: { code: `KH00${index + 1}`, name, work_category: [1] } });
  }
});

async function find(entity: string, typed: string, as = api.people.viewer): Promise<string[]> {
  const query = new URLSearchParams({ find: typed, order_by: 'name ASC' });
  const { status, body } = await api.call('GET', `${entity}?${query}`, { as });
  expect(status, typed).toBe(200);
  return body.data.map(({ name }: { name: string }) => name);
}

it('finds a record by its code, and by words of name and code in any order', async () => {
  expect(await find('customers', 'kh003')).toEqual(['Ngô Thị Hoa']);
  expect(await find('customers', 'hoa  thi')).toEqual(['Ngô Thị Hoa', 'Thịnh Hòa Phát']);
  expect(await find('customers', 'phat KH004')).toEqual(['Phát Đạt']);
  expect(await find('customers', 'hoa nobody')).toEqual([]);
});

it('puts the records in which a word stands alone before those with a word that begins so', async () => {
  expect(await find('customers', 'Hoa')).toEqual(['Ngô Thị Hoa', 'Thịnh Hòa Phát', 'Hoàng Gia']);
  expect(await find('customers', 'at')).toEqual(['Phát Đạt', 'Thịnh Hòa Phát']);
});

it('takes any signs and any number of words', async () => {
  expect(await find('customers', '%')).toEqual([]);
  expect(await find('customers', 'a '.repeat(200))).toEqual([]);
  expect(await find('customers', 'a a a a a a a')).toHaveLength(4);
});

it('finds people by what the searcher may see of them', async () => {
  const { body } = await api.call('GET', 'me', { as: api.people.writer });
  const { name, username, employee_code } = body.data;
  for (const typed of [username, employee_code, `${employee_code} ${name}`]) {
    expect(await find('users', typed, api.people.admin), typed).toContain(name);
  }
  const hidden = [username, employee_code].filter((typed) => !name.toLowerCase().includes(typed.toLowerCase()));
  expect(hidden.length).toBeGreaterThan(0);
  for (const typed of hidden) expect(await find('users', typed), typed).not.toContain(name);
});
