import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Author } from '../../worker/platform/db/client.ts';
import type { Plan } from '../../worker/platform/db/query.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { importRows } from '../support/imports.ts';
import { runs } from '../support/property-runs.ts';
import { readWorkbook } from '../support/read-workbook.ts';

/** What people do to date rules in Excel: export the list, change the month in its rows, send it back. */

let api: TestApi;
beforeEach(async () => {
  api = await openApi('2026-11-20T03:00:00Z');
  await api.insert('work_categories', { id: 1, work_name: '基礎伏図' });
});
afterEach(() => api.close());

const TABLES = {
  tsubos: 'tsubos',
  'formula-base-points': 'formula_base_points',
  standards: 'standards',
  'formula-results': 'formula_results',
};
type Entity = keyof typeof TABLES;
type Row = Record<string, unknown>;
const rowsOf = async (entity: Entity) =>
  (await api.client.execute(`SELECT * FROM ${TABLES[entity]} ORDER BY id`)).rows.map((row): Row => ({ ...row }));

/** The export of a list, its month column and that of the code. */
async function exportList(entity: Entity, query = '') {
  const { body } = await api.call('GET', `${entity}/export?order_by=id ASC${query}`, { as: api.people.admin });
  const sheet = (await readWorkbook(body as Uint8Array)).map((row) => Array.from(row, (cell) => cell ?? null));
  return { sheet, month: sheet[0]!.indexOf('Áp dụng từ tháng') };
}

const send = (entity: Entity, rows: Parameters<typeof importRows>[2], mode: string, dry_run = '0') =>
  importRows(api, entity, rows, { as: api.people.admin, mode, fields: { dry_run } });

/** What a row says, but for its own number, month and time. */
function saying(row: Row): Row {
  const {
    id: _,
    version: __,
    valid_from: ___,
    copied_from: ____,
    created_at: _____,
    updated_at: ______,
    audit_json: _______,
    ...rest
  } = row;
  return rest;
}

async function fill(entity: Entity, sizes: readonly number[]): Promise<void> {
  for (const [table, size] of sizes.entries()) {
    const code = `Mã ${table}`;
    for (let at = 0; at < size; at++) {
      const values = { scale_code: code, valid_from: table === 1 ? '2026-09' : '' };
      if (entity === 'tsubos')
        await api.insert('tsubos', {
          ...{ scale_factor_code: code, valid_from: values.valid_from, scale_factor: 1 + at / 8 },
          ...{ scale_limit_from: at * 10, scale_limit_to: at * 10 + 10, description: at % 2 ? 'ghi chú' : null },
        });
      else if (entity === 'formula-base-points')
        await api.insert('formula_base_points', {
          ...{ ...values, condition_variable: 'tsubosuu', condition_operator: '>=', condition_param: `${at}` },
          base_point1: `${at}`,
        });
      else if (at > 0) continue;
      else if (entity === 'formula-results')
        await api.insert('formula_results', { ...values, result_design_formula: `${table}`, result_check_formula: '1' });
      else {
        await api.insert('customers', { id: table + 1, name: `Khách ${table}`, code: `K${table}` });
        await api.insert('standards', {
          ...values,
          ...{ customer_id: table + 1, work_category_id: 1, standard_design_point: 1.37 + table, standard_check_point: 1, note: 'giữ' },
        });
      }
    }
  }
}

