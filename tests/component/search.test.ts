import { beforeAll, expect, it } from 'vitest';
import { findViolationsInBothThemes } from '../support/axe.ts';
import { openStubbedApp, type StubbedApp } from '../support/stub-app.ts';

const JOB = { entity: 'directs', id: 7, title: 'DR-2609-1273', subtitle: '池田様邸', path: '/directs/7/view', match: 'begins' };
const MEETING = { entity: 'indirects', id: 9, title: '2026-11-26', subtitle: 'Lan', path: '/indirect/9/view', match: 'contains' };
const CUSTOMER = { entity: 'customers', id: 3, title: '青葉工務店', subtitle: 'KH003', path: '/customers/3/view', match: 'contains' };

let app: StubbedApp;
const asked: string[] = [];
beforeAll(async () => {
  app = await openStubbedApp({ rows: { customers: [{ id: 3, name: '青葉工務店', code: 'KH003', version: 1 }] } });
  app.answer('GET', 'search', ({ query }) => {
    const q = query.get('q')!;
    asked.push(q);
    return { json: { data: q.startsWith('dr') ? [JOB] : q === '青' ? [CUSTOMER] : q === 'lan' ? [MEETING] : [] } };
  });
  await app.go('/customers');
});

it('takes what is typed before its dialog is there', async () => {
  const { page } = app;
  await page.keyboard.press('Control+k');
  await page.keyboard.type('dr-26');
  const field = page.getByRole('combobox', { name: 'Tìm ở mọi nơi' });
  await expect.poll(() => field.inputValue()).toBe('dr-26');
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
});

it('finds a record by keyboard alone, and offers it first the next time', async () => {
  const { page } = app;
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Tìm ở mọi nơi' });
  await field.waitFor();
  await page.getByRole('option', { name: 'Tổng quan' }).waitFor();
  await page.keyboard.type('青');
  await page.getByRole('group', { name: 'Khách hàng' }).getByRole('option', { name: '青葉工務店' }).waitFor();
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/customers/3/view');
  await page.locator('main h1', { hasText: '青葉工務店' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('group', { name: 'Mở gần đây' }).getByRole('option', { name: '青葉工務店' }).waitFor();
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
});

it('writes the day that names a record as days are written everywhere', async () => {
  const { page } = app;
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Tìm ở mọi nơi' }).waitFor();
  await page.keyboard.type('lan');
  await page.getByRole('group', { name: 'Việc gián tiếp' }).getByRole('option', { name: '2026/11/26 Lan' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Tìm ở mọi nơi' }).waitFor({ state: 'detached' });
});

it('goes on in the page that was chosen, not where the search was asked for', async () => {
  const { page } = app;
  await app.go('/notices');
  await page.getByRole('button', { name: /^Thông báo/ }).focus();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Tìm ở mọi nơi' }).waitFor();
  await page.keyboard.type('khách hàng');
  await page.getByRole('option', { name: 'Khách hàng', exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('tr[data-row-id="3"]').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => page.locator('tr[data-row-id="3"]:focus').count()).toBe(1);
});

it('asks once for what is typed without a pause, and finds pages and actions without accents', async () => {
  const { page } = app;
  asked.length = 0;
  await page.getByRole('button', { name: 'Tìm ở mọi nơi (Ctrl+K)' }).click();
  const field = page.getByRole('combobox', { name: 'Tìm ở mọi nơi' });
  await field.waitFor();
  // All letters in one task: a slow machine would type with pauses.
  await field.evaluate((_, letters) => {
    for (const letter of letters) document.execCommand('insertText', false, letter);
  }, 'dr-2609');
  await page.getByRole('option', { name: 'DR-2609-1273' }).waitFor();
  expect(asked).toEqual(['dr-2609']);
  await field.fill('them khach');
  await page.getByRole('group', { name: 'Thao tác' }).getByRole('option', { name: 'Thêm: Khách hàng' }).waitFor();
  await field.fill('tong hop khach');
  await page.getByRole('group', { name: 'Trang' }).getByRole('option', { name: 'Tổng hợp khách hàng' }).waitFor();
  await field.fill('zzzz');
  await page.getByText('Không tìm thấy «zzzz».').first().waitFor();
  await field.fill('khach hang');
  await page.getByRole('option', { name: 'Khách hàng', exact: true, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/customers');
});
