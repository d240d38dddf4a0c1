import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { officeToday } from '../../web/i18n/index.ts';
import { TREND_FIGURES, type TrendMonth } from '../../worker/contracts/calls/dashboard.ts';
import { openStubbedApp } from '../support/stub-app.ts';

const THIS_MONTH = officeToday().slice(0, 7);
const FIGURES = { total_tsubo: 80, total_worktime: 600, total_difficulty_coefficient: 4, total_unit: 4, total_point: 40 };

it('compares no part of a month with a whole one, and draws no month that is to come', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  const person = { user_id: 1, username: 'an', name: 'An', departmentName: null, ...FIGURES };
  app.answer('GET', 'charts', () => ({ json: { charts: [person], sum: FIGURES } }));
  app.answer('GET', 'home/trend', ({ query }) => ({
    json: { data: twelveMonths(`${query.get('year')}-${query.get('month')!.padStart(2, '0')}`) },
  }));
  const change = page.locator('[data-figure=total_point] dd').nth(1);
  const drawn = async () => (await page.locator('figure li').allTextContents()).map((text) => text.split(':')[0]);
  const open = (month: string) => app.go(`/home?year=${month.slice(0, 4)}&month=${Number(month.slice(5))}`);

  await open(THIS_MONTH);
  await expect.poll(() => change.textContent()).toBe(`Chưa hết tháng · cả tháng ${slashed(shift(THIS_MONTH, -1))}: 100,00`);
  await expect.poll(async () => (await drawn()).at(-1)).toBe(`${slashed(THIS_MONTH)} chưa hết`);

  await open(shift(THIS_MONTH, -1));
  await expect.poll(() => change.textContent()).toBe(`−60,00 (−60 %) so với ${slashed(shift(THIS_MONTH, -2))}`);
  await expect.poll(async () => (await drawn()).length).toBe(12);

  await open(shift(THIS_MONTH, 2));
  await expect.poll(async () => (await drawn()).length).toBe(10);
  expect(await change.textContent()).toBe('');
});

it('is no wider than a window of 320 px, which a page at 400 % has', async () => {
  const app = await openStubbedApp({ width: 320 });
  const { page } = app;
  const person = { user_id: 1, username: 'an', name: 'An', departmentName: null, ...FIGURES };
  app.answer('GET', 'charts', () => ({ json: { charts: [person], sum: FIGURES } }));
  app.answer('GET', 'home/trend', () => ({ json: { data: twelveMonths(THIS_MONTH) } }));
  await app.go('/home');
  await page.locator('canvas[width]').first().waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

it('keeps its title in one line on a phone, with the month below it', async () => {
  const app = await openStubbedApp({ width: 390, touch: true });
  const { page } = app;
  app.answer('GET', 'charts', () => ({ json: { charts: [], sum: FIGURES } }));
  app.answer('GET', 'home/trend', () => ({ json: { data: twelveMonths(THIS_MONTH) } }));
  await app.go(`/home?year=${THIS_MONTH.slice(0, 4)}&month=${Number(THIS_MONTH.slice(5))}`);
  const title = page.locator('h1');
  await expect.poll(() => title.textContent()).toContain('Tổng quan');
  const lines = await title.evaluate(
    (element) => element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight),
  );
  expect(Math.round(lines)).toBe(1);
  const month = page.locator('[data-month-lock]');
  await month.waitFor();
  expect((await month.boundingBox())!.y).toBeGreaterThan((await title.boundingBox())!.y);
});

it('says where the months could not be read, and reads them again', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  app.expect(/status of 403/);
  const person = { user_id: 1, username: 'an', name: 'An', departmentName: null, ...FIGURES };
  app.answer('GET', 'charts', () => ({ json: { charts: [person], sum: FIGURES } }));
  const answers = [{ status: 403, json: { code: 'forbidden', message: 'Bạn không xem được các tháng', request_id: 'r-1' } }];
  app.answer('GET', 'home/trend', () => answers.shift() ?? { json: { data: twelveMonths(THIS_MONTH) } });
  await app.go('/home');
  await page.getByRole('heading', { name: 'Tổng điểm theo tháng' }).waitFor();
  await page.getByText('Bạn không xem được các tháng').waitFor();
  expect(await page.locator('[data-figure=total_point] dd').first().textContent()).toBe('40,00');
  await page.getByRole('button', { name: 'Thử lại' }).click();
  await expect.poll(() => page.locator('figure li').count()).toBe(12);
  expect(await page.getByText('Bạn không xem được các tháng').count()).toBe(0);
});

