import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { focusedLabel, openStubbedApp, type Row, type StubbedApp } from '../support/stub-app.ts';

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

/** Left of the first and right of the last cell of a row there is nothing. */
const SIDEWAYS = ['ArrowLeft', 'ArrowLeft', 'ArrowRight', 'ArrowRight'];

let app: StubbedApp;
let page: Page;
const cell = (column: 'thiết kế' | 'kiểm tra', id: number) => page.getByLabel(`Điểm ${column} DR-${id}`, { exact: true });

beforeAll(async () => {
  app = await openStubbedApp({ role: 'Checked', rows: { directs_techousei: JOBS } });
  ({ page } = app);
  app.answer('GET', 'last_time_exec', () => ({ json: { crawl_time: null, status: null } }));
  app.answer('GET', 'crawl_status', () => ({ json: {} }));
});

it('begins in the first input, and arrows, Enter and Tab move without changing a figure', async () => {
  await app.go('/directs-techousei');
  await page.getByRole('button', { name: 'Sửa điểm', exact: true }).click();
  await expect.poll(() => focusedLabel(page)).toBe('Điểm thiết kế DR-1');
  const visited: string[] = [];
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'Enter', 'Shift+Enter', 'Tab', 'Tab', 'Shift+Tab', ...SIDEWAYS]) {
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
    'thiết kế DR-2',
    'thiết kế DR-2',
    'kiểm tra DR-2',
    'kiểm tra DR-2',
  ]);
  await expect.poll(() => Promise.all([1, 2, 4].map((id) => cell('thiết kế', id).inputValue()))).toEqual(['1', '2', '4']);
  await expect.poll(() => page.getByRole('button', { name: 'Lưu điểm', exact: true }).isVisible()).toBe(true);
  // Buttons of a row would lie over the input that has the focus.
  await expect.poll(() => page.getByRole('button', { name: 'Lịch sử' }).count()).toBe(0);
});

