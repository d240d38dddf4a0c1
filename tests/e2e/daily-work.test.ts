import { afterAll, beforeAll, expect, it } from 'vitest';
import { monthBefore } from '../../worker/contracts/months.ts';
import { createClock } from '../../worker/platform/clock.ts';
import { openStory, type Person, type Story } from '../support/story.ts';

/** What people do a hundred times a day, with the whole product behind it. */

const WIDE = { viewport: { width: 1440, height: 900 } };
const JOBS = 10;
const CHECKS = 40;

let story: Story;
let month: string;

beforeAll(async () => {
  story = await openStory();
  // The month before is whole on every day, and open in the demo.
  month = monthBefore(createClock(story.stack.now).today().slice(0, 7), 1);
});
afterAll(() => story?.close());

const query = async (sql: string, args: (string | number)[] = []) => (await story.stack.client.execute({ sql, args })).rows;

it('edits ten jobs of one customer one after the other, without seeing the list between them', async () => {
  const [customer] = await query(
    'SELECT customer_id AS id FROM directs WHERE is_checked = 0 GROUP BY customer_id ORDER BY COUNT(*) DESC LIMIT 1',
  );
  // A job that lacks what the form asks for would stop the walk.
  const lacking = ['user_id', 'chekkusha_id', 'work_category_id', 'dept_id', 'dept_grp_id', 'tsubosuu'].map((name) => `${name} IS NULL`);
  await query(`DELETE FROM directs WHERE customer_id = ? AND is_checked = 0 AND (${lacking.join(' OR ')})`, [Number(customer!.id)]);
  const person = await story.person('admin');
  const { page } = person;
  await person.go(`/directs?customer_id=${customer!.id}&is_checked=0&limit=5`);
  await person.row('').first().getByRole('link').first().click();
  const size = person.field(/^Số tsubo/);
  await size.waitFor();
  const seen: string[] = [];
  page.on('framenavigated', () => seen.push(new URL(page.url()).pathname));
  const heading = page.getByRole('heading', { level: 1 });
  for (let at = 1; at <= JOBS; at++) {
    const title = await heading.textContent();
    await size.fill(`${at},25`);
    await page.keyboard.press('Control+Enter');
    await heading.filter({ hasNotText: title! }).waitFor();
  }
  expect(seen.filter((path) => path === '/directs')).toEqual([]);
  const saved = await query(
    'SELECT tsubosuu FROM directs WHERE customer_id = ? AND tsubosuu < 11 AND tsubosuu - CAST(tsubosuu AS INTEGER) = 0.25',
    [Number(customer!.id)],
  );
  expect(saved.map(({ tsubosuu }) => Number(tsubosuu)).sort((a, b) => a - b)).toEqual(Array.from({ length: JOBS }, (_, at) => at + 1.25));
  await person.close();
});

it('adds a job of a customer and a category that do not exist yet, without leaving its form', async () => {
  const person = await story.person('writer');
  const { page } = person;
  await person.go('/directs/add');
  await person.field(/^Mã công việc/).fill('DR-MỚI');
  await person.field(/^Tên công trình/).fill('池田様邸');
  await person.field(/^Khách hàng/).fill('新東京ホーム');
  await page.getByRole('option', { name: 'Tạo «新東京ホーム»' }).click();
  const customer = person.dialog('Thêm khách hàng');
  await customer.getByLabel(/^Mã khách hàng/).fill('KH901');
  await customer.getByRole('combobox', { name: /^Hạng mục/ }).fill('断面詳細図');
  await page.getByRole('option', { name: 'Tạo «断面詳細図»' }).click();
  const category = person.dialog('Thêm hạng mục công việc');
  await category.getByRole('button', { name: 'Tạo và chọn' }).click();
  await category.waitFor({ state: 'detached' });
  await customer.getByRole('button', { name: 'Tạo và chọn' }).click();
  await customer.waitFor({ state: 'detached' });
  // The only one of the customer is chosen by itself.
  await expect.poll(() => person.field(/^Hạng mục công việc/).inputValue()).toBe('断面詳細図');
  await page.locator('input[name=uketsuke_hi]').fill(`${month}-01`);
  await page.locator('input[name=henkyaku_hi]').fill(`${month}-02`);
  await person.field(/^Nơi đặt hàng/).fill('第一工場');
  const figures = { tsubosuu: '35,5', complex_factor: '1,2', complex_point: '0,5', sagyou_jikan: '120', chekkku_jikan: '30' };
  for (const [name, value] of Object.entries(figures)) await page.locator(`input[name=${name}]`).fill(value);
  await person.pick(/^Người thiết kế/, 'Nguyễn Văn An');
  await person.pick(/^Người kiểm tra/, 'Nguyễn Thị Ánh');
  await person.button('Lưu').click();
  await person.notice('DR-MỚI');
  const [job] = await query(
    `SELECT d.name, c.name AS customer, w.work_name AS category FROM directs d JOIN customers c ON c.id = d.customer_id
      JOIN work_categories w ON w.id = d.work_category_id WHERE d.name = 'DR-MỚI'`,
  );
  expect({ ...job }).toEqual({ name: 'DR-MỚI', customer: '新東京ホーム', category: '断面詳細図' });
  await person.close();
});

