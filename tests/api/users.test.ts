import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openApi, type Person, type TestApi } from '../support/api.ts';
import { bearer, givePasswords, refreshWith, signIn } from '../support/sign-in.ts';

let api: TestApi;
let people: TestApi['people'];
beforeAll(async () => {
  api = await openApi();
  people = api.people;
  await givePasswords(api, ['admin', 'writer', 'checked', 'viewer']);
});
beforeEach(async () => {
  api.clock.set('2026-11-20T03:00:00Z');
  await api.client.execute("UPDATE sessions SET ended_at = NULL WHERE id LIKE 'session-%'");
});

const call = (method: string, path: string, as: Person, body?: object) => api.call(method, path, { as, ...(body && { body }) });

describe('deactivating a user', () => {
  it('is for Admins, signs the user out everywhere, and can be undone', async () => {
    const session = await signIn(api, 'viewer');
    expect((await call('POST', 'user/active', people.writer, { userId: people.viewer.id, active: 0 })).status).toBe(403);
    const { status, body } = await call('POST', 'user/active', people.admin, { userId: people.viewer.id, active: 0 });
    expect({ status, active: body.data.active }).toEqual({ status: 200, active: 0 });
    expect((await call('GET', 'me', bearer(session.body.access_token))).status).toBe(401);
    expect((await refreshWith(api, session.cookie)).status).toBe(401);
    await call('POST', 'user/active', people.admin, { userId: people.viewer.id, active: 1 });
    expect((await signIn(api, 'viewer')).status).toBe(200);
    expect((await refreshWith(api, session.cookie)).status).toBe(401);
  });

  it('is never done to oneself', async () => {
    const { status, body } = await call('POST', 'user/active', people.admin, { userId: people.admin.id, active: 0 });
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'conflict' });
  });

  it('says what is wrong with the body, and that there is no such user', async () => {
    expect((await call('POST', 'user/active', people.admin, { userId: 'x', active: 5 })).body.messages).toHaveProperty('userId');
    expect((await call('POST', 'user/active', people.admin, { userId: 99_999, active: 0 })).status).toBe(404);
  });
});

describe('locking a user', () => {
  const lock = { startTime: '2026-11-20 10:00:00', endTime: '2026-11-21 10:00:00', reason: 'Nghỉ phép' };

  it('keeps them out from start to end', async () => {
    const session = await signIn(api, 'viewer');
    const made = await call('POST', `user-locked/${people.viewer.id}`, people.admin, lock);
    expect(made.status).toBe(201);
    expect(made.body.data).toEqual(expect.objectContaining({ ...lock, user_id: people.viewer.id }));
    expect((await call('GET', 'me', bearer(session.body.access_token))).status).toBe(401);
    expect((await refreshWith(api, session.cookie)).status).toBe(401);
    const refused = await signIn(api, 'viewer');
    expect(refused.body).toMatchObject({ code: 'account_locked', message: 'Tài khoản bị khóa đến 2026/11/21 10:00:00. Lý do: Nghỉ phép' });
    api.clock.set('2026-11-21T03:00:01Z');
    expect((await signIn(api, 'viewer')).status).toBe(200);
  });

  it('can be read and lifted', async () => {
    expect((await call('GET', `user-locked/${people.viewer.id}`, people.admin)).body.data).toMatchObject(lock);
    const lifted = await call('DELETE', `user-locked/${people.viewer.id}`, people.admin);
    expect(lifted.body).toEqual({ message: 'Đã mở khóa 1 người dùng', ids: [people.viewer.id] });
    expect((await call('GET', `user-locked/${people.viewer.id}`, people.admin)).body).toEqual({ data: null });
    expect((await signIn(api, 'viewer')).status).toBe(200);
  });

  it('takes the time as a date input or a clock elsewhere writes it', async () => {
    const path = `user-locked/${people.checked.id}`;
    const { body } = await call('POST', path, people.admin, { startTime: '2026-12-01T08:30', endTime: '2026-12-01T02:00:00Z' });
    expect(body.data).toMatchObject({ startTime: '2026-12-01 08:30:00', endTime: '2026-12-01 09:00:00', reason: null });
    await call('DELETE', path, people.admin);
  });

  it('takes the time as the refusal of another says', async () => {
    const path = `user-locked/${people.checked.id}`;
    const tell = (endTime: string) => call('POST', path, people.admin, { startTime: '2026/12/01 08:30:00', endTime });
    expect((await tell('mai')).body.messages).toEqual({ endTime: 'Thời gian kết thúc phải có dạng yyyy/MM/dd HH:mm:ss' });
    const { status, body } = await tell('2026/12/2 09:00:00');
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ startTime: '2026-12-01 08:30:00', endTime: '2026-12-02 09:00:00' });
    await call('DELETE', path, people.admin);
  });

  it('needs an end that is after its start and after now', async () => {
    const messages = async (times: object) => (await call('POST', `user-locked/${people.viewer.id}`, people.admin, times)).body.messages;
    expect(await messages({ ...lock, endTime: lock.startTime })).toEqual({ endTime: 'Thời gian kết thúc phải sau thời gian bắt đầu' });
    expect(await messages({ startTime: '2026-11-01 00:00:00', endTime: '2026-11-02 00:00:00' })).toEqual({
      endTime: 'Thời gian kết thúc phải sau thời điểm hiện tại',
    });
    expect(Object.keys(await messages({}))).toEqual(['startTime', 'endTime']);
  });

  it('is never done to oneself nor by anybody but an Admin', async () => {
    expect((await call('POST', `user-locked/${people.admin.id}`, people.admin, lock)).status).toBe(409);
    for (const method of ['GET', 'POST', 'DELETE']) {
      expect((await call(method, `user-locked/${people.viewer.id}`, people.checked, method === 'POST' ? lock : undefined)).status).toBe(
        403,
      );
    }
  });
});

