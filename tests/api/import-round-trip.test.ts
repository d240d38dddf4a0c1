import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { IMPORTABLES, importableOf } from '../../worker/features/imports/importable.ts';
import { openApi, type Person, type TestApi } from '../support/api.ts';
import { importRows } from '../support/imports.ts';
import { runs } from '../support/property-runs.ts';
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
    expect({ status: answer.status, message: answer.body.message }).toEqual({ status: 201, message: undefined });
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
  // As the app does: no heading of an export is asked about.
  return importRows(api, entity, sheet, { as: api.people.admin, fields: { ask_headings: '1' }, ...options });
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

/** Columns that follow from others, and those that are the same as another one. */
const DERIVED = /_(fold|sort|key)$|^(version|updated_at|upsert_by|is_updated|adjust_reason|audit_json|keisanyou|nani_keisuu|naniten)$/;

interface Cell {
  name: string;
  /** Place of its column in the list. */
  at: number;
}

/** The fields of an entity that a person may change in one cell and nothing else. */
function changeableCells(entity: string, header: readonly unknown[]): Cell[] {
  const { fields, updatableFields = fields, resource } = importableOf(entity);
  return updatableFields.flatMap((name) => {
    const { kind, label, entity: target } = resource.contract.fields[name]!;
    const at = header.indexOf(label.vi);
    const isPlain = ['text', 'decimal', 'integer', 'date'].includes(kind) && target === undefined;
    // A person's code follows the user name.
    return isPlain && at !== -1 && !DERIVED.test(name) && name !== 'username' ? [{ name, at }] : [];
  });
}

const CHANGE = fc.record({ row: fc.nat(ROWS - 1), cell: fc.nat(99), n: fc.nat(9) });

describe.each(ENTITIES)('cells of %s', (entity) => {
  const { resource } = importableOf(entity);
  // No two rows ever have the same value, as of a code.
  const sampleOf = (name: string, n: number) => makeSample(resource.contract, n)[name];
  const fileValue = (name: string, row: number, n: number) => sampleOf(name, 20 + row * 10 + n);

  test('that are changed change those values alone; rows that others wrote since, or checked, are refused by name', async () => {
    await fill(entity === 'directs_techousei' ? 'directs' : entity);
    const own = (rows: Record<string, unknown>[]) => rows.slice(-ROWS);
    const hasCheck = resource.contract.access.check !== undefined;
    const ids = own(await listAll(entity)).map(({ id }) => Number(id));
    if (hasCheck) await check(entity, ids[CHECKED]!);
    let tries = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(CHANGE, { maxLength: 8 }), fc.array(fc.nat(ROWS - 1), { maxLength: 3 }), async (changes, edits) => {
        const sheet = await exported(entity);
        const first = sheet.length - ROWS;
        const cells = changeableCells(entity, sheet[0]!);

        const before = own(await listAll(entity));
        const edited = cells.find(({ name }) => typeof sampleOf(name, 1) === 'string') ?? cells[0]!;
        tries += 1;
        for (const row of edits.filter((row) => !(hasCheck && row === CHECKED))) {
          const body = { [edited.name]: sampleOf(edited.name, (tries % 2 ? 90 : 10) + row) };
          const answer = await api.call('PUT', `${entity}/${ids[row]}`, { as: api.people.admin, body });
          expect({ status: answer.status, messages: answer.body.messages }).toEqual({ status: 200, messages: undefined });
        }
        const meanwhile = own(await listAll(entity));
        const wanted = meanwhile.map(() => new Map<string, unknown>());
        for (const { row, cell, n } of changes) {
          const { name, at } = cells[cell % cells.length]!;
          sheet[first + row]![at] = fileValue(name, row, n);
          wanted[row]!.set(name, fileValue(name, row, n));
        }
        const differs = wanted.map(
          (values, row) => new Set([...values.keys()].filter((name) => values.get(name) !== meanwhile[row]![name])),
        );
        const isOld = (row: number) => meanwhile[row]!.version !== before[row]!.version;
        // A row that says what the others wrote, as a day that both chose, changes nothing.
        const contradicts = (row: number) => differs[row]!.size > 0 || !wanted[row]!.has(edited.name);
        const isRefused = (row: number) => (isOld(row) && contradicts(row)) || (hasCheck && row === CHECKED && differs[row]!.size > 0);
        const refused = differs.flatMap((_, row) => (isRefused(row) ? [row] : []));
        const written = differs.flatMap(({ size }, row) => (size > 0 && !isRefused(row) ? [row] : []));

        const done = await sendBack(entity, sheet);
        expect(
          done.errors.map((error: { row: number }) => error.row - 1 - first),
          JSON.stringify(done.errors),
        ).toEqual(refused);
        for (const { message } of done.errors) expect(message).toMatch(/^Bản ghi đã bị .+ sửa lúc \d{4}|đã (được )?kiểm tra/);
        const rows = sheet.length - 1;
        expect(done.failed).toEqual(refused.length);
        expect(done.updated).toEqual(written.length);
        expect(done.unchanged).toEqual(rows - refused.length - written.length);
        for (const [row, after] of own(await listAll(entity)).entries()) {
          const changed = Object.keys(after).filter((name) => after[name] !== meanwhile[row]![name] && !DERIVED.test(name));
          expect(new Set(changed), `row ${row}`).toEqual(written.includes(row) ? differs[row] : new Set());
          if (written.includes(row)) for (const name of changed) expect(after[name]).toBe(wanted[row]!.get(name));
        }
      }),
      { numRuns: runs(5) },
    );
  });
});

