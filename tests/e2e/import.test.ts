import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStory, type Story } from '../support/story.ts';
import { workbookOf } from '../support/workbooks.ts';

let story: Story;
beforeAll(async () => {
  story = await openStory();
});
afterAll(() => story?.close());

const HEADERS = ['Nhân viên', 'Nội dung gián tiếp', 'Ngày đánh giá', 'Điểm', 'Loại điểm', 'Ghi chú'];
/** Required columns are marked; the date has a default. */
const TEMPLATE_HEADERS = ['Nhân viên *', 'Nội dung gián tiếp *', 'Ngày đánh giá *', 'Điểm *', 'Loại điểm *', 'Ghi chú'];

test('a person imports a file: told what is missing and what is wrong, then done', async () => {
  const writer = await story.person('writer');
  const dialog = writer.dialog();
  const [user] = await rowsOf('SELECT code FROM users WHERE id > 5 ORDER BY id LIMIT 1');
  const [note] = await rowsOf('SELECT content FROM indirect_note LIMIT 1');
  const good = [user!.code, note!.content, '2026/12/30', 3.5, 'Có', 'từ tệp'];

  await writer.go('/indirect');
  await writer.button('Thao tác khác').first().click();
  await writer.button('Nhập Excel').click();
  await dialog.getByRole('button', { name: 'Nhập', exact: true }).click();
  await dialog.getByText('Tệp Excel không được để trống').waitFor();
  await writer.field(/Tệp Excel/).setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('a') });
  await dialog.getByText('Chỉ nhận tệp .xlsx hoặc .xls').waitFor();

  const template = await writer.download(() => dialog.getByRole('button', { name: 'Tải tệp mẫu' }).click());
  expect(template).toMatchObject({
    name: 'indirects-template.xlsx',
    rows: [TEMPLATE_HEADERS, expect.arrayContaining([expect.stringMatching(/^\(ví dụ\)/)])],
  });

  await writer.field(/Tệp Excel/).setInputFiles(await workbook([HEADERS, good, ['không ai', note!.content, '2026/13/02', 'x', 'Có', '']]));
  await dialog.getByRole('button', { name: 'Nhập', exact: true }).click();
  await dialog.getByText('Chưa nhập được').waitFor();
  const rejected = await writer.download(() => dialog.getByRole('button', { name: 'Tải các dòng chưa ghi, kèm lý do' }).click());
  expect(rejected.rows).toHaveLength(3);

  await dialog.getByRole('button', { name: 'Nhập tệp khác' }).click();
  await writer.field(/Tệp Excel/).setInputFiles(await workbook([HEADERS, good]));
  await dialog.getByRole('button', { name: 'Nhập', exact: true }).click();
  await writer.notice('Đã nhập!');
  await writer.row('từ tệp').waitFor();
  await writer.close();
});

test('a large import is followed across a reload', async () => {
  const writer = await story.person('writer');
  const people = await rowsOf('SELECT code FROM users WHERE id > 5 ORDER BY id LIMIT 2');
  const [customer] = await rowsOf('SELECT name FROM customers LIMIT 1');
  const [work] = await rowsOf('SELECT work_name FROM work_categories LIMIT 1');
  const headers = [
    ...['external_id', 'name', 'bukkenmei', 'user_id', 'chekkusha_id', 'customer_id', 'work_category_id', 'henkyaku_hi'],
    ...['tsubosuu', 'complex_factor', 'complex_point', 'sagyou_jikan', 'chekkku_jikan'],
  ];
  const rows = Array.from({ length: 6000 }, (_, n) => [
    ...[`im-${n}`, `IM-${n}`, `邸 ${n}`, people[0]!.code, people[1]!.code, customer!.name, work!.work_name, '2026-11-05'],
    ...[30, 1, 0, 60, 10],
  ]);
  await writer.go('/directs');
  await writer.button('Thao tác khác').first().click();
  await writer.button('Nhập Excel').click();
  await writer.field(/Tệp Excel/).setInputFiles(await workbook([headers, ...rows]));
  await writer.dialog().getByRole('button', { name: 'Nhập', exact: true }).click();
  await writer
    .dialog()
    .getByText(/Đang (đọc|ghi|chờ)/)
    .waitFor();
  await writer.page.reload();
  await writer.notice('Đã nhập!');
  expect(await rowsOf("SELECT COUNT(*) AS n FROM directs WHERE external_id LIKE 'im-%'")).toEqual([{ n: 6000 }]);
  await writer.close();
});

const rowsOf = async (sql: string) => (await story.stack.client.execute(sql)).rows;

async function workbook(rows: unknown[][]) {
  return { name: 'tệp.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from(await workbookOf(rows)) };
}
