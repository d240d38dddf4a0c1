import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openApi, type TestApi } from '../support/api.ts';
import { workOnImport } from '../support/imports.ts';
import { readWorkbook } from '../support/read-workbook.ts';
import { fillReferences } from '../support/samples.ts';
import { workbookOf } from '../support/workbooks.ts';

/** Files whose headings are an office's own: what is asked of whoever imports them, and what their answer does. */

let api: TestApi;
beforeEach(async () => {
  api = await openApi();
  await fillReferences(api);
  await api.insert('users', { username: 'an', username_fold: 'an', name: 'Lê An', name_fold: 'le an', department_id: 1, dept_grp_id: 1 });
});
afterEach(() => api.close());

type Rows = Parameters<typeof workbookOf>[0];

async function send(entity: string, rows: Rows, mapping?: unknown, fields: Record<string, string> = {}) {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await workbookOf(rows))]), 'a.xlsx');
  if (mapping !== undefined) form.set('mapping', typeof mapping === 'string' ? mapping : JSON.stringify(mapping));
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return api.call('POST', `${entity}/import`, { as: api.people.admin, body: form });
}

async function run(entity: string, rows: Rows, mapping?: unknown, fields?: Record<string, string>) {
  const { status, body } = await send(entity, rows, mapping, fields);
  expect(status, JSON.stringify(body)).toBe(201);
  await workOnImport(api.deps, { import_id: body.id });
  return (await api.call('GET', `imports/${body.id}`, { as: api.people.admin })).body;
}

const guessesOf = async (entity: string, rows: Rows) => {
  const { status, body } = await send(entity, rows);
  expect({ status, code: body.code }).toEqual({ status: 422, code: 'headings_unknown' });
  return Object.fromEntries(body.headings.map(({ heading, guess }: { heading: string; guess: string }) => [heading, guess]));
};

const MISTAKES = [
  ['Danh sách lỗi'],
  ['Ai', 'Hôm nào', 'Mô tả', 'Điểm', 'Phát hiện bởi', 'STT'],
  ['Lê An', '2026/11/03', 'Sai số', 1, 'Nội bộ', 1],
  ['Lê An', '2026/11/04', 'Sai tầng', 2, 'Nội bộ', 2],
];
const MAPPING = { Ai: 'user_id', 'Hôm nào': 'rate_at', 'Mô tả': 'mistake', STT: '' };

describe('a file that lacks required columns', () => {
  test('is refused before it is queued, with each column, its first values, what it may be, and all that is missing', async () => {
    const { status, body } = await send('mistakes', MISTAKES);
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'headings_unknown', missing: ['user_id', 'rate_at', 'mistake'] });
    expect(body.message).toContain('Nhân viên, Ngày ghi nhận, Lỗi');
    expect(body.headings).toEqual([
      { heading: 'Ai', samples: ['Lê An'], guess: 'user_id' },
      { heading: 'Hôm nào', samples: ['2026/11/03', '2026/11/04'], guess: 'rate_at' },
      { heading: 'Mô tả', samples: ['Sai số', 'Sai tầng'], guess: '' },
      { heading: 'Điểm', samples: ['1', '2'], guess: 'point' },
      { heading: 'Phát hiện bởi', samples: ['Nội bộ'], guess: 'detect_by' },
      { heading: 'STT', samples: ['1', '2'], guess: '' },
    ]);
    expect(body.fields).toContainEqual({ field: 'mistake', required: true });
    expect(body.fields).toContainEqual({ field: 'point', required: true });
    expect((await api.client.execute('SELECT COUNT(*) AS n FROM imports')).rows[0]!.n).toBe(0);
    expect(api.sent).toEqual([]);
  });

  test('shows at most three values of a column, each once', async () => {
    const names = ['A', 'B', 'B', 'C', 'D'].map((name) => [name, 'x']);
    const { body } = await send('departments', [['Khối', 'Kiểu'], ...names]);
    expect(body.headings[0].samples).toEqual(['A', 'B', 'C']);
  });

  test('is read where it only has further columns, as before', async () => {
    expect(
      await run('companies', [
        ['Công ty', 'Ghi chú'],
        ['Sao Mai', 'x'],
      ]),
    ).toMatchObject({ status: 'done', inserted: 1 });
  });
});

