import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { findViolationsInBothThemes } from '../support/axe.ts';
import { openStubbedApp, type Row, type StubbedApp } from '../support/stub-app.ts';

const LAN = { id: 5, username: 'lan', name: 'Nguyễn Thị Hoàng Lan', code: 'NV5' };
const MISTAKES: Row[] = [1, 2, 3].map((id) => ({
  id,
  user_id: 5,
  users: LAN,
  customer_id: null,
  customers: null,
  rate_at: '2026-11-02',
  link_case: null,
  mistake: `Lỗi ${id}`,
  code_mistake: `M${id}`,
  point: id,
  detect_by: 'T',
  version: 1,
}));

const openMistakes = (mistakes: Row[] = MISTAKES) =>
  openStubbedApp({ role: 'Writer', rows: { mistakes, users: [{ ...LAN, version: 1 }], customers: [] } });

let app: StubbedApp;
let page: Page;
const cell = (key: string, id: number) => page.locator(`tr[data-row-id="${id}"] td[data-key="${key}"]`);
const text = (key: string, id: number) =>
  cell(key, id).evaluate((td: HTMLElement) => td.querySelector<HTMLInputElement>('.grid-input')?.value ?? td.textContent.trim());
const style = (key: string, id: number) =>
  cell(key, id).evaluate((td) => {
    const { backgroundColor, outlineStyle } = getComputedStyle(td);
    return { backgroundColor, outlineStyle };
  });

beforeAll(async () => {
  app = await openMistakes();
  ({ page } = app);
  await app.go('/mistake');
  await page.getByRole('button', { name: 'Sửa bảng', exact: true }).press('Enter');
  await page.locator('td[data-focused] .grid-input').waitFor();
});

/** Chooses a cell and waits until its input is there. */
async function enter(key: string, id: number): Promise<void> {
  // A press into the cell that has the focus sets the caret in its text.
  if (await cell(key, id).getAttribute('data-focused')) await page.keyboard.press('ArrowUp');
  await cell(key, id).click();
  await cell(key, id).locator('.grid-input').waitFor();
}

it('takes Vietnamese from an input method that composes: each letter once, its own Enter and arrows included', async () => {
  await enter('mistake', 1);
  const keyboard = await page.context().newCDPSession(page);
  const compose = (typed: string) =>
    keyboard.send('Input.imeSetComposition', { text: typed, selectionStart: typed.length, selectionEnd: typed.length });
  for (const typed of ['T', 'Th', 'Thi', 'Thiê', 'Thiếu']) await compose(typed);
  expect(await text('mistake', 1)).toBe('Thiếu');
  // While it composes the keys are the input method's: the cell keeps the focus.
  for (const key of ['ArrowDown', 'Enter', 'Tab', 'Escape'])
    await keyboard.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', windowsVirtualKeyCode: 229, key, code: key });
  expect(await cell('mistake', 1).getAttribute('data-focused')).toBe('true');
  await keyboard.send('Input.insertText', { text: 'Thiếu' });
  await page.keyboard.type(' ');
  for (const typed of ['k', 'ki', 'kic', 'kích']) await compose(typed);
  await keyboard.send('Input.insertText', { text: 'kích' });
  await page.keyboard.press('Enter');
  await expect.poll(() => text('mistake', 1)).toBe('Thiếu kích');
  expect(await cell('mistake', 2).getAttribute('data-focused')).toBe('true');
});

it('takes Vietnamese from an input method that deletes and types again, as Unikey does', async () => {
  await enter('mistake', 2);
  await page.keyboard.type('Thie');
  await page.keyboard.press('Backspace');
  await page.keyboard.insertText('ê');
  await page.keyboard.press('Backspace');
  await page.keyboard.insertText('ế');
  await page.keyboard.type('u');
  expect(await text('mistake', 2)).toBe('Thiếu');
  await page.keyboard.press('Tab');
  await expect.poll(() => text('mistake', 2)).toBe('Thiếu');
  expect(await cell('code_mistake', 2).getAttribute('data-focused')).toBe('true');
  await page.keyboard.press('Control+z');
  await expect.poll(() => text('mistake', 2)).toBe('Lỗi 2');
});

