import { afterAll, beforeAll, expect, test } from 'vitest';
import { findViolationsInBothThemes } from '../support/axe.ts';
import { openStory, type Person, type Story } from '../support/story.ts';
import { workbookOf } from '../support/workbooks.ts';

const IMPORTED = 40;
/** More than a notice names. */
const EDITED = 12;

let story: Story;
beforeAll(async () => {
  story = await openStory();
});
afterAll(() => story?.close());

const rowsOf = async (sql: string, args: (string | number)[] = []) => (await story.stack.client.execute({ sql, args })).rows;

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

async function workbook(rows: unknown[][]) {
  return { name: 'tệp.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from(await workbookOf(rows)) };
}

const countImported = async () => Number((await rowsOf("SELECT COUNT(*) AS n FROM customers WHERE code LIKE 'TUAN%'"))[0]!.n);

async function importCustomers(writer: Person): Promise<void> {
  const [work] = await rowsOf('SELECT work_name FROM work_categories LIMIT 1');
  const file = await workbookOf([
    ['name', 'code', 'work_category'],
    ...Array.from({ length: IMPORTED }, (_, n) => [`Khách tuần trước ${n}`, `TUAN${n}`, work!.work_name]),
  ]);
  await writer.go('/customers');
  await writer.button('Thao tác khác').first().click();
  await writer.button('Nhập Excel').press('Enter');
  await writer.field(/Tệp Excel/).setInputFiles({ name: 'khách.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from(file) });
  await writer.dialog().getByRole('button', { name: 'Nhập', exact: true }).press('Enter');
  await writer.page.locator('[data-sonner-toast]', { hasText: 'Đã nhập!' }).waitFor();
}

test('undoes the import of last week but for what was edited since, names that then and later, and takes the same file again', async () => {
  const writer = await story.person('writer', { viewport: { width: 1440, height: 900 } });
  const { page } = writer;
  await importCustomers(writer);
  expect(await countImported()).toBe(IMPORTED);
  const edited = await rowsOf('SELECT id, name FROM customers WHERE code LIKE ? ORDER BY id LIMIT ?', ['TUAN%', EDITED]);
  const names = edited.map(({ name }) => String(name));
  const admin = await story.person('admin');
  await admin.go('/customers');
  const authorization = await admin.page.evaluate(async () => {
    const answer = await fetch('/api/v1/auth/refresh-tokens', { method: 'POST' });
    return `Bearer ${((await answer.json()) as { data: { accessToken: string } }).data.accessToken}`;
  });
  for (const { id } of edited) {
    const answer = await story.stack.fetch(`/api/v1/customers/${id}`, {
      method: 'PUT',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ fax: '03-7' }),
    });
    expect(answer.status).toBe(200);
  }
  await rowsOf("UPDATE operations SET at = datetime(at, '-7 days')");

  await writer.go('/operations?source=import');
  const row = writer.row('Nhập từ tệp').first();
  const undo = row.getByRole('button', { name: /^Hoàn tác lần/ });
  await undo.press('Enter');
  await writer.dialog('Hoàn tác lần').getByRole('button', { name: 'Hoàn tác' }).press('Enter');
  const notice = page.locator('[data-sonner-toast]', { hasText: `Đã hoàn tác ${IMPORTED - EDITED} bản ghi` });
  await notice.getByText(`Giữ nguyên ${EDITED} bản ghi`).waitFor();
  expect(await countImported()).toBe(EDITED);
  await notice.getByRole('button', { name: 'Xem bản ghi được giữ' }).press('Enter');
  await expectKept(writer, names);

  // The same later, on the page of operations.
  await writer.go('/operations');
  await page
    .getByRole('button', { name: `Giữ nguyên ${EDITED} bản ghi` })
    .first()
    .press('Enter');
  await expectKept(writer, names);

  await importCustomers(writer);
  expect(await countImported()).toBe(IMPORTED);
  await writer.close();
  await admin.close();
});

async function expectKept({ page, dialog }: Person, names: readonly string[]): Promise<void> {
  const kept = dialog(`Giữ nguyên ${EDITED} bản ghi`);
  const links = kept.getByRole('link', { name: /^Khách hàng Khách tuần trước/ });
  await links.nth(EDITED - 1).waitFor();
  expect((await links.allInnerTexts()).sort()).toEqual(names.map((name) => `Khách hàng ${name}`).sort());
  expect(await kept.getByRole('listitem').first().textContent()).toContain('Trần Quốc Việt đã sửa bản ghi này sau đó');
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await kept.waitFor({ state: 'detached' });
}