describe.each(Object.keys(TABLES) as Entity[])('%s sent back with another month', (entity) => {
  it('become a version of that month, whole, equal to what it was copied from; the same file again changes nothing', async () => {
    await fill(entity, [3, 4, 1]);
    const before = await rowsOf(entity);
    const { sheet, month } = await exportList(entity);
    for (const row of sheet.slice(1)) row[month] = '2026/12';
    const preview = await send(entity, sheet, 'all_or_nothing', '1');
    expect(preview.status, JSON.stringify(preview.errors)).toBe('done');
    expect(preview.inserted, JSON.stringify(preview.errors)).toEqual(before.length);
    expect(preview.failed, JSON.stringify(preview.errors)).toBe(0);
    expect(await rowsOf(entity)).toEqual(before);

    const done = await send(entity, sheet, 'all_or_nothing');
    expect(done.status).toBe('done');
    expect(done.inserted).toEqual(before.length);
    expect(done.updated).toBe(0);
    expect(done.errors).toEqual([]);
    const after = await rowsOf(entity);
    expect(after.slice(0, before.length), 'what counts until then stays').toEqual(before);
    const made = after.slice(before.length);
    expect(made.map(saying)).toEqual(before.map(saying));
    expect(new Set(made.map((row) => row.valid_from))).toEqual(new Set(['2026-12']));
    const isOneRow = entity === 'standards' || entity === 'formula-results';
    const planned = `${before.length} dòng có tháng khác bản cũ sẽ thành phiên bản mới`;
    expect(preview.message?.includes(planned) ?? false, preview.message).toBe(isOneRow);
    if (entity === 'tsubos') {
      expect(made.map((row) => row.copied_from)).toEqual(before.map(({ id }) => id));
      expect(preview.message).toContain('Sẽ tạo phiên bản mới của bảng: «Mã 0» từ 2026/12 (3 dòng, đang áp dụng 3 dòng), «Mã 1»');
      expect(done.versions).toEqual([
        { code: 'Mã 0', valid_from: '2026-12', rows: 3, rows_now: 3 },
        { code: 'Mã 1', valid_from: '2026-12', rows: 4, rows_now: 4 },
        { code: 'Mã 2', valid_from: '2026-12', rows: 1, rows_now: 1 },
      ]);
    }
    const again = await send(entity, sheet, 'valid_rows');
    expect(again.status).toBe('done');
    expect(again.unchanged).toEqual(before.length);
    expect(again.inserted + again.updated + again.failed).toBe(0);
    expect(await rowsOf(entity)).toEqual(after);
    const november = await exportList(entity, '&as_of=2026-11');
    expect(november.sheet.length - 1).toBe(before.length);
  });
});