it('takes what is typed before the inputs are there, each key in its place, and begins anew at the last row', async () => {
  await app.go('/directs-techousei');
  await page.getByRole('button', { name: 'Sửa điểm', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('12.5');
  await page.keyboard.press('Enter');
  await page.keyboard.type('7');
  const figures = () => Promise.all([1, 2, 4].map((id) => cell('thiết kế', id).inputValue()));
  await expect.poll(figures).toEqual(['12,5', '7', '4']);
  for (const key of ['Enter', '8', 'Enter', '9', 'ArrowDown', '6', 'Tab', '3', 'ArrowRight', '2']) await page.keyboard.press(key);
  await expect.poll(figures).toEqual(['12,5', '7', '6']);
  await expect.poll(() => cell('kiểm tra', 4).inputValue()).toBe('2');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('abc');
  await expect.poll(() => cell('thiết kế', 4).getAttribute('aria-invalid')).toBe('true');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Bỏ thay đổi' }).click();
  await page.getByRole('button', { name: 'Sửa điểm', exact: true }).click();
  await expect.poll(() => focusedLabel(page)).toBe('Điểm thiết kế DR-1');
});

it('marks and counts changed figures, and forgets one that is typed back', async () => {
  await cell('thiết kế', 1).focus();
  await page.keyboard.type('5,123');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('6');
  await page.getByRole('button', { name: 'Lưu điểm (2)', exact: true }).waitFor();
  await expect.poll(() => cell('thiết kế', 1).inputValue()).toBe('5,123');
  await expect.poll(() => cell('thiết kế', 1).getAttribute('data-changed')).toBe('true');
  await expect.poll(() => cell('thiết kế', 4).getAttribute('data-changed')).toBeNull();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('2');
  await page.getByRole('button', { name: 'Lưu điểm (1)', exact: true }).waitFor();
});

it('asks on Esc before it drops changes, and saves them on Ctrl+S', async () => {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').getByText('Bỏ 1 điểm đã sửa?').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => cell('thiết kế', 1).inputValue()).toBe('5,123');
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
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-row-id'))).toBe('4');
});

it('saves no figure that could be two until one is chosen', async () => {
  const calls = () => app.callsOf('POST', 'directs_techousei/add-multiple').length;
  const before = calls();
  await page.getByRole('button', { name: 'Sửa điểm', exact: true }).click();
  await cell('kiểm tra', 4).focus();
  await page.keyboard.type('1.626');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Control+s');
  await page.getByText('«1.626» có nhiều cách hiểu').waitFor();
  await expect.poll(() => focusedLabel(page)).toBe('Điểm kiểm tra DR-4');
  expect(calls()).toBe(before);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => cell('kiểm tra', 4).inputValue()).toBe('1,626');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Bỏ thay đổi' }).click();
  await page.getByRole('button', { name: 'Sửa điểm', exact: true }).waitFor();
});

it('moves the caret inside a figure that is being typed', async () => {
  // The notice of the saving lies over the buttons.
  await page.locator('[data-sonner-toast] [data-close-button]').click();
  await page.locator('[data-sonner-toast]').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Sửa điểm', exact: true }).click();
  await cell('thiết kế', 1).focus();
  await page.keyboard.type('12');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('5');
  await expect.poll(() => cell('thiết kế', 1).inputValue()).toBe('152');
  await page.keyboard.press('ArrowRight');
  expect(await focusedLabel(page)).toBe('Điểm thiết kế DR-1');
  await page.keyboard.press('ArrowRight');
  expect(await focusedLabel(page)).toBe('Điểm kiểm tra DR-1');
  await app.close();
});

it('takes ten figures in a row by Enter, saves them together, and shows two places with the exact value', async () => {
  const jobs = Array.from({ length: 12 }, (_, at): Row => ({ ...JOBS[0]!, id: at + 1, name: `DR-${at + 1}`, is_checked: 0 }));
  const rows = { directs_techousei: jobs };
  app = await openStubbedApp({ role: 'Checked', rows });
  ({ page } = app);
  app.answer('GET', 'last_time_exec', () => ({ json: { crawl_time: null, status: null } }));
  app.answer('GET', 'crawl_status', () => ({ json: {} }));
  await app.go('/directs-techousei?limit=25');
  await page.getByRole('button', { name: 'Sửa điểm', exact: true }).click();
  await expect.poll(() => focusedLabel(page)).toBe('Điểm thiết kế DR-1');
  const typed = Array.from({ length: 10 }, (_, at) => `${at + 1},${at}75`);
  for (const figure of typed) {
    await page.keyboard.type(figure);
    await page.keyboard.press('Enter');
  }
  await page.getByRole('button', { name: 'Lưu điểm (10)', exact: true }).waitFor();
  expect(await focusedLabel(page)).toBe('Điểm thiết kế DR-11');
  app.answer('POST', 'directs_techousei/add-multiple', ({ body }) => {
    const sent = body.directs as Row[];
    rows.directs_techousei = jobs.map((job) => ({ ...job, ...sent.find(({ id }) => id === job.id) }));
    app.answer('GET', 'directs_techousei', () => ({
      json: { data: rows.directs_techousei, total: 12, per_page: 25, current_page: 1, from: 1, to: 12 },
    }));
    return { json: { data: rows.directs_techousei.slice(0, 10), refused: [] } };
  });
  await page.keyboard.press('Control+s');
  await page.getByTitle('4,375').getByText('4,38', { exact: true }).waitFor();
  const { directs } = app.callsOf('POST', 'directs_techousei/add-multiple')[0]!.body as { directs: Row[] };
  expect(directs.map(({ result_design_point }) => result_design_point)).toEqual(typed.map((figure) => Number(figure.replace(',', '.'))));
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-row-id'))).toBe('11');
  await app.close();
});

/** Answers saves as the server does, once `free` has settled. */
function answerSaves(free: Promise<void>) {
  let rows = JOBS;
  app.answer('POST', 'directs_techousei/add-multiple', async ({ body }) => {
    await free;
    const sent = new Map((body.directs as Row[]).map(({ version: _, ...points }) => [points.id, points]));
    rows = rows.map((row) => (sent.has(row.id) ? { ...row, ...sent.get(row.id), version: Number(row.version) + 1 } : row));
    return { json: { data: rows.filter(({ id }) => sent.has(id)), refused: [] } };
  });
}

const savedBodies = () => app.callsOf('POST', 'directs_techousei/add-multiple').map(({ body }) => body.directs);

it('keeps what is typed while a save is on its way, on top of what was saved', async () => {
  app = await openStubbedApp({ role: 'Checked', rows: { directs_techousei: JOBS } });
  ({ page } = app);
  const saved = Promise.withResolvers<void>();
  answerSaves(saved.promise);
  await app.go('/directs-techousei');
  await page.getByRole('button', { name: 'Sửa điểm', exact: true }).click();
  await cell('thiết kế', 1).fill('7');
  await cell('kiểm tra', 2).fill('8');
  const read = Promise.withResolvers<void>();
  // The list is read again after a save; what was saved is shown before that.
  app.answer('GET', 'directs_techousei', async () => {
    await read.promise;
    return { json: { data: JOBS, total: 4, per_page: 10, current_page: 1, from: 1, to: 4 } };
  });
  await page.keyboard.press('Control+s');
  await expect.poll(() => savedBodies().length).toBe(1);
  await cell('kiểm tra', 1).fill('3');
  await cell('thiết kế', 2).fill('9');
  // Back at what was saved before: it is an edit of what is being saved.
  await cell('kiểm tra', 2).fill('1');
  // Saved once the first save is answered.
  await page.keyboard.press('Control+s');
  saved.resolve();
  await page.getByRole('button', { name: 'Sửa điểm', exact: true }).waitFor();
  expect(savedBodies()).toEqual([
    [
      { id: 1, version: 1, result_design_point: 7 },
      { id: 2, version: 1, result_check_point: 8 },
    ],
    [
      { id: 1, version: 2, result_check_point: 3 },
      { id: 2, version: 2, result_design_point: 9, result_check_point: 1 },
    ],
  ]);
  await expect.poll(() => page.locator('tr[data-row-id="1"]').textContent()).toMatch(/7,00.*3,00/s);
  read.resolve();
  await app.close();
});

it('forgets a figure in which the server found nothing to write', async () => {
  app = await openStubbedApp({ role: 'Checked', rows: { directs_techousei: JOBS } });
  ({ page } = app);
  app.answer('POST', 'directs_techousei/add-multiple', () => ({ json: { data: [], refused: [] } }));
  await app.go('/directs-techousei');
  await page.getByRole('button', { name: 'Sửa điểm', exact: true }).click();
  await cell('thiết kế', 4).fill('4,0000001');
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: 'Sửa điểm', exact: true }).waitFor();
  await app.close();
});

