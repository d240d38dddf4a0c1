import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { MAX_WAIT_MS } from '../support/limits.ts';
import { openStubbedApp, type Row, type StubbedApp } from '../support/stub-app.ts';

/*
 * What a press draws again, in components: a list of a hundred rows answers within 100 ms on a slow machine only while a press leaves the others alone.
 */

const JOBS = Array.from({ length: 100 }, (_, at): Row => {
  return { id: at + 1, name: `DR-${at + 1}`, result_design_point: 1, result_check_point: 0.5, is_checked: 0, is_updated: 0, version: 1 };
});

/** React's fiber, as far as its developer tools read it. */
interface Fiber {
  tag: number;
  flags: number;
  child: Fiber | null;
  sibling: Fiber | null;
  alternate: Fiber | null;
}

interface CountingWindow {
  drawn: number;
}

/** Runs before the app: counts the components that React draws, as its developer tools do. */
function countDrawn(): void {
  const PERFORMED_WORK = 1;
  /** Function, forwardRef and both kinds of memo. */
  const COMPONENTS = [0, 11, 14, 15];
  const target = Object.assign(globalThis, { drawn: 0 }) as unknown as CountingWindow;
  const count = (fiber: Fiber): void => {
    if (COMPONENTS.includes(fiber.tag) && fiber.flags & PERFORMED_WORK) target.drawn++;
    // The same children: nothing was drawn below.
    if (fiber.alternate?.child === fiber.child) return;
    for (let child = fiber.child; child; child = child.sibling) count(child);
  };
  Object.assign(globalThis, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: (_: number, { current }: { current: Fiber }) => count(current),
      onCommitFiberUnmount: () => undefined,
    },
  });
}

async function openList(path: string, rows: Record<string, Row[]>): Promise<StubbedApp> {
  const app = await openStubbedApp({ rows });
  await app.context.addInitScript(countDrawn);
  app.answer('GET', 'last_time_exec', () => ({ json: { crawl_time: null, status: null } }));
  app.answer('GET', 'crawl_status', () => ({ json: {} }));
  await app.go(path);
  await app.page.locator(`tr[data-row-id="${JOBS.length}"]`).waitFor({ state: 'attached' });
  await app.page.waitForLoadState('networkidle');
  return app;
}

/** How many components an act draws until its effect is there and nothing is left to be drawn. */
async function countDrawnBy(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => Object.assign(globalThis, { drawn: 0 }));
  await act();
  // What comes after the press was answered comes within two frames and a task.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50)))));
  return page.evaluate(() => (globalThis as unknown as CountingWindow).drawn);
}

/** Nothing is left to be drawn. */
const settle = (page: Page) => expect.poll(() => countDrawnBy(page, async () => undefined), { timeout: MAX_WAIT_MS }).toBe(0);

