import { beforeAll, expect, it } from 'vitest';
import type { SearchHit } from '../../worker/contracts/calls/answers/search.ts';
import { openApi, type Person, type TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
  const { insert } = api;
  const hoa = await insert('users', { username: 'hoa', name: 'Ngô Thị Hoa', code: 'NV016', employee_code: 'E016', department_id: 2 });
  const aoba = await insert('customers', { name: '青葉工務店', code: 'KH003' });
  const dai = await insert('customers', { name: 'Đại Phát', code: 'KH0031' });
  const category = await insert('work_categories', { work_name: '基礎伏図' });
  for (const [name, bukkenmei, customer] of [
    ['DR-2609-1273', '池田様邸', aoba],
    ['DR-2609-12730', 'ｲｹﾀﾞ様邸', dai],
    ['KH003', '森様邸', dai],
  ] as const)
    await insert('directs', {
      name,
      bukkenmei,
      customer_id: customer,
      work_category_id: category,
      user_id: hoa,
      henkyaku_hi: '2026-10-05',
    });
  await insert('mistakes', { user_id: hoa, mistake: 'Thiếu kích thước', rate_at: '2026-10-06', point: 1, detect_by: 'N' });
});

async function search(q: string, as: Person = api.people.admin): Promise<SearchHit[]> {
  const { status, body } = await api.call('GET', `search?q=${encodeURIComponent(q)}`, { as });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}
const named = (hits: SearchHit[]) => hits.map(({ entity, title, match }) => `${entity} ${title} ${match}`);

it('puts the hits of an entity together: the record whose code it is, then those that begin so, then the rest, newest first', async () => {
  expect(named(await search('kh003'))).toEqual(['customers 青葉工務店 equal', 'customers Đại Phát begins', 'directs KH003 equal']);
  expect(named(await search('DR-2609-1273'))).toEqual(['directs DR-2609-1273 equal', 'directs DR-2609-12730 begins']);
  expect(named(await search('2609'))).toEqual(['directs DR-2609-12730 contains', 'directs DR-2609-1273 contains']);
});

it('finds words in any order, over all texts of a row, without accents and in any width', async () => {
  expect(named(await search('森 dai phat'))).toEqual(['directs KH003 contains']);
  expect(named(await search('hoa 青葉 基礎'))).toEqual(['directs DR-2609-1273 contains']);
  expect(named(await search('イケダ'))).toEqual(['directs DR-2609-12730 begins']);
  expect(named(await search('thi ngo'))).toContain('users Ngô Thị Hoa contains');
  expect(await search('青葉 không có')).toEqual([]);
});

it('leads to the page of each record, and says what it is', async () => {
  const [customer] = await search('KH003');
  expect(customer).toEqual({
    entity: 'customers',
    id: expect.any(Number),
    title: '青葉工務店',
    subtitle: 'KH003',
    path: `/customers/${customer!.id}/view`,
    match: 'equal',
  });
  const [mistake] = await search('thieu kich thuoc');
  expect(mistake).toMatchObject({ entity: 'mistakes', title: 'Thiếu kích thước', subtitle: 'Ngô Thị Hoa' });
});

it('shows nobody what they may not open', async () => {
  const of = async (person: Person) => [...new Set((await search('hoa', person)).map(({ entity }) => entity))];
  expect(await of(api.people.admin)).toEqual(['users', 'directs', 'mistakes']);
  expect(await of(api.people.viewer)).toEqual(['directs', 'mistakes']);
  expect(await of(api.people.checked)).toEqual(['users', 'directs']);
  expect(await of(api.people.none)).toEqual([]);
  for (const dept_id of [1, 2]) await api.insert('department_groups', { dept_id, group_name: `Tổ móng ${dept_id}` });
  const groups = async (person: Person) => (await search('to mong', person)).map(({ title }) => title);
  expect(await groups(api.people.admin)).toEqual(['Tổ móng 2', 'Tổ móng 1']);
  expect(await groups(api.people.writer)).toEqual(['Tổ móng 1']);
});

it('asks the database once, finds nothing for nothing, and refuses what is too long', async () => {
  expect((await api.countRoundTrips(() => search('hoa 青葉'))).trips).toBe(1);
  expect(await search('   ')).toEqual([]);
  expect((await api.call('GET', `search?q=${'a'.repeat(201)}`, { as: api.people.admin })).status).toBe(422);
  for (const odd of ['"', '%', "'; DROP TABLE users", '\\', 'a"b" OR', '*', '()']) expect(await search(odd), odd).toEqual([]);
});

it('shows a rule once, as it counts in the present month', async () => {
  await api.call('POST', 'formula-results', { as: api.people.admin, body: { scale_code: 'TIMTHAY', description: 'trước' } });
  for (const [valid_from, description] of [
    ['2026-11', 'bây giờ'],
    ['2027-01', 'sau này'],
  ])
    await api.call('POST', 'formula-results', { as: api.people.admin, body: { scale_code: 'TIMTHAY', description, valid_from } });
  const { body } = await api.call('GET', 'formula-results?scale_code=TIMTHAY', { as: api.people.admin });
  expect((await search('timthay')).map(({ id }) => id)).toEqual([body.data[0].id]);
  expect((await search('bay gio')).map(({ title }) => title)).toEqual(['TIMTHAY']);
  expect(await search('sau nay')).toEqual([]);
});

it('orders a searched list as the search everywhere does, page by page and in its file', async () => {
  const admin = api.people.admin;
  const list = async (path: string) => {
    const { status, body } = await api.call('GET', path, { as: admin });
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data.map(({ id }: { id: number }) => id);
  };
  for (const [entity, typed] of [
    ['directs', 'KH003'],
    ['directs', 'DR-2609-1273'],
    ['directs', '2609'],
    ['directs', 'hoa'],
    ['directs', 'phat イケ 2609'],
    ['directs', '様 d'],
    ['directs', '2609 hoa 様'],
    ['customers', 'kh003'],
    ['users', 'a'],
    ['users', 'hoa ngo'],
  ] as const) {
    const text = `text__~=${encodeURIComponent(typed)}`;
    const found = (await search(typed)).filter((hit) => hit.entity === entity).map(({ id }) => id);
    const whole = await list(`${entity}?${text}&order_by=match&limit=100`);
    expect(whole.slice(0, found.length), `${entity} ${typed}`).toEqual(found);
    expect([...whole].sort()).toEqual((await list(`${entity}?${text}&order_by=id ASC&limit=100`)).sort());
    const pages = await Promise.all([1, 2, 3].map((page) => list(`${entity}?${text}&order_by=match&limit=1&page=${page}`)));
    expect(pages.flat()).toEqual(whole.slice(0, 3));
    const narrowed = await list(`${entity}?${text}&order_by=match&id__ge=${Math.min(...whole) + 1}`);
    expect(narrowed).toEqual(whole.filter((id: number) => id > Math.min(...whole)));
  }
  expect(await list('customers?order_by=match')).toEqual(await list('customers'));
  const file = await api.call('GET', `customers/export?format=json&text__~=kh003&order_by=match`, { as: admin });
  expect(file.body.map(({ code }: { code: string }) => code)).toEqual(['KH003', 'KH0031']);
});
