import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openStubbedApp } from '../support/stub-app.ts';

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Điều hướng chính' });
const tabs = (page: Page, entry: string) => page.getByRole('navigation', { name: entry, exact: true });
const currentOf = (page: Page, entry: string) => tabs(page, entry).locator('[aria-current=page]').allTextContents();

it.each([
  { role: 'Admin', most: 22 },
  { role: 'Writer', most: 13 },
  { role: 'Viewer', most: 5 },
] as const)('has at most $most entries for $role, which fit a window of 900 px', async ({ role, most }) => {
  const { page, go } = await openStubbedApp({ role });
  await go('/notices');
  const { links, isScrolled } = await sidebar(page).evaluate((nav) => ({
    links: nav.querySelectorAll('a').length,
    isScrolled: nav.scrollHeight > nav.clientHeight,
  }));
  expect(links).toBeLessThanOrEqual(most);
  expect(isScrolled).toBe(false);
});

it('shows the pages of an entry as tabs, marks the open one, and the entry on each of them', async () => {
  const { page, go, visit } = await openStubbedApp({ rows: { departments: [{ id: 1, name: 'Thiết kế', code: 'TK', version: 1 }] } });
  await go('/departments');
  await sidebar(page).getByRole('link', { name: 'Tổ chức' }).waitFor();
  expect(await tabs(page, 'Tổ chức').getByRole('link').allTextContents()).toEqual(['Phòng ban', 'Nhóm', 'Chức vụ', 'Công ty']);
  expect(await currentOf(page, 'Tổ chức')).toEqual(['Phòng ban']);
  const next = tabs(page, 'Tổ chức').getByRole('link', { name: 'Công ty' });
  await next.press('Enter');
  await page.waitForURL('**/companies');
  await page.getByRole('heading', { name: 'Công ty', level: 1 }).waitFor();
  expect(await currentOf(page, 'Tổ chức')).toEqual(['Công ty']);
  expect(await next.evaluate((link) => link === document.activeElement)).toBe(true);
  expect(await sidebar(page).locator('[aria-current=page]').allTextContents()).toEqual(['Tổ chức']);
  // A record is no tab; its list's entry stays marked.
  await go('/departments/1/view');
  await expect.poll(() => sidebar(page).locator('[aria-current=page]').allTextContents()).toEqual(['Tổ chức']);
  expect(await tabs(page, 'Tổ chức').count()).toBe(0);
  for (const path of ['/directs/add', '/directs/crawls']) {
    await visit(path);
    await expect.poll(() => sidebar(page).locator('[aria-current=page]').allTextContents()).toEqual(['Việc trực tiếp']);
  }
});

it('takes a month that the address names along to the other tabs', async () => {
  const { page, go } = await openStubbedApp();
  const customers = tabs(page, 'Tổng hợp').getByRole('link', { name: 'Tổng hợp khách hàng' });
  await go('/total?year=2026&month=9');
  expect(await customers.getAttribute('href')).toBe('/total-customer?year=2026&month=9');
  await go('/total?year=2026');
  expect(await customers.getAttribute('href')).toBe('/total-customer');
});

it('shows no tab that the person may not open, and no bar for a single one', async () => {
  const writer = await openStubbedApp({ role: 'Writer' });
  await writer.go('/imports');
  expect(await tabs(writer.page, 'Nhật ký').getByRole('link').allTextContents()).toEqual(['Thao tác đã làm', 'Các lần nhập Excel']);
  const viewer = await openStubbedApp({ role: 'Viewer' });
  const { page } = viewer;
  viewer.expect(/status of 404/);
  await viewer.go('/rules/document');
  await expect.poll(() => sidebar(page).locator('[aria-current=page]').allTextContents()).toEqual(['Sổ quy tắc']);
  expect(await page.locator('.section-tabs').count()).toBe(0);
});

it('leaves the first steps out of the settings once they are done, but on their own page', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  app.answer('GET', 'first_steps', () => ({ json: { done: true, steps: [] } }));
  await page.addInitScript(() => localStorage.setItem('tensu.first_steps.done', 'true'));
  await app.go('/access-tokens');
  const settings = ['Cài đặt Base.vn', 'Mã truy cập', 'Hệ thống'];
  expect(await tabs(page, 'Cài đặt').getByRole('link').allTextContents()).toEqual(settings);
  await app.go('/first-steps');
  expect(await currentOf(page, 'Cài đặt')).toEqual(['Bắt đầu sử dụng']);
});

it('says how many jobs of this month are left to check, and opens them', async () => {
  const jobs = [1, 2, 3].map((id) => ({ id, name: `DR-${id}`, henkyaku_hi: '2026-11-03', version: 1, is_checked: 0 }));
  const app = await openStubbedApp({ role: 'Checked', rows: { directs_techousei: jobs, directs: jobs } });
  const { page } = app;
  await app.go('/notices');
  await sidebar(page)
    .getByRole('link', { name: /^Kiểm tra.*còn 3 việc$/ })
    .click();
  await page.getByRole('heading', { name: 'DR-1' }).waitFor();
  const month = ({ query }: { query: URLSearchParams }) => [query.get('is_checked'), query.get('exc_start_time')?.slice(-2)];
  const asked = app.callsOf('GET', 'directs_techousei').map(month);
  expect(asked).toContainEqual(['0', '01']);
  expect(await sidebar(page).locator('[aria-current=page]').textContent()).toContain('Kiểm tra');
});