it('is without fault for a screen reader while it is edited, with changed, refused and chosen cells', async () => {
  await enter('point', 3);
  await page.keyboard.type('abc');
  await enter('code_mistake', 3);
  await page.keyboard.type('đổi');
  await enter('code_mistake', 2);
  await page.keyboard.press('Shift+ArrowUp');
  expect(await findViolationsInBothThemes(page)).toEqual([]);
  const grid = page.getByRole('grid', { name: 'Lỗi: sửa trong bảng' });
  expect(await grid.getAttribute('aria-multiselectable')).toBe('true');
  expect(await grid.locator('[aria-selected=true]').count()).toBe(2);
});

it('tells changed, refused, chosen and focused cells apart in the colours of the system alone', async () => {
  await page.emulateMedia({ forcedColors: 'active' });
  await enter('link_case', 1);
  await page.keyboard.press('Shift+ArrowDown');
  const [plain, changed, refused, chosen] = [
    await style('code_mistake', 1),
    await style('code_mistake', 3),
    await style('point', 3),
    await style('link_case', 1),
  ];
  expect(plain.outlineStyle).toBe('none');
  expect(changed.outlineStyle).toBe('dotted');
  expect(refused.outlineStyle).toBe('dashed');
  expect(chosen.backgroundColor).not.toBe(plain.backgroundColor);
  await page.emulateMedia({ forcedColors: 'none' });
});

it('draws the ring of the cell that has the focus over its input, which begins where the text of the column does', async () => {
  await enter('detect_by', 2);
  const input = cell('detect_by', 2).locator('.grid-input');
  const ring = await input.evaluate((element) => {
    const { outlineStyle, outlineWidth, paddingLeft } = getComputedStyle(element);
    return { outlineStyle, outlineWidth, paddingLeft };
  });
  const paddingLeft = await cell('detect_by', 2).evaluate((td) => getComputedStyle(td).paddingLeft);
  expect(ring).toEqual({ outlineStyle: 'solid', outlineWidth: '2px', paddingLeft });
});

it('cuts no letter of a name that is chosen from a list, in a window that leaves no column more than it needs', async () => {
  await page.setViewportSize({ width: 620, height: 700 });
  await enter('users.name', 3);
  const [needed, room] = await cell('users.name', 3).evaluate((td: HTMLElement) => {
    const select = td.querySelector<HTMLElement>('.grid-input')!;
    // Left to itself, a list is as wide as its only name with the arrow.
    const free = select.cloneNode(true) as HTMLElement;
    free.style.cssText = 'position: static; width: max-content';
    td.appendChild(free);
    const width = free.offsetWidth;
    free.remove();
    return [width, select.offsetWidth];
  });
  expect(needed).toBeLessThanOrEqual(room!);
});

