import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { CONTRACTS } from '../../worker/contracts/contracts.ts';
import type { Fields } from '../../worker/contracts/fields.ts';
import { openStubbedApp, type Row, type StubbedApp } from '../support/stub-app.ts';

/** Window sizes in CSS px, and how many whole rows of 36 px each must show. A window of 1440 × 900 at 200 % zoom is 720 × 450. */
const SIZES = [
  { name: '1440 × 900', width: 1440, height: 900, rows: 15 },
  { name: '1366 × 768', width: 1366, height: 768, rows: 11 },
  { name: '200 % zoom', width: 720, height: 450, rows: 4 },
];
const PHONE = { name: '390 × 844', width: 390, height: 844 };
const ENTITIES = Object.values(CONTRACTS).flatMap(({ path, ...contract }) => (path === null ? [] : [{ ...contract, path }]));
/** Lists of jobs, whose points must be in sight. */
const DIRECTS = ['directs', 'directs_techousei'];

let app: StubbedApp;
beforeAll(async () => {
  app = await openStubbedApp({ rows: Object.fromEntries(ENTITIES.map(({ name, fields }) => [name, sampleRows(fields)])) });
  app.answer('GET', 'last_time_exec', () => ({ json: { crawl_time: '2026-09-01 05:15:02', status: 'done' } }));
  app.answer('GET', 'crawls', () => ({ json: { data: [], total: 0, per_page: 1, current_page: 1, from: null, to: null } }));
});

it.each(ENTITIES)('shows enough rows of $path in every window, and the points of a job', async ({ name, path }) => {
  const { page } = app;
  await page.setViewportSize(SIZES[0]!);
  await app.visit(`${path}?limit=17`);
  await page.locator('.data-table tbody:not([aria-hidden]) tr').nth(16).waitFor();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expect.poll(() => countRowsInView(page), { message: size.name }).toBeGreaterThanOrEqual(size.rows);
    if (size.width === 1366 && DIRECTS.includes(name)) await expect.poll(() => isInView(page, 'Điểm thiết kế')).toBe(true);
  }
  await page.setViewportSize(PHONE);
  const first = await page.locator('.phone-rows > li').first().boundingBox();
  expect(first!.y, PHONE.name).toBeLessThan(PHONE.height / 3);
});

it('keeps the buttons and the first cell of a row in place, however far one has scrolled', async () => {
  const { page } = app;
  await page.setViewportSize(SIZES[0]!);
  await app.visit('/directs?limit=50');
  const rows = page.locator('.data-table tbody:not([aria-hidden]) tr');
  await rows.nth(49).waitFor();
  const stays = async (at: number) => {
    const cells = rows.nth(at).locator('[data-pin], [data-actions]');
    return cells.evaluateAll((found) => {
      const frame = document.querySelector('.table-scroll')!;
      const [left, right] = [frame.getBoundingClientRect().left, frame.getBoundingClientRect().left + frame.clientLeft + frame.clientWidth];
      const [first, buttons] = found.map((cell) => cell.getBoundingClientRect());
      return { first: Math.round(first!.left - left), end: Math.round(right - buttons!.right) };
    });
  };
  const frame = page.locator('.table-scroll');
  expect((await stays(0)).end).toBe(0);
  // Rows out of sight do not stay: each that does costs every press.
  expect((await stays(49)).end).toBeLessThan(0);
  await frame.evaluate((element) => element.scrollTo({ top: element.scrollHeight, left: 200 }));
  await expect.poll(() => stays(49)).toEqual({ first: 1, end: 0 });
  await frame.evaluate((element) => element.scrollTo({ top: 0, left: 0 }));
  await expect.poll(async () => (await stays(0)).end).toBe(0);
});

