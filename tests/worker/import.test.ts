import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startInProcess } from '../support/in-process.ts';
import { readWorkbook } from '../support/read-workbook.ts';
import type { QueuedSite } from '../support/stack.ts';
import { workbookOf } from '../support/workbooks.ts';
import { insert, type Staff, signIn } from './calculation-month.ts';
import { cleared, download, imported, insertPeople } from './import-file.ts';

let stack: QueuedSite;
let staff: Staff;

beforeAll(async () => {
  stack = await startInProcess({ prepare: insertPeople });
  staff = await signIn(stack);
});
afterAll(() => stack?.close());

const rowsOf = async (sql: string) => (await stack.client.execute(sql)).rows;
const countOf = async (table: string) => Number((await rowsOf(`SELECT COUNT(*) AS n FROM ${table}`))[0]!.n);

/** Rows of an export as new ones: without the last two columns, id and version. */
const withoutIdentity = (rows: unknown[][]) => rows.map((row) => Array.from(row, (cell) => cell ?? null).slice(0, -2));

const DIRECT_HEADERS = [
  ...['Mã nguồn', '業務コード', 'bukkenmei', 'Người thiết kế', 'Người kiểm tra', 'Khách hàng', 'Hạng mục công việc'],
  ...['Ngày trả', 'Số tsubo', 'Hệ số độ khó', 'naniten', 'Thời gian thiết kế', 'Thời gian kiểm tra'],
];
const direct = (n: number, cells: Record<number, unknown> = {}) =>
  Object.assign(
    [`ext-${n}`, `J-${n}`, `山田邸 ${n}`, 'nv001', 'nv002', 'SEK', '構造図', '2026/11/10', 30.5, 1.2, 0.25, 60, 15] as unknown[],
    cells,
  );

describe('ratings', () => {
  test('are written as the file says, under the name of who sent it', async () => {
    const file = await workbookOf([
      ['ＮＨＡＮ VIEN', 'Pro factor', 'rate_at', 'Ghi chú', 'Màu'],
      ['nv001', '1,2', '2026/11/05', 'tốt', 'xanh'],
      ['Trần Thị Hồng', 0.8, '6/11/2026', null, null],
    ]);
    const done = await imported(stack, staff, 'pro', file);
    expect(done).toMatchObject({
      status: 'done',
      total: 2,
      done: 2,
      inserted: 2,
      updated: 0,
      failed: 0,
      errors: [],
      file_name: 'bảng.xlsx',
    });
    expect(done.message).toContain('Màu');
    expect(await rowsOf('SELECT user_id, pro_point_id, rate_at, note FROM pro ORDER BY id')).toEqual([
      { user_id: 1, pro_point_id: 1, rate_at: '2026-11-05', note: 'tốt' },
      { user_id: 2, pro_point_id: 2, rate_at: '2026-11-06', note: null },
    ]);
    const histories = await rowsOf("SELECT source, user_id FROM history WHERE entity = 'pro'");
    expect(histories).toEqual([1, 2].map(() => ({ source: 'import', user_id: done.user.id })));
    await cleared(stack, done.id);
  });

  test('that exist already are reported, not written twice', async () => {
    const sheet = await workbookOf(withoutIdentity(await readWorkbook(await download(stack, staff, 'pro/export'))));
    const again = await imported(stack, staff, 'pro', sheet);
    expect(again).toMatchObject({ status: 'failed', inserted: 0, failed: 2 });
    expect(again.errors[0].message).toMatch(/^Trùng với bản ghi đã có/);
    expect(await countOf('pro')).toBe(2);
  });

  test('of indirect work and of mistakes read words for their options', async () => {
    const indirects = await workbookOf([
      ['Employee', 'Indirect note', 'Rate date', 'Point', 'Point type'],
      ['nv001', 'dao tao', '2026-11-03', 2.5, 'Có'],
      ['nv002', 'Đào tạo', '2026-11-03', '1,25', 'no'],
    ]);
    expect(await imported(stack, staff, 'indirects', indirects)).toMatchObject({ status: 'done', inserted: 2 });
    expect(await rowsOf('SELECT point, indirect_point_type FROM indirects ORDER BY id')).toEqual([
      { point: 2.5, indirect_point_type: 'C' },
      { point: 1.25, indirect_point_type: 'K' },
    ]);
    const mistakes = await workbookOf([
      ['Nhân viên', 'Ngày ghi nhận', 'Lỗi', 'Điểm', 'Phát hiện bởi'],
      ['nv001', '2026-11-03', 'Sai kích thước', 0.125, '社外'],
    ]);
    expect(await imported(stack, staff, 'mistakes', mistakes)).toMatchObject({ status: 'done', inserted: 1 });
    expect(await rowsOf('SELECT detect_by, mistake_fold FROM mistakes')).toEqual([{ detect_by: 'N', mistake_fold: 'sai kich thuoc' }]);
  });

  test.each(['pro', 'indirects', 'mistakes'])('%s: come back the same from an export', async (entity) => {
    const path = `${entity}/export?order_by=rate_at ASC`;
    const before = withoutIdentity(await readWorkbook(await download(stack, staff, path)));
    const count = await countOf(entity);
    await stack.client.execute(`DELETE FROM ${entity}`);
    expect(await imported(stack, staff, entity, await workbookOf(before))).toMatchObject({ status: 'done', inserted: count });
    expect(withoutIdentity(await readWorkbook(await download(stack, staff, path)))).toEqual(before);
  });
});

