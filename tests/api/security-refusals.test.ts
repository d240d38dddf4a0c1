import { beforeAll, expect, it } from 'vitest';
import { openApi, type TestApi } from '../support/api.ts';

let api: TestApi;
let writes = 0;
beforeAll(async () => {
  api = await openApi();
  const { write } = api.deps.db;
  api.deps.db.write = (...given) => {
    writes++;
    return write(...given);
  };
});

const later = (seconds: number) => api.clock.set(new Date(api.clock.now() + seconds * 1000).toISOString());
const refuse = async (times: number) => {
  for (let n = 0; n < times; n++) expect((await api.call('GET', 'history', { as: api.people.viewer })).status).toBe(403);
};
const notices = async () =>
  (await api.client.execute("SELECT user_id, params FROM notices WHERE kind = 'many_refusals'")).rows.map((row) => ({ ...row }));

it('counts refusals by person and route without a write for each', async () => {
  await refuse(20);
  expect(writes).toBe(0);
  later(1);
  await api.call('GET', 'users/7/locks', { as: { ...api.people.viewer, token: 'x' } });
  await api.call('DELETE', 'users/1', { as: api.people.viewer });
  const { status, body } = await api.call('GET', 'security_refusals', { as: api.people.admin });
  expect({ status, writes, total: body.total }).toEqual({ status: 200, writes: 1, total: 2 });
  const person = { user_id: api.people.viewer.id, username: 'viewer', status: 403 };
  expect(body.data).toEqual([
    expect.objectContaining({ ...person, route: 'DELETE users/:id', count: 1 }),
    expect.objectContaining({ ...person, route: 'GET history', count: 20, first_at: '2026-11-20 10:00:00' }),
  ]);
});

it('adds to the counts, at most every five seconds', async () => {
  await refuse(5);
  later(6);
  await refuse(5);
  expect(writes).toBe(2);
  const { body } = await api.call('GET', `security_refusals?user_id=${api.people.viewer.id}&limit=1`, { as: api.people.admin });
  expect(body.data[0]).toMatchObject({ route: 'GET history', count: 30 });
  expect(await notices()).toEqual([]);
});

it('notifies each Admin once of fifty within ten minutes', async () => {
  await refuse(40);
  await api.call('GET', 'security_refusals', { as: api.people.admin });
  expect(await notices()).toEqual([{ user_id: api.people.admin.id, params: expect.stringContaining('"count":71') }]);
  await refuse(40);
  await api.call('GET', 'security_refusals', { as: api.people.admin });
  expect(await notices()).toHaveLength(1);
  const told = await api.call('GET', 'notices', { as: api.people.admin });
  expect(told.body.data[0]).toMatchObject({
    kind: 'many_refusals',
    link: '/history/refusals',
    text: 'Người viewer bị từ chối 71 lần trong 10 phút',
  });
});

it('is for Admins only', async () => {
  for (const name of ['writer', 'checked', 'viewer', 'none'] as const)
    expect((await api.call('GET', 'security_refusals', { as: api.people[name] })).status).toBe(403);
});
