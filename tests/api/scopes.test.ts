import { beforeAll, describe, expect, it } from 'vitest';
import { openApi, type TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
  // Everybody of the test is in department 1, group 1.
  await api.insert('department_groups', { group_name: 'Nhóm 1b', note: 'cùng phòng', dept_id: 1 });
});

type Somebody = keyof TestApi['people'];

async function names(person: Somebody, entity: string, key: string): Promise<string[]> {
  const { status, body } = await api.call('GET', `${entity}?limit=100&order_by=id ASC`, { as: api.people[person] });
  expect(status).toBe(200);
  expect(body.total).toBe(body.data.length);
  return body.data.map((row: Record<string, string>) => row[key]);
}

describe('departments', () => {
  it('are all for an Admin, their own for anybody else', async () => {
    expect(await names('admin', 'departments', 'code')).toEqual(['P1', 'P2']);
    for (const person of ['writer', 'checked', 'viewer', 'none'] as const)
      expect(await names(person, 'departments', 'code')).toEqual(['P1']);
  });

  it('of others can be neither read, nor counted, nor changed, nor exported', async () => {
    const { writer } = api.people;
    expect((await api.call('GET', 'departments/2', { as: writer })).status).toBe(403);
    expect((await api.call('PUT', 'departments/2', { as: writer, body: { note: 'của tôi' } })).status).toBe(403);
    expect((await api.call('GET', 'departments?code=P2', { as: writer })).body.total).toBe(0);
    expect((await api.call('GET', 'departments?id=2', { as: writer })).body.total).toBe(0);
    expect((await api.call('PUT', 'departments/1', { as: writer, body: { note: 'của tôi' } })).status).toBe(200);
  });

  it('follow the person who moves, from the next call on', async () => {
    await api.client.execute({ sql: 'UPDATE users SET department_id = 2, dept_grp_id = 2 WHERE id = ?', args: [api.people.checked.id] });
    expect(await names('checked', 'departments', 'code')).toEqual(['P2']);
    expect(await names('checked', 'department_groups', 'group_name')).toEqual(['Nhóm 2']);
    await api.client.execute({ sql: 'UPDATE users SET department_id = 1, dept_grp_id = 1 WHERE id = ?', args: [api.people.checked.id] });
  });
});

describe('department groups', () => {
  it('are all for an Admin, those of the department for Writer and Checked, their own for others', async () => {
    expect(await names('admin', 'department_groups', 'group_name')).toEqual(['Nhóm 1', 'Nhóm 2', 'Nhóm 1b']);
    for (const person of ['writer', 'checked'] as const) {
      expect(await names(person, 'department_groups', 'group_name')).toEqual(['Nhóm 1', 'Nhóm 1b']);
    }
    for (const person of ['viewer', 'none'] as const) expect(await names(person, 'department_groups', 'group_name')).toEqual(['Nhóm 1']);
  });

  it('of others are refused by id', async () => {
    expect((await api.call('GET', 'department_groups/2', { as: api.people.writer })).status).toBe(403);
    expect((await api.call('GET', 'department_groups/3', { as: api.people.viewer })).status).toBe(403);
  });

  it('stay in their department: only an Admin makes or moves one elsewhere', async () => {
    const { admin, writer, checked } = api.people;
    const made = { group_name: 'Nhóm lạ', note: 'phòng khác', dept_id: 2 };
    const departmentOf = async (id: number) => (await api.call('GET', `department_groups/${id}`, { as: admin })).body.data.dept_id;
    for (const as of [writer, checked]) {
      expect((await api.call('PUT', 'department_groups/3', { as, body: { dept_id: 2 } })).status).toBe(403);
      expect((await api.call('PUT', 'department_groups/2', { as, body: { dept_id: 1 } })).status).toBe(403);
      expect((await api.call('POST', 'department_groups', { as, body: made })).status).toBe(403);
      expect((await api.call('PUT', 'department_groups/3', { as, body: { dept_id: 1, note: 'của phòng' } })).status).toBe(200);
    }
    expect(await departmentOf(2)).toBe(2);
    expect(await departmentOf(3)).toBe(1);
    const own = await api.call('POST', 'department_groups', { as: writer, body: { ...made, dept_id: 1 } });
    expect(own.status).toBe(201);
    expect((await api.call('DELETE', `department_groups/${own.body.data.id}`, { as: admin })).status).toBe(200);
    expect((await api.call('PUT', 'department_groups/3', { as: admin, body: { dept_id: 2 } })).status).toBe(200);
    expect((await api.call('PUT', 'department_groups/3', { as: admin, body: { dept_id: 1 } })).status).toBe(200);
  });
});

