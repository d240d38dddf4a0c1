import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { focusedLabel, openStubbedApp, type Row, type StubbedApp } from '../support/stub-app.ts';

const JOBS: Row[] = [1, 2, 3, 4].map((id) => ({
  id,
  name: `DR-${id}`,
  result_design_point: id,
  result_check_point: id / 2,
  // A checked row takes no edits: Enter and Tab pass it over.
  is_checked: id === 3 ? 1 : 0,
  is_updated: 0,
  version: 1,
}));

let app: StubbedApp;
let page: Page;
type Point = 'thiết kế' | 'kiểm tra';
const KEYS = { 'thiết kế': 'result_design_point', 'kiểm tra': 'result_check_point' };
/** A cell, whether it has the focus or not. */
const cell = (point: Point, id: number) => page.locator(`tr[data-row-id="${id}"] td[data-key="${KEYS[point]}"]`);
/** The input of the cell, which has the focus then. */
async function enter(point: Point, id: number) {
  await cell(point, id).click();
  return page.getByLabel(`Điểm ${point} DR-${id}`, { exact: true });
}
const figure = (point: Point, id: number) =>
  cell(point, id).evaluate((td: HTMLElement) => td.querySelector('input')?.value ?? td.textContent.trim());
const figures = (point: Point, ids: readonly number[]) => Promise.all(ids.map((id) => figure(point, id)));
const status = () => page.locator('.grid-report');
const focusedCell = () =>
  page.evaluate(() => {
    const td = document.activeElement?.closest<HTMLElement>('td');
    return td && `${td.dataset.key} ${td.closest('tr')?.dataset.rowId}`;
  });
