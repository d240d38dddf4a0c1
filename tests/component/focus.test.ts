import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { customerRows, focusedLabel, listensToPage, openStubbedApp, type StubbedApp } from '../support/stub-app.ts';

/** A list of three customers. */
async function openCustomers(): Promise<StubbedApp> {
  const app = await openStubbedApp({ rows: { customers: customerRows(3) } });
  await app.go('/customers');
  return app;
}

it('goes through the bar of a list in the order it is seen: tabs, actions, notices, account, filters', async () => {
  const { page } = await openCustomers();
  await page.locator('.data-table tbody:not([aria-hidden]) tr').first().waitFor();
  await page.getByRole('button', { name: 'Thông báo' }).waitFor();
  await page.getByRole('button', { name: 'Thu gọn', exact: true }).focus();
  const stops: string[] = [];
  while (!stops.includes('search')) {
    await page.keyboard.press('Tab');
    const search = await page.evaluate(() => document.activeElement!.matches('[type=search]'));
    stops.push(search ? 'search' : await focusedLabel(page));
  }
  expect(stops).toEqual([
    'Khách hàng',
    'Hạng mục công việc',
    'Thao tác khác',
    'Thêm',
    'Tìm ở mọi nơi (Ctrl+K)',
    'Thông báo',
    'STài khoản của Stub',
    'search',
  ]);
});

const jobs = [1, 2].map((id) => ({ id, name: `DR-${id}`, henkyaku_hi: '2026-11-03', version: 1, is_checked: 0, upsert_by: 0 }));

const isFocused = (field: Locator) => field.evaluate((element) => element === document.activeElement);

/** The list of manual adjustments while points are typed: the bar holds a field and its buttons. */
async function openPointGrid() {
  const app = await openStubbedApp({ rows: { directs_techousei: jobs } });
  await app.go('/directs-techousei');
  await app.page.getByRole('button', { name: 'Sửa điểm' }).click();
  const reason = app.page.getByRole('textbox', { name: 'Lý do điều chỉnh' });
  await reason.waitFor();
  return { page: app.page, reason };
}

it('comes to search and account before the actions of a page that stand below them in a narrow window', async () => {
  const { page, reason } = await openPointGrid();
  await page.setViewportSize({ width: 1024, height: 768 });
  const account = page.getByRole('button', { name: 'Tài khoản của Stub' });
  await expect.poll(async () => (await reason.boundingBox())!.y).toBeGreaterThan((await account.boundingBox())!.y + 20);
  await account.focus();
  await page.keyboard.press('Tab');
  expect(await isFocused(reason)).toBe(true);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(async () => (await reason.boundingBox())!.y).toBeLessThan((await account.boundingBox())!.y + 20);
  await page.getByRole('button', { name: 'Tìm ở mọi nơi (Ctrl+K)' }).focus();
  await page.keyboard.press('Shift+Tab');
  await expect.poll(() => focusedLabel(page)).toMatch(/^(Hủy|Lưu điểm)/);
});

it('keeps the focus and the text of a field of the bar that moves to another line', async () => {
  const { page, reason } = await openPointGrid();
  await reason.fill('Đo lại');
  const place = (await reason.boundingBox())!.y;
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect.poll(async () => (await reason.boundingBox())!.y).toBeGreaterThan(place + 20);
  expect(await isFocused(reason)).toBe(true);
  expect(await reason.inputValue()).toBe('Đo lại');
});

it.each([
  ['Khóa tháng', '/total'],
  ['Thao tác khác: Trưởng nhóm', '/positions'],
])('gives the focus back from the first dialog of a visit to what opened it: %s', async (name, path) => {
  const app = await openStubbedApp({ rows: { positions: [{ id: 1, name: 'Trưởng nhóm', version: 1 }] } });
  const { page } = app;
  answerMonth(app);
  await app.go(path);
  const opener = page.getByRole('button', { name, exact: true });
  // By a key: a pointer that comes near loads what the dialog needs.
  await opener.press('Enter');
  const remove = page.getByRole('menuitem', { name: 'Xóa' });
  if (path === '/positions') await remove.click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => isFocused(opener)).toBe(true);
});

it('gives the focus to the page when what opened a dialog has gone', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  answerMonth(app);
  await app.go('/total#lock');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
});

