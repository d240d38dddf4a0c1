import { expect, it } from 'vitest';
import { customerRows, focusedLabel, openStubbedApp, type Row } from '../support/stub-app.ts';

const JOBS: Row[] = Array.from({ length: 4 }, (_, at) => ({
  ...{ id: at + 1, name: `DR-${at + 1}`, is_checked: 0, version: 1 },
  ...{ result_design_point: 5, result_check_point: 1, henkyaku_hi: '2026-11-05' },
}));

it('checks the chosen rows together, keeps those refused chosen and says why', async () => {
  const app = await openStubbedApp({ role: 'Checked', rows: { directs_techousei: JOBS } });
  const { page } = app;
  const refused = [{ id: 3, code: 'month_locked', message: 'Tháng 2026/11 đã khóa' }];
  app.answer('POST', 'directs_techousei/bulk', () => ({
    json: { operation_id: 5, status: 'done', changed: 2, unchanged: 0, refused, without_points: [] },
  }));
  await app.go('/directs-techousei');
  await page.getByLabel('Chọn DR-2', { exact: true }).check();
  await page.getByLabel('Chọn DR-4', { exact: true }).click({ modifiers: ['Shift'] });
  await page.getByText('Đã chọn 3 bản ghi').waitFor();
  await page.getByRole('button', { name: 'Kiểm tra', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Kiểm tra 3 dòng' });
  await dialog.getByText('2 dòng sẽ được kiểm tra').waitFor();
  await dialog.getByText('Tháng 2026/11 đã khóa').waitFor();
  await dialog.getByText('DR-3').waitFor();
  await dialog.getByRole('button', { name: 'Kiểm tra 2 dòng' }).click();
  await page.getByText('Đã kiểm tra 2 bản ghi').waitFor();
  await page.getByText('1 bản ghi không đổi được và vẫn được chọn').waitFor();
  await page.getByText('Đã chọn 1 bản ghi').waitFor();
  const edit = { ids: [2, 3, 4], values: { is_checked: 1 } };
  expect(app.callsOf('POST', 'directs_techousei/bulk').map(({ body }) => body)).toEqual([{ ...edit, dry_run: true }, edit]);
});

it('chooses what matches on every page and checks it by the filters, without reading it', async () => {
  const jobs = Array.from({ length: 546 }, (_, at) => ({ ...JOBS[0]!, id: at + 1, name: `DR-${at + 1}` }));
  const refused = Array.from({ length: 12 }, (_, at) => ({ id: 300 + at, code: 'month_locked', message: 'Tháng 2026/11 đã khóa' }));
  const app = await openStubbedApp({ role: 'Checked', rows: { directs_techousei: jobs } });
  const { page } = app;
  app.answer('POST', 'directs_techousei/bulk', () => ({
    json: { operation_id: 5, status: 'done', changed: 534, unchanged: 0, refused, without_points: [] },
  }));
  await app.go('/directs-techousei');
  await page.getByLabel('Chọn DR-2', { exact: true }).check();
  await page.getByRole('button', { name: 'Chọn tất cả 546 dòng khớp' }).press('Enter');
  await page.getByText('Đã chọn 546 bản ghi').waitFor();
  await page.getByRole('button', { name: 'Chọn tất cả 546 dòng khớp' }).waitFor({ state: 'detached' });
  expect(await focusedLabel(page)).toBe('Kiểm tra');
  await page.getByRole('button', { name: 'Trang sau' }).click();
  await expect.poll(() => page.getByLabel('Chọn DR-26', { exact: true }).isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Kiểm tra', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Kiểm tra 546 dòng' });
  await dialog.getByText('DR-300').waitFor();
  await dialog.getByText('Xem 4 dòng khác').waitFor();
  await dialog.getByRole('button', { name: 'Kiểm tra 534 dòng' }).click();
  await page.getByText('Đã kiểm tra 534 bản ghi').waitFor();
  const sent = app.callsOf('POST', 'directs_techousei/bulk').map(({ body }) => body);
  expect(sent.at(-1)).toMatchObject({ expected: 546, values: { is_checked: 1 } });
  expect(sent.at(-1)!.filter).toHaveProperty('exc_start_time');
  const longest = Math.max(...app.callsOf('GET', 'directs_techousei').map(({ query }) => Number(query.get('limit') ?? 0)));
  expect(longest).toBeLessThanOrEqual(500);
});

it('reads no rows anew where one is chosen a while after they were read', async () => {
  const app = await openStubbedApp({ rows: { customers: customerRows(30) } });
  const { page } = app;
  await page.clock.install();
  await app.go('/customers');
  const box = page.getByLabel('Chọn Khách hàng 2', { exact: true });
  await box.waitFor();
  await page.clock.fastForward(60_000);
  const readBefore = app.callsOf('GET', 'customers').length;
  await box.check();
  await page.getByRole('button', { name: 'Chọn tất cả 30 dòng khớp' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(app.callsOf('GET', 'customers').length).toBe(readBefore);
});

it('closes by Esc first what is open above the list, then lets the chosen rows go', async () => {
  const app = await openStubbedApp({ rows: { customers: customerRows(3) } });
  const { page } = app;
  await app.go('/customers');
  await page.getByLabel('Chọn Khách hàng 2', { exact: true }).check();
  await page.getByRole('button', { name: 'Thao tác khác', exact: true }).first().click();
  await page.getByRole('button', { name: 'Cột hiển thị' }).click();
  const layers = page.locator('[popover=auto]:popover-open');
  for (const left of [2, 1, 0]) {
    await expect.poll(() => layers.count()).toBe(left);
    if (left > 0) await page.keyboard.press('Escape');
  }
  expect(await page.getByText('Đã chọn 1 bản ghi').isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByText('Đã chọn 1 bản ghi').waitFor({ state: 'detached' });
});

it('shows the last page in the place of one that is no longer there', async () => {
  const app = await openStubbedApp({ rows: { customers: customerRows(12) } });
  const { page } = app;
  await app.go('/customers?limit=5&page=1');
  await page.goto('/customers?limit=5&page=9');
  await page.waitForURL(/page=3/);
  await page.getByRole('link', { name: 'Khách hàng 12' }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Khách hàng 1', exact: true }).waitFor();
});

it('keeps the focus on the button of the next page where there is none', async () => {
  const app = await openStubbedApp({ rows: { customers: customerRows(30) } });
  const { page } = app;
  await app.go('/customers');
  const next = page.getByRole('button', { name: 'Trang sau' });
  await next.focus();
  for (const _ of [1, 2]) await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Khách hàng 30' }).waitFor();
  expect(await next.evaluate((button) => button === document.activeElement && button.ariaDisabled === 'true')).toBe(true);
});

it.each([1280, 1366, 1535])(
  'keeps the bar of chosen rows beside the pages in a window of %i px, every action with its icon',
  async (width) => {
    const jobs = Array.from({ length: 4000 }, (_, at) => ({ ...JOBS[0]!, id: at + 1, name: `DR-${at + 1}` }));
    const app = await openStubbedApp({ rows: { directs: jobs }, width });
    const { page } = app;
    await app.go('/directs?limit=25');
    await page.getByLabel('Chọn DR-2', { exact: true }).check();
    await page.getByRole('button', { name: 'Xóa', exact: true }).waitFor();
    const bar = page.locator('[data-chosen]');
    const icons = await bar
      .locator('button')
      .evaluateAll((buttons) => buttons.map((button) => button.querySelector('svg')?.checkVisibility() ?? false));
    // The first one chooses more rows and has words alone.
    expect(icons.slice(1).every(Boolean), `${icons}`).toBe(true);
    const top = async (part: string) => (await page.locator(part).boundingBox())!.y;
    expect(Math.abs((await top('[data-chosen]')) - (await top('nav[aria-label="Phân trang"]')))).toBeLessThan(16);
  },
);

it('comes from a chosen row to what can be done with it by a letter', async () => {
  const app = await openStubbedApp({ rows: { customers: customerRows(3) } });
  const { page } = app;
  await app.go('/customers');
  await page.locator('tr[data-row-id="1"]').waitFor();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-row-id'))).toBe('1');
  await page.keyboard.press('Space');
  await page.getByText('Đã chọn 1 bản ghi').waitFor();
  await page.getByRole('button', { name: 'Chọn tất cả 3 dòng khớp' }).waitFor();
  await page.keyboard.press('a');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Chọn tất cả 3 dòng khớp');
});