describe('a number written as a text', () => {
  test('is refused where it can mean two', async () => {
    const file = await workbookOf([
      ['Nhân viên', 'Ngày ghi nhận', 'Lỗi', 'Điểm', 'Phát hiện bởi'],
      ['nv001', '2026-11-04', 'Sai tên', '1.234', 'T'],
      ['nv001', '2026-11-04', 'Sai số', '0,234', 'T'],
    ]);
    const done = await imported(stack, staff, 'mistakes', file, 'valid_rows');
    expect(done).toMatchObject({ status: 'done', inserted: 1, failed: 1 });
    expect(done.errors[0]).toMatchObject({ row: 2, column: 'Điểm', message: expect.stringContaining('1234 / 1.234') });
  });
});

describe('a file with a bad row', () => {
  const file = () =>
    workbookOf([
      ['Nhân viên', 'Hệ số pro', 'Ngày đánh giá'],
      ['nv001', 1.2, '2026-10-01'],
      ['nv999', 7, '2026-10-02'],
      ['Nguyễn Văn Đức', 0.8, '2026-02-30'],
      ['nv002', null, '2026-10-04'],
    ]);

  test('writes nothing, and names each bad cell by row, column and value', async () => {
    const before = await countOf('pro');
    const failed = await imported(stack, staff, 'pro', await file());
    expect(failed).toMatchObject({ status: 'failed', inserted: 0, failed: 3, total: 4 });
    expect(failed.message).toContain('3 dòng');
    expect(failed.errors.map(({ row, column }: { row: number; column: string }) => [row, column])).toEqual([
      [3, 'Nhân viên'],
      [3, 'Hệ số pro'],
      [4, 'Nhân viên'],
      [4, 'Ngày đánh giá'],
      [5, 'Hệ số pro'],
    ]);
    expect(failed.errors[0].message).toContain('«nv999»');
    expect(failed.errors[2].message).toContain('trùng với nhiều mục');
    expect(failed.errors[3].message).toContain('«2026-02-30»');
    expect(await countOf('pro')).toBe(before);
    await expect.poll(() => countOf('import_rows')).toBe(0);
    const sheet = await readWorkbook(await download(stack, staff, `imports/${failed.id}/errors`));
    expect(sheet).toHaveLength(6);
    expect(sheet[0]).toEqual(['Dòng', 'Cột', 'Lỗi']);
  });

  test('writes the good rows when that was asked for', async () => {
    const done = await imported(stack, staff, 'pro', await file(), 'valid_rows');
    expect(done).toMatchObject({ status: 'done', inserted: 1, failed: 3, total: 4 });
    expect(await rowsOf("SELECT user_id FROM pro WHERE rate_at = '2026-10-01'")).toEqual([{ user_id: 1 }]);
  });
});