it.each([1366, 820])('covers no cell of a row by its buttons, and fades out what is cut off, in a window of %i px', async (width) => {
  const { page } = app;
  await page.setViewportSize({ width, height: 768 });
  await app.visit('/directs-techousei?exc_start_time=2026-09-01&exc_end_time=2026-09-30');
  const row = page.locator('.data-table tbody:not([aria-hidden]) tr').first();
  await row.waitFor();
  const cellsInSight = () =>
    row.locator('td:not([data-actions])').evaluateAll((cells) =>
      cells.flatMap((cell, at) => {
        const { right, top, height } = cell.getBoundingClientRect();
        return cell.contains(document.elementFromPoint(right - 12, top + height / 2)) ? [at] : [];
      }),
    );
  await page.mouse.move(0, 0);
  const seen = await cellsInSight();
  expect(seen.length).toBeGreaterThan(1);
  await row.hover();
  await expect.poll(cellsInSight).toEqual(seen);
  await row.focus();
  await expect.poll(cellsInSight).toEqual(seen);
  const frame = page.locator('.table-scroll');
  const fades = () => row.locator('[data-actions]').evaluate((cell) => getComputedStyle(cell, '::before').content !== 'none');
  await expect.poll(fades).toBe(true);
  await frame.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
  await expect.poll(fades).toBe(false);
});

it.each(ENTITIES.filter(({ name }) => DIRECTS.includes(name)))(
  'has the day and both points of a job left of the buttons of $path, wherever there is a sidebar',
  async ({ path }) => {
    const { page } = app;
    await page.setViewportSize({ width: 991, height: 768 });
    await app.visit(`${path}?exc_start_time=2026-09-01&exc_end_time=2026-09-30`);
    await page.locator('.data-table tbody:not([aria-hidden]) tr').first().waitFor();
    for (const width of [991, 1024, 1100, 1200, 1280, 1365, 1366, 1440, 1560, 1600, 1920]) {
      await page.setViewportSize({ width, height: 768 });
      const inSight = expect.poll(() => headsInSight(page), { message: `${width} px` });
      await inSight.toEqual(expect.arrayContaining(['name', 'henkyaku_hi', 'result_design_point', 'result_check_point']));
    }
  },
);

it('has the day and the points of a job in sight on a tablet, until a person orders the columns', async () => {
  const { page } = app;
  await page.setViewportSize({ width: 820, height: 1180 });
  await app.visit('/directs-techousei?exc_start_time=2026-09-01&exc_end_time=2026-09-30');
  await page.locator('.data-table tbody:not([aria-hidden]) tr').first().waitFor();
  const heads = () => headsInSight(page);
  await expect.poll(async () => (await heads()).slice(0, 4)).toEqual(['name', 'henkyaku_hi', 'result_design_point', 'result_check_point']);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(async () => (await heads()).slice(0, 3)).toEqual(['name', 'bukkenmei', 'customers.name']);
});

it.each(ENTITIES.filter(({ name }) => DIRECTS.includes(name)))(
  'has room for the dates, the title and the points of $path',
  async ({ path }) => {
    const { page } = app;
    await page.setViewportSize(SIZES[1]!);
    await app.visit(`${path}?exc_start_time=2026-09-01&exc_end_time=2026-09-30`);
    await page.locator('.data-table tbody:not([aria-hidden]) tr').first().waitFor();
    await page.getByRole('button', { name: 'Bộ lọc' }).click();
    await expect.poll(() => overflowOf(page, 'input[placeholder="yyyy/MM/dd"]')).toEqual([0, 0]);
    await page.keyboard.press('Escape');
    await page.setViewportSize(PHONE);
    const cards = page.locator('.phone-rows > li');
    await cards.first().waitFor();
    await expect.poll(() => overflowOf(page, '.section-tabs > button, .page-bar:not(:has(.section-tabs)) h1 > bdi')).toEqual([0]);
    // The second job has no points yet.
    expect((await cards.allTextContents()).slice(0, 3).map((text) => /Điểm thiết kế ([\d,]+|–)/.exec(text)?.[1])).toEqual([
      '12,50',
      '–',
      '12,50',
    ]);
  },
);

it.each(ENTITIES.filter(({ name }) => DIRECTS.includes(name)))(
  'leaves the search box of $path room for a name on a laptop, in one row of filters',
  async ({ path }) => {
    const { page } = app;
    await page.setViewportSize(SIZES[1]!);
    await app.visit(`${path}?exc_start_time=2026-09-01&exc_end_time=2026-09-30`);
    const search = page.getByRole('searchbox', { name: 'Tìm kiếm' });
    await search.waitFor();
    const fields = page.getByRole('search').locator('input:not([type=checkbox]), select');
    const boxes = () =>
      fields.evaluateAll((all) => all.map((field) => field.getBoundingClientRect()).map(({ y, width }) => ({ y, width })));
    await expect.poll(async () => (await search.boundingBox())!.width).toBeGreaterThanOrEqual(200);
    await expect.poll(async () => new Set((await boxes()).map(({ y }) => y)).size).toBe(1);
  },
);

