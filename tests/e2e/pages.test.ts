import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStory, type Person, type Story } from '../support/story.ts';

let story: Story;
let admin: Person;
let writer: Person;

beforeAll(async () => {
  story = await openStory();
  [admin, writer] = await Promise.all([story.person('admin'), story.person('writer')]);
});

afterAll(() => story?.close());

/** The first row of a statement. */
async function first(sql: string, args: (string | number)[] = []): Promise<Record<string, unknown>> {
  const { rows } = await story.stack.client.execute({ sql, args });
  return rows[0]!;
}

it('gives a duplicated standard the calculation key of its new customer', async () => {
  const source = await first(
    `SELECT s.id, c.name AS customer, w.work_name AS work FROM standards s JOIN customers c ON c.id = s.customer_id
      JOIN work_categories w ON w.id = s.work_category_id WHERE s.keisanyou = c.name || w.work_name ORDER BY s.id LIMIT 1`,
  );
  const other = await first('SELECT name FROM customers WHERE name <> ? ORDER BY id DESC LIMIT 1', [String(source.customer)]);
  await admin.go(`/standards/add?cloneId=${source.id}`);
  await admin.button('Thông tin thêm').click();
  const key = admin.field(/^Mã ghép khách hàng/);
  await expect.poll(() => key.inputValue()).toBe(`${source.customer}${source.work}`);
  await admin.pick(/^Khách hàng/, String(other.name));
  await expect.poll(() => key.inputValue()).toBe(`${other.name}${source.work}`);
  await key.fill('riêng');
  await admin.pick(/^Khách hàng/, String(source.customer));
  await expect.poll(() => key.inputValue()).toBe('riêng');
});

it('lists a factor with all its places', async () => {
  await story.stack.client.execute('UPDATE tsubos SET scale_factor = 0.875 WHERE id = (SELECT min(id) FROM tsubos)');
  await admin.go('/tsubo');
  await admin.row('0,875').first().waitFor();
});

it('shows the whole history of a record in pages, from its creation on', async () => {
  await admin.go('/customers/add');
  await admin.field(/^Mã/).fill('LICHSU1');
  await admin.field(/^Tên/).fill('Khách hàng có lịch sử');
  await admin.pick(/^Hạng mục công việc/, '基礎伏図');
  await admin.button('Lưu').click();
  await admin.notice(/Bạn đã tạo thành công/);
  const { id } = await first(`SELECT id FROM customers WHERE code = 'LICHSU1'`);
  for (let fax = 1; fax <= 12; fax++)
    await story.stack.client.execute({ sql: 'UPDATE customers SET fax = ? WHERE id = ?', args: [String(fax), Number(id)] });
  await admin.go('/customers?name__~=có lịch sử');
  await admin.row('Khách hàng có lịch sử').getByRole('button', { name: 'Lịch sử', exact: true }).click();
  const dialog = admin.dialog('Lịch sử');
  await expect.poll(() => dialog.getByRole('listitem').filter({ hasText: 'Đã sửa' }).count()).toBe(10);
  await dialog.getByRole('button', { name: /2$/ }).first().click();
  const created = dialog.getByRole('listitem').filter({ hasText: 'Đã tạo' });
  await created.getByRole('button', { name: 'Xem giá trị' }).click();
  await created.getByText('Khách hàng có lịch sử').waitFor();
});

it('says when the calculation that was started from the list is done', async () => {
  await admin.go('/directs');
  await admin.button('Thao tác khác').first().click();
  await admin.button('Tính điểm').click();
  const dialog = admin.dialog('Tính điểm');
  await dialog.getByRole('button', { name: 'Tính điểm' }).click();
  await admin.notice(/^Đã tính xong điểm tháng/);
  await admin.page.reload();
  await admin.page.locator('main h1').waitFor();
  await admin.page.getByRole('status').filter({ hasText: 'Đã xong' }).waitFor();
  await expect.poll(() => admin.page.getByText(/^Đã tính xong điểm tháng/).count()).toBe(0);
});

