import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { IMPORTABLES, importableOf } from '../../worker/features/imports/importable.ts';
import { openApi, type Person, type TestApi } from '../support/api.ts';
import { memoryBucket } from '../support/bucket.ts';
import { importRows } from '../support/imports.ts';
import { readWorkbook } from '../support/read-workbook.ts';
import { fillReferences, makeSample } from '../support/samples.ts';

/** What people do with a list: export it, change cells in Excel, send it back. */

type Sheet = unknown[][];
const ENTITIES = IMPORTABLES.filter(({ resource }) => resource.contract.access.export).map(({ resource }) => resource.contract.name);
const ROWS = 7;

let api: TestApi;
beforeEach(async () => {
  api = await openApi();
  await fillReferences(api);
  api.deps.files = memoryBucket();
});
afterEach(() => api.close());

const rowsOf = async (sql: string) => (await api.client.execute(sql)).rows.map((row) => ({ ...row }));
const tableOf = (entity: string) => importableOf(entity).resource.table;
const newestHistory = async () => Number((await rowsOf('SELECT ifnull(MAX(id), 0) AS id FROM history'))[0]!.id);
const listAll = (entity: string) => rowsOf(`SELECT * FROM ${tableOf(entity)} ORDER BY id`);

async function fill(entity: string, rows = ROWS): Promise<void> {
  const { contract } = importableOf(entity).resource;
  for (let n = 1; n <= rows; n++) {
    const answer = await api.call('POST', entity, { as: api.people.admin, body: makeSample(contract, n) });
    expect([answer.status, answer.body.message]).toEqual([201, undefined]);
  }
}

async function exported(entity: string, lang = 'vi'): Promise<Sheet> {
  const { body } = await api.call('GET', `${entity}/export?order_by=id ASC`, {
    as: api.people.admin,
    headers: { 'accept-language': lang },
  });
  const sheet = await readWorkbook(body as Uint8Array);
  // Blank cells are holes of the row, which would close when it is written again.
  return sheet.map((row) => Array.from(row, (cell) => cell ?? null));
}

function sendBack(entity: string, sheet: Sheet, options: { as?: Person; mode?: string } = {}) {
  return importRows(api, entity, sheet, { as: api.people.admin, ...options });
}

describe.each(ENTITIES)('%s', (entity) => {
  test('has every importable column in its export and, last, id and version', async () => {
    const { fields, resource } = importableOf(entity);
    const { contract } = resource;
    const [header] = await exported(entity, 'en');
    const template = await api.call('GET', `${entity}/import-template`, { as: api.people.admin, headers: { 'accept-language': 'en' } });
    const wanted = (await readWorkbook(template.body as Uint8Array))[0]!.map((title) => String(title).replace(' *', ''));
    const shownBy = (name: string) => Object.entries(contract.relations).find(([, { field }]) => field === name)?.[0];
    const missing = wanted.filter((title, index) => {
      const relation = shownBy(fields[index]!);
      const names = [title, ...contract.columns.filter(({ key }) => key.startsWith(`${relation}.`)).map(({ label }) => label.en)];
      return !names.some((name) => header!.includes(name));
    });
    expect(missing).toEqual([]);
    expect(header!.slice(-2)).toEqual(['Id', 'Version']);
    expect(new Set(header).size).toBe(header!.length);
  });

  test('sent back as it was exported, in either language, changes nothing and leaves no history', async () => {
    await fill(entity);
    const [before, newest] = [await listAll(entity), await newestHistory()];
    for (const lang of ['vi', 'en']) {
      const done = await sendBack(entity, await exported(entity, lang), { mode: 'all_or_nothing' });
      expect(done).toMatchObject({ status: 'done', inserted: 0, updated: 0, failed: 0, unchanged: before.length, errors: [] });
      expect(done.message).toContain(`${before.length} dòng giống`);
    }
    expect(before.length).toBeGreaterThanOrEqual(ROWS);
    expect(await listAll(entity)).toEqual(before);
    expect(await newestHistory()).toBe(newest);
  });
});