it('opens the folded actions of a phone as a menu: narrow, one below the other, their icons in one column', async () => {
  const { page } = app;
  await page.setViewportSize(PHONE);
  await app.visit('/directs');
  await page.getByRole('button', { name: 'Thao tác khác' }).click();
  const icons = page.locator('.folded-actions > button > svg');
  const places = () => icons.evaluateAll((all) => all.map((icon) => icon.getBoundingClientRect()).map(({ x, y }) => ({ x, y })));
  await expect.poll(() => icons.count()).toBeGreaterThan(3);
  const shown = await places();
  expect(new Set(shown.map(({ x }) => x)).size).toBe(1);
  expect(new Set(shown.map(({ y }) => y)).size).toBe(shown.length);
  const menu = await page.locator('.folded-actions').boundingBox();
  expect(menu!.width).toBeLessThan(PHONE.width * 0.75);
});

/** Counts the px of each element's text that are cut off. */
function overflowOf(page: Page, selector: string): Promise<number[]> {
  return page.locator(selector).evaluateAll((elements) => elements.map((element) => element.scrollWidth - element.clientWidth));
}

/** Rows as long as a page, with a value of its kind in every field; the second without decimal figures. */
function sampleRows(fields: Fields): Row[] {
  return Array.from({ length: 50 }, (_, index) => ({
    ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, sampleValue(field.kind, index)])),
    id: index + 1,
    version: 1,
    user: { id: 1, name: 'Nguyễn Thu Trang' },
    users: { id: 1, name: 'Nguyễn Thu Trang', code: 'NV001' },
    chekkushas: { id: 2, name: 'Trần Quốc Việt' },
    customers: { id: 1, name: '株式会社青葉ホーム' },
    customer: { id: 1, name: '株式会社青葉ホーム' },
    work_categories: { id: 1, work_name: '基礎伏図' },
    work_category: { id: 1, work_name: '基礎伏図' },
    departments: { id: 1, name: 'Phòng Thiết kế' },
    department_groups: { id: 1, group_name: 'Nhóm 1' },
  }));
}

function sampleValue(kind: string, index: number): unknown {
  if (kind === 'date') return '2026-09-01';
  if (kind === 'datetime') return '2026-09-01 08:00:00';
  if (kind === 'flag') return 0;
  if (kind === 'integer' || kind === 'ref') return index + 1;
  if (kind === 'decimal') return index === 1 ? null : 12.5;
  return kind === 'refs' ? [] : `池田様邸 ${index + 1}`;
}

/** The rows whose whole height is in sight, between the table's head and the edge of what scrolls them. */
function countRowsInView(page: Page): Promise<number> {
  return page.evaluate(() => {
    const frame = document.querySelector('.table-scroll')!.getBoundingClientRect();
    const head = document.querySelector('.data-table thead')!.getBoundingClientRect();
    const bottom = Math.min(innerHeight, frame.bottom);
    return [...document.querySelectorAll('.data-table tbody tr')].filter((row) => {
      const box = row.getBoundingClientRect();
      return box.top >= head.bottom - 1 && box.bottom <= bottom + 1;
    }).length;
  });
}

/** The columns left of the rows' buttons. */
function headsInSight(page: Page): Promise<(string | undefined)[]> {
  return page.locator('.data-table th[data-column]').evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const { right } = cell.getBoundingClientRect();
      const edge = cell.closest('table')!.querySelector('th[data-actions]')!.getBoundingClientRect().left;
      return right <= edge ? [(cell as HTMLElement).dataset.column] : [];
    }),
  );
}

/** Whether a column's head lies in the window. */
async function isInView(page: Page, label: string): Promise<boolean> {
  const box = await page.getByRole('columnheader', { name: label, exact: true }).boundingBox();
  return box !== null && box.x + box.width <= page.viewportSize()!.width;
}