it('comes into the dialog that was chosen in the search', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  answerMonth(app);
  await app.go('/notices');
  await page.getByRole('button', { name: /^Thông báo/ }).focus();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Tìm ở mọi nơi' }).waitFor();
  await page.keyboard.type('khóa tháng');
  await page.getByRole('option', { name: 'Khóa tháng', exact: true }).waitFor();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Khóa và mở khóa tháng' });
  await dialog.waitFor();
  await expect.poll(() => dialog.evaluate((form) => form.contains(document.activeElement))).toBe(true);
});

/** The fields of the lock form. */
function answerMonth(app: StubbedApp): void {
  app.answer('GET', 'lock_history', () => ({ json: { data: [] } }));
  app.answer('GET', 'month-checklist', () => ({
    json: { year: 2026, month: 11, jobs: 0, open: 0, thresholds: { percent: 30, points: 10 }, items: [] },
  }));
}

it('goes on in the page, not in the navigation, after a record was opened by a key', async () => {
  const app = await openStubbedApp({
    rows: { customers: customerRows(3), 'work-categories': [{ id: 1, work_name: '基礎伏図' }] },
    width: 1366,
  });
  const { page } = app;
  await app.go('/customers');
  await page.locator('tr[data-row-id="2"]').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /Khách hàng 2/ }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
  // Each field keeps clear of the bar at the lower edge.
  await page.setViewportSize({ width: 1366, height: 420 });
  for (let field = await focusNextField(page); field; field = await focusNextField(page)) {
    expect(field.bottom, field.name).toBeLessThanOrEqual(field.barTop);
  }
});

/** Tab, until a field of the form has the focus; null behind the last one. */
async function focusNextField(page: Page): Promise<{ name: string; bottom: number; barTop: number } | null> {
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(() => {
      const active = document.activeElement as HTMLInputElement;
      if (active.type === 'submit') return 'behind';
      const bar = document.querySelector('form > .sticky')!.getBoundingClientRect();
      return active.matches('fieldset input')
        ? { name: active.labels?.[0]?.textContent ?? '', bottom: active.getBoundingClientRect().bottom, barTop: bar.top }
        : null;
    });
    if (found === 'behind') return null;
    if (found) return found;
  }
  throw new Error('no field and no Save button within forty steps');
}

it('comes to the first row of a list by the arrow down, from the page', async () => {
  const { page } = await openCustomers();
  await page.locator('tr[data-row-id="1"]').waitFor();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-row-id'))).toBe('1');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-row-id'))).toBe('2');
  await page.keyboard.press('?');
  await page.getByRole('button', { name: 'Phím tắt' }).click();
  await page.getByRole('dialog', { name: 'Phím tắt' }).getByText('Lưu biểu mẫu').waitFor();
});

it('closes what a button of the bar has opened when Tab leaves it, and keeps it for its own button', async () => {
  const { page } = await openCustomers();
  await listensToPage(page);
  const columns = page.getByRole('button', { name: 'Cột hiển thị' });
  const panel = page.locator('[popover][aria-label="Cột hiển thị"]');
  await page.getByRole('button', { name: 'Thao tác khác' }).first().click();
  await columns.click();
  await panel.waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await expect.poll(() => focusedLabel(page)).toBe('Cột hiển thị');
  expect(await panel.isVisible()).toBe(true);
  do await page.keyboard.press('Tab');
  while (await panel.evaluate((element) => element.contains(document.activeElement)));
  await panel.waitFor({ state: 'hidden' });
  expect(await focusedLabel(page)).not.toBe('');
});

it('closes a panel when the focus leaves it or its own button', async () => {
  const app = await openCustomers();
  const { page } = app;
  await app.go('/directs');
  await listensToPage(page);
  const panel = page.locator('[popover]:popover-open');
  const opener = page.getByRole('button', { name: 'Bộ lọc' });
  await opener.press('Enter');
  await panel.waitFor();
  await page.keyboard.press('Shift+Tab');
  await expect.poll(() => panel.count()).toBe(0);
  expect(await opener.evaluate((element) => element === document.activeElement)).toBe(false);
  await opener.press('Enter');
  await panel.waitFor();
  await page.keyboard.press('Tab');
  expect(await panel.count(), 'inside it stays').toBe(1);
  await page.getByRole('button', { name: 'Thêm' }).first().focus();
  await expect.poll(() => panel.count()).toBe(0);
});