describe('roles', () => {
  it('of the last Admin stay with them', async () => {
    const { status, body } = await call('PUT', `users/${people.admin.id}`, people.admin, { role_ids: [2] });
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'conflict' });
    expect(body.message).toContain('cuối cùng');
    const promoted = await call('PUT', `users/${people.checked.id}`, people.admin, { role_ids: [1, 3] });
    expect(promoted.body.data.roles.map((role: { name: string }) => role.name)).toEqual(['Admin', 'Checked']);
    await call('PUT', `users/${people.checked.id}`, people.admin, { role_ids: [3] });
  });

  it('are given and taken by Admins only, whoever edits the user otherwise', async () => {
    for (const body of [{ role_ids: [1] }, { role_ids: [] }]) {
      expect((await call('PUT', `users/${people.viewer.id}`, people.writer, body)).status).toBe(403);
    }
    expect((await call('PUT', `users/${people.viewer.id}`, people.writer, { role_ids: [4], area: 'HN' })).status).toBe(200);
    expect((await call('PUT', `users/${people.admin.id}`, people.writer, { area: 'HN' })).status).toBe(403);
    expect((await call('PUT', `users/${people.writer.id}`, people.writer, { role_ids: [1, 2] })).status).toBe(403);
  });

  it('of the system can be neither renamed nor deleted', async () => {
    expect((await call('PUT', 'roles/1', people.admin, { name: 'Boss' })).status).toBe(409);
    expect((await call('DELETE', 'roles/1', people.admin)).status).toBe(409);
    const { body } = await call('POST', 'roles', people.admin, { name: 'Guest' });
    expect((await call('DELETE', `roles/${body.data.id}`, people.admin)).status).toBe(200);
  });
});

describe('a new user', () => {
  const sample = {
    username: 'nguoi moi',
    name: 'Người mới',
    email: 'moi@tensu.test',
    employee_code: 'E99',
    area: 'HCM',
    position_id: 1,
    company_id: 1,
    department_id: 1,
    dept_grp_id: 1,
    password: 'Duong-Xanh-9',
  };

  it('made by an Admin needs a role; made by a Writer has none', async () => {
    expect((await call('POST', 'users', people.admin, sample)).body.messages).toHaveProperty('role_ids');
    expect((await call('POST', 'users', people.writer, { ...sample, role_ids: [1] })).status).toBe(403);
    const made = await call('POST', 'users', people.writer, sample);
    expect(made.status).toBe(201);
    expect(made.body.data.code).toBe('nguoi moi');
    expect(made.body.data.roles).toEqual([]);
    expect(made.body.data.active).toBe(0);
    expect((await signIn(api, 'NGUOI MOI', { password: 'Duong-Xanh-9' })).status).toBe(401);
  });

  it('needs a strong password and a free name', async () => {
    const weak = await call('POST', 'users', people.admin, {
      ...sample,
      username: 'khac',
      email: 'k@tensu.test',
      role_ids: [4],
      password: 'abc',
    });
    expect(weak.body.messages).toHaveProperty('password');
    await api.client.execute("UPDATE companies SET name = 'Hòa Bình'");
    for (const password of ['Qwerty123!', 'Tensu-2026', 'NguoiMoi@99', 'Hoa-Binh-2026']) {
      const refused = await call('POST', 'users', people.admin, {
        ...sample,
        username: 'khac',
        email: 'k@tensu.test',
        role_ids: [4],
        password,
      });
      expect(refused.status, password).toBe(422);
      expect(Object.keys(refused.body.messages), password).toEqual(['password']);
    }
    const taken = await call('POST', 'users', people.admin, { ...sample, username: 'Người Mới', email: 'k@tensu.test', role_ids: [4] });
    const told = 'Người mới (nguoi moi) đã có tên, mã hoặc tên đăng nhập này. Hãy chọn tên đăng nhập khác';
    expect(taken.status).toBe(409);
    expect(taken.body.message).toEqual(told);
    expect(taken.body.messages).toEqual({ username: told });
  });
});