describe('a list of a hundred jobs', () => {
  let page: Page;
  beforeAll(async () => {
    const app = await openList('/directs?limit=100', { directs: JOBS });
    app.answer('PUT', 'me/preferences/columns.directs', () => ({ json: {} }));
    page = app.page;
  });

  it('draws nothing but what shows it where a row is chosen or its menu opened', async () => {
    const box = page.locator('tbody input[type=checkbox]').nth(2);
    await box.hover();
    await settle(page);
    expect(await countDrawnBy(page, () => box.click()), 'the bar of actions comes').toBeLessThan(36);
    await page.getByText('Đã chọn 1 bản ghi', { exact: true }).waitFor();
    const other = page.locator('tbody input[type=checkbox]').nth(3);
    await other.hover();
    await settle(page);
    expect(await countDrawnBy(page, () => other.click())).toBeLessThan(16);
    const menu = page.locator('tbody tr:nth-child(3) [aria-haspopup=menu]');
    await menu.hover();
    await settle(page);
    expect(await countDrawnBy(page, () => menu.click())).toBeLessThan(12);
    await page.getByRole('menuitem').first().waitFor();
    expect(await countDrawnBy(page, () => page.keyboard.press('Escape'))).toBeLessThan(12);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('tbody tr[aria-selected=true]').count()).toBe(0);
  });

  it('answers the press that chooses a hundred rows by its box and their number, and shows them in the rows afterwards', async () => {
    const chosenRows = () => page.locator('tbody tr[aria-selected=true]').count();
    await page.getByLabel('Chọn DR-2', { exact: true }).check();
    await page.getByText('Đã chọn 1 bản ghi', { exact: true }).waitFor();
    expect(await chosenRows()).toBe(1);
    const atOnce = await page.locator('thead input[type=checkbox]').evaluate(async (box: HTMLInputElement) => {
      box.click();
      // React draws what a press changes in a microtask.
      await Promise.resolve();
      const number = document.querySelector('[data-chosen] [role=status]')?.textContent;
      return { isTicked: box.checked, number, rows: document.querySelectorAll('tbody tr[aria-selected=true]').length };
    });
    expect(atOnce).toEqual({ isTicked: true, number: 'Đã chọn 100 bản ghi', rows: 1 });
    await expect.poll(chosenRows).toBe(100);
    await page.keyboard.press('Escape');
    await expect.poll(chosenRows).toBe(0);
  });

  it('measures the frame of a table without a cell being styled anew, and turns the mark of an order in its place', async () => {
    const inherited = await page.locator('.table-scroll').evaluate((frame: HTMLElement) => {
      frame.style.setProperty('--bar', '9px');
      return [frame, frame.querySelector('td')!].map((element) => getComputedStyle(element).getPropertyValue('--bar'));
    });
    expect(inherited).toEqual(['9px', '0px']);
    const head = page.locator('th[data-column=name]');
    const mark = (await head.locator('svg').elementHandle())!;
    for (const order of ['ascending', 'descending']) {
      await head.getByRole('button').click();
      await expect.poll(() => head.getAttribute('aria-sort')).toBe(order);
      expect(await mark.evaluate((svg) => svg.isConnected), order).toBe(true);
    }
  });

  it('draws of a column menu only what a press changes, and the table once the press is answered', async () => {
    await page.getByRole('button', { name: 'Thao tác khác', exact: true }).first().click();
    await page.getByRole('button', { name: 'Cột hiển thị' }).click();
    const menu = page.getByRole('dialog', { name: 'Cột hiển thị' });
    await menu.getByRole('button', { name: 'Chuyển lên' }).last().waitFor();
    await settle(page);
    const heads = () => page.locator('thead th').count();
    const before = await heads();
    const drawn = await menu.getByLabel('Khách hàng', { exact: true }).evaluate(async (box: HTMLInputElement) => {
      Object.assign(globalThis, { drawn: 0 });
      box.click();
      await Promise.resolve();
      return { components: (globalThis as unknown as CountingWindow).drawn, isTicked: box.checked };
    });
    expect(drawn.isTicked).toBe(false);
    expect(drawn.components).toBeLessThan(150);
    await expect.poll(heads).toBe(before - 1);
  });

  it('draws neither page nor navigation again where the navigation of a narrow window is opened', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const opener = page.getByRole('button', { name: 'Mở menu' });
    await opener.hover();
    await settle(page);
    expect(await countDrawnBy(page, () => opener.click())).toBeLessThan(16);
    await page.getByRole('dialog', { name: 'Điều hướng' }).waitFor();
  });
});

