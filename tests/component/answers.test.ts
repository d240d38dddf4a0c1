import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openStubbedApp, type StubbedApp } from '../support/stub-app.ts';

/*
 * What costs a frame of its own comes in the frame after the press was answered. With the page's clock stopped there is no such frame.
 */

it('answers the press on the theme by its button, then by the page', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  await app.go('/notices');
  const button = page.getByRole('button', { name: /^Giao diện: / });
  await page.getByRole('button', { name: /^Tài khoản của/ }).click();
  await button.waitFor();
  await stopClock(page);
  await button.click();
  await page.getByRole('button', { name: 'Giao diện: Sáng' }).waitFor();
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  expect(await theme()).toBeUndefined();
  await page.clock.resume();
  await expect.poll(theme).toBe('light');
});

it('answers the press that opens a dialog by its shade, then by the dialog, and leaves the page behind it alive', async () => {
  const app = await openPositions();
  const { page } = app;
  // The second time as well: the first brings the dialog's code.
  for (const time of ['first', 'second']) {
    const remove = await openRowMenu(page);
    await stopClock(page);
    await remove.click();
    await page.locator('body > .bg-shade').waitFor();
    expect(await page.getByRole('dialog').count(), time).toBe(0);
    await page.clock.resume();
    await page.getByRole('dialog').waitFor();
    expect(await page.locator('body > .bg-shade').count(), time).toBe(0);
    expect(await page.locator('#root').getAttribute('inert'), time).toBeNull();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
});

it('answers the press on a head and on a page number by themselves, before the list follows', async () => {
  const app = await openStubbedApp({ rows: { positions: manyPositions() } });
  const { page } = app;
  await app.go('/positions?limit=10');
  await page.locator('tr[data-row-id]').first().waitFor();
  // Both are pressed and read in one task: the address follows within it, the list in tasks of its own.
  const shown = await page.evaluate(async () => {
    const head = document.querySelector<HTMLElement>('th button')!;
    head.click();
    await null;
    const sort = head.closest('th')!.getAttribute('aria-sort');
    while (!location.search.includes('order_by=')) await null;
    const second = document.querySelector<HTMLElement>('[aria-label="Trang 2"]')!;
    second.click();
    await null;
    return { sort, current: second.getAttribute('aria-current') };
  });
  expect(shown).toEqual({ sort: 'descending', current: 'page' });
  await page.waitForURL(/page=2/);
  expect(new URL(page.url()).searchParams.get('order_by'), 'the second press keeps what the first asked for').toBe('name DESC');
});

it('shows what the address says where Back comes before the list has followed a press', async () => {
  const app = await openStubbedApp({ rows: { positions: manyPositions() } });
  const { page } = app;
  await app.go('/positions?limit=10');
  await page.locator('tr[data-row-id]').first().waitFor();
  // The address is put back in the task of the press, as a Back would whose task comes before the drawing.
  await page.evaluate(async () => {
    document.querySelector<HTMLElement>('[aria-label="Trang 2"]')!.click();
    while (!location.search.includes('page=2')) await null;
    history.replaceState({ ...history.state, key: 'before' }, '', '/positions?limit=10');
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  });
  await page.locator('[aria-label="Trang 1"][aria-current=page]').waitFor();
  await page.locator('tr[data-row-id="1"]').waitFor();
});

it('keeps the focus in a dialog whichever way one goes on with Tab', async () => {
  const app = await openPositions();
  const { page } = app;
  for (const key of ['Tab', 'Shift+Tab']) {
    await (await openRowMenu(page)).click();
    await page.getByRole('dialog').waitFor();
    for (let step = 0; step < 5; step++) {
      await page.keyboard.press(key);
      expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null), `${key} ${step}`).toBe(true);
    }
    // A press on the shade of a question that can be called off closes it.
    await page.mouse.click(5, 5);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
});

/** Three pages of ten. */
const manyPositions = () => Array.from({ length: 30 }, (_, at) => ({ id: at + 1, name: `P${at + 1}`, version: 1 }));

async function openPositions(): Promise<StubbedApp> {
  const app = await openStubbedApp({ rows: { positions: [{ id: 1, name: 'Trưởng nhóm', version: 1 }] } });
  await app.go('/positions');
  return app;
}

/** The item that asks whether the row is to be deleted. */
async function openRowMenu(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Thao tác khác: / }).click();
  const remove = page.getByRole('menuitem', { name: 'Xóa' });
  await remove.waitFor();
  return remove;
}

async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}
