import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { customerRows, openStubbedApp } from '../support/stub-app.ts';

const CUSTOMERS = customerRows(30);

const box = (page: Page, id: number) => page.getByLabel(`Chọn Khách hàng ${id}`, { exact: true });
const chosen = (page: Page) =>
  page.locator('tr[aria-selected]').evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('data-row-id'))));

it('chooses all rows between two presses with Shift, and lets the range shrink again', async () => {
  const app = await openStubbedApp({ rows: { customers: CUSTOMERS } });
  const { page } = app;
  await app.go('/customers');
  await box(page, 9).check();
  await box(page, 2).check();
  await box(page, 6).click({ modifiers: ['Shift'] });
  await expect.poll(() => chosen(page)).toEqual([2, 3, 4, 5, 6, 9]);
  await box(page, 4).click({ modifiers: ['Shift'] });
  await expect.poll(() => chosen(page)).toEqual([2, 3, 4, 9]);
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('');
  // A row taken off takes the others off with it.
  await box(page, 4).click();
  await box(page, 2).click({ modifiers: ['Shift'] });
  await expect.poll(() => chosen(page)).toEqual([9]);
  // No range begins on another page.
  await page.getByRole('button', { name: 'Trang sau' }).click();
  await box(page, 28).click({ modifiers: ['Shift'] });
  await page.getByText('Đã chọn 2 bản ghi').waitFor();
  expect(await chosen(page)).toEqual([28]);
});

it('chooses rows by Space and by Shift with the arrows, from a row and from its check box', async () => {
  const app = await openStubbedApp({ rows: { customers: CUSTOMERS } });
  const { page } = app;
  await app.go('/customers');
  await page.locator('tr[data-row-id="1"]').focus();
  for (const key of ['ArrowDown', 'Space', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowUp']) await page.keyboard.press(key);
  await expect.poll(() => chosen(page)).toEqual([2, 3]);
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Shift+Space']) await page.keyboard.press(key);
  await expect.poll(() => chosen(page)).toEqual([2, 3, 4, 5, 6]);
  await page.keyboard.press('Space');
  await expect.poll(() => chosen(page)).toEqual([2, 3, 4, 5]);
  await box(page, 8).focus();
  for (const key of ['Shift+ArrowDown', 'Shift+ArrowDown']) await page.keyboard.press(key);
  await expect.poll(() => chosen(page)).toEqual([2, 3, 4, 5, 8, 9, 10]);
  await expect.poll(() => box(page, 10).evaluate((element) => element === document.activeElement)).toBe(true);
});

it('reads a record ahead while the mouse rests on its link, and not again when it is opened', async () => {
  const app = await openStubbedApp({ rows: { customers: CUSTOMERS, 'work-categories': [{ id: 1, work_name: '基礎伏図' }] } });
  const { page } = app;
  await app.go('/customers');
  const link = page.getByRole('link', { name: 'Khách hàng 3', exact: true });
  await link.hover();
  await expect.poll(() => app.callsOf('GET', 'customers/3').length).toBe(1);
  await link.click();
  await page.getByRole('button', { name: 'Hủy' }).waitFor();
  await expect.poll(() => page.getByLabel(/^Tên khách hàng/).inputValue()).toBe('Khách hàng 3');
  expect(app.callsOf('GET', 'customers/3')).toHaveLength(1);
});

it('shows the buttons of a row only while it is pointed at or has the focus', async () => {
  const app = await openStubbedApp({ rows: { customers: CUSTOMERS } });
  const { page } = app;
  await app.go('/customers');
  const row = (id: number) => page.locator(`tr[data-row-id="${id}"]`);
  const shown = () =>
    page
      .locator('td[data-actions]')
      .evaluateAll((cells) =>
        cells.flatMap((cell, at) =>
          [...cell.querySelectorAll('svg')].every((icon) => getComputedStyle(icon).color === 'rgba(0, 0, 0, 0)') ? [] : [at + 1],
        ),
      );
  await page.mouse.move(700, 20);
  await expect.poll(shown).toEqual([]);
  await row(3).hover();
  await expect.poll(shown).toEqual([3]);
  await row(5).focus();
  await expect.poll(shown).toEqual([3, 5]);
});

it('keeps the buttons of every row in sight in place, also in a low window and with the highest rows', async () => {
  const app = await openStubbedApp({ rows: { customers: customerRows(100) } });
  const { page } = app;
  await page.setViewportSize({ width: 1366, height: 560 });
  await app.context.addInitScript(() => localStorage.setItem('tensu.density', 'roomy'));
  await app.go('/customers?limit=100');
  await page.locator('tr[data-row-id="100"]').waitFor({ state: 'attached' });
  const frame = page.locator('.table-scroll');
  /** The rows in sight that count as out of it, and how many count as in sight. */
  const marks = () =>
    frame.evaluate((table) => {
      const { top, bottom } = table.getBoundingClientRect();
      const rows = [...table.querySelectorAll<HTMLElement>('tbody tr')];
      const seen = rows.filter((row) => row.getBoundingClientRect().bottom > top && row.getBoundingClientRect().top < bottom);
      const lost = seen.filter((row) => row.hasAttribute('data-out-of-sight')).map((row) => row.dataset.rowId);
      return { lost, areMostAway: rows.filter((row) => row.hasAttribute('data-out-of-sight')).length > 70 };
    });
  for (const down of [0, 170, 400, 1000, 2150, 9000]) {
    await frame.evaluate((table, y) => table.scrollTo({ top: y }), down);
    await expect.poll(marks, { message: `${down} px down` }).toEqual({ lost: [], areMostAway: true });
  }
});

it('begins the head of a column where its cells begin, also after a figure', async () => {
  const rate = {
    id: 1,
    rate_at: '2026-09-03',
    pro_point: 1.05,
    users: { id: 5, username: 'an', name: 'An' },
    user_id: 5,
    is_checked: 0,
    version: 1,
  };
  const app = await openStubbedApp({ rows: { pro: [rate] } });
  const { page } = app;
  await app.go('/pro');
  await page.locator('tr[data-row-id="1"]').waitFor();
  const paddings = (cells: string) =>
    page.locator(cells).evaluateAll((all) => all.slice(1, -1).map((cell) => getComputedStyle(cell).paddingLeft));
  const head = await paddings('.data-table thead th');
  expect(head).toEqual(await paddings('.data-table tr[data-row-id] td'));
  expect(new Set(head).size).toBe(2);
});

it('shows as many rows in every list as were chosen in one, unless the address says how many', async () => {
  const app = await openStubbedApp({ rows: { customers: CUSTOMERS, users: CUSTOMERS } });
  const { page } = app;
  const asked = (entity: string) => app.callsOf('GET', entity).at(-1)?.query.get('limit');
  const rows = page.locator('tr[data-row-id]');
  await app.go('/customers');
  await expect.poll(() => rows.count()).toBe(25);
  await page.getByRole('combobox', { name: 'Số dòng mỗi trang' }).selectOption('50');
  await expect.poll(() => rows.count()).toBe(30);
  await page.getByRole('link', { name: 'Người dùng' }).click();
  await expect.poll(() => asked('users')).toBe('50');
  await expect.poll(() => rows.count()).toBe(30);
  await page.goBack();
  await expect.poll(() => asked('customers')).toBe('50');
  await app.go('/customers?limit=5');
  await expect.poll(() => rows.count()).toBe(5);
  await app.go('/users');
  await expect.poll(() => rows.count()).toBe(30);
});

it('keeps a column as wide while the Japanese face is on its way', async () => {
  const names = ['株式会社北斗ハウジング', 'みどり建設株式会社'];
  const rows = customerRows(names.length).map((row, index) => ({ ...row, name: names[index] }));
  const app = await openStubbedApp({ rows: { customers: rows } });
  const { page } = app;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/noto-sans-jp*.woff2', async (route) => {
    await released;
    await route.continue();
  });
  await app.go('/customers');
  const name = page.getByRole('link', { name: names[0]! });
  await name.waitFor();
  const width = () => name.evaluate((link) => link.getBoundingClientRect().width);
  const faceIs = (status: FontFaceLoadStatus) =>
    page.evaluate((wanted) => [...document.fonts].some((face) => face.family.includes('Noto Sans JP') && face.status === wanted), status);
  await expect.poll(() => faceIs('loading')).toBe(true);
  // One em for each character, at 13 px.
  await expect.poll(width).toBe(names[0]!.length * 13);
  release();
  await expect.poll(() => faceIs('loaded')).toBe(true);
  expect(await width()).toBe(names[0]!.length * 13);
});

