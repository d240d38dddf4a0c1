import { afterAll, beforeAll, expect, it } from 'vitest';
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

const query = async (sql: string, args: (string | number)[] = []) => (await story.stack.client.execute({ sql, args })).rows;
const countImported = async () => Number((await query("SELECT COUNT(*) AS n FROM customers WHERE code LIKE 'TUAN%'"))[0]!.n);

async function importCustomers(writer: Person): Promise<void> {
  const [work] = await query('SELECT work_name FROM work_categories LIMIT 1');
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

it('undoes the import of last week but for what was edited since, names that then and later, and takes the same file again', async () => {
  const writer = await story.person('writer', { viewport: { width: 1440, height: 900 } });
  const { page } = writer;
  await importCustomers(writer);
  expect(await countImported()).toBe(IMPORTED);
  const edited = await query('SELECT id, name FROM customers WHERE code LIKE ? ORDER BY id LIMIT ?', ['TUAN%', EDITED]);
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
  await query("UPDATE operations SET at = datetime(at, '-7 days')");

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