it('checks forty jobs with forty presses', async () => {
  const checkedJobs = async () => Number((await query('SELECT COUNT(*) AS n FROM directs WHERE is_checked = 1'))[0]!.n);
  const before = await checkedJobs();
  const person = await story.person('admin');
  const { page } = person;
  // Jobs without points are asked about; those that have some come first.
  await person.go(`/directs-techousei/check?is_checked=0&result_design_point__ge=0.01&order_by=result_design_point DESC`);
  const heading = page.getByRole('heading', { level: 2 }).first();
  for (let press = 0; press < CHECKS; press++) {
    const title = await heading.textContent();
    await page.keyboard.press('Space');
    await heading.filter({ hasNotText: title! }).waitFor();
  }
  await expect.poll(checkedJobs).toBe(before + CHECKS);
  await person.close();
});

it('lets somebody else play with a shared view, while its owner and a third see it as it was saved', async () => {
  const owner = await story.person('writer', WIDE);
  await owner.go('/directs?order_by=tsubosuu DESC');
  await readList(owner);
  await owner.button('Thao tác khác').first().click();
  await owner.button('Chế độ xem').press('Enter');
  await owner.button('Lưu thành chế độ xem mới').press('Enter');
  const dialog = owner.dialog('Lưu thành chế độ xem mới');
  await dialog.getByLabel('Tên chế độ xem').waitFor();
  await owner.page.keyboard.type('Việc lớn nhất');
  await dialog.getByRole('radio', { name: 'Mọi người' }).press(' ');
  await owner.page.keyboard.press('Enter');
  await owner.notice('Đã lưu chế độ xem «Việc lớn nhất»');
  const views = () => query('SELECT * FROM views ORDER BY id');
  const [saved] = await views();
  const link = `/directs?view=${saved!.id}`;
  const shown = await readList(owner);

  const other = await story.person('checked', WIDE);
  const { page } = other;
  await other.go(link);
  await other.button('Việc lớn nhất').waitFor();
  await expect.poll(() => readList(other)).toEqual(shown);
  await page.getByRole('columnheader').getByRole('button', { name: 'Khách hàng', exact: true }).press('Enter');
  await other.button('Việc lớn nhất •').waitFor();
  await other.button('Thao tác khác').first().click();
  await other.button('Cột hiển thị').press('Enter');
  await page.getByRole('dialog', { name: 'Cột hiển thị' }).getByLabel('Tên công trình', { exact: true }).press(' ');
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.keyboard.type('DR');
  await expect.poll(async () => (await readList(other)).rows.join()).not.toBe(shown.rows.join());
  expect((await readList(other)).columns).not.toContain('Tên công trình');
  // Who only uses a view may save what they made of it as their own, not over it.
  await other.button('Lưu thành…').waitFor();
  expect(await other.button('Lưu').count()).toBe(0);

  const third = await story.person('viewer', WIDE);
  for (const person of [owner, third]) {
    await person.go(link);
    await person.button('Việc lớn nhất').waitFor();
    await expect.poll(() => readList(person)).toEqual(shown);
  }
  await other.button('Bỏ thay đổi').press('Enter');
  await other.button('Việc lớn nhất').waitFor();
  await expect.poll(() => readList(other)).toEqual(shown);
  expect(await views()).toEqual([saved]);
  for (const person of [owner, other, third]) await person.close();
});

/** The columns that a list shows, but for that of the boxes that choose rows, and its rows. */
async function readList({ page }: Person): Promise<{ columns: string[]; rows: string[] }> {
  await page.locator('.data-table tbody:not([aria-hidden]) tr[data-row-id]').first().waitFor();
  await page.locator('[data-stale]').first().waitFor({ state: 'detached' });
  const columns = await page.getByRole('columnheader').allInnerTexts();
  const rows = await page.locator('tr[data-row-id]').evaluateAll((lines) => lines.map((line) => (line as HTMLElement).dataset.rowId!));
  return { columns: columns.map((name) => name.trim()).filter((name) => name !== ''), rows };
}
