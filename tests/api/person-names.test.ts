import { beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../scripts/migrate.ts';
import { selectFacts } from '../../worker/features/system/facts.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { importRows } from '../support/imports.ts';

let api: TestApi;
let owner: number;
beforeAll(async () => {
  api = await openApi();
  owner = await person('bao ngoc', 'Hồ Bảo Ngọc', 'NV037');
  await person('dat', 'Lê Quang Đạt', 'NV011');
});

const PLACES = { email: null, area: 'HCM', position_id: 1, company_id: 1, department_id: 1, dept_grp_id: 1 };
const person = (username: string, name: string, employee_code: string) =>
  api.insert('users', { ...PLACES, username, code: username, name, employee_code });

let made = 0;
const newPerson = (values: object) => {
  made += 1;
  const own = { username: `moi ${made}`, name: `Người mới ${made}`, employee_code: `M-${made}`, email: `m${made}@tensu.test` };
  return { ...PLACES, role_ids: [4], password: 'Duong-Xanh-1', ...own, ...values };
};

/** Each way by which a person gets a name; answers the status, and what is said. */
const WAYS: Record<string, (field: string, text: string) => Promise<{ status: number; told: string }>> = {
  'a form of an Admin': (field, text) => ask('PUT', `users/${api.people.viewer.id}`, { [field]: text }),
  'a new person': (field, text) => ask('POST', 'users', newPerson({ [field]: text })),
  'a new person of a Writer': (field, text) => ask('POST', 'users', newPerson({ [field]: text, role_ids: undefined }), api.people.writer),
  'the own profile of an Admin': (field, text) => ask('PUT', 'me', { [field]: text }),
  'many at once': async (field, text) => {
    const { body } = await api.call('POST', 'users/bulk', {
      as: api.people.admin,
      body: { ids: [api.people.none.id], values: { [field]: text } },
    });
    const [refused] = body.refused;
    return { status: refused?.code === 'conflict' ? 409 : 200, told: refused?.message };
  },
  'a file': async (field, text) => {
    const { password: _, email, role_ids: __, ...row } = newPerson({ [field]: text }) as Record<string, unknown>;
    const titles = { position_id: 'Nhân viên', company_id: 'Tensu', department_id: 'P1', dept_grp_id: 'Nhóm 1' };
    const values = { ...row, email, ...titles, role_ids: 'Viewer' };
    const done = await importRows(api, 'users', [Object.keys(values), Object.values(values)], { as: api.people.admin });
    return { status: done.status === 'failed' ? 409 : 200, told: done.errors[0]?.message ?? '' };
  },
};

async function ask(method: string, path: string, body: object, as = api.people.admin) {
  const { status, body: answer } = await api.call(method, path, { as, body });
  return { status, told: Object.values(answer.messages ?? {}).join() };
}

const TAKEN: [field: string, text: string][] = [
  ['username', 'Hồ Bảo Ngọc'],
  ['username', 'HỒ  BẢO NGỌC'],
  ['username', 'ＮＶ０３７'],
  ['employee_code', 'bao ngoc'],
  ['employee_code', 'nv 037'],
  ['employee_code', 'Hồ Bảo Ngọc'.normalize('NFD')],
  ['name', 'NV037'],
  ['name', 'BAO NGOC'],
];

describe.each(Object.keys(WAYS))('by %s', (way) => {
  it.each(TAKEN)('a %s that finds somebody else is refused, with whose it is: %s', async (field, text) => {
    const before = await names();
    const { status, told } = await WAYS[way]!(field, text);
    expect(status, told).toBe(409);
    expect(told).toContain('Hồ Bảo Ngọc (bao ngoc)');
    expect(await names()).toEqual(before);
  });

  it('a full name may be that of two people', async () => {
    expect((await WAYS[way]!('name', 'Hồ Bảo Ngọc')).status).not.toBe(409);
    await api.client.execute(
      "UPDATE users SET name = 'Khác ' || id, name_key = 'khác' || id WHERE name = 'Hồ Bảo Ngọc' AND username <> 'bao ngoc'",
    );
  });
});

const names = async () => (await api.client.execute('SELECT username, code, employee_code, name FROM users ORDER BY id')).rows;

it('one’s own names are an Admin’s to change', async () => {
  for (const body of [{ username: 'x' }, { name: 'Người khác' }, { employee_code: 'x' }]) {
    const { status, body: answer } = await api.call('PUT', 'me', { as: api.people.viewer, body });
    expect(status, JSON.stringify(body)).toBe(403);
    expect(Object.keys(answer.messages)).toEqual(Object.keys(body));
  }
  expect((await api.call('PUT', 'me', { as: api.people.viewer, body: { username: 'viewer', area: 'Huế' } })).status).toBe(200);
});

it('a number that is somebody’s code is not registered, and nobody is told', async () => {
  await person('so', 'Số', '0912345678');
  const body = { mobile: '0912 345 678', password: 'Duong-Xanh-2', passwordConfirm: 'Duong-Xanh-2' };
  expect((await api.call('POST', 'auth/register', { body })).status).toBe(201);
  expect((await api.client.execute("SELECT 1 FROM users WHERE username = '0912345678'")).rows).toEqual([]);
});

it('a deleted person whose code somebody has by now stays deleted, and the undo says whose it is', async () => {
  const gone = await person('cu', 'Người Cũ', 'NV-cu');
  await api.call('DELETE', `users/${gone}`, { as: api.people.admin });
  const [{ id }] = (await api.call('GET', 'operations?entity=users&limit=1', { as: api.people.admin })).body.data;
  await person('moi cu', 'Người Mới Cũ', 'nv-CU');
  const { body } = await api.call('POST', `operations/${id}/undo`, { as: api.people.admin });
  expect(body).toMatchObject({ reversed: 0, kept: [{ id: gone, message: expect.stringContaining('Người Mới Cũ') }] });
});

it('two rows of a file do not take each other’s names', async () => {
  const header = [
    'username',
    'name',
    'employee_code',
    'email',
    'area',
    'position_id',
    'company_id',
    'department_id',
    'dept_grp_id',
    'role_ids',
  ];
  const row = (username: string, name: string, code: string) => [
    username,
    name,
    code,
    `${code}@tensu.test`,
    'HCM',
    'Nhân viên',
    'Tensu',
    'P1',
    'Nhóm 1',
    'Viewer',
  ];
  const rows = [header, row('tep 1', 'Tệp Một', 'T-1'), row('tep 2', 'T-1', 'T-2'), row('tep 3', 'Tệp Ba', 'TEP 1')];
  const done = await importRows(api, 'users', rows, { as: api.people.admin, mode: 'valid_rows' });
  expect(done).toMatchObject({ inserted: 1, errors: [{ row: 3 }, { row: 4 }] });
});

it('a text that is one person’s code and another’s name names several, whoever has left', async () => {
  await twin();
  const headers = ['Nhân viên', 'Ngày ghi nhận', 'Lỗi', 'Điểm', 'Phát hiện bởi'];
  const done = await importRows(api, 'mistakes', [headers, ['Hồ Bảo Ngọc', '2026/11/03', 'Sai kích thước', 1, 'Nội bộ']]);
  expect(done).toMatchObject({ status: 'failed', errors: [{ message: expect.stringContaining('«Hồ Bảo Ngọc»') }] });
});

it('twins from before are told at the start and on the page of the system, and stay as they are', async () => {
  await twin();
  const before = await names();
  const told: string[] = [];
  const { warn } = console;
  console.warn = (text: string) => void told.push(text);
  await migrate(api.client).finally(() => Object.assign(console, { warn }));
  expect(told.join('\n')).toContain('hồbảongọc');
  expect((await api.deps.db.read(selectFacts(api.clock.now()))).sharedNames).toBe(1);
  expect(await names()).toEqual(before);
  const { body } = await api.call('PUT', `users/${owner}`, { as: api.people.admin, body: { area: 'Huế' } });
  expect(body.data.area, 'what finds nobody is still edited').toBe('Huế');
});

/** Somebody who has left, with the full name of another for a code, as it was possible before. */
async function twin(): Promise<void> {
  await api.client.execute("DELETE FROM users WHERE username = 'twin'");
  const id = await api.insert('users', { ...PLACES, username: 'twin', code: 'twin', name: 'Người Lạ', employee_code: 'NV-la', active: 0 });
  const { rows } = await api.client.execute("SELECT sql FROM sqlite_master WHERE name = 'users_names_update'");
  const twinning = `UPDATE users SET employee_code = 'Hồ Bảo Ngọc', employee_code_key = 'hồbảongọc' WHERE id = ${id}`;
  await api.client.batch(['DROP TRIGGER users_names_update', twinning, String(rows[0]!.sql)]);
}