describe('directs', () => {
  test('arrive by the thousand, with what follows from their people, customer and work', async () => {
    const file = await workbookOf([DIRECT_HEADERS, ...Array.from({ length: 2000 }, (_, n) => direct(n))]);
    expect(await imported(stack, staff, 'directs', file)).toMatchObject({ status: 'done', total: 2000, inserted: 2000, failed: 0 });
    const [row] = await rowsOf("SELECT * FROM directs WHERE external_id = 'ext-7'");
    expect(row).toMatchObject({
      ...{ name: 'J-7', user_id: 1, chekkusha_id: 2, chekkusha: 'Trần Thị Hồng', customer_id: 1, tokuisakimei: '積水ハウス' },
      ...{ hacchyuu_naiyou: '構造図', keisanyou: '積水ハウス構造図', dept_id: 1, dept_grp_id: 1, henkyaku_hi: '2026-11-10' },
      ...{ tsubosuu: 30.5, complex_factor: 1.2, complex_point: 0.25, upsert_by: 2, version: 1, is_checked: 0, name_fold: 'j-7' },
    });
    expect(Number((await rowsOf("SELECT COUNT(*) AS n FROM history WHERE entity = 'directs' AND source = 'import'"))[0]!.n)).toBe(2000);
    const { body } = await staff.call('GET', 'directs?name__~=j-199&limit=50');
    expect(body.total).toBe(11);
  });

  test('that are known by their source id are updated in the columns of the file only', async () => {
    const file = await workbookOf([
      ['external_id', 'Floor area', 'Ghi chú'],
      ['ext-1', 44.25, 'mới'],
      ['ext-2', 30.5, null],
    ]);
    const done = await imported(stack, staff, 'directs', file);
    expect(done).toMatchObject({ status: 'done', inserted: 0, updated: 1, failed: 0, total: 2 });
    expect(done.message).toContain('1 dòng giống');
    const rows = await rowsOf("SELECT tsubosuu, bikou, name, version FROM directs WHERE external_id IN ('ext-1', 'ext-2') ORDER BY id");
    expect(rows).toEqual([
      { tsubosuu: 44.25, bikou: 'mới', name: 'J-1', version: 2 },
      { tsubosuu: 30.5, bikou: null, name: 'J-2', version: 1 },
    ]);
  });

  test('equal to another in name, building, customer, designer and date are duplicates', async () => {
    const file = await workbookOf([
      DIRECT_HEADERS,
      direct(5, { 0: null }),
      direct(9000, { 0: null }),
      direct(9000, { 0: null }),
      direct(6, { 0: 'ext-new' }),
    ]);
    const failed = await imported(stack, staff, 'directs', file);
    expect(failed).toMatchObject({ status: 'failed', failed: 3 });
    expect(failed.errors.map(({ row }: { row: number }) => row)).toEqual([2, 4, 5]);
    expect(failed.errors[1].message).toContain('dòng 3');
  });

  test('of a locked month and checked ones are refused with the reason', async () => {
    await insert(stack.client, 'month_locks', { month: '2026-08', status: 1, at: '2026-09-01 00:00:00' });
    await stack.client.execute("UPDATE directs SET is_checked = 1 WHERE external_id = 'ext-3'");
    const file = await workbookOf([
      DIRECT_HEADERS,
      direct(9001, { 7: '2026/08/01' }),
      direct(3, { 8: 50 }),
      direct(4, { 7: '2026/08/02' }),
      direct(9002),
    ]);
    const done = await imported(stack, staff, 'directs', file, 'valid_rows');
    expect(done).toMatchObject({ status: 'done', inserted: 1, updated: 0, failed: 3 });
    expect(done.errors.map(({ row, message }: { row: number; message: string }) => [row, message])).toEqual([
      [2, expect.stringMatching(/^Tháng 2026\/08 đã khóa, .* hãy mở khóa tháng này$/)],
      [3, expect.stringMatching(/^Bản ghi đã được kiểm tra nên không thể thay đổi; hãy bỏ kiểm tra trước/)],
      [4, expect.stringMatching(/^Tháng 2026\/08 đã khóa, /)],
    ]);
  });

  test('exported and imported again stay as they are', async () => {
    const filter = 'directs/export?external_id=ext-11';
    const before = await download(stack, staff, filter);
    const done = await imported(stack, staff, 'directs', before);
    expect(done).toMatchObject({ status: 'done', inserted: 0, updated: 0, failed: 0, total: 1 });
    expect(await readWorkbook(await download(stack, staff, filter))).toEqual(await readWorkbook(before));
  });

  test('get their result points adjusted, found by source id or by natural key', async () => {
    const file = await workbookOf([
      ['Mã nguồn', 'Mã công việc', 'Tên công trình', 'Khách hàng', 'Người thiết kế', 'Ngày trả', 'Điểm thiết kế', 'Điểm kiểm tra'],
      ['ext-20', null, null, null, null, null, 3.5, null],
      [null, 'J-21', '山田邸 21', 'SEK', 'nv001', '2026-11-10', 2.25, 0.75],
      ['ext-none', null, null, null, null, null, 1, 1],
    ]);
    const done = await imported(stack, staff, 'directs_techousei', file, 'valid_rows');
    expect(done).toMatchObject({ status: 'done', inserted: 0, updated: 2, failed: 1 });
    const rows = await rowsOf(
      "SELECT result_design_point AS d, result_check_point AS c, is_updated, upsert_by, name FROM directs WHERE external_id IN ('ext-20', 'ext-21') ORDER BY id",
    );
    expect(rows).toEqual([
      { d: 3.5, c: null, is_updated: 1, upsert_by: 2, name: 'J-20' },
      { d: 2.25, c: 0.75, is_updated: 1, upsert_by: 2, name: 'J-21' },
    ]);
  });
});

