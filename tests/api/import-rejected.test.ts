import { afterEach, beforeEach, expect, test } from 'vitest';
import { cleanUp } from '../../worker/cleanup.ts';
import { readRows } from '../../worker/platform/xlsx/read/read.ts';
import { bytesSource } from '../../worker/platform/xlsx/read/source.ts';
import { openApi, type TestApi } from '../support/api.ts';
import type { memoryBucket } from '../support/bucket.ts';
import { importRows, importWorkbook } from '../support/imports.ts';
import { readWorkbook } from '../support/read-workbook.ts';
import { fillReferences } from '../support/samples.ts';

let api: TestApi;
beforeEach(async () => {
  api = await openApi();
  await fillReferences(api);
  await api.client.execute("INSERT INTO users (username, username_fold, name, name_fold) VALUES ('an', 'an', 'An', 'an')");
});
afterEach(() => api.close());

type Rows = readonly (readonly unknown[])[];
const HEADERS = ['Nhân viên', 'Ngày ghi nhận', 'Lỗi', 'Điểm', 'Phát hiện bởi', 'Ghi chú riêng'];
const mistake = (who: string, day: string | number, point: unknown = 1) => [who, day, 'Sai kích thước', point, 'Nội bộ', 'mật'];

const importMistakes = (rows: Rows, mode?: string) => importRows(api, 'mistakes', [HEADERS, ...rows], mode === undefined ? {} : { mode });

/** The workbook of rejected rows: its bytes, and its cells as an import reads them. */
async function rejectedRows(id: number, lang = 'vi') {
  const response = await api.app.request(`/api/v1/imports/${id}/rejected-rows`, {
    headers: { authorization: `Bearer ${api.people.writer.token}`, 'accept-language': lang },
  });
  expect(response.status).toBe(200);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const rows: unknown[][] = [];
  for await (const { cells } of readRows(bytesSource(bytes), { maxRows: 100 })) rows.push(cells);
  return { bytes, rows };
}

test('the rejected rows come back as they were uploaded, each with its reasons', async () => {
  const { id } = await importMistakes([
    mistake('an', '2026-11-03'),
    mistake('nobody', '2026-11-04', '1.250'),
    mistake('an', 46_330),
    mistake('an', '2026-02-30'),
  ]);
  const { rows } = await rejectedRows(id);
  expect(rows.map((row) => row.slice(1))).toEqual([HEADERS, mistake('nobody', '2026-11-04', '1.250'), mistake('an', '2026-02-30')]);
  expect(rows[0]![0]).toBe('Lý do chưa ghi');
  expect(rows[1]![0], 'the name of a column once').not.toMatch(/Nhân viên.*Nhân viên/);
  expect(rows[1]![0]).toMatch(/^Nhân viên: .*«nobody».*\nĐiểm: «1\.250»/s);
  expect((await rejectedRows(id, 'en')).rows[2]![0]).toMatch(/^Ngày ghi nhận: .* must be a real date/);
});

test('corrected in that workbook they are imported as it is, its reasons passed over', async () => {
  const first = await importMistakes([mistake('an', '2026-11-03'), mistake('nobody', '2026-11-04')]);
  const { bytes, rows } = await rejectedRows(first.id);
  const again = await importWorkbook(api, 'mistakes', bytes);
  expect(again).toMatchObject({ status: 'failed', failed: 1 });
  expect(again.message, 'what the row lacks may be in it').toContain('Các cột không được dùng: Ghi chú riêng');
  expect((await rejectedRows(again.id)).rows.map((row) => row.slice(1))).toEqual(rows.map((row) => row.slice(1)));

  const [headings, row] = rows as [unknown[], unknown[]];
  const corrected = await importRows(api, 'mistakes', [headings, [row[0], 'an', ...row.slice(2)]]);
  expect(corrected).toMatchObject({ status: 'done', inserted: 1, failed: 0 });
  expect(corrected.message).toBe('Các cột không được dùng: Ghi chú riêng');
  const { rows: written } = await api.client.execute('SELECT rate_at FROM mistakes ORDER BY rate_at');
  expect(written).toEqual([{ rate_at: '2026-11-03' }, { rate_at: '2026-11-04' }]);
});

test('those of an export that was sent back keep their id and version, and are imported once they are right', async () => {
  await importMistakes([mistake('an', '2026-11-03'), mistake('an', '2026-11-04')]);
  const { body } = await api.call('GET', 'mistakes/export?order_by=id ASC', { as: api.people.writer });
  const [headings = [], ...records] = (await readWorkbook(body as Uint8Array)).map((row) => Array.from(row, (cell) => cell ?? null));
  records[1]![headings.indexOf('Điểm')] = '1.250';
  const { id } = await importRows(api, 'mistakes', [headings, ...records]);
  const { rows } = await rejectedRows(id);
  expect(rows.map((row) => row.slice(-2))).toEqual([
    ['Mã số', 'Phiên bản'],
    [2, 1],
  ]);
  const corrected = rows[1]!.map((cell) => (cell === '1.250' ? 1.25 : (cell ?? null)));
  expect(await importRows(api, 'mistakes', [rows[0]!, corrected])).toMatchObject({ status: 'done', updated: 1, failed: 0 });
});

test('rows that the records refused are among them', async () => {
  await importMistakes([mistake('an', '2026-11-03')]);
  const { id } = await importMistakes([mistake('an', '2026-11-03'), mistake('an', '2026-11-05')]);
  const { rows } = await rejectedRows(id);
  expect(rows).toHaveLength(2);
  expect(rows[1]![0]).toMatch(/^Trùng với bản ghi đã có \(mã số \d+\): cùng Nhân viên, .*Ngày ghi nhận/);
});

test('where all or nothing was asked for, the right rows come back too: none of them was written', async () => {
  const { id } = await importMistakes([mistake('an', '2026-11-03'), mistake('nobody', '2026-11-04')], 'all_or_nothing');
  const { rows } = await rejectedRows(id);
  expect(rows.map(([reason, who]) => [Boolean(reason), who])).toEqual([
    [true, 'Nhân viên'],
    [false, 'an'],
    [true, 'nobody'],
  ]);
});

test('nobody else gets them, and after 30 days or without rejected rows there is no file any more', async () => {
  const right = await importMistakes([mistake('an', '2026-11-03')]);
  const wrong = await importMistakes([mistake('nobody', '2026-11-04')]);
  const path = (id: number) => `imports/${id}/rejected-rows`;
  const keys = () => (api.deps.files as ReturnType<typeof memoryBucket>).keys();
  expect(keys()).toEqual([`imports/${wrong.id}/workbook`]);
  expect((await api.call('GET', path(right.id), { as: api.people.writer })).status).toBe(404);
  expect((await api.call('GET', path(wrong.id), { as: api.people.checked })).status).toBe(403);
  expect((await api.call('GET', path(wrong.id), { as: api.people.viewer })).status).toBe(403);
  api.clock.set('2036-12-19T03:00:00Z');
  await api.client.execute("UPDATE imports SET finished_at = '2036-12-01 00:00:00'");
  await cleanUp(api.deps);
  expect(keys()).toHaveLength(1);
  await api.client.execute("UPDATE imports SET finished_at = '2036-11-01 00:00:00'");
  await cleanUp(api.deps);
  expect(keys()).toEqual([]);
});