it('says how many of the first steps are left, until all are done', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  app.answer('GET', 'charts', () => ({ json: { charts: [], sum: FIGURES } }));
  app.answer('GET', 'home/trend', () => ({ json: { data: twelveMonths(THIS_MONTH) } }));
  const steps = (['company', 'people', 'customers'] as const).map((name, at) => ({
    ...{ name, state: at === 0 ? 'done' : 'open', counts: [], missing: [] },
  }));
  app.answer('GET', 'first_steps', () => ({ json: { done: false, steps } }));
  await app.go('/home');
  const link = page.getByRole('link', { name: 'Bắt đầu sử dụng: còn 2 bước' });
  expect(await link.getAttribute('href')).toBe('/first-steps');
  app.answer('GET', 'first_steps', () => ({ json: { done: true, steps: [] } }));
  await app.go('/home');
  await page.getByRole('region', { name: 'Đang chờ bạn' }).locator('span').waitFor();
  expect(await link.count()).toBe(0);
});

it('leads from a sum to all its jobs, and of a department says how far its people and its jobs are apart', async () => {
  const app = await openStubbedApp({ rows: { departments: [{ id: 2, name: 'Phòng 2' }] } });
  const { page } = app;
  const person = { user_id: 1, username: 'an', name: 'An', departmentName: null, ...FIGURES };
  const department = {
    id: 2,
    name: 'Phòng 2',
    ...FIGURES,
    total_complex_factor: 4,
    point_design: 30,
    point_check: 3.25,
    total_point: 33.25,
  };
  app.answer('GET', 'charts', () => ({ json: { charts: [person], sum: FIGURES } }));
  app.answer('GET', 'home/get-all-group-by-dev', () => ({ json: [department] }));
  app.answer('GET', 'home/trend', () => ({ json: { data: twelveMonths('2026-10') } }));
  const days = 'exc_start_time=2026-10-01&exc_end_time=2026-10-31';
  const tsubo = page.locator('[data-figure=total_tsubo] a');
  const foot = page.locator('tfoot a');
  const addressesOf = (links: Locator) => links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));

  await app.go('/home?year=2026&month=10');
  await expect.poll(() => addressesOf(tsubo)).toEqual([`/directs?user_id__empty=0&${days}`]);
  expect(await addressesOf(foot.first())).toEqual([`/directs?${days}`]);
  expect(await page.locator('[data-tab-difference]').count()).toBe(0);
  // Below the table stands whom its figures count for, and its time has a unit.
  await page.getByText('Tsubo, độ khó và số công việc tính cho người thiết kế').waitFor();
  await page.getByRole('columnheader', { name: /^Tổng thời gian làm \(phút\)/ }).waitFor();

  await app.go('/home?year=2026&month=10&dept_id=2');
  await page.getByText('phòng ban của người: 40; theo phòng ban của việc: 33,25. Chênh 6,75').waitFor();
  expect(await addressesOf(tsubo)).toEqual([`/directs?user_id=1&${days}`]);
  await page.getByRole('tab', { name: 'Phòng ban' }).click();
  await page.getByText('phòng ban của người: 40; theo phòng ban của việc: 33,25. Chênh 6,75').waitFor();
  await expect.poll(() => addressesOf(tsubo)).toEqual([`/directs?dept_id=2&user_id__empty=0&${days}`]);
});

it('prints the bars of an office of 35 on the first page, below its figures', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  const charts = Array.from({ length: 35 }, (_, n) => ({
    ...{ user_id: n + 1, username: `nv${n}`, name: `Nguyễn Thị Phương Thảo ${n}`, departmentName: null },
    ...{ ...FIGURES, total_point: 40 + n },
  }));
  app.answer('GET', 'charts', () => ({ json: { charts, sum: FIGURES } }));
  app.answer('GET', 'home/trend', () => ({ json: { data: twelveMonths('2026-10') } }));
  await app.go('/home?year=2026&month=10');
  const bars = page.locator('figure').first();
  await bars.getByRole('button', { name: 'Xem cả 35' }).waitFor();
  await page.setViewportSize({ width: 703, height: PAGE_HEIGHT });
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect.poll(() => bars.getByRole('img').count()).toBe(1);
  expect(await bars.evaluate((figure) => getComputedStyle(figure).breakInside)).toBe('avoid');
  const { y, height } = (await bars.boundingBox())!;
  expect(height).toBeGreaterThan(35 * 18);
  expect(y + height).toBeLessThan(PAGE_HEIGHT);
});

/** Of a standing A4 page, without its margins of 12 mm, in px. */
const PAGE_HEIGHT = 1031;

/** The twelve months up to this one, each with 100 of every figure. */
function twelveMonths(last: string): TrendMonth[] {
  const figures = Object.fromEntries(TREND_FIGURES.map((key) => [key, 100])) as Omit<TrendMonth, 'month'>;
  return Array.from({ length: 12 }, (_, index) => ({ month: shift(last, index - 11), ...figures }));
}

/** Adds months. */
function shift(month: string, by: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

const slashed = (month: string) => month.replace('-', '/');