const begin = () => page.getByRole('button', { name: 'Sửa điểm', exact: true }).click();
async function discard() {
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Bỏ thay đổi' }).click();
  await page.getByRole('button', { name: 'Sửa điểm', exact: true }).waitFor();
}
/** Pastes a text as a spreadsheet puts it on the clipboard. */
const paste = (text: string) =>
  page.evaluate((content) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', content);
    document.activeElement!.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

async function open(rows: Row[] = JOBS, path = '/directs-techousei') {
  app = await openStubbedApp({ role: 'Checked', rows: { directs_techousei: rows } });
  ({ page } = app);
  app.answer('GET', 'last_time_exec', () => ({ json: { crawl_time: null, status: null } }));
  app.answer('GET', 'crawl_status', () => ({ json: {} }));
  await app.go(path);
}

beforeAll(() => open());

it('begins in the first cell that can be edited, and keys move through the grid without changing a figure', async () => {
  await begin();
  await expect.poll(() => focusedLabel(page)).toBe('Điểm thiết kế DR-1');
  const visited: (string | null | undefined)[] = [];
  const keys = ['ArrowDown', 'ArrowDown', 'ArrowUp', 'Enter', 'Shift+Enter', 'Tab', 'Tab', 'Shift+Tab', 'ArrowLeft', 'ArrowRight'];
  for (const key of keys) {
    await page.keyboard.press(key);
    visited.push((await focusedCell())?.replace('result_', '').replace('_point', ''));
  }
  expect(visited).toEqual([
    'design 2',
    // The checked row is walked to and read out, but not edited.
    'design 3',
    'design 2',
    'design 4',
    'design 2',
    'check 2',
    'design 4',
    'check 2',
    'design 2',
    'check 2',
  ]);
  expect(await figures('thiết kế', [1, 2, 4])).toEqual(['1,00', '2,00', '4,00']);
  await page.getByRole('grid').waitFor();
  expect(await cell('thiết kế', 3).getAttribute('aria-readonly')).toBe('true');
  expect(await cell('thiết kế', 3).getAttribute('title')).toBe('Đã kiểm tra');
  // Buttons of a row would lie over the cell that has the focus.
  expect(await page.getByRole('button', { name: 'Lịch sử' }).count()).toBe(0);
});

it('takes what is typed before the grid is there, each key in its place', async () => {
  await app.go('/directs-techousei');
  await page.getByRole('button', { name: 'Sửa điểm', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('12.5');
  await page.keyboard.press('Enter');
  await page.keyboard.type('7');
  await expect.poll(() => figures('thiết kế', [1, 2])).toEqual(['12,5', '7']);
  for (const key of ['Enter', '8', 'Enter', '9', 'Tab', '3', 'ArrowRight']) await page.keyboard.press(key);
  await expect.poll(() => figures('thiết kế', [1, 2, 4])).toEqual(['12,5', '7', '9']);
  await enter('thiết kế', 4);
  await page.keyboard.type('abc');
  await expect.poll(() => cell('thiết kế', 4).locator('input').getAttribute('aria-invalid')).toBe('true');
  // Esc gives up what is being typed, then asks.
  await page.keyboard.press('Escape');
  expect(await figure('thiết kế', 4)).toBe('9');
  await discard();
});

it('takes back with Backspace what is typed before the grid is there', async () => {
  await app.go('/directs-techousei');
  await page.getByRole('button', { name: 'Sửa điểm', exact: true }).focus();
  for (const key of ['Enter', '1', '2', '9', 'Backspace', '6']) await page.keyboard.press(key);
  await expect.poll(() => figures('thiết kế', [1])).toEqual(['126']);
  await page.keyboard.press('Enter');
  await discard();
});

it('loses no Enter that is pressed while the last of the keys before the grid is being done', async () => {
  // Between two of them the page waits longer than a person's next key takes.
  await page.evaluate(() => {
    const wait = window.setTimeout;
    Object.assign(window, {
      waitAsBefore: () => Object.assign(window, { setTimeout: wait }),
      setTimeout: (work: () => void, ms?: number) => wait(work, ms || 300),
    });
  });
  await page.getByRole('button', { name: 'Sửa điểm', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('5');
  await expect.poll(() => figure('thiết kế', 1), { interval: 10 }).toBe('5');
  await page.keyboard.press('Enter');
  await page.keyboard.type('7');
  await expect.poll(() => figures('thiết kế', [1, 2])).toEqual(['5', '7']);
  await page.evaluate(() => (window as unknown as { waitAsBefore: () => void }).waitAsBefore());
  // Esc gives up what is being typed, then asks.
  await page.keyboard.press('Escape');
  await discard();
});

it('marks and counts changed cells, forgets one that is typed back, and asks before it drops the others', async () => {
  await begin();
  await expect.poll(() => focusedLabel(page)).toBe('Điểm thiết kế DR-1');
  await page.keyboard.type('5,123');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('6');
  await page.getByRole('button', { name: 'Lưu điểm (2)', exact: true }).waitFor();
  await page.keyboard.press('Enter');
  expect(await cell('thiết kế', 1).getAttribute('data-changed')).toBe('true');
  await enter('thiết kế', 2);
  await page.keyboard.press('Control+a');
  await enter('thiết kế', 2);
  await page.keyboard.press('F2');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('2');
  await page.getByRole('button', { name: 'Lưu điểm (1)', exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').getByText('Bỏ 1 ô đã sửa?').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  app.answer('POST', 'directs_techousei/add-multiple', () => ({
    json: { data: [{ ...JOBS[0], result_design_point: 5.123 }], refused: [] },
  }));
  await enter('thiết kế', 4);
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: 'Sửa điểm', exact: true }).waitFor();
  expect(app.callsOf('POST', 'directs_techousei/add-multiple').at(-1)!.body).toEqual({
    directs: [{ id: 1, version: 1, result_design_point: 5.123 }],
    reason: null,
  });
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-row-id'))).toBe('4');
  await page.locator('[data-sonner-toast] [data-close-button]').click();
});

it('pastes, fills, clears and undoes ranges, and names the rows that it leaves out', async () => {
  await begin();
  await expect.poll(() => focusedLabel(page)).toBe('Điểm thiết kế DR-1');
  await paste('1.234,5\t7\r\n8\t9\r\n10\t11\r\n1,234.5\t=1+1\r\n');
  await status().getByText('DR-3: Đã kiểm tra').waitFor();
  await status().getByText('2 ô không dùng được').waitFor();
  expect(await figures('thiết kế', [1, 2, 3])).toEqual(['1234,5', '8', '3,00']);
  expect(await cell('kiểm tra', 4).getAttribute('data-refused')).toBe('true');
  expect(await cell('kiểm tra', 4).getAttribute('title')).toBe('«=1+1» là công thức; hãy dán giá trị');
  const copied = await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    document.activeElement!.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }));
    return clipboardData.getData('text/plain');
  });
  expect(copied).toBe('1234,5\t7\r\n8\t9\r\n3\t1,5\r\n1,234.5\t=1+1');
  await page.keyboard.press('Control+z');
  await page.getByRole('button', { name: 'Lưu điểm', exact: true }).waitFor();
  await page.keyboard.press('Control+y');
  await page.getByRole('button', { name: 'Lưu điểm (4)', exact: true }).waitFor();
  await page.keyboard.press('Control+z');
  // More rows than the page has: none is taken.
  await enter('thiết kế', 2);
  await paste('1\n2\n3\n4\n5');
  await status().getByText('dài hơn trang này 2 dòng').waitFor();
  await page.getByRole('button', { name: 'Lưu điểm', exact: true }).waitFor();
  // Ctrl+D fills the range with its first row, Ctrl+Enter with the cell that has the focus.
  await enter('thiết kế', 1);
  for (const key of ['Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Control+d']) await page.keyboard.press(key);
  expect(await figures('thiết kế', [1, 2, 3])).toEqual(['1,00', '1', '3,00']);
  await page.keyboard.press('Control+z');
  await enter('kiểm tra', 1);
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: 'Lưu điểm (4)', exact: true }).waitFor();
  await page.keyboard.press('Control+z');
  await page.getByRole('button', { name: 'Lưu điểm', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Sửa điểm', exact: true }).waitFor();
});

