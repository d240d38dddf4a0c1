import { beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../scripts/migrate.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { workOnImport } from '../support/imports.ts';
import { openMemoryDatabase } from '../support/memory-database.ts';
import { workbookOf } from '../support/workbooks.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
  await api.insert('work_categories', { work_name: '図面' });
  for (const id of [11, 12]) await api.insert('departments', { id, name: `Bộ phận ${id}`, code: `BP${id}` });
});

/** Of each entity: the field that tells its records apart, and the rest of a record. */
const NAMED: [entity: string, field: string, rest: Record<string, unknown>][] = [
  ['customers', 'code', { name: 'Khách', work_category: [1] }],
  ['departments', 'code', { note: 'x' }],
  ['departments', 'name', { note: 'x' }],
  ['department_groups', 'group_name', { dept_id: 11, note: 'x' }],
  ['work-categories', 'work_name', {}],
  ['positions', 'name', {}],
  ['companies', 'name', {}],
  ['roles', 'name', {}],
  ['indirect_note', 'content', {}],
  ['pro_point', 'desc', { point: 1.5 }],
  ['contractors', 'code', { name: 'Nhà thầu' }],
];

describe.each(NAMED)('%s by %s', (entity, field, rest) => {
  let others = 0;
  /** A department has a code and a name, of which only one is looked at. */
  const bodyOf = (value: string) => {
    const other = entity === 'departments' && { [field === 'code' ? 'name' : 'code']: `${field} khac ${++others}` };
    return { ...rest, ...other, [field]: value };
  };
  const create = (value: string) => api.call('POST', entity, { as: api.people.admin, body: bodyOf(value) });

  it('are told apart by their accents and signs, not by case and width', async () => {
    const made = [await create('CAODAT1'), await create('CÁODAT1'), await create('CAOĐAT1'), await create('CAODAT01')];
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    for (const twin of ['CAODAT1', 'caodat1', 'ＣＡＯＤＡＴ１', 'CAO\u200bDAT1', 'CÁODAT1', 'CAOÐAT1']) {
      const { status, body } = await create(twin);
      expect(status, twin).toBe(409);
      expect(Object.keys(body.messages ?? {}), twin).toEqual(expect.arrayContaining([field]));
    }
  });

  // The others take letters and digits only.
  const takesSigns = !['customers', 'departments', 'department_groups'].includes(entity);
  it.runIf(takesSigns)('are one where signs read alike', async () => {
    const { status, body } = await create('⻑A-1〜’');
    expect(status).toBe(201);
    expect(body.data?.[field]).toBe('⻑A-1〜’');
    for (const twin of ["長A‐1～'", '長A−1~＇', '長Aー1〜‘']) expect((await create(twin)).status, twin).toBe(409);
  });

  it('keep their own name in another case, and take no other', async () => {
    const [one, other] = [await create('Mot'), await create('Hai')];
    const put = (value: string) => api.call('PUT', `${entity}/${other.body.data.id}`, { as: api.people.admin, body: { [field]: value } });
    expect((await put('HAI')).status).toBe(200);
    expect((await put('MOT')).status).toBe(409);
    expect((await api.call('GET', `${entity}/${one.body.data.id}`, { as: api.people.admin })).body.data[field]).toBe('Mot');
  });
});

it('groups of two departments may have one name, factors of two points one note, contractors no code', async () => {
  const made = [
    ['department_groups', { group_name: 'Nhóm chung', note: 'x', dept_id: 11 }],
    ['department_groups', { group_name: 'Nhóm chung', note: 'x', dept_id: 12 }],
    ['pro_point', { point: 1.1, desc: 'Như nhau' }],
    ['pro_point', { point: 1.2, desc: 'Như nhau' }],
    ['contractors', { name: 'Không mã' }],
    ['contractors', { name: 'Không mã' }],
  ] as const;
  for (const [entity, body] of made) expect((await api.call('POST', entity, { as: api.people.admin, body })).status, entity).toBe(201);
  const { body } = await api.call('GET', 'pro_point?limit=50', { as: api.people.admin });
  const second = body.data.find(({ point }: { point: number }) => point === 1.2);
  expect((await api.call('PUT', `pro_point/${second.id}`, { as: api.people.admin, body: { point: 1.1 } })).status).toBe(409);
});

it('two rows of a file that take one name are refused', async () => {
  const rows = [['Mã nhà thầu', 'Tên nhà thầu'], ...['NT9', 'nt9', 'NT 9'].map((code, n) => [code, `Thầu ${n}`])];
  const form = new FormData();
  form.set('file', new Blob([await workbookOf(rows)]), 'a.xlsx');
  form.set('mode', 'valid_rows');
  const { body } = await api.call('POST', 'contractors/import', { as: api.people.writer, body: form });
  await workOnImport(api.deps, { import_id: body.id });
  const done = await api.call('GET', `imports/${body.id}`, { as: api.people.writer });
  expect(done.body).toMatchObject({ inserted: 1, failed: 2 });
  expect(done.body.errors.map(({ row }: { row: number }) => row)).toEqual([3, 4]);
});

it('records without keys keep their names: the first of those that are alike has the key, and saving another one asks', async () => {
  const client = await openMemoryDatabase();
  try {
    await client.executeMultiple(`
      INSERT INTO indirect_note (id, content) VALUES (1, 'Họp'), (2, 'HỌP'), (3, 'Hop'), (4, 'Họp ');
      INSERT INTO departments (id, name, code) VALUES (1, 'A', 'X'), (2, 'Ａ', 'Y');
      INSERT INTO customers (id, name, code) VALUES (1, 'K', NULL), (2, 'K', '0123'), (3, 'K', '123');`);
    const stored = async () => (await client.execute('SELECT * FROM history ORDER BY id')).rows;
    const before = await stored();
    await migrate(client);
    const keys = async (sql: string) => (await client.execute(sql)).rows.map((row) => Object.values(row));
    expect(await keys('SELECT id, content_key FROM indirect_note ORDER BY id')).toEqual([[1, 'họp'], [2, null], [3, 'hop'], [4, null]]); // biome-ignore format: a table
    expect(await keys('SELECT id, name_key, code_key FROM departments ORDER BY id')).toEqual([[1, 'a', 'x'], [2, null, 'y']]); // biome-ignore format: a table
    expect(await keys('SELECT id, code_key FROM customers ORDER BY id')).toEqual([[1, null], [2, '0123'], [3, '123']]); // biome-ignore format: a table
    expect(await stored(), 'no row of the history').toEqual(before);
    await client.execute('DELETE FROM indirect_note WHERE id = 1');
    await migrate(client);
    expect(await keys('SELECT id, content_key FROM indirect_note ORDER BY id'), 'the name that became free').toEqual([[2, 'họp'], [3, 'hop'], [4, null]]); // biome-ignore format: a table
  } finally {
    client.close();
  }
});
