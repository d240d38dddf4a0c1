import { beforeAll, expect, it } from 'vitest';
import { openApi, type TestApi } from '../support/api.ts';
import { bearer, givePasswords, signIn } from '../support/sign-in.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
});

const call = (method: string, path: string, body?: unknown) => api.call(method, path, { as: api.people.admin, body });
const lastOperation = async (): Promise<number> => (await call('GET', 'operations?entity=users&limit=1')).body.data[0].id;

it('the undo of a person’s deletion brings them back under their id, without roles and inactive until an Admin says otherwise', async () => {
  const id = await api.insert('users', {
    ...{ username: 'di', name: 'Người Đi', code: 'di', email: 'di@tensu.test', employee_code: 'E-di', area: 'HCM' },
    ...{ position_id: 1, company_id: 1, department_id: 1, dept_grp_id: 1, role_ids: '[2]' },
  });
  await givePasswords(api, ['di']);
  expect((await signIn(api, 'di')).status).toBe(200);
  expect((await call('DELETE', `users/${id}`)).status).toBe(200);
  expect((await call('POST', `operations/${await lastOperation()}/undo`)).body).toMatchObject({ reversed: 1, kept: [] });
  const { status, body } = await call('GET', `users/${id}`);
  expect(status).toBe(200);
  expect(body.data).toMatchObject({ name: 'Người Đi', department_id: 1, email: 'di@tensu.test', role_ids: [], active: 0 });
  expect((await signIn(api, 'di')).status).toBe(401);

  expect((await call('PUT', `users/${id}`, { role_ids: [2] })).body.data.roles).toMatchObject([{ name: 'Writer' }]);
  expect((await call('POST', 'user/active', { userId: id, active: 1 })).status).toBe(200);
});

it('an Admin still gives every new person a role', async () => {
  const person = { username: 'moi', name: 'Mới', email: 'moi@tensu.test', employee_code: 'E-moi', area: 'HCM', password: 'Duong-Xanh-1' };
  const places = { position_id: 1, company_id: 1, department_id: 1, dept_grp_id: 1 };
  const { status, body } = await call('POST', 'users', { ...person, ...places, role_ids: [] });
  expect(status).toBe(422);
  expect(Object.keys(body.messages)).toEqual(['role_ids']);
});

it('who was deleted since is still named by what they wrote', async () => {
  const id = await api.insert('users', { username: 'xa', name: 'Người Xa', code: 'xa', department_id: 1, dept_grp_id: 1, role_ids: '[1]' });
  await givePasswords(api, ['xa']);
  const gone = bearer((await signIn(api, 'xa')).body.access_token);
  const made = await api.call('POST', 'positions', { as: gone, body: { name: 'Thử việc' } });
  const operation = (await call('GET', 'operations?entity=positions&limit=1')).body.data[0].id;
  const position = made.body.data.id;
  await api.call('PUT', `positions/${position}`, { as: gone, body: { name: 'Chính thức' } });
  expect((await call('DELETE', `users/${id}`)).status).toBe(200);
  const history = (await call('GET', `history?entity=positions&id=${position}`)).body.data;
  expect(history.map(({ user_name }: { user_name: string }) => user_name)).toEqual(['Người Xa', 'Người Xa']);
  expect((await call('GET', `operations/${operation}`)).body.user).toEqual({ id, name: 'Người Xa' });
  expect((await call('POST', `operations/${operation}/undo`)).body.kept[0].message).toBe('Người Xa đã sửa bản ghi này sau đó');
});