describe('a guess', () => {
  test('is asked about further columns that may be of the template, if it wants to be', async () => {
    const headings = ['Tên đăng nhập', 'Họ tên', 'Email', 'Phòng', 'Sở thích'];
    const people = [headings, ['binh', 'Trần Bình', 'binh@tensu.test', 'Kết cấu', 'cờ']];
    expect((await send('users', people)).status).toBe(201);
    const { status, body } = await send('users', people, undefined, { ask_headings: '1' });
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'headings_unknown' });
    expect(body.message).toContain('Phòng ban');
    expect(body.headings.map(({ guess }: { guess: string }) => guess)).toEqual(['username', 'name', 'email', 'department_id', '']);
    expect((await send('users', people, { Phòng: '', 'Sở thích': '' }, { ask_headings: '1' })).status, 'it is answered').toBe(201);
    expect((await send('users', people, undefined, { ask_headings: '1' })).status, 'and kept').toBe(201);
    const known = people.map((row) => row.filter((_, at) => at !== 3));
    expect((await send('users', known, undefined, { ask_headings: '1' })).status, 'nothing that may be a field').toBe(201);
  });

  test('knows the words of an office', async () => {
    expect(await guessesOf('users', [['Phòng', 'Chức danh', 'Mã NV', 'Điện thoại', 'Công ty', 'Mail']])).toMatchObject({
      Phòng: 'department_id',
      'Mã NV': 'employee_code',
      'Điện thoại': 'phone_number',
      'Công ty': 'company_id',
    });
    expect(await guessesOf('customers', [['Mã KH', 'Tên KH', 'Hạng mục']])).toEqual({
      'Mã KH': 'code',
      'Tên KH': 'name',
      'Hạng mục': 'work_category',
    });
    expect(await guessesOf('standards', [['Khách', 'Hạng mục', 'Mã QM', 'Điểm TK', 'Điểm KT']])).toEqual({
      Khách: 'customer_id',
      'Hạng mục': 'work_category_id',
      'Mã QM': 'scale_code',
      'Điểm TK': 'standard_design_point',
      'Điểm KT': 'standard_check_point',
    });
  });

  test('of accounts and ids of jobs is sure enough to read the file', async () => {
    const { body } = await send('users', [['Tài khoản'], ['an']]);
    expect(body.status).toBe('queued');
    expect(
      (
        await send('directs', [
          ['Mã việc', 'Ghi chú'],
          ['77', 'x'],
        ])
      ).status,
    ).toBe(201);
  });
});

describe('a mapping', () => {
  test('reads the file, also beyond a title, in a preview, and in the workbook of rejected rows', async () => {
    const preview = await run('mistakes', MISTAKES, MAPPING, { dry_run: '1' });
    expect(preview).toMatchObject({ status: 'done', dry_run: 1, inserted: 2, failed: 0 });
    const rows = [...MISTAKES, ['Không ai', '2026/11/05', 'Sai cột', 1, 'Nội bộ', 3]];
    const done = await run('mistakes', rows, MAPPING, { mode: 'valid_rows' });
    expect(done).toMatchObject({ inserted: 2, failed: 1, errors: [{ column: 'Ai' }] });
    expect(done.message).not.toContain('STT');
    const { body } = await api.call('GET', `imports/${done.id}/rejected-rows`, { as: api.people.admin });
    expect((await readWorkbook(body as Uint8Array)).map((cells) => cells[1])).toEqual(['Ai', 'Không ai']);
  });

  test('is offered for the next file with these headings, in any order, and its words for others', async () => {
    await run('mistakes', MISTAKES, { ...MAPPING, 'Hôm nào': '', 'Mô tả': 'mistake', STT: 'rate_at' }, { dry_run: '1' });
    await run('mistakes', MISTAKES, MAPPING, { dry_run: '1' });
    expect(await guessesOf('mistakes', [['STT', 'Mô tả', 'Điểm', 'Phát hiện bởi', 'Ai', 'Hôm nào']])).toMatchObject(MAPPING);
    expect(await guessesOf('mistakes', [['Mô tả', 'Khác']])).toEqual({ 'Mô tả': 'mistake', Khác: '' });
    expect(await guessesOf('customers', [['Mô tả', 'Khác']])).toEqual({ 'Mô tả': '', Khác: '' });
  });

  test('that still lacks a required column is asked for again, as it was given', async () => {
    const { status, body } = await send('mistakes', MISTAKES, { Ai: 'user_id', 'Mô tả': 'mistake' });
    expect({ status, missing: body.missing }).toEqual({ status: 422, missing: ['rate_at'] });
    expect(body.headings[2]).toMatchObject({ heading: 'Mô tả', guess: 'mistake' });
  });

  test.each([
    ['that is no JSON', '{', 'JSON'],
    ['that is a list', '[]', 'JSON'],
    ['of a heading that the file has not', { ...MAPPING, Khác: 'point' }, '«Khác»'],
    ['to an unknown field', { ...MAPPING, STT: 'sao' }, '«sao»'],
    ['to a value that is no field', { ...MAPPING, STT: 1 }, '«STT»'],
    ['of two columns to one field', { ...MAPPING, STT: 'mistake' }, '«STT»'],
    ['of a column to a field that another is known for', { ...MAPPING, STT: 'point' }, '«STT»'],
  ])('%s is refused', async (_, mapping, named) => {
    const { status, body } = await send('mistakes', MISTAKES, mapping);
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'invalid' });
    expect(body.messages.mapping).toContain(named);
  });
});
