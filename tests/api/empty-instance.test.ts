import { beforeAll, expect, it } from 'vitest';
import { createAdmin } from '../../scripts/create-admin.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { bearer, signIn } from '../support/sign-in.ts';

const PASSWORD = 'Duong-Xanh-1';
const PERSON = {
  username: 'nhan vien',
  name: 'Nhân Viên',
  email: 'nv@tensu.test',
  employee_code: 'E1',
  area: 'HCM',
  role_ids: [1],
  password: PASSWORD,
};
const PLACES = ['position_id', 'company_id', 'department_id', 'dept_grp_id'];

let api: TestApi;
let admin: ReturnType<typeof bearer>;
beforeAll(async () => {
  api = await openApi();
  api.clock.set(new Date().toISOString());
  const tables = ['users', 'department_groups', 'departments', 'positions', 'companies'];
  await api.client.batch(['DROP TRIGGER users_last_admin_delete', ...tables.map((table) => `DELETE FROM ${table}`)]);
  const path = await createAdmin(api.client, { username: 'sep' });
  const token = new URL(path, 'http://x').searchParams.get('token');
  await api.call('POST', 'reset-password', { body: { token, password: PASSWORD, password_confirm: PASSWORD } });
  admin = bearer((await signIn(api, 'sep', { password: PASSWORD })).body.access_token);
});

it('lets the first Admin save the own profile where there is nothing to choose', async () => {
  const body = { employee_code: 'A1', area: 'HCM', ...Object.fromEntries(PLACES.map((name) => [name, null])) };
  const { status, body: answer } = await api.call('PUT', 'me', { as: admin, body });
  expect(status).toBe(200);
  expect(answer.data).toEqual(expect.objectContaining({ employee_code: 'A1', position_id: null, company_id: null }));
});

it('has nothing open in a month of a company that has done no job yet', async () => {
  const { body } = await api.call('GET', 'month-checklist?year=2026&month=11', { as: admin });
  expect(body.jobs).toBe(0);
  expect(body.open).toBe(0);
  expect(body.items.filter(({ count }: { count: number }) => count > 0)).toEqual([]);
});

it('creates a person without position and company while there are none', async () => {
  const { status, body } = await api.call('POST', 'users', { as: admin, body: PERSON });
  expect(status).toBe(201);
  expect(body.data).toEqual(expect.objectContaining({ name: 'Nhân Viên', position_id: null, dept_grp_id: null }));
});

it('still names everything else that is missing', async () => {
  const { status, body } = await api.call('POST', 'users', { as: admin, body: { username: 'x' } });
  expect(status).toBe(422);
  expect(Object.keys(body.messages).sort()).toEqual(['area', 'email', 'employee_code', 'name']);
});

it('asks for a choice as soon as there is one', async () => {
  expect((await api.call('POST', 'positions', { as: admin, body: { name: 'Trưởng nhóm' } })).status).toBe(201);
  const without = await api.call('POST', 'users', { as: admin, body: { ...PERSON, username: 'hai', email: 'hai@tensu.test' } });
  expect(without.status).toBe(422);
  expect(Object.keys(without.body.messages)).toEqual(['position_id']);
  const emptied = await api.call('PUT', 'me', { as: admin, body: { position_id: '' } });
  expect(emptied.status).toBe(422);
  expect(Object.keys(emptied.body.messages)).toEqual(['position_id']);
});
