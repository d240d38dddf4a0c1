import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStory, type Person, type Story } from '../support/story.ts';

const NOTES = 12_000;
const LONG = 'Công ty Cổ phần Đầu tư Xây dựng và Thương mại Quốc tế Miền Nam';

let story: Story;
let admin: Person;

beforeAll(async () => {
  story = await openStory();
  admin = await story.person('admin');
  const upTo = (last: number) => `WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ${last}) SELECT`;
  await story.stack.client.batch(
    [
      `INSERT INTO indirect_note (content, content_fold, content_sort) ${upTo(NOTES)} 'Nội dung ' || value, 'noi dung ' || value, value FROM n`,
      `INSERT INTO customers (code, code_fold, name, name_fold, name_sort, work_category)
        ${upTo(3)} 'DAI' || value, 'dai' || value, '${LONG} ' || value, 'cong ty dai ' || value, '0' || value, '[1]' FROM n`,
      `INSERT INTO users (username, username_fold, code, name, name_fold, name_sort)
        ${upTo(12)} 'nghi' || value, 'nghi' || value, 'nghi' || value, 'A nghỉ ' || value, 'a nghi', '0' || value FROM n`,
      // On the first days of a month the demo has no figures yet.
      "INSERT INTO directs (name, user_id, dept_id, tsubosuu, henkyaku_hi) VALUES ('Hôm nay', 4, 1, 30, date('now', '+7 hours'))",
    ],
    'write',
  );
});

afterAll(() => story?.close());

it('turns to the last of a thousand pages on a phone, without the page growing wider', async () => {
  const { page } = admin;
  await page.setViewportSize({ width: 360, height: 780 });
  await admin.go('/indirectnote');
  await admin.button('Trang cuối').click();
  await admin.button('Trang 1.201').or(admin.button('Trang 1201')).waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  const last = (await admin.button('Trang cuối').boundingBox())!;
  expect(last.x + last.width).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1440, height: 900 });
});

it('tells customers whose long names begin alike apart in a picker', async () => {
  const { page } = admin;
  await admin.go('/directs');
  await page.getByLabel('Khách hàng').fill('cong ty dai');
  const third = page.getByRole('option').filter({ hasText: `${LONG} 3` });
  await third.getByText('DAI3').waitFor();
  const name = third.locator('.truncate');
  await expect.poll(() => name.evaluate((label) => label.scrollWidth - label.clientWidth)).toBe(0);
  await page.keyboard.press('Escape');
});

it('draws the largest of everybody first, though the first page of the table has no figures', async () => {
  const { page } = admin;
  await admin.go('/home');
  await page.getByRole('radio', { name: 'Tsubo' }).check();
  await page.getByRole('img', { name: /: Tổng số tsubo$/ }).waitFor();
  await page.getByText(/\d+ người không có số liệu này trong tháng/).waitFor();
  await expect.poll(() => admin.row('A nghỉ').count()).toBe(10);
});

it('keeps the word of the sum beside its figures when a wide table is moved', async () => {
  const { page } = admin;
  await admin.go('/total');
  const word = page.locator('.table-scroll tfoot').getByText('Tổng', { exact: true });
  await word.waitFor();
  await page.locator('.table-scroll').evaluate((table) => table.scrollTo({ left: 600 }));
  const { x, y, height } = (await word.boundingBox())!;
  const seen = await page.evaluate(([left, top]) => document.elementFromPoint(left!, top!)?.textContent, [x + 20, y + height / 2]);
  expect(seen).toBe('Tổng');
});