describe('the list of a hundred jobs whose points are adjusted', () => {
  let page: Page;
  beforeAll(async () => {
    const app = await openList('/directs-techousei?limit=100', { directs_techousei: JOBS });
    app.answer('GET', 'directs_techousei_history', () => ({ json: { data: [], total: 0, from: null, to: null } }));
    page = app.page;
  });

  it('draws the dialog alone where a row of a hundred opens its history, and nothing of the list where it closes', async () => {
    const open = page.locator('tbody tr:nth-child(3)').getByRole('button', { name: 'Lịch sử' });
    // The first time brings the code of the dialog.
    await open.click();
    const dialog = page.getByRole('dialog', { name: 'Lịch sử' });
    await dialog.getByText('No Record').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await open.hover();
    await settle(page);
    expect(await countDrawnBy(page, () => open.click())).toBeLessThan(100);
    await dialog.waitFor();
    expect(await countDrawnBy(page, () => page.keyboard.press('Escape'))).toBeLessThan(12);
  });

  it('draws two cells and the bar again where the first figure is typed, and one input at the next', async () => {
    await page.getByRole('button', { name: 'Sửa điểm', exact: true }).click();
    await page.locator(`tr[data-row-id="${JOBS.length}"] td[data-open]`).first().waitFor({ state: 'attached' });
    await settle(page);
    const cell = page.locator('td[data-focused]');
    const below = () => cell.evaluate((td) => td.textContent);
    const before = await below();
    expect(await countDrawnBy(page, () => page.keyboard.press('7'))).toBeLessThan(16);
    expect(await cell.locator('input').inputValue()).toBe('7');
    expect(await below(), 'another width of the cell would have the table laid out again').toBe(before);
    expect(await cell.locator('input').evaluate((input) => getComputedStyle(input).contain)).toBe('strict');
    expect(await countDrawnBy(page, () => page.keyboard.press('8'))).toBeLessThan(8);
    expect(await countDrawnBy(page, () => page.keyboard.press('Enter'))).toBeLessThan(8);
    await page.getByRole('button', { name: 'Lưu điểm (1)', exact: true }).waitFor();
    await page.locator('tbody tr:first-child td[data-changed]').getByText('78', { exact: true }).waitFor();
  });
});

it('draws a row that opens and what stands below it, and no other', async () => {
  const customer = (id: number) => ({ id, name: `C${id}`, total_task: 1, total_tsubosuu: 2, direct: [] });
  const rows = JOBS.map(({ id }) => customer(Number(id)));
  const app = await openStubbedApp();
  const { page } = app;
  await app.context.addInitScript(countDrawn);
  const sum = { total_task: 100, total_tsubosuu: 200 };
  app.answer('GET', 'total_customers', () => ({ json: { data: rows, total: 100, from: 1, to: 100, sum } }));
  await app.go('/total-customer?limit=100');
  await page.locator('tr[data-row-id="100"]').waitFor({ state: 'attached' });
  for (const name of ['C3', 'C4']) {
    const open = page.getByRole('button', { name: `Mở công việc của ${name}`, exact: true });
    await open.hover();
    await settle(page);
    const drawn = await countDrawnBy(page, () => open.click());
    await page.getByRole('button', { name: `Đóng công việc của ${name}` }).waitFor();
    expect(drawn, name).toBeLessThan(40);
  }
  expect(await page.getByText('Chưa có công việc nào').count()).toBe(2);
});

it('draws a job of the checking queue at a press, and neither navigation nor bar', async () => {
  const facts = { name: 'DR', tsubosuu: 40, henkyaku_hi: '2026-09-05', result_design_point: 6.6, result_check_point: 1.5 };
  const jobs = JOBS.map(({ id }): Row => ({ ...facts, id, name: `DR-${id}`, is_checked: 0, version: 1 }));
  const app = await openStubbedApp({ role: 'Checked', rows: { directs_techousei: jobs, directs: jobs } });
  const { page } = app;
  await app.context.addInitScript(countDrawn);
  app.answer('POST', 'directs_techousei/checked', ({ body }) => ({ json: { ...jobs[0], ...body } }));
  await app.go('/directs-techousei/check?exc_start_time=2026-09-01&exc_end_time=2026-09-30');
  for (const name of ['DR-1', 'DR-2', 'DR-3']) {
    await page.getByRole('heading', { name, exact: true }).waitFor();
    await settle(page);
    expect(await countDrawnBy(page, () => page.keyboard.press('Space')), name).toBeLessThan(80);
  }
});