it('begins once the rows have come, where it was asked for before', async () => {
  app = await openStubbedApp({ role: 'Checked', rows: { directs_techousei: JOBS } });
  ({ page } = app);
  const rows = Promise.withResolvers<void>();
  app.answer('GET', 'directs_techousei', async () => {
    await rows.promise;
    return { json: { data: JOBS, total: JOBS.length, per_page: 10, current_page: 1, from: 1, to: JOBS.length } };
  });
  await app.go('/directs-techousei');
  await page.getByRole('button', { name: 'Sửa điểm', exact: true }).click();
  await page.getByRole('button', { name: 'Lưu điểm', exact: false }).waitFor();
  rows.resolve();
  await expect.poll(() => focusedLabel(page)).toBe('Điểm thiết kế DR-1');
  await app.close();
});

/** The first forty are checked and take no edits. */
const LATE_JOBS = Array.from({ length: 60 }, (_, index) => ({
  ...JOBS[0]!,
  id: index + 1,
  name: `DR-${index + 1}`,
  is_checked: index < 40 ? 1 : 0,
}));

it('begins below the window where all rows above take no edits', async () => {
  app = await openStubbedApp({ role: 'Checked', rows: { directs_techousei: LATE_JOBS } });
  ({ page } = app);
  await app.go('/directs-techousei?limit=100');
  await page.getByRole('button', { name: 'Sửa điểm', exact: true }).click();
  await expect.poll(() => focusedLabel(page)).toBe('Điểm thiết kế DR-41');
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedLabel(page)).toBe('Điểm thiết kế DR-42');
  await expect.poll(() => page.locator('input[data-grid-cell]').count()).toBe(40);
  await app.close();
});

it('begins below the window also where it was asked for before the rows came', async () => {
  app = await openStubbedApp({ role: 'Checked', rows: { directs_techousei: LATE_JOBS } });
  ({ page } = app);
  const rows = Promise.withResolvers<void>();
  app.answer('GET', 'directs_techousei', async () => {
    await rows.promise;
    return undefined;
  });
  await app.go('/directs-techousei?limit=100');
  await page.getByRole('button', { name: 'Sửa điểm', exact: true }).click();
  await page.getByRole('button', { name: 'Lưu điểm', exact: true }).waitFor();
  rows.resolve();
  await expect.poll(() => focusedLabel(page)).toBe('Điểm thiết kế DR-41');
  expect(await page.getByText('Không có điểm nào sửa được').count()).toBe(0);
  await app.close();
});

it.each(['after', 'before'])(
  'does not begin where no row of the page may be edited, and says why: pressed %s the locks came',
  async (pressed) => {
    const jobs = [
      { ...JOBS[0]!, is_checked: 1 },
      { ...JOBS[1]!, henkyaku_hi: '2026-08-03' },
    ];
    app = await openStubbedApp({ role: 'Checked', rows: { directs_techousei: jobs } });
    ({ page } = app);
    const locks = Promise.withResolvers<void>();
    if (pressed === 'after') locks.resolve();
    app.answer('GET', 'locked_months', async () => {
      await locks.promise;
      return { json: { data: [{ year: 2026, month: 8, at: '2026-09-05 08:00:00', by: 'Trang' }] } };
    });
    await app.go('/directs-techousei');
    await page.locator('tr[data-row-id="2"]').waitFor();
    await page.getByRole('button', { name: 'Sửa điểm', exact: true }).click();
    if (pressed === 'before') {
      await page.getByRole('button', { name: 'Lưu điểm', exact: true }).waitFor();
      expect(await cell('thiết kế', 2).count()).toBe(0);
      locks.resolve();
    }
    await page.getByText('Không có điểm nào sửa được ở trang này: các dòng đã kiểm tra hoặc thuộc tháng đã khóa.').waitFor();
    await page.getByRole('button', { name: 'Sửa điểm', exact: true }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Lưu điểm', exact: true }).count()).toBe(0);
    await app.close();
  },
);
