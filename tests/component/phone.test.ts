import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { customerRows, openStubbedApp, type Row } from '../support/stub-app.ts';

const PHONE = { width: 390, touch: true };
const JOBS: Row[] = Array.from({ length: 30 }, (_, index) => ({
  id: index + 1,
  name: `DR-${index + 1}`,
  bukkenmei: '池田様邸',
  henkyaku_hi: '2026-09-01',
  is_checked: 0,
  is_updated: 0,
  version: 1,
}));
const CRAWL = { crawl_time: '2026-09-01 05:15:02', status: 'done' };

it('gives a finger 44 px around small buttons, and fields that no browser zooms into', async () => {
  const app = await openStubbedApp({ rows: { directs: JOBS }, ...PHONE });
  const { page } = app;
  await app.go('/directs');
  await page.getByRole('link', { name: 'DR-1', exact: true }).waitFor();
  for (const name of ['Bộ lọc (1)', 'Xem thêm của DR-3', 'Trang 2']) {
    expect(await reachOf(page.getByRole('button', { name, exact: true })), name).toBeGreaterThanOrEqual(44);
  }
  // Side by side in the bar, beside the title.
  for (const name of ['Thao tác khác', 'Mở menu']) {
    expect(await reachOf(page.getByRole('button', { name, exact: true })), name).toBeGreaterThanOrEqual(39);
  }
  const sizes = await page
    .locator('main :is(input:not([type=checkbox]), select)')
    .evaluateAll((fields) => fields.map((field) => [Number.parseFloat(getComputedStyle(field).fontSize), field.clientHeight + 2]));
  expect(sizes.length).toBeGreaterThan(2);
  for (const [text, height] of sizes) {
    expect(text! >= 16).toBe(true);
    expect(height! >= 44).toBe(true);
  }
});

