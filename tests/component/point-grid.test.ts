import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { focusedLabel, openStubbedApp, type Row, type StubbedApp } from '../support/stub-app.ts';

const WAIT = { timeout: 15_000 };
const JOBS: Row[] = [1, 2, 3, 4].map((id) => ({
  id,
  name: `DR-${id}`,
  result_design_point: id,
  result_check_point: id / 2,
  // A checked row takes no edits: the keys pass it over.
  is_checked: id === 3 ? 1 : 0,
  is_updated: 0,
  version: 1,
}));

let browser: Browser;
let app: StubbedApp;
let page: Page;
const cell = (column: 'thiết kế' | 'kiểm tra', id: number) => page.getByLabel(`Điểm ${column} DR-${id}`, { exact: true });

beforeAll(async () => {
  browser = await launchChromium();
  app = await openStubbedApp(browser, { role: 'Checked', rows: { directs_techousei: JOBS } });
  ({ page } = app);
  app.answer('GET', 'last_time_exec', () => ({ json: { crawl_time: null, status: null } }));
  app.answer('GET', 'crawl_status', () => ({ json: {} }));
});
afterAll(() => browser?.close());

it('begins in the first input, and arrows, Enter and Tab move without changing a figure', async () => {
  await app.go('/directs-techousei');
  await page.getByRole('button', { name: 'Sửa điểm', exact: true }).click();
  await expect.poll(() => focusedLabel(page), WAIT).toBe('Điểm thiết kế DR-1');
  const visited: string[] = [];
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'Enter', 'Shift+Enter', 'Tab', 'Tab', 'Shift+Tab']) {
    await page.keyboard.press(key);
    visited.push((await focusedLabel(page)).replace('Điểm ', ''));
  }
  expect(visited).toEqual([
    'thiết kế DR-2',
    'thiết kế DR-4',
    'thiết kế DR-2',
    'thiết kế DR-4',
    'thiết kế DR-2',
    'kiểm tra DR-2',
    'thiết kế DR-4',
    'kiểm tra DR-2',
  ]);
  expect(await Promise.all([1, 2, 4].map((id) => cell('thiết kế', id).inputValue()))).toEqual(['1', '2', '4']);
  expect(await page.getByRole('button', { name: 'Lưu điểm', exact: true }).isVisible()).toBe(true);
});

it('marks and counts changed figures, and forgets one that is typed back', async () => {
  await cell('thiết kế', 1).focus();
  await page.keyboard.type('5,123');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('6');
  await page.getByRole('button', { name: 'Lưu điểm (2)', exact: true }).waitFor();
  expect(await cell('thiết kế', 1).inputValue()).toBe('5,123');
  expect(await cell('thiết kế', 1).getAttribute('data-changed')).toBe('true');
  expect(await cell('thiết kế', 4).getAttribute('data-changed')).toBeNull();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('2');
  await page.getByRole('button', { name: 'Lưu điểm (1)', exact: true }).waitFor();
});

it('asks on Esc before it drops changes, and saves them on Ctrl+S', async () => {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').getByText('Bỏ 1 điểm đã sửa?').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await cell('thiết kế', 1).inputValue()).toBe('5,123');
  app.answer('POST', 'directs_techousei/add-multiple', () => ({
    json: { data: [{ ...JOBS[0], result_design_point: 5.123 }], refused: [] },
  }));
  await cell('thiết kế', 4).focus();
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: 'Sửa điểm', exact: true }).waitFor();
  expect(app.callsOf('POST', 'directs_techousei/add-multiple').at(-1)!.body).toEqual({
    directs: [{ id: 1, version: 1, result_design_point: 5.123 }],
    reason: null,
  });
  await app.close();
});
