import { beforeAll, describe, expect, it } from 'vitest';
import { tableNameOf } from '../../worker/crud/resource.ts';
import { RECORDED_TABLES } from '../../worker/resources/recorded.ts';
import { RESOURCES } from '../../worker/resources/registry.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { fillReferences, makeSample } from '../support/samples.ts';

let api: TestApi;
let trips = 0;
let rowsRead = 0;
beforeAll(async () => {
  // Five minutes before the hour ends, which the tokens outlast.
  api = await openApi('2026-11-20T03:55:00Z');
  await fillReferences(api);
  const { batch } = api.client;
  api.client.batch = async (...given) => {
    trips++;
    const results = await batch.apply(api.client, given);
    rowsRead = results.slice(1).reduce((sum, { rows }) => sum + rows.length, 0);
    return results;
  };
});

type Who = keyof TestApi['people'];

async function list(path: string, tag?: string, as: Who = 'admin', lang = 'vi') {
  const headers = { 'accept-language': lang, ...(tag && { 'if-none-match': tag }) };
  const { status, body, headers: given } = await api.call('GET', path, { as: api.people[as], headers });
  return { status, body, tag: given.get('etag')! };
}

describe.each(RESOURCES.map(({ contract }) => ({ name: contract.name, contract })))('a list of $name', ({ name, contract }) => {
  it('that has not changed is answered by its tag alone, in one round trip, and again after a write', async () => {
    const path = `${name}?limit=5`;
    const first = await list(path);
    expect(first.status).toBe(200);
    trips = 0;
    const again = await list(path, first.tag);
    expect(again.status).toBe(304);
    expect(again.body.length).toBe(0);
    expect(again.tag).toEqual(first.tag);
    expect(trips).toBe(1);
    expect((await list(path, '*')).status, 'whatever it is now').toBe(304);

    const n = 6 + RESOURCES.findIndex((resource) => resource.contract === contract);
    const made = await api.call('POST', name, { as: api.people.admin, body: makeSample(contract, n) });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const after = await list(path, first.tag);
    expect({ status: after.status, total: after.body.total }).toEqual({ status: 200, total: first.body.total + 1 });
  });
});

it('shows nothing but recorded tables: every write to them makes the history move on', () => {
  const recorded = new Set(RECORDED_TABLES.map((table) => table.name));
  for (const { contract, table } of RESOURCES) {
    const joined = Object.values(contract.relations).flatMap((relation) => [relation, ...Object.values(relation.lists ?? {})]);
    const shown = [table, ...joined.map(({ entity }) => tableNameOf(entity))];
    expect(
      shown.filter((name) => !recorded.has(name)),
      contract.name,
    ).toEqual([]);
  }
});

it('reads no rows of a list that has not changed, however it is filtered', async () => {
  for (const query of [
    'directs?limit=100',
    'directs?name__~=abc&order_by=bukkenmei ASC',
    'directs?limit=5000',
    'directs?person_id=1',
    'mistakes?sum=1',
  ]) {
    const { tag } = await list(query);
    expect((await list(query, tag)).status, query).toBe(304);
    // The newest history row, a count, and at most an empty list of ids or empty sums.
    expect(rowsRead, query).toBeLessThanOrEqual(3);
  }
});

it('answers sums of the rows that are there now', async () => {
  const before = await list('mistakes?sum=1');
  const [mistake] = before.body.data;
  const { status } = await api.call('PUT', `mistakes/${mistake.id}`, { as: api.people.admin, body: { point: mistake.point + 2 } });
  expect(status).toBe(200);
  const after = await list('mistakes?sum=1', before.tag);
  expect({ status: after.status, point: after.body.sum.point }).toEqual({ status: 200, point: before.body.sum.point + 2 });
});

it('is read again when the name of a joined record changes', async () => {
  const before = await list('directs?limit=5');
  const id = before.body.data[0].customers.id;
  const { body } = await api.call('GET', `customers/${id}`, { as: api.people.admin });
  const renamed = await api.call('PUT', `customers/${id}`, { as: api.people.admin, body: { name: `${body.data.name} mới` } });
  expect(renamed.status, JSON.stringify(renamed.body)).toBe(200);
  const after = await list('directs?limit=5', before.tag);
  expect({ status: after.status, name: after.body.data[0].customers.name }).toEqual({ status: 200, name: `${body.data.name} mới` });
});

it('has another tag for another person, language, page and filter', async () => {
  const { tag } = await list('customers?limit=5');
  expect((await list('customers?limit=5', tag, 'writer')).status).toBe(200);
  expect((await list('customers?limit=5', tag, 'admin', 'en')).status).toBe(200);
  expect((await list('customers?limit=5&page=2', tag)).status).toBe(200);
  expect((await list('customers?limit=5&code=x', tag)).status).toBe(200);
  expect((await list('customers?limit=5', tag)).status).toBe(304);
});

it('has another tag once the person sees other rows or columns', async () => {
  const { checked, viewer } = api.people;
  const moved = await list('departments', undefined, 'checked');
  await api.client.execute({ sql: 'UPDATE users SET department_id = 2, dept_grp_id = NULL WHERE id = ?', args: [checked.id] });
  const after = await list('departments', moved.tag, 'checked');
  expect(after.status).toBe(200);
  expect(after.body.data.map(({ id }: { id: number }) => id)).toEqual([2]);

  const narrow = await list('users?limit=1', undefined, 'viewer');
  await api.client.execute({ sql: "UPDATE users SET role_ids = '[2]' WHERE id = ?", args: [viewer.id] });
  const wide = await list('users?limit=1', narrow.tag, 'viewer');
  expect(wide.status).toBe(200);
  expect('email' in narrow.body.data[0]).toBe(false);
  expect('email' in wide.body.data[0]).toBe(true);
});

it('is read again before the addresses of images in it expire', async () => {
  const { tag } = await list('users?limit=5');
  api.clock.set('2026-11-20T03:59:00Z');
  expect((await list('users?limit=5', tag)).status).toBe(304);
  api.clock.set('2026-11-20T04:00:00Z');
  expect((await list('users?limit=5', tag)).status).toBe(200);
});

it('asks for the rights before it says that nothing has changed', async () => {
  const { tag } = await list('users?limit=5', undefined, 'writer');
  await api.client.execute({ sql: 'UPDATE users SET active = 0 WHERE id = ?', args: [api.people.writer.id] });
  expect((await list('users?limit=5', tag, 'writer')).status).toBe(401);
});