describe('a table of a file that makes a version', () => {
  const HEADINGS = ['Mã hệ số quy mô', 'Hệ số quy mô', 'Từ (≥)', 'Áp dụng từ tháng'];

  it('is refused with its rows counted where one is missing, whatever else the file holds, in both ways of writing', async () => {
    await fill('tsubos', [3, 2]);
    const before = await rowsOf('tsubos');
    const { sheet, month } = await exportList('tsubos');
    for (const row of sheet.slice(1, 3)) row[month] = '2026/12';
    for (const mode of ['all_or_nothing', 'valid_rows']) {
      const refused = await send('tsubos', sheet, mode);
      expect(refused.status).toEqual(mode === 'valid_rows' ? 'done' : 'failed');
      expect(refused.failed).toBe(2);
      expect(refused.errors[0].message).toEqual(
        expect.stringMatching(/từ tháng 2026\/12 phải có trọn bảng: tệp có 2 dòng đúng, bảng đang áp dụng có 3 dòng/),
      );
      expect(refused.errors[0].message, 'the rows of the table, as the file numbers them').toMatch(
        /^Phiên bản của bảng «Mã 0» .* trong tệp: 2, 3\./,
      );
      expect(await rowsOf('tsubos')).toEqual(before);
    }
  });

  it('names a table by its code as it is written, and at most twenty of its rows', async () => {
    await fill('tsubos', [25]);
    await api.client.execute(`UPDATE tsubos SET scale_factor_code = 'Mã "Đ\\1"', scale_factor_code_key = 'mã"đ\\1"'`);
    const { sheet, month } = await exportList('tsubos');
    for (const row of sheet.slice(1, -1)) row[month] = '2026/12';
    const refused = await send('tsubos', sheet, 'all_or_nothing');
    expect(refused.errors[0].message).toContain('«Mã "Đ\\1"»');
    expect(refused.errors[0].message).toMatch(/trong tệp: 2, 3, .*, 20, 21 …\./);
  });

  it('keeps its rows together where the month of one is cleared, and says so', async () => {
    await fill('tsubos', [2, 3]);
    const before = await rowsOf('tsubos');
    const { sheet, month } = await exportList('tsubos', '&as_of=all');
    sheet[4]![month] = '(trống)';
    const refused = await send('tsubos', sheet, 'valid_rows');
    expect(refused.failed, JSON.stringify(refused)).toBe(1);
    expect(refused.errors[0]?.message, JSON.stringify(refused)).toEqual(expect.stringContaining('rời phiên bản của bảng'));
    expect(await rowsOf('tsubos')).toEqual(before);
  });

  it('waits until the wrong rows of the file are corrected, while rows of present versions are written', async () => {
    await fill('tsubos', [2]);
    const good = ['Mã 0', 9, 0, '2026/12'];
    const more = ['Mã 0', 7, 20, '2026/12'];
    const rows = [HEADINGS, good, ['Mã 0', 8, 10, '2026/12'], more, ['Mã 0', 'sai', 30, '2026/12'], ['Mới', 1, 0, null]];
    const part = await send('tsubos', rows, 'valid_rows');
    expect(part.status).toBe('done');
    expect(part.inserted).toBe(1);
    expect(part.failed).toBe(4);
    expect(part.versions).toEqual([]);
    expect(part.errors.map(({ message }: { message: string }) => message).join()).toContain('chỉ được ghi trọn');
    rows[4] = ['Mã 0', 6, 30, '2026/12'];
    const whole = await send('tsubos', rows, 'valid_rows');
    expect(whole.inserted).toBe(4);
    expect(whole.failed).toBe(0);
    expect(whole.unchanged).toBe(1);
    expect(whole.versions).toEqual([{ code: 'Mã 0', valid_from: '2026-12', rows: 4, rows_now: 2 }]);
  });

  it('gives its rows the rows that they follow from, also where the file has no numbers of records', async () => {
    await fill('tsubos', [2]);
    await api.client.execute('UPDATE tsubos SET scale_limit_to = NULL');
    const version = [HEADINGS, ['mã 0', 5, 10, '2026/12'], ['Mã 0', 6, 0, '2026/12'], ['Mã 0', 7, 20, '2026/12']];
    const done = await send('tsubos', version, 'all_or_nothing');
    expect({ status: done.status, inserted: done.inserted }).toEqual({ status: 'done', inserted: 3 });
    const made = (await rowsOf('tsubos')).slice(2);
    expect(made.map((row) => [row.scale_limit_from, row.copied_from])).toEqual([
      [10, 2],
      [0, 1],
      [20, null],
    ]);
  });

  it('is refused where somebody made that version since the file was read, and where it differs from the one that is there', async () => {
    await fill('tsubos', [2]);
    const { sheet, month } = await exportList('tsubos');
    for (const row of sheet.slice(1)) row[month] = '2026/12';
    const { write } = api.deps.db;
    let isFirst = true;
    const overtake = async (plan: Plan, source: string) => {
      if (source !== 'import' || !isFirst || !JSON.stringify(plan).includes('import_conflicts')) return;
      isFirst = false;
      const body = { valid_from: '2026-12', copy_of: 'Mã 0', values: { scale_factor: 5 } };
      expect((await api.call('POST', 'tsubos/versions', { as: api.people.admin, body })).status).toBe(201);
    };
    api.deps.db.write = <P extends Plan>(plan: P, author: Author, timeoutMs?: number) =>
      overtake(plan, author.source).then(() => write(plan, author, timeoutMs));
    const overtaken = await send('tsubos', sheet, 'valid_rows');
    expect({ isFirst, inserted: overtaken.inserted, failed: overtaken.failed }).toEqual({ isFirst: false, inserted: 0, failed: 2 });
    expect((await rowsOf('tsubos')).length).toBe(4);
    const other = await exportList('tsubos');
    other.sheet[1]![month] = '2026/12';
    other.sheet[1]![other.sheet[0]!.indexOf('Hệ số quy mô')] = 9;
    const differs = await send('tsubos', other.sheet, 'valid_rows');
    expect(differs.errors.map(({ message }: { message: string }) => message)).toEqual([
      expect.stringContaining('Đã có phiên bản từ tháng này (mã số 3)'),
    ]);
  });
});