it('tries a formula as it is typed, on typed values and on a real job, and inserts the names it may use', async () => {
  const { page } = admin;
  await admin.go('/formula-results/add');
  const formula = admin.field(/^Công thức điểm thiết kế/);
  await page.getByText('Biến và hàm dùng được').click();
  await formula.focus();
  await page.getByRole('button', { name: 'tsubosuu', exact: true }).click();
  await expect.poll(() => formula.inputValue()).toBe('tsubosuu');
  await formula.fill('tsubosuu * 2 + (1');
  const box = page.getByRole('region', { name: 'Thử công thức' });
  await box.getByRole('button', { name: 'Thử' }).click();
  await box.getByText(/chưa được đóng/).waitFor();
  await formula.fill('tsubosuu * 2 + 1');
  await box.getByRole('button', { name: 'Thử' }).click();
  await box.getByText('Biến tsubosuu chưa có giá trị').waitFor();
  await box.getByLabel(/tsubosuu/).fill('10,25');
  await page.keyboard.press('Enter');
  await box.getByText('21,5', { exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/formula-results/add');

  const job = await first('SELECT name, tsubosuu FROM directs WHERE tsubosuu > 0 ORDER BY id LIMIT 1');
  await box.getByLabel(/tsubosuu/).fill('');
  await admin.pick(/^Thử trên công việc/, String(job.name));
  await box.getByRole('button', { name: 'Thử' }).click();
  const value = Number(job.tsubosuu) * 2 + 1;
  await box.getByText(new Intl.NumberFormat('vi-VN', { maximumFractionDigits: 3 }).format(value), { exact: true }).waitFor();
});

it('opens from a checker’s figure the jobs it is made of, with their sum', async () => {
  const { page } = admin;
  const { month, person } = await first(
    `SELECT substr(henkyaku_hi, 1, 7) AS month, chekkusha_id AS person FROM directs d WHERE result_check_point > 0
      AND NOT EXISTS (SELECT 1 FROM directs o WHERE o.user_id = d.chekkusha_id) LIMIT 1`,
  );
  const [year, number] = String(month).split('-').map(Number);
  await admin.go(`/total?year=${year}&month=${number}&user_id=${person}`);
  const figure = admin.row('').first().locator('a[href^="/directs?"]');
  const points = (await figure.textContent())!;
  await figure.click();
  await admin.atList('/directs?*');
  await page
    .getByRole('status')
    .filter({ hasText: `= ${points}` })
    .waitFor();
  await admin.row('').first().waitFor();
});

it('tells a manager on a phone the points of the month, whose they are, and which jobs they come from', async () => {
  const manager = await story.person('checked', { viewport: { width: 390, height: 844 }, hasTouch: true });
  const { page } = manager;
  const { month } = await first('SELECT substr(henkyaku_hi, 1, 7) AS month FROM directs WHERE result_check_point > 0 LIMIT 1');
  const [year, number] = String(month).split('-').map(Number);
  await manager.go(`/home?year=${year}&month=${number}`);
  const points = await page.locator('[data-figure=total_point] dd').first().textContent();
  await page
    .getByText(/so với \d{4}|cả tháng \d{4}|chưa có số liệu$/)
    .first()
    .waitFor();
  await page.getByRole('img', { name: /: Tổng điểm$/ }).waitFor();
  await manager.go(`/total?year=${year}&month=${number}&order_by=direct_point%20DESC`);
  const sums = page.locator('.phone-rows .bg-sunken');
  await sums.waitFor();
  await expect.poll(() => sums.textContent()).toContain(`Điểm trực tiếp${points}`);
  await page
    .getByRole('button', { name: /^Xem thêm của / })
    .first()
    .tap();
  const figure = page.locator('.phone-rows a[href^="/directs?"]').first();
  const own = await figure.textContent();
  await figure.tap();
  await page
    .getByRole('status')
    .filter({ hasText: `= ${own}` })
    .waitFor();
  await page.locator('.phone-rows li').first().waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await manager.close();
});

it('finds a pro factor by the number it shows, however it is typed', async () => {
  const { page } = admin;
  await admin.go('/pro/add');
  const box = page.getByRole('combobox', { name: /^Hệ số pro/ });
  for (const typed of ['1,1', '1.1']) {
    await box.fill(typed);
    await expect.poll(async () => (await page.getByRole('option').allTextContents()).map((text) => text.slice(0, 3))).toEqual(['1,1']);
  }
});

it('prints every row of the dashboard, with the sum, who printed it and when, and draws its charts once', async () => {
  const { page } = admin;
  const { month } = await first(
    'SELECT substr(henkyaku_hi, 1, 7) AS month FROM directs WHERE henkyaku_hi IS NOT NULL ORDER BY henkyaku_hi LIMIT 1',
  );
  const [year, number] = String(month).split('-').map(Number);
  await admin.go(`/home?year=${year}&month=${number}`);
  // It has a size once it is drawn.
  await page.locator('canvas[width]').first().waitFor();
  await admin.row('').first().waitFor();
  await page.evaluate(() => {
    const seen = window as unknown as { printed?: { rows: number; words: string }; redrawn: number };
    seen.redrawn = 0;
    new MutationObserver((changes) => {
      seen.redrawn += changes.length;
    }).observe(document.querySelector('canvas')!, { attributes: true });
    window.print = () => {
      seen.printed = { rows: document.querySelectorAll('.data-table tbody tr').length, words: document.querySelector('main')!.textContent };
    };
  });
  await admin.download(() => admin.button('Xuất Excel').click());
  await expect.poll(() => page.evaluate(() => (window as unknown as { redrawn: number }).redrawn)).toBe(0);
  await admin.button('Xuất PDF').click();
  const printed = () => page.evaluate(() => (window as unknown as { printed?: { rows: number; words: string } }).printed);
  await expect.poll(printed).toBeDefined();
  const { rows, words } = (await printed())!;
  const total = (await page
    .getByText(/^1–10 \/ \d+$/)
    .first()
    .textContent())!.split('/ ')[1];
  expect(rows).toBe(Number(total));
  expect(rows).toBeGreaterThan(10);
  expect(words).toMatch(/In lúc \d{4}\/\d\d\/\d\d \d\d:\d\d bởi Trần Quốc Việt · \d+ dòng · mọi phòng ban/);
  const { name } = await first('SELECT name FROM departments WHERE id = 2');
  await admin.go(`/home?year=${year}&month=${number}&dept_id=2`);
  // Paper has no fields: the department is named beside who printed it.
  await expect.poll(() => page.locator('main').textContent()).toContain(` dòng · ${name}`);
});

it('lets an Admin make positions and companies, and nobody else', async () => {
  await admin.go('/positions');
  await admin.page.getByRole('navigation', { name: 'Tổ chức' }).getByRole('link', { name: 'Công ty' }).waitFor();
  await admin.button('Thêm').click();
  await admin.page.waitForURL('**/positions/add');
  await admin.page.getByRole('textbox', { name: /^Chức vụ/ }).fill('Trưởng nhóm thử việc');
  await admin.button('Lưu').click();
  await admin.notice(/Bạn đã tạo thành công chức vụ/);
  await admin.row('Trưởng nhóm thử việc').waitFor();
  await writer.page.goto('/companies');
  await writer.notice('Bạn không có quyền sử dụng chức năng này');
});