it('loses and doubles no letter of an input method', async () => {
  await begin();
  await expect.poll(() => focusedLabel(page)).toBe('Điểm thiết kế DR-1');
  const keyboard = await page.context().newCDPSession(page);
  await keyboard.send('Input.imeSetComposition', { text: '１', selectionStart: 1, selectionEnd: 1 });
  await keyboard.send('Input.imeSetComposition', { text: '１２', selectionStart: 2, selectionEnd: 2 });
  await keyboard.send('Input.insertText', { text: '１２' });
  await page.keyboard.press('Enter');
  expect(await figure('thiết kế', 1)).toBe('12');
  await discard();
});

it('saves no figure that could be two until one is chosen', async () => {
  const calls = () => app.callsOf('POST', 'directs_techousei/add-multiple').length;
  const before = calls();
  await begin();
  await expect.poll(() => focusedLabel(page)).toBe('Điểm thiết kế DR-1');
  await enter('kiểm tra', 4);
  await page.keyboard.type('1.626');
  await page.keyboard.press('Control+s');
  await status().getByText('«1.626» có nhiều cách hiểu').waitFor();
  expect(calls()).toBe(before);
  for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
  await expect.poll(() => figure('kiểm tra', 4)).toBe('1,626');
  await discard();
});

it('moves the caret inside a figure that is being typed', async () => {
  await begin();
  await expect.poll(() => focusedLabel(page)).toBe('Điểm thiết kế DR-1');
  await page.keyboard.type('12');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('5');
  await expect.poll(() => figure('thiết kế', 1)).toBe('152');
  await page.keyboard.press('ArrowRight');
  expect(await focusedLabel(page)).toBe('Điểm thiết kế DR-1');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => focusedLabel(page)).toBe('Điểm kiểm tra DR-1');
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
  // The button counts what is typed; the last Enter is done a moment later on a busy machine.
  await page.getByRole('button', { name: 'Lưu điểm (10)', exact: true }).waitFor();
  await expect.poll(() => focusedLabel(page)).toBe('Điểm thiết kế DR-11');
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
  await open();
  const saved = Promise.withResolvers<void>();
  answerSaves(saved.promise);
  await begin();
  await expect.poll(() => focusedLabel(page)).toBe('Điểm thiết kế DR-1');
  await (await enter('thiết kế', 1)).fill('7');
  await (await enter('kiểm tra', 2)).fill('8');
  const read = Promise.withResolvers<void>();
  // The list is read again after a save; what was saved is shown before that.
  app.answer('GET', 'directs_techousei', async () => {
    await read.promise;
    return { json: { data: JOBS, total: 4, per_page: 10, current_page: 1, from: 1, to: 4 } };
  });
  await page.keyboard.press('Control+s');
  await expect.poll(() => savedBodies().length).toBe(1);
  await (await enter('kiểm tra', 1)).fill('3');
  await (await enter('thiết kế', 2)).fill('9');
  // Back at what was saved before: it is an edit of what is being saved.
  await (await enter('kiểm tra', 2)).fill('1');
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
});

it('forgets a figure in which the server found nothing to write', async () => {
  app = await openStubbedApp({ role: 'Checked', rows: { directs_techousei: JOBS } });
  ({ page } = app);
  app.answer('POST', 'directs_techousei/add-multiple', () => ({ json: { data: [], refused: [] } }));
  await app.go('/directs-techousei');
  await page.getByRole('button', { name: 'Sửa điểm', exact: true }).click();
  await expect.poll(() => focusedLabel(page)).toBe('Điểm thiết kế DR-1');
  await (await enter('thiết kế', 4)).fill('4,001');
  await page.keyboard.press('Control+s');
  await page.getByRole('button', { name: 'Sửa điểm', exact: true }).waitFor();
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
  await expect.poll(() => page.locator('td[data-open]').count()).toBe(40);
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
  expect(await page.getByText('Không có ô nào sửa được').count()).toBe(0);
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
      expect(await page.locator('td[data-open]').count()).toBe(0);
      locks.resolve();
    }
    await page.getByText('Không có ô nào sửa được ở trang này: các dòng đã kiểm tra hoặc thuộc tháng đã khóa.').waitFor();
    await page.getByRole('button', { name: 'Sửa điểm', exact: true }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Lưu điểm', exact: true }).count()).toBe(0);
  },
);

it('keeps the name of the page whole while points are typed, in a window of 1280', async () => {
  await open();
  await page.setViewportSize({ width: 1280, height: 800 });
  await begin();
  await page.getByPlaceholder('Lý do điều chỉnh').waitFor();
  const name = page.locator('h1 bdi');
  expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});