/** Cells of a list that a person may change without more, by header, and what a cell says for each number. */
const EDITABLE: Record<string, Record<string, (n: number) => unknown>> = {
  directs: {
    'Tên công trình': (n) => `Nhà ${n}`,
    'Số tsubo': (n) => n + 0.25,
    'Ghi chú': (n) => `ghi chú ${n}`,
    'Diện tích': (n) => n * 1.5,
    Hạng: (n) => `H${n}`,
    'Ngày giao': (n) => `2026/12/${String(1 + (n % 28)).padStart(2, '0')}`,
  },
  pro: { 'Ghi chú': (n) => `ghi chú ${n}`, 'Ngày đánh giá': (n) => `2026/12/${String(1 + (n % 28)).padStart(2, '0')}` },
  indirects: { 'Ghi chú': (n) => `ghi chú ${n}`, Điểm: (n) => n + 0.75 },
  mistakes: { Lỗi: (n) => `Lỗi ${n}`, Điểm: (n) => n + 0.125, 'Công trình': (n) => `Nhà ${n}` },
  directs_techousei: { 'Điểm thiết kế': (n) => n + 0.5, 'Điểm kiểm tra': (n) => n + 0.25 },
};
const DERIVED = /_fold$|_sort$|^(version|updated_at|upsert_by|is_updated|adjust_reason|audit_json)$/;

describe.each(Object.keys(EDITABLE))('cells of %s', (entity) => {
  test('that are changed change those values alone, and rows of others since then are refused by name', async () => {
    await fill(entity);
    const titles = Object.keys(EDITABLE[entity]!);
    const change = fc.record({
      row: fc.integer({ min: 0, max: ROWS - 1 }),
      title: fc.constantFrom(...titles),
      n: fc.integer({ min: 20, max: 99 }),
    });
    let salt = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { maxLength: 8 }),
        fc.array(fc.integer({ min: 0, max: ROWS - 1 }), { maxLength: 3 }),
        async (changes, edited) => {
          const sheet = await exported(entity);
          const header = sheet[0]!;
          salt += 100;
          for (const { row, title, n } of changes) sheet[row + 1]![header.indexOf(title)] = EDITABLE[entity]![title]!(n + salt);
          const before = await listAll(entity);
          for (const row of new Set(edited)) await editMeanwhile(entity, Number(before[row]!.id), salt);
          const meanwhile = await listAll(entity);
          const touched = new Set(changes.map(({ row }) => row));
          const refused = [...new Set(edited)];
          const done = await sendBack(entity, sheet);
          const written = [...touched].filter((row) => !refused.includes(row));
          expect([done.failed, done.updated, done.unchanged]).toEqual([
            refused.length,
            written.length,
            ROWS - refused.length - written.length,
          ]);
          expect(
            done.errors.every(({ message }: { message: string }) => /^Bản ghi đã bị .+ sửa lúc \d{4}/.test(message)),
            JSON.stringify(done.errors),
          ).toBe(true);
          expect(done.errors.map(({ row }: { row: number }) => row - 2).sort()).toEqual(refused.sort());
          const after = await listAll(entity);
          for (const [row, values] of after.entries()) {
            const differing = Object.keys(values).filter((name) => values[name] !== meanwhile[row]![name] && !DERIVED.test(name));
            const wanted = refused.includes(row) ? 0 : new Set(changes.filter((one) => one.row === row).map(({ title }) => title)).size;
            expect([row, differing.length], String(differing)).toEqual([row, wanted]);
          }
        },
      ),
      { numRuns: 6 },
    );
  });
});

const MEANWHILE: Record<string, (salt: number) => Record<string, unknown>> = {
  directs: (salt) => ({ reference2: `x${salt}` }),
  directs_techousei: (salt) => ({ result_design_point: salt + 0.125 }),
  mistakes: (salt) => ({ link_case: `vụ ${salt}` }),
  pro: (salt) => ({ note: `khác ${salt}` }),
  indirects: (salt) => ({ note: `khác ${salt}` }),
};

/** Somebody else edits a value of the record on screen. */
async function editMeanwhile(entity: string, id: number, salt: number): Promise<void> {
  const body = MEANWHILE[entity]!(salt);
  const answer = await api.call('PUT', `${entity}/${id}`, { as: api.people.writer, body });
  expect(answer.status).toBe(200);
}

describe('a blank cell', () => {
  test('leaves the value, (trống) or (empty) clears it, whatever the way to the record', async () => {
    await fill('directs', 3);
    const [first, second] = await listAll('directs');
    const header = ['id', 'external_id', 'Ghi chú', 'Hạng', 'Diện tích'];
    const done = await sendBack('directs', [
      header,
      [first!.id, null, null, '(trống)', 12.5],
      [null, second!.external_id, '(EMPTY)', null, null],
    ]);
    expect(done).toMatchObject({ updated: 2, failed: 0 });
    const after = await listAll('directs');
    expect(after[0]).toMatchObject({ bikou: first!.bikou, rank: null, menseki: 12.5, external_id: first!.external_id });
    expect(after[1]).toMatchObject({ bikou: null, rank: second!.rank, menseki: second!.menseki });
  });

  test('of a required value that is cleared is refused', async () => {
    await fill('mistakes', 1);
    const [row] = await listAll('mistakes');
    const done = await sendBack('mistakes', [
      ['id', 'Lỗi'],
      [row!.id, '(trống)'],
    ]);
    expect(done).toMatchObject({ failed: 1, updated: 0 });
    expect(done.errors[0]).toMatchObject({ column: 'Lỗi', message: 'Lỗi không được để trống' });
  });
});

