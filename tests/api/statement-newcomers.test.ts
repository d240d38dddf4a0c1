import { beforeAll, describe, expect, it } from 'vitest';
import { openApi, type Person, type TestApi } from '../support/api.ts';
import { bearer, givePasswords, signIn } from '../support/sign-in.ts';

let api: TestApi;
let newcomer: Person;
let newcomerId: number;
const LOCKED = 'year=2026&month=9';
const OPEN = 'year=2026&month=10';

const insertPerson = (username: string, name: string, department: number | null) =>
  api.insert('users', { username, name, code: username, department_id: department, dept_grp_id: department, role_ids: '[4]' });

/** A month is locked, then somebody comes: into the department of the Writer, and one into none. */
beforeAll(async () => {
  api = await openApi();
  const { admin } = api.people;
  expect((await api.call('POST', 'lock_and_unlock', { as: admin, body: { year: 2026, month: 9, status: 1 } })).status).toBe(200);
  newcomerId = await insertPerson('moi', 'Lê Văn Mới', 1);
  await insertPerson('khong', 'Trần Không Phòng', null);
  await givePasswords(api, ['moi', 'khong']);
  newcomer = bearer((await signIn(api, 'moi')).body.access_token);
});

const read = (path: string, as: Person) => api.call('GET', path, { as });

describe('somebody who came after a month was locked', () => {
  it('has an empty statement of it, under their present name', async () => {
    for (const [path, as] of [
      ['me', newcomer],
      [newcomerId, api.people.admin],
      [newcomerId, api.people.writer],
    ] as const) {
      const { status, body } = await read(`statements/${path}?${LOCKED}`, as);
      expect(status, String(path)).toBe(200);
      expect(body).toMatchObject({
        user: { id: newcomerId, username: 'moi', name: 'Lê Văn Mới' },
        ...{ state: 'locked', totals: { total_point_1: 0, total_point_2: 0 }, lines: { design: { count: 0, sum: 0 } } },
      });
      expect((await read(`statements/${path}/lines?${LOCKED}&kind=design`, as)).body.data).toEqual([]);
      expect((await read(`statements/${path}/export?${LOCKED}`, as)).status).toBe(200);
    }
  });

  it('compares the first month with it', async () => {
    await api.insert('directs', { name: 'DR-1', user_id: newcomerId, henkyaku_hi: '2026-10-05', result_design_point: 2.5 });
    const { status, body } = await read(`statements/me/compare?${OPEN}&with=2026-09`, newcomer);
    expect(status).toBe(200);
    expect(body.from.totals.name).toBe('Lê Văn Mới');
    expect(body.from.totals.total_point_1).toBe(0);
    expect(body.to.totals.total_point_1).toBe(2.5);
  });

  it('is still nobody of another department', async () => {
    await api.client.execute({ sql: 'UPDATE users SET department_id = 2, dept_grp_id = 2 WHERE id = ?', args: [newcomerId] });
    expect((await read(`statements/${newcomerId}?${LOCKED}`, api.people.writer)).status).toBe(403);
    await api.client.execute({ sql: 'UPDATE users SET department_id = 1, dept_grp_id = 1 WHERE id = ?', args: [newcomerId] });
  });
});

describe('somebody without a department', () => {
  it('is read by Admins only, and who is refused is told so', async () => {
    const away = bearer((await signIn(api, 'khong')).body.access_token);
    const { id } = (await read('me', away)).body.data;
    for (const month of [LOCKED, OPEN]) {
      expect((await read(`statements/${id}?${month}`, api.people.writer)).status).toBe(403);
      expect((await read(`statements/${id}?${month}`, api.people.admin)).status).toBe(200);
      expect((await read(`statements/me?${month}`, away)).status).toBe(200);
    }
    const question = { year: 2026, month: 10, kind: 'total', text: 'Điểm của tôi đâu?' };
    const asked = await api.call('POST', 'questions', { as: away, body: question });
    expect(asked.status).toBe(201);
    const path = `questions/${asked.body.data.id}`;
    expect((await read(path, api.people.writer)).status).toBe(403);
    expect((await read(path, api.people.admin)).status).toBe(200);
    for (const [step, body] of [['answers', { text: 'Đây' }], ['close'], ['reopen']] as const)
      expect((await api.call('POST', `${path}/${step}`, { as: api.people.writer, body: body ?? {} })).status, step).toBe(403);
    expect((await read('questions', api.people.writer)).body.total).toBe(0);
  });
});