/** A row of each list that is checked before it is exported, where its kind has a check. */
const CHECKED = 2;

async function check(entity: string, id: number): Promise<void> {
  const answer = await api.call('POST', `${entity}/checked`, { as: api.people.admin, body: { id, is_checked: 1 } });
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

test('a formatted text is exported as lists show it, comes back unchanged, and keeps what a cell cannot hold', async () => {
  const file = `/api/v1/files/${'a'.repeat(64)}.png`;
  const formatted = `<p>Xem <strong>mặt bằng</strong> &amp; cắt</p><img src="${file}" alt="Mặt bằng" /><p>a &lt; b</p>`;
  const lines = '<p>Dòng một</p><p>Dòng hai</p>';
  await api.insert('directs', { name: 'J-1', bukkenmei: '家', description: formatted });
  await api.insert('directs', { name: 'J-2', bukkenmei: '家', description: lines });
  const words = { vi: 'Hình ảnh', en: 'Image' };
  for (const lang of ['vi', 'en'] as const) {
    const sheet = await exported('directs', lang);
    const at = sheet[0]!.indexOf(lang === 'vi' ? 'Mô tả' : 'Description');
    expect(sheet.slice(1).map((row) => row[at])).toEqual([`Xem mặt bằng & cắt\n[${words[lang]}: Mặt bằng]\na < b`, 'Dòng một\nDòng hai']);
    expect(await sendBack('directs', sheet)).toMatchObject({ unchanged: 2, updated: 0, failed: 0 });
  }
  const sheet = await exported('directs');
  const at = sheet[0]!.indexOf('Mô tả');
  for (const row of sheet.slice(1)) row[at] = `${String(row[at])}\nthêm`;
  const done = await sendBack('directs', sheet, { mode: 'valid_rows' });
  expect(done).toMatchObject({ updated: 1, failed: 1, errors: [{ row: 2, column: 'Mô tả' }] });
  expect(done.errors[0].message).toMatch(/^Mô tả có hình ảnh, liên kết hoặc chữ định dạng/);
  expect(await rowsOf('SELECT description FROM directs ORDER BY id')).toEqual([
    { description: formatted },
    { description: 'Dòng một<br />Dòng hai<br />thêm' },
  ]);
});