it('duplicates a standard from its row by keys alone, and says what the button of the bar waits for', async () => {
  const [customer, work] = [
    { id: 1, name: '青葉ホーム' },
    { id: 1, work_name: '構造図' },
  ];
  const standard = {
    id: 7,
    customer_id: 1,
    customer,
    work_category_id: 1,
    work_category: work,
    scale_code: 'S1',
    standard_design_point: 2.5,
    version: 1,
  };
  const app = await openStubbedApp({ rows: { standards: [standard], customers: [customer], 'work-categories': [work] } });
  const { page } = app;
  await app.go('/standards');
  await page.locator('tr[data-row-id="7"]').waitFor();
  const button = page.getByRole('button', { name: 'Nhân bản' });
  expect(await button.getAttribute('aria-description')).toBe('Bấm vào một dòng để chọn định mức cần nhân bản.');
  await page.locator('tr[data-row-id="7"]').getByRole('button', { name: 'Thao tác khác' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Nhân bản' }).press('Enter');
  await page.waitForURL('**/standards/add?cloneId=7');
  await page
    .getByLabel(/^Khách hàng/)
    .and(page.locator('[value="青葉ホーム"]'))
    .waitFor();
  expect(await page.getByLabel(/^Điểm thiết kế định mức/).inputValue()).toBe('2,5');
  await page.goBack();
  await page.locator('tr[data-row-id="7"]').getByText('構造図').click();
  await button.click();
  await page.waitForURL('**/standards/add?cloneId=7');
});

it('sets a mark beside a date of a locked month, and nothing around one that has no mark', async () => {
  const job = (id: number, day: string) => ({ id, name: `DR-${id}`, henkyaku_hi: day, is_checked: 0, version: 1 });
  const app = await openStubbedApp({ rows: { directs: [job(1, '2026-09-03'), job(2, '2026-08-03')] } });
  const { page } = app;
  app.answer('GET', 'locked_months', () => ({ json: { data: [{ year: 2026, month: 8, at: '2026-09-05 08:00:00', by: 'Trang' }] } }));
  await app.go('/directs?exc_start_time=2026-08-01');
  const day = (text: string) => page.locator('tbody td', { hasText: text });
  await day('2026/08/03').locator('svg').waitFor();
  expect(await day('2026/09/03').evaluate((cell) => cell.childElementCount)).toBe(0);
});