it('keeps the first column in sight while it is scrolled sideways, as the list does', async () => {
  await page.setViewportSize({ width: 700, height: 700 });
  await enter('detect_by', 2);
  const frame = page.locator('.grid-frame .table-scroll');
  const leftOf = (element: Element) => element.getBoundingClientRect().left;
  await expect.poll(() => frame.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
  const first = page.locator('tr[data-row-id="1"] td[data-pin]');
  expect(Math.abs((await first.evaluate(leftOf)) - (await frame.evaluate(leftOf)))).toBeLessThan(2);
});

it('waits for the queue where a save has many rows, and keeps what was refused', async () => {
  const own = await openMistakes();
  const { page: sheet } = own;
  const operation = { id: 5, kept_count: 1, reason: 'running', run: { status: 'running' } };
  let polls = 0;
  own.answer('POST', 'mistakes/bulk', () => ({
    json: { operation_id: 5, status: 'queued', changed: 0, unchanged: 0, refused: [], without_points: [] },
  }));
  own.answer('GET', 'operations/5', () => ({
    json: ++polls < 2 ? operation : { ...operation, reason: null, run: { status: 'done', message: null } },
  }));
  own.answer('GET', 'operations/5/kept', () => ({
    json: {
      data: [{ entity: 'mistakes', id: 2, reason: 'conflict', message: 'An đã sửa dòng này' }],
      ...{ per_page: 500, current_page: 1, total: 1, from: 1, to: 1 },
    },
  }));
  await own.go('/mistake');
  await sheet.getByRole('button', { name: 'Sửa bảng', exact: true }).press('Enter');
  for (const id of [1, 2]) {
    await sheet.locator(`tr[data-row-id="${id}"] td[data-key="mistake"]`).click();
    await sheet.locator(`tr[data-row-id="${id}"] td[data-key="mistake"] .grid-input`).fill(`Mới ${id}`);
    await sheet.keyboard.press('Enter');
  }
  await sheet.keyboard.press('Control+s');
  await sheet.getByText('Đã lưu 1 dòng').waitFor();
  await sheet.getByText('An đã sửa dòng này').first().waitFor();
  expect(own.callsOf('POST', 'mistakes/bulk').map(({ body }) => (body.rows as Row[]).map(({ id }) => id))).toEqual([[1, 2]]);
});

it('begins in the cell that was pressed while it was on its way, and then does what was typed and saved there', async () => {
  const own = await openMistakes();
  const { page: sheet } = own;
  const customers = Promise.withResolvers<undefined>();
  own.answer('GET', 'customers', () => customers.promise);
  own.answer('POST', 'mistakes/bulk', () => ({
    json: { operation_id: 5, status: 'done', changed: 2, unchanged: 0, refused: [], without_points: [] },
  }));
  await own.go('/mistake');
  await sheet.getByRole('button', { name: 'Sửa bảng', exact: true }).press('Enter');
  await sheet.locator('tr[data-row-id="2"] td[data-key="point"][data-column]').click();
  for (const typed of ['4', '7']) {
    await sheet.keyboard.type(typed);
    await sheet.keyboard.press('Enter');
  }
  await sheet.keyboard.press('Control+s');
  customers.resolve(undefined);
  const sent = () => own.callsOf('POST', 'mistakes/bulk').map(({ body }) => (body.rows as Row[]).map(({ id, values }) => [id, values]));
  await expect.poll(sent).toEqual([
    [
      [2, { point: 4 }],
      [3, { point: 7 }],
    ],
  ]);
});

it('goes to the cell that a save stumbles over, where what is typed next takes its place', async () => {
  const own = await openMistakes();
  const { page: sheet } = own;
  own.answer('POST', 'mistakes/bulk', () => ({
    json: { operation_id: 5, status: 'done', changed: 1, unchanged: 0, refused: [], without_points: [] },
  }));
  await own.go('/mistake');
  await sheet.getByRole('button', { name: 'Sửa bảng', exact: true }).press('Enter');
  await sheet.locator('tr[data-row-id="1"] td[data-key="point"]').click();
  for (const typed of ['abc', '7']) {
    await sheet.keyboard.type(typed);
    await sheet.keyboard.press('Enter');
  }
  await sheet.keyboard.press('Control+s');
  const stumbled = sheet.locator('tr[data-row-id="1"] td[data-key="point"] .grid-input');
  await expect.poll(() => stumbled.evaluate((input) => input === document.activeElement)).toBe(true);
  await sheet.keyboard.type('2,5');
  await sheet.keyboard.press('Control+s');
  const sent = () => own.callsOf('POST', 'mistakes/bulk').map(({ body }) => (body.rows as Row[]).map(({ id, values }) => [id, values]));
  await expect.poll(sent).toEqual([
    [
      [1, { point: 2.5 }],
      [2, { point: 7 }],
    ],
  ]);
});

it('shows what somebody else saved in a row, and writes over it, or keeps it, as one chooses', async () => {
  const own = await openMistakes();
  const { page: sheet } = own;
  let rows = MISTAKES;
  own.answer('GET', 'mistakes', () => ({ json: { data: rows, total: 3, current_page: 1, last_page: 1, from: 1, to: 3, per_page: 25 } }));
  const sent: Row[][] = [];
  own.answer('POST', 'mistakes/bulk', ({ body }) => {
    sent.push(body.rows as Row[]);
    const stale = sent.at(-1)!.filter(({ id, version }) => rows.find((row) => row.id === id)!.version !== version);
    const refused = stale.map(({ id }) => ({ entity: 'mistakes', id, reason: 'conflict', message: 'Bản ghi đã được người khác sửa' }));
    const changed = sent.at(-1)!.length - refused.length;
    return { json: { operation_id: 5, status: 'done', changed, unchanged: 0, refused, without_points: [] } };
  });
  await own.go('/mistake');
  await sheet.getByRole('button', { name: 'Sửa bảng', exact: true }).press('Enter');
  const point = (id: number) => sheet.locator(`tr[data-row-id="${id}"] td[data-key="point"]`);
  const shown = (id: number) =>
    point(id).evaluate((td: HTMLElement) => td.querySelector<HTMLInputElement>('.grid-input')?.value ?? td.textContent.trim());
  await point(1).click();
  for (const typed of ['7', '8']) {
    await sheet.keyboard.type(typed);
    await sheet.keyboard.press('Enter');
  }
  rows = MISTAKES.map((row) => (row.id === 3 ? row : { ...row, point: 4, version: 2 }));
  await sheet.keyboard.press('Control+s');
  await expect.poll(() => sheet.getByText('Người khác đã sửa dòng này, nay là Điểm 4.').count()).toBe(2);
  expect(await sheet.locator('.grid-report p').count(), 'a heading and two rows').toBe(3);
  expect(await Promise.all([shown(1), shown(2)])).toEqual(['7', '8']);
  await sheet.keyboard.press('Control+z');
  await expect.poll(() => sheet.getByText('Người khác đã sửa dòng này').count()).toBe(1);
  await sheet.keyboard.press('Control+s');
  await expect.poll(() => sent.at(-1)).toEqual([{ id: 1, version: 2, values: { point: 7 } }]);
  expect(sent).toHaveLength(2);
});

it('names a refused row that is on no page in view, and lets it be written over from there', async () => {
  const own = await openMistakes();
  const { page: sheet } = own;
  let first = MISTAKES[0]!;
  own.answer('GET', 'mistakes', ({ query }) => {
    const data = query.has('ids') || query.get('page') !== '2' ? [first] : [MISTAKES[1]!];
    return { json: { data, total: 26, current_page: 1, last_page: 2, from: 1, to: 1, per_page: 25 } };
  });
  const sent: Row[][] = [];
  own.answer('POST', 'mistakes/bulk', ({ body }) => {
    sent.push(body.rows as Row[]);
    const isStale = sent.at(-1)![0]!.version !== first.version;
    const refused = isStale ? [{ entity: 'mistakes', id: 1, reason: 'conflict', message: 'Bản ghi đã được người khác sửa' }] : [];
    return { json: { operation_id: 5, status: 'done', changed: isStale ? 0 : 1, unchanged: 0, refused, without_points: [] } };
  });
  await own.go('/mistake');
  await sheet.getByRole('button', { name: 'Sửa bảng', exact: true }).press('Enter');
  await sheet.locator('tr[data-row-id="1"] td[data-key="point"]').click();
  await sheet.keyboard.type('7');
  await sheet.keyboard.press('Enter');
  await sheet.getByRole('button', { name: 'Trang 2', exact: true }).press('Enter');
  await sheet.locator('tr[data-row-id="2"]').waitFor();
  first = { ...first, point: 4, version: 2 };
  await sheet.keyboard.press('Control+s');
  await sheet.getByText(/^Lỗi 1 .*\(không ở trang này\): Người khác đã sửa dòng này, nay là Điểm 4\./).waitFor();
  await sheet.keyboard.press('Control+s');
  await expect.poll(() => sent.at(-1)).toEqual([{ id: 1, version: 2, values: { point: 7 } }]);
});

it('says of a refused row that was checked meanwhile that nothing can be written there, and takes the edit back', async () => {
  const own = await openMistakes();
  const { page: sheet } = own;
  let rows = MISTAKES;
  own.answer('GET', 'mistakes', () => ({ json: { data: rows, total: 3, current_page: 1, last_page: 1, from: 1, to: 3, per_page: 25 } }));
  own.answer('POST', 'mistakes/bulk', () => {
    const refused = [{ entity: 'mistakes', id: 1, reason: 'conflict', message: 'Bản ghi đã được người khác sửa' }];
    return { json: { operation_id: null, status: 'done', changed: 0, unchanged: 0, refused, without_points: [] } };
  });
  await own.go('/mistake');
  await sheet.getByRole('button', { name: 'Sửa bảng', exact: true }).press('Enter');
  await sheet.locator('tr[data-row-id="1"] td[data-key="point"]').click();
  await sheet.keyboard.type('7');
  await sheet.keyboard.press('Enter');
  rows = MISTAKES.map((row) => (row.id === 1 ? { ...row, is_checked: 1, version: 2 } : row));
  await sheet.keyboard.press('Control+s');
  await sheet.getByText(/^Lỗi 1 .*: Đã kiểm tra, không sửa được nữa\. Ctrl\+Z để bỏ giá trị bạn nhập$/).waitFor();
  await sheet.keyboard.press('Control+z');
  await expect.poll(() => sheet.locator('.grid-report p').count()).toBe(0);
  await sheet.getByRole('button', { name: 'Lưu', exact: true }).waitFor();
});

it('is as high as the list, and ends in the row that it was left in, also far below', async () => {
  const many = Array.from({ length: 100 }, (_, at) => ({ ...MISTAKES[0]!, id: at + 1, mistake: `Lỗi ${at + 1}` }));
  const own = await openMistakes(many);
  const { page: sheet } = own;
  await own.go('/mistake?limit=100');
  const height = () => sheet.locator('main .table-scroll').evaluate(({ clientHeight }) => clientHeight);
  await sheet.locator('tr[data-row-id="100"]').waitFor({ state: 'attached' });
  const ofList = await height();
  await sheet.getByRole('button', { name: 'Sửa bảng', exact: true }).press('Enter');
  await sheet.locator('td[data-focused] .grid-input').waitFor();
  await sheet.locator('[role=grid][aria-busy=false]').waitFor();
  // Only the line that says its keys takes room from it.
  expect(await height()).toBeGreaterThan(ofList - 48);
  await sheet.keyboard.press('Control+End');
  await sheet.locator('tr[data-row-id="100"] td[data-focused]').waitFor();
  await sheet.keyboard.press('Escape');
  await expect.poll(() => sheet.evaluate(() => document.activeElement?.getAttribute('data-row-id'))).toBe('100');
});

it('says of an empty list that there is no row to edit', async () => {
  const empty = await openMistakes([]);
  await empty.go('/mistake');
  await empty.page.getByRole('button', { name: 'Sửa bảng', exact: true }).press('Enter');
  await empty.page.getByText('Danh sách đang trống: chưa có dòng nào để sửa.').waitFor();
  await empty.page.getByRole('button', { name: 'Sửa bảng', exact: true }).waitFor();
});

it('has its buttons on one line below the bar where the window is not wide', async () => {
  const narrow = await openStubbedApp({ role: 'Writer', rows: { mistakes: MISTAKES, users: [{ ...LAN, version: 1 }] }, width: 1024 });
  await narrow.go('/mistake');
  await narrow.page.getByRole('button', { name: 'Thao tác khác' }).first().click();
  await narrow.page.getByRole('button', { name: 'Sửa bảng', exact: true }).click();
  const save = narrow.page.getByRole('button', { name: 'Lưu', exact: true });
  await save.waitFor();
  const top = async (name: string) => (await narrow.page.getByRole('button', { name }).first().boundingBox())!;
  const bell = await top('Thông báo');
  const title = (await narrow.page.locator('h1').boundingBox())!;
  expect(Math.abs(bell.y + bell.height / 2 - title.y - title.height / 2), 'beside the title').toBeLessThan(8);
  expect((await save.boundingBox())!.y).toBeGreaterThan(bell.y + bell.height / 2);
});