it('takes codes for the same as the calculation does: accents count, case does not', async () => {
  const formula = { result_check_formula: '1' };
  for (const [code, points] of [
    ['Đ1', 1],
    ['D1', 2],
  ] as const)
    for (const valid_from of ['', '2026-12'])
      await api.insert('formula_results', {
        scale_code: code,
        valid_from,
        result_design_formula: `${points}${valid_from && 0}`,
        ...formula,
      });
  const { sheet, month } = await exportList('formula-results', '&as_of=2026-11');
  expect(sheet.length).toBe(3);
  const design = sheet[0]!.indexOf('Công thức điểm thiết kế');
  for (const row of sheet.slice(1)) {
    row[month] = '2026/12';
    row[design] = `${row[design]}0`;
  }
  const same = await send('formula-results', sheet, 'all_or_nothing');
  expect(same.status, 'each is the version of its own code').toBe('done');
  expect(same.unchanged, 'each is the version of its own code').toBe(2);
  expect(same.errors, 'each is the version of its own code').toEqual([]);

  await fill('tsubos', [1]);
  await api.client.execute("UPDATE tsubos SET scale_factor_code = 'Đ1', scale_factor_code_key = 'đ1'");
  const other = [
    ['Mã hệ số quy mô', 'Hệ số quy mô', 'Từ (≥)', 'Đến (<)', 'Áp dụng từ tháng'],
    ['đ1', 5, 0, 10, '2026/12'],
  ];
  const done = await send('tsubos', other, 'all_or_nothing');
  expect({ status: done.status, inserted: done.inserted, errors: done.errors }).toEqual({ status: 'done', inserted: 1, errors: [] });
  expect((await rowsOf('tsubos')).at(-1)!.copied_from, 'a version of the table').toBe(1);
});

const change = fc.record({
  row: fc.nat(9),
  month: fc.constantFrom('2026/11', '2026/12', '2027/01', null),
  factor: fc.integer({ min: 1, max: 9 }),
});

it('never leaves a table with a part of its rows, whatever rows of an export are changed', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(change, { minLength: 1, maxLength: 9 }), { minLength: 1, maxLength: 3 }),
      fc.constantFrom('all_or_nothing', 'valid_rows'),
      fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 }),
      async (files, mode, sizes) => {
        await api.client.execute('DELETE FROM tsubos');
        await fill('tsubos', sizes);
        for (const changes of files) {
          const before = await rowsOf('tsubos');
          const { sheet, month } = await exportList('tsubos', '&as_of=all');
          const factor = sheet[0]!.indexOf('Hệ số quy mô');
          for (const each of changes) {
            const row = sheet[1 + (each.row % (sheet.length - 1))]!;
            if (each.month) row[month] = each.month;
            row[factor] = each.factor;
          }
          await send('tsubos', sheet, mode);
          const after = await rowsOf('tsubos');
          const sizeOf = (rows: Row[], code: unknown, valid_from: unknown) =>
            rows.filter((row) => row.scale_factor_code === code && row.valid_from === valid_from).length;
          const inForce = (code: unknown, month: string) => {
            const begun = before.filter((row) => row.scale_factor_code === code && String(row.valid_from) <= month);
            return sizeOf(
              before,
              code,
              begun
                .map((row) => String(row.valid_from))
                .sort()
                .at(-1),
            );
          };
          for (const { scale_factor_code: code, valid_from } of after) {
            const was = sizeOf(before, code, valid_from);
            const least = was > 0 ? was : inForce(code, String(valid_from));
            expect(sizeOf(after, code, valid_from), `${code} ${valid_from}`).toBeGreaterThanOrEqual(least);
          }
          for (const row of before) expect(after.map(({ id }) => id)).toContain(row.id);
        }
      },
    ),
    { numRuns: runs(20) },
  );
});