it.each(['Hoàn tác', 'Đóng'])('comes back from the button of a notice to where it was, or to the page: %s', async (name) => {
  const app = await openCustomers();
  const { page } = app;
  app.answer('DELETE', 'customers/3', () => ({ json: { message: '', ids: [3] }, headers: { 'x-request-id': 'r-1' } }));
  app.answer('GET', 'operations', () => ({ json: { data: [], total: 0 } }));
  const notice = page.locator('[data-sonner-toast]', { hasText: 'Bạn đã xóa' });
  const press = async () => {
    await page.getByRole('button', { name: 'Thao tác khác: Khách hàng 3' }).click();
    await page.getByRole('menuitem', { name: 'Xóa' }).click();
    await page.getByRole('button', { name: 'Có, xóa!' }).click();
    await notice.waitFor();
  };
  const answer = async () => {
    await notice.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
    await notice.waitFor({ state: 'detached' });
    return page.evaluate(() => document.activeElement?.getAttribute('type') ?? document.activeElement?.id);
  };
  await press();
  await page.getByRole('searchbox', { name: 'Tìm kiếm' }).focus();
  expect(await answer()).toBe('search');
  await press();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  expect(await answer()).toBe('content');
});

it('walks the list of operations by the arrows; Enter comes to what can be done with one', async () => {
  const row = {
    ...{ source: 'screen', undone_by: null, undone_at: null, left: 0, undo_of: null, undoes: null, undoable: true, reason: null },
    ...{ records: [], fields: [], cleared: [], kept_count: 0, run: null },
  };
  const written = { ...row, at: '2026-11-18 14:02:11', user: { id: 2, name: 'Trang' }, entity: 'customers' };
  const operations = [9, 8].map((id) => ({ ...written, id, counts: { created: 0, updated: 12, deleted: 0 } }));
  const app = await openStubbedApp({ rows: { operations } });
  const { page } = app;
  await app.go('/operations');
  await page.locator('tr[data-row-id="8"]').waitFor();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-row-id'))).toBe('9');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-row-id'))).toBe('8');
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedLabel(page)).toBe('Hoàn tác lần sửa 12 khách hàng lúc 14:02 2026/11/18');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
});

it('comes from the search to the first row of what was searched by one key', async () => {
  const app = await openStubbedApp({ rows: { directs: jobs } });
  const { page } = app;
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>();
  app.answer('GET', 'directs', async ({ query }) => {
    if (query.get('text__~') !== 'DR-2') return undefined;
    await asked;
    return { json: { data: [jobs[1]], total: 1, current_page: 1, from: 1, to: 1 } };
  });
  await app.go('/directs');
  await page.getByRole('link', { name: 'DR-1', exact: true }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('DR-2');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => app.callsOf('GET', 'directs').at(-1)!.query.get('text__~')).toBe('DR-2');
  // The rows of before are not walked: Enter would open what nobody looked for.
  expect(await isFocused(page.getByRole('searchbox'))).toBe(true);
  answer();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TR');
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/directs/2/view');
});

it('keeps the field that Tab comes to clear of the bar at the foot of its form', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  await page.setViewportSize({ width: 1366, height: 500 });
  await app.go('/standards/add');
  await page.getByRole('button', { name: 'Lưu', exact: true }).waitFor();
  const bar = page.locator('form .sticky');
  for (const field of await page.locator('form :is(input, textarea)').all()) {
    await page.keyboard.press('Tab');
    const top = (await bar.boundingBox())!.y;
    const focused = await page.evaluate(() => {
      const { activeElement } = document;
      return activeElement!.closest('.sticky') ? null : activeElement!.getBoundingClientRect().bottom;
    });
    if (focused !== null) expect(focused, await field.evaluate((each) => each.outerHTML)).toBeLessThanOrEqual(top);
  }
});

it('keeps the focus on the page when the only chip of the filters is taken away', async () => {
  const app = await openStubbedApp({ rows: { customers: customerRows(3) } });
  const { page } = app;
  await app.go('/customers?code__~=C');
  await listensToPage(page);
  await page.getByRole('link', { name: 'Khách hàng 1', exact: true }).waitFor();
  const chip = page.getByRole('button', { name: /^Bỏ / });
  await chip.focus();
  await page.keyboard.press('Enter');
  await chip.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);
});