describe('the own profile', () => {
  it('is edited by its owner under the rules of users', async () => {
    const { status, body } = await call('PUT', 'me', people.viewer, { first_name: 'Xem', area: 'Huế', position_id: 1 });
    expect({ status, first_name: body.data.first_name, area: body.data.area }).toEqual({ status: 200, first_name: 'Xem', area: 'Huế' });
    expect(body.data.department_group).toEqual([{ id: 1, group_name: 'Nhóm 1' }]);
    expect((await call('PUT', 'me', people.viewer, { email: 'no mail' })).body.messages).toHaveProperty('email');
    const mail = await call('PUT', 'me', people.viewer, { email: 'another@tensu.test' });
    expect(mail.status).toBe(403);
    expect(mail.body.messages).toEqual({ email: 'Email chỉ đổi được qua thư xác nhận' });
    expect((await call('PUT', 'me', people.viewer, { email: 'viewer@tensu.test' })).status).toBe(200);
  });

  it('moves only an Admin, and nobody gives themselves a role, a password or another id', async () => {
    for (const body of [{ department_id: 2 }, { dept_grp_id: 2 }]) expect((await call('PUT', 'me', people.viewer, body)).status).toBe(403);
    expect((await call('PUT', 'me', people.admin, { dept_grp_id: 2 })).status).toBe(200);
    await call('PUT', 'me', people.viewer, { role_ids: [1], password: 'Duong-Xanh-9', active: 0, id: 1, avatar: 'x' });
    const { rows } = await api.client.execute(`SELECT role_ids, active, avatar FROM users WHERE id = ${people.viewer.id}`);
    expect(rows).toEqual([{ role_ids: '[4]', active: 1, avatar: null }]);
    expect((await signIn(api, 'viewer')).status).toBe(200);
  });
});

describe('sessions', () => {
  it('are listed for their owner and can be ended one by one or all at once', async () => {
    const [first, second] = [await signIn(api, 'checked'), await signIn(api, 'checked')];
    const me = bearer(second.body.access_token);
    const { body } = await call('GET', 'me/sessions', me);
    const current = body.data.filter((session: { current: number }) => session.current === 1);
    expect(current).toMatchObject([{ user_agent: 'Test browser', address: '192.0.2.1', created_at: '2026-11-20 10:00:00' }]);
    await api.client.execute("UPDATE sessions SET address = 'unknown'");
    expect((await call('GET', 'me/sessions', me)).body.data[0].address, 'one that no proxy names').toBeNull();
    const other = JSON.parse(atob(first.body.access_token.split('.')[1])).sid;
    expect((await call('DELETE', `me/sessions/${other}`, me)).body.ids).toEqual([other]);
    expect((await call('DELETE', `me/sessions/${other}`, me)).status).toBe(404);
    expect((await refreshWith(api, first.cookie)).status).toBe(401);
    expect((await call('DELETE', 'me/sessions', me)).status).toBe(200);
    expect((await call('GET', 'me', me)).status).toBe(401);
  });

  it('of others are ended by Admins only', async () => {
    const session = await signIn(api, 'writer');
    expect((await call('DELETE', `users/${people.writer.id}/sessions`, people.viewer)).status).toBe(403);
    expect((await call('DELETE', `users/${people.writer.id}/sessions`, people.admin)).status).toBe(200);
    expect((await call('GET', 'me', bearer(session.body.access_token))).status).toBe(401);
  });
});