describe('users', () => {
  it('are whole for staff, and what a picker needs for others', async () => {
    const whole = await api.call('GET', 'users/1', { as: api.people.checked });
    expect(whole.body.data).toMatchObject({ email: 'admin@tensu.test', roles: [{ id: 1, name: 'Admin' }] });
    for (const person of ['viewer', 'none'] as const) {
      const { data } = (await api.call('GET', 'users?limit=100', { as: api.people[person] })).body;
      expect(data).toHaveLength(5);
      for (const row of data) expect(Object.keys(row).sort()).toEqual(['code', 'department', 'department_id', 'id', 'name']);
      expect(Object.keys((await api.call('GET', 'users/1', { as: api.people[person] })).body.data)).not.toContain('email');
    }
  });

  it('give nothing away by filters or orders on what is hidden', async () => {
    const { viewer } = api.people;
    for (const query of [
      'email=admin@tensu.test',
      'email__~=admin',
      'role_ids=1',
      'phone_number=0',
      'order_by=email ASC',
      'order_by=created_at',
      'active=1',
    ]) {
      expect((await api.call('GET', `users?${query}`, { as: viewer })).status, query).toBe(422);
    }
    expect((await api.call('GET', 'users?name__~=nguoi&order_by=name DESC', { as: viewer })).body.total).toBe(5);
    const search = async (text: string, as = viewer) => (await api.call('GET', `users?text__~=${text}`, { as })).body.total;
    expect(await search('nguoi')).toBe(5);
    expect(await search('tensu.test')).toBe(0);
    expect(await search('tensu.test', api.people.admin)).toBe(5);
  });

  it('never show a password, to nobody and nowhere', async () => {
    const { admin } = api.people;
    const body = {
      username: 'bi-mat',
      name: 'Bí Mật',
      email: 'bm@tensu.test',
      employee_code: 'BM',
      area: 'HN',
      position_id: 1,
      company_id: 1,
      department_id: 1,
      dept_grp_id: 1,
      role_ids: [4],
      password: 'Duong-Xanh-1',
    };
    const made = await api.call('POST', 'users', { as: admin, body });
    expect(made.status).toBe(201);
    const id = made.body.data.id;
    const stored = (await api.client.execute({ sql: 'SELECT password FROM users WHERE id = ?', args: [id] })).rows[0]!.password;
    expect(stored).toMatch(/^scrypt\$/);
    await api.call('PUT', `users/${id}`, { as: admin, body: { password: 'Khac-2026', area: 'HP' } });
    const after = (await api.client.execute({ sql: 'SELECT password FROM users WHERE id = ?', args: [id] })).rows[0]!.password;
    expect(after).toBe(stored);
    const texts = [
      made.body,
      (await api.call('GET', 'users?limit=100', { as: admin })).body,
      (await api.call('GET', `users/${id}`, { as: admin })).body,
    ];
    const { rows } = await api.client.execute("SELECT before, after FROM history WHERE entity = 'users'");
    expect(JSON.stringify([texts, rows])).not.toMatch(/scrypt|Duong-Xanh-1|Khac-2026|"password"/);
  });
});