describe('a row with an id', () => {
  test('updates that record whoever made it, and never another: an unknown or unreadable id is refused', async () => {
    await fill('mistakes', 2);
    const [row] = await listAll('mistakes');
    const done = await sendBack('mistakes', [
      ['id', 'Điểm'],
      [row!.id, 9],
      [999, 9],
      ['x', 9],
      [row!.id, 8],
    ]);
    expect(done).toMatchObject({ updated: 1, failed: 3 });
    expect(done.errors.map(({ row, message }: { row: number; message: string }) => [row, message])).toEqual([
      [3, expect.stringContaining('mã số 999')],
      [4, expect.stringContaining('số nguyên dương')],
      [5, expect.stringContaining('dòng 2')],
    ]);
  });

  test('is changed only by who may edit it on screen', async () => {
    await fill('pro', 1);
    const [row] = await listAll('pro');
    const sheet = [
      ['id', 'Ghi chú'],
      [row!.id, 'khác'],
    ];
    expect(await sendBack('pro', sheet, { as: api.people.checked })).toMatchObject({ failed: 1, updated: 0 });
    expect(await sendBack('pro', sheet, { as: api.people.writer })).toMatchObject({ failed: 0, updated: 1 });
  });

  test('of an adjustment is refused where its other cells are those of another job', async () => {
    await fill('directs', 2);
    const [first, second] = await listAll('directs');
    const done = await sendBack('directs_techousei', [
      ['id', 'Mã công việc', 'Điểm thiết kế'],
      [first!.id, second!.name, 77],
      [second!.id, second!.name, 78],
    ]);
    expect(done).toMatchObject({ updated: 1, failed: 1 });
    expect(done.errors[0].message).toContain('không phải của bản ghi có mã số');
    expect((await listAll('directs')).map(({ result_design_point }) => result_design_point)).toEqual([first!.result_design_point, 78]);
  });
});

test('a namesake who left keeps the record that is theirs', async () => {
  const [one, two] = await Promise.all(
    ['tu1', 'tu2'].map((username, n) =>
      api.insert('users', {
        username,
        username_fold: username,
        name: 'Phan Tú',
        name_fold: 'phan tu',
        active: n,
        department_id: 1,
        dept_grp_id: 1,
      }),
    ),
  );
  for (const user_id of [one, two])
    await api.insert('mistakes', { user_id: user_id!, rate_at: '2026-11-02', mistake: 'a', point: 1, detect_by: 'T' });
  const done = await sendBack('mistakes', await exported('mistakes'));
  expect(done, JSON.stringify(done.errors)).toMatchObject({ unchanged: 2, updated: 0, failed: 0 });
});

test('a job without designer and source id is found for its adjustment', async () => {
  await api.insert('directs', { name: 'J-1', bukkenmei: '家', henkyaku_hi: '2026-11-03', customer_id: 1 });
  const done = await sendBack('directs_techousei', [
    ['name', 'bukkenmei', 'customer_id', 'user_id', 'henkyaku_hi', 'result_design_point'],
    ['J-1', '家', 'GOC1', null, '2026/11/03', 3.5],
  ]);
  expect(done).toMatchObject({ updated: 1, failed: 0 });
});

test('a job that lacks what forms require is edited by file without being filled in', async () => {
  const id = await api.insert('directs', { name: 'J-1', bukkenmei: '家' });
  const done = await sendBack('directs', [
    ['id', 'Mã công việc', 'Phòng ban', 'Ghi chú'],
    [id, 'J-1', null, 'mới'],
  ]);
  expect(done).toMatchObject({ updated: 1, failed: 0 });
});

test('a text longer than a cell comes back unchanged, and is not cut by an edit', async () => {
  const description = `<p>${'dài '.repeat(10_000)}</p>`;
  await api.insert('directs', { name: 'J-1', bukkenmei: '家', description });
  const sheet = await exported('directs');
  const back = await sendBack('directs', sheet);
  expect(back, JSON.stringify(back.errors)).toMatchObject({ unchanged: 1, failed: 0 });
  sheet[1]![sheet[0]!.indexOf('Mô tả')] = 'ngắn';
  expect(await sendBack('directs', sheet)).toMatchObject({ unchanged: 0, updated: 0, failed: 1 });
  expect(await rowsOf('SELECT description FROM directs')).toEqual([{ description }]);
});