it('gives a finger 44 px in a table that is filled in, where rows are as high as what they hold', async () => {
  const app = await openStubbedApp({ rows: { users: [{ id: 3, name: 'Lan' }] }, ...PHONE });
  const { page } = app;
  const own = { url: 'https://workflow.base.vn', workflow_ids: ['3051'], field_map: {}, numbers: 'dot' };
  const more = { chosen: [], defaults: own, allowed_origin: own.url, has_token: true, problem: null, columns: ['tsubosuu'] };
  app.answer('GET', 'crawl_settings', () => ({ json: { ...own, ...more, version: 1, updated_at: null, updated_by: null } }));
  const field = { origin: 'form', id: '9', name: '坪数', type: 'text', value: '35', column: 'tsubosuu', becomes: 35, problem: null };
  const sample = { workflow_id: '3051', external_id: '8', name: 'DR-8', message: null, fields: [field] };
  app.answer('GET', 'crawl_settings/sample', () => ({ json: sample }));
  const name = { kind: 'person', text: 'Lân', jobs: 2, held: 0, customer_id: null, similar: [{ id: 3, name: 'Lan' }], assigned_to: null };
  app.answer('GET', 'crawl_unmatched', () => ({ json: { data: [name] } }));
  app.answer('GET', 'crawl_aliases', () => ({ json: { data: [] } }));
  await app.go('/crawl-settings');
  const names = page.getByRole('table', { name: 'Tên chưa khớp' });
  const similar = names.getByRole('button', { name: /Lan$/ });
  await similar.tap();
  for (const target of [similar, names.getByRole('button', { name: 'Gán', exact: true })]) {
    expect(await reachOf(target), (await target.textContent())!).toBeGreaterThanOrEqual(44);
  }
  const fields = page.getByRole('table', { name: 'Trường của nguồn và cột ở đây' }).getByRole('combobox');
  expect((await fields.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  // Each row is a card: nothing lies behind an edge.
  const frames = page.locator('.table-scroll');
  expect(await frames.evaluateAll((all) => all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))).toEqual([0, 0, 0]);
  await page.locator('td[data-label="Giá trị"]').first().waitFor();
});

it('shows dates and page sizes whole on a wide screen for fingers, and the pages beside them', async () => {
  const app = await openStubbedApp({ rows: { directs: JOBS }, width: 1366, touch: true });
  const { page } = app;
  await app.go('/directs?exc_start_time=2026-09-01&exc_end_time=2026-09-30');
  await page.getByRole('link', { name: 'DR-1', exact: true }).waitFor();
  const cut = () =>
    page.locator('input[placeholder="yyyy/MM/dd"]').evaluateAll((days) => days.map((day) => day.scrollWidth - day.clientWidth));
  await page.getByRole('button', { name: 'Bộ lọc' }).tap();
  await expect.poll(cut).toEqual([0, 0]);
  await page.keyboard.press('Escape');
  const size = page.getByRole('combobox', { name: 'Số dòng mỗi trang' });
  const pages = (await page.getByRole('button', { name: 'Trang 2' }).boundingBox())!;
  const { y, height } = (await size.boundingBox())!;
  expect(Math.abs(y + height / 2 - (pages.y + pages.height / 2))).toBeLessThan(4);
  // Its own width where nothing cuts the largest number.
  await size.selectOption('100');
  const room = await size.evaluate((select) => {
    const given = select.clientWidth;
    select.parentElement!.style.width = 'max-content';
    select.style.width = 'auto';
    return given - select.clientWidth;
  });
  expect(room).toBeGreaterThanOrEqual(0);
});

it('opens a record by its card, and unfolds the card by its button', async () => {
  const app = await openStubbedApp({ rows: { directs: JOBS }, ...PHONE });
  const { page } = app;
  await app.go('/directs');
  const card = page.locator('.phone-rows > li').nth(2);
  await card.getByRole('button', { name: 'Xem thêm của DR-3' }).tap();
  await card.getByRole('button', { name: 'Thu gọn DR-3' }).tap();
  await card.getByRole('checkbox').tap();
  await page.getByText('Đã chọn 1 bản ghi').waitFor();
  expect(new URL(page.url()).pathname).toBe('/directs');
  const { x, y, width, height } = (await card.boundingBox())!;
  await page.touchscreen.tap(x + width / 2, y + height / 2);
  await expect.poll(() => new URL(page.url()).pathname).toBe('/directs/3/view');
});

it('has the size of the page at the edge of the rows, also below the line at their foot', async () => {
  const app = await openStubbedApp({ rows: { directs_techousei: JOBS }, ...PHONE });
  const { page } = app;
  app.answer('GET', 'last_time_exec', () => ({ json: CRAWL }));
  await app.go('/directs-techousei');
  await page.getByRole('button', { name: 'Xem thêm của DR-1', exact: true }).waitFor();
  await page.getByText(/^Lấy dữ liệu/).waitFor();
  const leftOf = async (part: Locator) => (await part.boundingBox())!.x;
  expect(await leftOf(page.getByLabel('Số dòng mỗi trang'))).toBe(await leftOf(page.locator('.phone-rows')));
});

it('heads the card of what somebody got on a day by their name, and opens it by that', async () => {
  const person = { id: 5, code: 'NV005', username: 'tungbui', name: 'Bùi Thanh Tùng' };
  const rows = { indirects: [{ id: 7, rate_at: '2026-09-03', point: 2.5, users: person, user_id: 5, is_checked: 0, version: 1 }] };
  const app = await openStubbedApp({ rows, ...PHONE });
  const { page } = app;
  await app.go('/indirect');
  await expect.poll(() => page.locator('.phone-rows > li').first().textContent()).toMatch(/^Bùi Thanh Tùng.*2026\/09\/03/);
  await page.getByRole('link', { name: 'Bùi Thanh Tùng', exact: true }).tap();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/indirect/7/view');
});

it('draws nothing below rows that are still to come', async () => {
  const app = await openStubbedApp({ rows: { directs: JOBS }, ...PHONE });
  const { page } = app;
  const { promise: asked, resolve: answer } = Promise.withResolvers<undefined>();
  app.answer('GET', 'directs', () => asked);
  app.answer('GET', 'last_time_exec', () => ({ json: CRAWL }));
  await app.go('/directs');
  await page.locator('main .animate-pulse').first().waitFor();
  // The two lines of ten cards.
  await expect.poll(() => page.locator('main .animate-pulse').count()).toBe(20);
  expect(await page.getByText(/Lấy dữ liệu/).count()).toBe(0);
  // Nor does the month push the title aside until the count is there.
  expect(await page.locator('.section-tabs > button').evaluate((title) => title.scrollWidth - title.clientWidth)).toBe(0);
  answer(undefined);
  await page.getByRole('link', { name: 'DR-1', exact: true }).waitFor();
  await page.getByText(/Lấy dữ liệu/).waitFor();
});

it('says the month of the totals above the cards and not in each of them, and a zero as a dash, on paper too', async () => {
  const app = await openStubbedApp(PHONE);
  const { page } = app;
  const points = { direct_point: 0, mistake_point_n: 0, mistake_point_t: 0, indirect_point_yes: 2.5, indirect_point_no: 0 };
  const row = { user_id: 5, username: 'tungbui', name: 'Bùi Thanh Tùng', ...points, total_point_1: 2.5, total_point_2: 0, pro_index: 0 };
  const sum = { ...points, total_point_1: 2.5, total_point_2: 0 };
  app.answer('GET', 'totals', () => ({
    json: { data: [{ ...row, month: '2026-09' }], total: 1, per_page: 10, current_page: 1, from: 1, to: 1, sum },
  }));
  const card = page.locator('.phone-rows > li').first();
  await app.go('/total?exc_start_time=2026-08-01&exc_end_time=2026-09-30');
  await expect.poll(() => card.textContent()).toContain('2026/09');
  await app.go('/total?year=2026&month=9');
  await expect.poll(() => card.textContent()).toBe('Bùi Thanh TùngTổng điểm 2 –');
  await page
    .getByRole('main')
    .getByText(/^2026\/09/)
    .waitFor();
  await page.evaluate(() => Object.assign(globalThis, { print: () => undefined }));
  await page.keyboard.press('Control+p');
  const cells = page.locator('[data-print-list] tbody td');
  await expect.poll(() => cells.allTextContents()).toEqual(['Bùi Thanh Tùng', '–', '2,50', '0,00', '–', '–', '–', '2,50', '–']);
});

it('writes the filled button of a page as a line like the others where it stands behind ⋯', async () => {
  const app = await openStubbedApp(PHONE);
  const { page } = app;
  await page.emulateMedia({ colorScheme: 'dark' });
  await app.go('/total');
  await page.getByRole('button', { name: 'Thao tác khác' }).tap();
  const colorOf = (name: string) => page.getByRole('button', { name }).evaluate((button) => getComputedStyle(button).color);
  expect(await colorOf('Khóa tháng')).toBe(await colorOf('Cột hiển thị'));
});

it('edits the points of a card that is unfolded', async () => {
  const jobs = JOBS.map((job) => ({ ...job, result_design_point: 1, result_check_point: 0.5 }));
  const app = await openStubbedApp({ rows: { directs_techousei: jobs }, ...PHONE });
  const { page } = app;
  app.expect(/status of 404/);
  await app.go('/directs-techousei');
  await page.getByRole('button', { name: 'Thao tác khác' }).tap();
  await page.getByRole('button', { name: 'Sửa điểm' }).tap();
  await page.locator('tr[data-row-id="2"] td[data-key="result_design_point"]').tap();
  await page.getByLabel('Điểm thiết kế DR-2', { exact: true }).fill('1,25');
  await page.getByRole('button', { name: 'Lưu điểm (1)' }).waitFor();
});

it('opens a short form without the error of a field that nobody came to', async () => {
  const app = await openStubbedApp(PHONE);
  const { page } = app;
  app.expect(/status of 404/);
  const person = {
    id: 1,
    username: 'stub',
    name: 'Stub',
    email: 'a@b.vn',
    roles: [{ id: 4, name: 'Viewer' }],
    department_group: [],
    version: 1,
  };
  const second_factor = { enabled: 0, required: 0, recovery_codes_left: 0 };
  app.answer('GET', 'me', () => ({ json: { data: { ...person, second_factor } } }));
  app.answer('GET', 'me/sessions', () => ({ json: { data: [] } }));
  await app.go('/users/profile');
  await page.getByRole('button', { name: 'Thao tác khác' }).tap();
  await page.getByRole('button', { name: 'Đổi mật khẩu' }).tap();
  await page
    .getByRole('dialog')
    .getByLabel(/^Mật khẩu mới/)
    .tap();
  await page.keyboard.type('Bien-Xanh-7');
  const passwords = page.getByRole('dialog').locator('input[type=password]');
  const offered = await passwords.evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete')));
  expect(offered).toEqual(['current-password', 'new-password', 'new-password']);
  expect(await page.getByText('Mật khẩu cũ không được để trống').count()).toBe(0);
});

it('opens the other pages of an entry by the title, which says the page once and leaves the room to the rows', async () => {
  const app = await openStubbedApp(PHONE);
  const { page } = app;
  app.expect(/status of 404/);
  await app.go('/history/failed-jobs');
  const pages = page.getByRole('navigation', { name: 'Nhật ký' });
  const title = pages.getByRole('button', { name: 'Việc nền thất bại' });
  expect(await pages.getByRole('link').count()).toBe(0);
  await title.tap();
  expect(await pages.locator('[aria-current=page]').allTextContents()).toEqual(['Việc nền thất bại']);
  await pages.getByRole('link', { name: 'Các lần bị từ chối' }).tap();
  await page.getByRole('heading', { name: 'Các lần bị từ chối', level: 1 }).waitFor();
  await pages.getByRole('button', { name: 'Các lần bị từ chối' }).waitFor();
  expect(await pages.getByRole('link').count()).toBe(0);
  const { height } = (await page.locator('.page-bar').boundingBox())!;
  expect(height).toBeLessThan(60);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});

it('tells rows of one name apart by their other figures', async () => {
  const factor = (id: number, from: number) => ({
    id,
    version: 1,
    scale_factor_code: id === 3 ? 'I1' : 'S1',
    scale_factor: 0.8,
    scale_limit_from: from,
  });
  const app = await openStubbedApp({ rows: { tsubos: [factor(1, 20), factor(2, 30), factor(3, 40)] }, width: 390 });
  await app.go('/tsubo');
  const cards = app.page.locator('.phone-rows > li');
  const texts = () => cards.evaluateAll((all) => all.map((card) => card.textContent));
  await expect.poll(texts).toEqual(['S1Hệ số quy mô 0,80Từ (≥) 20,00', 'S1Hệ số quy mô 0,80Từ (≥) 30,00', 'I1Hệ số quy mô 0,80']);
});

/** How many px, up and down and to both sides of its middle, are the button's when they are pressed. */
function reachOf(button: Locator): Promise<number> {
  return button.evaluate((element) => {
    element.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const isHit = (dx: number, dy: number) => element.contains(document.elementFromPoint(x + dx, y + dy));
    let reach = 0;
    while (
      reach < 30 &&
      [
        [0, reach],
        [0, -reach],
        [reach, 0],
        [-reach, 0],
      ].every(([dx, dy]) => isHit(dx!, dy!))
    )
      reach += 0.5;
    return reach * 2;
  });
}

it('offers to take back a check that was switched by a thumb', async () => {
  const app = await openStubbedApp({
    role: 'Checked',
    rows: { directs_techousei: JOBS.map((job) => ({ ...job, result_design_point: 1 })) },
    ...PHONE,
  });
  const { page } = app;
  app.answer('POST', 'directs_techousei/checked', ({ body }) => ({ json: { ...JOBS[0]!, ...body } }));
  await app.go('/directs-techousei');
  await page.getByRole('switch', { name: /DR-3/ }).tap();
  await page.getByText('Đã kiểm tra DR-3').waitFor();
  await page.getByRole('button', { name: 'Hoàn tác' }).tap();
  await page.getByText('Đã bỏ kiểm tra DR-3').waitFor();
  // It stays, though the notice whose button was pressed goes.
  await page.getByText('Đã kiểm tra DR-3').waitFor({ state: 'detached' });
  expect(await page.getByText('Đã bỏ kiểm tra DR-3').isVisible()).toBe(true);
  expect(app.callsOf('POST', 'directs_techousei/checked').map(({ body }) => body)).toEqual([
    { id: 3, is_checked: 1 },
    { id: 3, is_checked: 0 },
  ]);
});

it('shows whole codes and figures on a screen of 360 px', async () => {
  const jobs = JOBS.map((job) => ({ ...job, name: `DR-2611-${1000 + Number(job.id)}`, result_design_point: 12.345 }));
  const app = await openStubbedApp({ rows: { directs_techousei: jobs }, ...PHONE, width: 360 });
  const { page } = app;
  await app.go('/directs-techousei?exc_start_time=2026-11-01&exc_end_time=2026-11-30');
  const code = page.getByRole('link', { name: 'DR-2611-1001' });
  const cutBy = (part: Locator) => part.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(await cutBy(code.locator('xpath=..'))).toBe(0);
  expect(await cutBy(page.getByText('12,35', { exact: true }).first())).toBe(0);
});

it('draws the states of a card whole', async () => {
  const app = await openStubbedApp(PHONE);
  const person = { user_id: 5, username: 'an', name: 'An', state: 'none', changed: false, total_point_1: 1, total_point_2: 1 };
  const counts = { none: 1, confirmed: 0, changed: 0, asked: 0, silent: 0 };
  const data = [{ ...person, confirmed_at: null, open_questions: 0 }];
  app.answer('GET', 'statements', () => ({ json: { data, counts, review: null } }));
  await app.go('/statements?year=2026&month=9');
  const state = app.page.locator('li[data-row-id="5"]').getByText('Chưa xác nhận');
  const cutBy = await state.evaluate((badge) => {
    const bottomOf = (element: Element) => element.getBoundingClientRect().bottom;
    const around = [];
    for (let part = badge.parentElement!; part.tagName !== 'LI'; part = part.parentElement!) around.push(bottomOf(part));
    return bottomOf(badge) - Math.min(...around);
  });
  expect(cutBy).toBeLessThanOrEqual(0);
});

it('is no wider than a screen of 360 px with many pages', async () => {
  const rows = { customers: customerRows(120), 'work-categories': [{ id: 1, work_name: '基礎伏図' }] };
  const app = await openStubbedApp({ rows, ...PHONE, width: 360 });
  const { page } = app;
  await app.go('/customers');
  await page.getByRole('button', { name: 'Trang sau' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

it('has one box in the card of a standard, which chooses it for editing, and duplicates it by a button of the unfolded card', async () => {
  const [customer, work] = [
    { id: 1, name: '青葉ホーム' },
    { id: 1, work_name: '構造図' },
  ];
  const standard = { id: 7, customer_id: 1, customer, work_category_id: 1, work_category: work, scale_code: 'S1', version: 1 };
  const rows = { standards: [standard], customers: [customer], 'work-categories': [work] };
  const app = await openStubbedApp({ rows, ...PHONE });
  const { page } = app;
  await app.go('/standards');
  const card = page.locator('li[data-row-id="7"]');
  await card.waitFor();
  expect(await card.getByRole('checkbox').count()).toBe(1);
  await card.getByRole('checkbox').tap();
  await page.getByText('Đã chọn 1 bản ghi').waitFor();
  // Nothing of a phone's list chooses a row for a button of the bar.
  await page.getByRole('button', { name: 'Thao tác khác', exact: true }).tap();
  await page.getByRole('button', { name: 'Cột hiển thị' }).waitFor();
  expect(await page.getByRole('button', { name: 'Nhân bản' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await card.getByRole('button', { name: /^Xem thêm của/ }).tap();
  await card.getByRole('button', { name: 'Nhân bản' }).tap();
  await page.waitForURL('**/standards/add?cloneId=7');
});

it('opens what belongs to a row by the one button of its card', async () => {
  const app = await openStubbedApp({ width: 390, touch: true });
  const { page } = app;
  const job = { id: 9, name: 'DR-9', tsubosuu: 2, henkyaku_hi: '2026-09-05', is_checked: 0 };
  const customer = { id: 3, name: 'C3', total_task: 1, total_tsubosuu: 2, direct: [job] };
  app.answer('GET', 'total_customers', () => ({
    json: { data: [customer], total: 1, current_page: 1, from: 1, to: 1, sum: { total_task: 1, total_tsubosuu: 2 } },
  }));
  await app.go('/total-customer');
  const card = page.locator('li[data-row-id="3"]');
  await card.waitFor();
  expect(await card.getByRole('button').count()).toBe(1);
  await card.getByRole('button').tap();
  await card.getByRole('link', { name: 'DR-9' }).waitFor();
  await card.getByText('Tổng số tsubo').waitFor();
  expect(new URL(page.url()).searchParams.get('open')).toBe('3');
  await card.getByRole('button', { name: 'Thu gọn C3' }).tap();
  await expect.poll(() => card.getByRole('link', { name: 'DR-9' }).count()).toBe(0);
});

it('says in words what the buttons of the first steps do, within a phone', async () => {
  const app = await openStubbedApp({ width: 390 });
  const { page } = app;
  const counts = [{ entity: 'work-categories', count: 0 }];
  app.answer('GET', 'first_steps', () => ({ json: { done: false, steps: [{ name: 'customers', state: 'open', counts, missing: [] }] } }));
  await app.go('/first-steps');
  const line = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: 'Hạng mục công việc' }) })
    .last();
  for (const words of ['Tệp mẫu', 'Nhập Excel']) {
    const box = (await line.getByText(words, { exact: true }).boundingBox())!;
    expect(box.width, words).toBeGreaterThan(40);
    expect(box.x + box.width, words).toBeLessThan(390);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

it('has the numbers of the first steps below each other, whether a list can be imported or not', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  const counts = ['work-categories', 'rule_cases'].map((entity) => ({ entity, count: 0 }));
  app.answer('GET', 'first_steps', () => ({ json: { done: false, steps: [{ name: 'customers', state: 'open', counts, missing: [] }] } }));
  await app.go('/first-steps');
  const numbers = page.locator('[data-step] li').getByText('0', { exact: true });
  await numbers.nth(1).waitFor();
  const edges = await numbers.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
  expect(edges[1]).toBe(edges[0]);
});

it('draws a chart as high as its few bars', async () => {
  const app = await openStubbedApp({ ...PHONE });
  const { page } = app;
  const figures = { total_tsubo: 80, total_worktime: 600, total_difficulty_coefficient: 4, total_unit: 4, total_point: 40 };
  const person = { user_id: 1, username: 'an', name: 'An', departmentName: null, ...figures };
  app.answer('GET', 'charts', () => ({ json: { charts: [person], sum: figures } }));
  app.answer('GET', 'home/trend', () => ({ json: { data: [] } }));
  await app.go('/home');
  const chart = page.locator('figure').filter({ has: page.locator('canvas[width]') });
  await expect.poll(async () => (await chart.first().boundingBox())?.height).toBeLessThan(160);
});