describe('who may see and stop an import', () => {
  test('is who asked for it, and an Admin', async () => {
    const [mine] = await rowsOf('SELECT id FROM imports WHERE requested_by > 3 ORDER BY id LIMIT 1');
    const other = await signIn(stack);
    const admin = await signIn(stack, 'Admin');
    expect((await other.call('GET', `imports/${mine!.id}`)).status).toBe(403);
    expect((await other.call('POST', `imports/${mine!.id}/cancel`)).status).toBe(403);
    expect((await admin.call('GET', `imports/${mine!.id}`)).status).toBe(200);
    expect((await other.call('GET', 'imports')).body.total).toBe(0);
    const [all] = await rowsOf("SELECT COUNT(*) AS n FROM imports WHERE entity = 'pro'");
    expect((await admin.call('GET', 'imports?entity=pro')).body.total).toBe(Number(all!.n));
    expect((await staff.call('POST', `imports/${mine!.id}/cancel`)).status).toBe(409);
  });

  test('and a cancelled one writes nothing', async () => {
    const owner = Number((await rowsOf('SELECT MAX(requested_by) AS id FROM imports'))[0]!.id);
    const id = await insert(stack.client, 'imports', {
      ...{ entity: 'pro', mode: 'all_or_nothing', status: 'queued', file_name: 'x.xlsx', requested_by: owner },
      ...{ created_at: '2026-01-01 00:00:00', progress_at: '2099-01-01 00:00:00' },
    });
    expect((await staff.call('POST', `imports/${id}/cancel`)).body).toMatchObject({ status: 'cancelled' });
    await stack.deliver([{ type: 'import', import_id: id }]);
    expect(await rowsOf(`SELECT status FROM imports WHERE id = ${id}`)).toEqual([{ status: 'cancelled' }]);
  });
});
