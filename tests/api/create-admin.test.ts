import { beforeAll, describe, expect, it } from 'vitest';
import { createAdmin, createFirstAdminLink } from '../../scripts/create-admin.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { bearer, signIn } from '../support/sign-in.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
  api.clock.set(new Date().toISOString());
  await api.client.batch(['DROP TRIGGER users_last_admin_delete', 'DELETE FROM users', "DELETE FROM roles WHERE name <> 'Writer'"]);
});

it('makes the first Admin of an empty database, whose password is set through the link', async () => {
  const path = await createAdmin(api.client, { username: 'Sếp' });
  const token = new URL(path, 'http://x').searchParams.get('token');
  expect((await signIn(api, 'sep', { password: 'Duong-Xanh-1' })).status).toBe(401);
  const body = { token, password: 'Duong-Xanh-1', password_confirm: 'Duong-Xanh-1' };
  expect((await api.call('POST', 'reset-password', { body })).status).toBe(200);
  const { body: answer } = await signIn(api, 'sep', { password: 'Duong-Xanh-1' });
  const me = await api.call('GET', 'me', { as: bearer(answer.access_token) });
  expect(me.body.data).toMatchObject({ username: 'Sếp', code: 'Sếp', roles: [{ name: 'Admin' }] });
  const roles = await api.call('GET', 'roles', { as: bearer(answer.access_token) });
  expect(roles.body.data.map((role: { name: string }) => role.name).sort()).toEqual(['Admin', 'Checked', 'Viewer', 'Writer']);
});

it('makes no second one, but gives the Admin a new link when asked', async () => {
  await expect(createAdmin(api.client, { username: 'khac' })).rejects.toThrow('There is an Admin already: Sếp');
  await expect(createAdmin(api.client, { username: 'khac', reset: true })).rejects.toThrow('no active Admin');
  expect(await createAdmin(api.client, { username: 'sep', reset: true })).toMatch(/^\/reset-password\?token=[\w-]{43}$/);
  await expect(createAdmin(api.client, { username: '<b>' })).rejects.toThrow('letters');
});

describe('a start without demo data', () => {
  const tokenOf = (path: string) => new URL(path, 'http://x').searchParams.get('token');
  const isGood = async (path: string | undefined) =>
    (await api.call('POST', 'reset-password/check', { body: { token: tokenOf(path!) } })).status === 200;

  it('gives the first Admin a link, a new one at each start until a password is set, and the name that is chosen meanwhile', async () => {
    await api.client.execute('DELETE FROM users');
    const first = await createFirstAdminLink(api.client);
    const second = await createFirstAdminLink(api.client);
    expect(await isGood(first)).toBe(false);
    expect(await isGood(second)).toBe(true);
    const named = await createAdmin(api.client, { username: 'chu' });
    expect(await isGood(second)).toBe(false);
    expect((await api.client.execute('SELECT username, code FROM users')).rows).toEqual([
      expect.objectContaining({ username: 'chu', code: 'chu' }),
    ]);
    const body = { token: tokenOf(named), password: 'Duong-Xanh-1', password_confirm: 'Duong-Xanh-1' };
    expect((await api.call('POST', 'reset-password', { body })).status).toBe(200);
    expect(await createFirstAdminLink(api.client)).toBeUndefined();
  });
});
