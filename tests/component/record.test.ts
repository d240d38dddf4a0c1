import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { focusedLabel, openStubbedApp, type Row, type StubbedApp } from '../support/stub-app.ts';

const CUSTOMERS: Row[] = Array.from({ length: 12 }, (_, index) => ({
  id: index + 1,
  code: `C${index + 1}`,
  name: `青葉ホーム${index + 1}`,
  work_category: [1],
  is_updated: 0,
  version: 1,
}));
const LIST = '/customers?name__~=%E9%9D%92%E8%91%89&limit=5';
const JOB: Row = { id: 5, name: 'DR-2609-1273', bukkenmei: '池田様邸', tsubosuu: 76.925, henkyaku_hi: '2026-09-03', version: 1 };
const REQUIRED = {
  ...{ user_id: 1, chekkusha_id: 1, dept_id: 1, dept_grp_id: 1, customer_id: 1, work_category_id: 1 },
  ...{ complex_factor: 1, complex_point: 1, sagyou_jikan: 60, chekkku_jikan: 30 },
  ...{ users: { id: 1, name: 'An' }, chekkushas: { id: 1, name: 'An' }, customers: { id: 1, name: '青葉ホーム' } },
  work_categories: { id: 1, work_name: '構造図' },
  departments: { id: 1, name: 'Phòng A' },
  department_groups: { id: 1, group_name: 'Nhóm 1' },
};

const openCustomers = () =>
  openStubbedApp({ role: 'Writer', rows: { customers: CUSTOMERS, 'work-categories': [{ id: 1, work_name: '構造図' }] } });
/** Waits for the filtered list with its second page. */
const atSecondPage = ({ page }: StubbedApp) =>
  page.waitForURL(
    ({ pathname, searchParams }) => pathname === '/customers' && searchParams.get('name__~') === '青葉' && searchParams.get('page') === '2',
  );
const labelOfField = (page: Page) =>
  page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent ?? '');
const focusedRow = ({ page }: StubbedApp) => page.evaluate(() => document.activeElement?.getAttribute('data-row-id'));

it('says what a record is that others are called like, in its heading and in the window', async () => {
  const app = await openStubbedApp({ rows: { 'formula-results': [{ id: 1, scale_code: 'S1', result_design_formula: '1', version: 1 }] } });
  await app.go('/formula-results/1/view');
  await app.page.getByRole('heading', { level: 1, name: 'Công thức kết quả · S1', exact: true }).waitFor();
  await expect.poll(() => app.page.title()).toBe('Công thức kết quả · S1 · Tensu');
});

it('walks to the next record over the end of a page, and comes back to the page that it is on', async () => {
  const app = await openCustomers();
  const { page } = app;
  await app.go(LIST);
  await page.getByRole('link', { name: '青葉ホーム4' }).click();
  await page.getByRole('heading', { level: 1, name: '青葉ホーム4 C4' }).waitFor();
  await page.getByText('4 / 12').waitFor();
  await page.getByRole('button', { name: /^Bản ghi sau/ }).click();
  await page.getByRole('heading', { level: 1, name: '青葉ホーム5 C5' }).waitFor();
  expect(await focusedLabel(page)).toMatch(/^Bản ghi sau/);
  await page.keyboard.press('Alt+ArrowDown');
  await page.getByRole('heading', { level: 1, name: '青葉ホーム6 C6' }).waitFor();
  await page.getByText('6 / 12').waitFor();
  await expect.poll(() => page.getByLabel(/^Tên khách hàng/).inputValue()).toBe('青葉ホーム6');
  await page.keyboard.press('Alt+ArrowUp');
  await page.getByText('5 / 12').waitFor();
  await page.keyboard.press('Alt+ArrowDown');
  await page.getByText('6 / 12').waitFor();
  const marked = page.locator('tr[data-returned][data-row-id="6"]').waitFor();
  await page.getByRole('button', { name: 'Hủy', exact: true }).click();
  await atSecondPage(app);
  await expect.poll(() => focusedRow(app)).toBe('6');
  await marked;
  await page.locator('tr[data-returned]').waitFor({ state: 'detached' });
});

it('comes back to filters, page and row after each of ten edits typed key by key', async () => {
  const app = await openCustomers();
  const { page } = app;
  app.answer('PUT', 'customers/6', ({ body }) => ({ json: { data: { ...CUSTOMERS[5], ...body } } }));
  await app.go(`${LIST}&page=2`);
  for (let edit = 1; edit <= 10; edit += 1) {
    if (edit === 1) await page.getByRole('link', { name: '青葉ホーム6' }).click();
    else await page.keyboard.press('Enter');
    const phone = page.getByLabel('Số điện thoại');
    await phone.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(`0236-${edit}`);
    await page.keyboard.press(edit % 2 === 0 ? 'Control+s' : 'Tab');
    if (edit % 2 === 1) await page.getByRole('button', { name: 'Lưu', exact: true }).click();
    await atSecondPage(app);
    await expect.poll(() => focusedRow(app)).toBe('6');
  }
  expect(app.callsOf('PUT', 'customers/6').map(({ body }) => body.phone_number)).toEqual(
    Array.from({ length: 10 }, (_, index) => `0236-${index + 1}`),
  );
  await page.getByRole('link', { name: '青葉ホーム7' }).click();
  await page.getByRole('heading', { level: 1, name: /青葉ホーム7/ }).waitFor();
  await page.goBack();
  await expect.poll(() => focusedRow(app)).toBe('7');
  await atSecondPage(app);
});

it('saves by Ctrl+Enter and opens the next record with the focus in the same field, over the end of a page', async () => {
  const app = await openCustomers();
  const { page } = app;
  for (const customer of CUSTOMERS) {
    app.answer('PUT', `customers/${customer.id}`, ({ body }) => ({ json: { data: { ...customer, ...body } } }));
  }
  await app.go(LIST);
  await page.getByRole('link', { name: '青葉ホーム3' }).click();
  await page.getByLabel('Số điện thoại').click();
  for (let place = 3; place <= 12; place += 1) {
    await page.getByRole('heading', { level: 1, name: `青葉ホーム${place} C${place}` }).waitFor();
    await expect.poll(() => labelOfField(page)).toBe('Số điện thoại');
    await page.keyboard.type(`0236-${place}`);
    await page.keyboard.press('Control+Enter');
  }
  await page.waitForURL((url) => url.pathname === '/customers');
  const sent = CUSTOMERS.map(({ id }) => app.callsOf('PUT', `customers/${id}`).map(({ body }) => body.phone_number));
  expect(sent.slice(2)).toEqual(CUSTOMERS.slice(2).map(({ id }) => [`0236-${id}`]));
});

it('offers to save, to discard or to stay before it leaves changes for the next record', async () => {
  const app = await openCustomers();
  const { page } = app;
  app.answer('PUT', 'customers/4', ({ body }) => ({ json: { data: { ...CUSTOMERS[3], ...body } } }));
  await app.go(LIST);
  await page.getByRole('link', { name: '青葉ホーム4' }).click();
  const dialog = page.getByRole('dialog');
  const leaveWith = async (answer: string) => {
    await page.getByLabel('Số điện thoại').fill('0236-4');
    await page.keyboard.press('Alt+ArrowDown');
    await dialog.getByRole('button', { name: answer, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await leaveWith('Ở lại');
  await page.getByText('Chưa lưu: Số điện thoại').waitFor();
  await page.getByRole('link', { name: 'Tổng quan' }).click();
  await dialog.getByRole('button', { name: 'Ở lại' }).click();
  expect(await page.getByLabel('Số điện thoại').inputValue()).toBe('0236-4');
  await leaveWith('Lưu');
  await page.getByText('5 / 12').waitFor();
  expect(app.callsOf('PUT', 'customers/4').map(({ body }) => body.phone_number)).toEqual(['0236-4']);
  await leaveWith('Rời trang, không lưu');
  await page.getByText('6 / 12').waitFor();
  expect(app.callsOf('PUT', 'customers/5')).toEqual([]);
});

it('adds one record after another, and keeps the date, the customer and the person', async () => {
  const app = await openStubbedApp({
    role: 'Writer',
    rows: { mistakes: [], customers: CUSTOMERS, users: [{ id: 1, name: 'An', username: 'an', version: 1 }] },
  });
  const { page } = app;
  app.answer('POST', 'mistakes', ({ body }) => ({ status: 201, json: { data: { id: 9, version: 1, ...body } } }));
  await app.go('/mistake/add');
  const choose = async (label: RegExp, name: string) => {
    await page.getByLabel(label).click();
    await page.getByRole('option', { name }).first().click();
  };
  await choose(/^Nhân viên/, 'An');
  await choose(/^Khách hàng/, '青葉ホーム1');
  for (const [at, words] of ['Thiếu cột', 'Sai trục'].entries()) {
    await expect.poll(() => page.getByLabel(/^Lỗi/).inputValue()).toBe('');
    await page.getByLabel(/^Lỗi/).fill(words);
    await page.getByLabel(/^Điểm/).fill('1,5');
    await page.getByRole('radio', { name: 'Nội bộ' }).click();
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => app.callsOf('POST', 'mistakes').length).toBe(at + 1);
    await expect.poll(() => labelOfField(page)).toMatch(/^Lỗi/);
  }
  expect(app.callsOf('POST', 'mistakes').map(({ body }) => [body.mistake, body.user_id, body.customer_id])).toEqual([
    ['Thiếu cột', 1, 1],
    ['Sai trục', 1, 1],
  ]);
});

it('says that a record lies outside the days of the list that it is saved from, with the way back to it', async () => {
  const named = { user_id: 1, users: { id: 1, name: 'An' }, detect_by: 'N' };
  const mistake: Row = { id: 1, ...named, mistake: 'Thiếu cột', point: 1.5, rate_at: '2026-09-03', version: 1 };
  const app = await openStubbedApp({ role: 'Writer', rows: { mistakes: [mistake], users: [{ id: 1, name: 'An' }], customers: CUSTOMERS } });
  const { page } = app;
  app.answer('PUT', 'mistakes/1', ({ body }) => ({ json: { data: { ...mistake, ...body } } }));
  const save = async (day: string) => {
    await page.locator('tr[data-row-id="1"] a').first().click();
    const field = page.getByLabel(/^Ngày ghi nhận/);
    await field.fill(day);
    await page.keyboard.press('Control+s');
    await page.waitForURL((url) => url.pathname === '/mistake');
  };
  const remark = page.getByText('nằm ngoài những ngày đang xem');
  await app.go('/mistake?exc_start_time=2026-09-01&exc_end_time=2026-09-30');
  await save('2026/09/30');
  await page.getByText('Bạn đã cập nhật thành công').waitFor();
  expect(await remark.count()).toBe(0);
  await save('2026/10/01');
  await page.getByText('Ngày 2026/10/01 nằm ngoài những ngày đang xem, nên danh sách không hiện bản ghi này').waitFor();
  await page.getByRole('button', { name: 'Mở lại bản ghi' }).press('Enter');
  await page.waitForURL('**/mistake/1/view');
});

it('offers no neighbours to a record that was not opened from a list, and leaves it to the list', async () => {
  const app = await openCustomers();
  const { page } = app;
  await app.go('/customers/6/view');
  await page.getByRole('heading', { level: 1, name: /青葉ホーム6/ }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: /^Bản ghi sau/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Hủy', exact: true }).click();
  await page.waitForURL('**/customers');
});

it('goes back to another page of the app that the record was opened from', async () => {
  const app = await openStubbedApp({
    rows: { customers: CUSTOMERS, 'work-categories': [], directs: [{ ...JOB, is_checked: 1 }] },
  });
  const { page } = app;
  app.answer('GET', 'directs/5/calculation', () => ({
    json: {
      ...{ scale: null, base_point: null, formulas: [], variables: [], result: null, issue: null, rules: null, rules_problem: null },
      ...{ adjusted: null, now: null, stored: { result_design_point: null, result_check_point: null } },
      standard: { id: 51, scale_code: 'A', tsubo_id: null, standard_design_point: 1, standard_check_point: 1 },
    },
  }));
  app.answer('GET', 'standards/51', () => ({ json: { data: { id: 51, scale_code: 'A', version: 1 } } }));
  await app.go('/directs/5/view');
  await page.getByRole('link', { name: 'Mở định mức' }).click();
  await page.waitForURL('**/standards/51/view');
  await page.getByRole('button', { name: 'Hủy', exact: true }).click();
  await page.waitForURL('**/directs/5/view');
});

it('shows the row that the list knows before the record is read', async () => {
  const app = await openCustomers();
  const { page } = app;
  const read = Promise.withResolvers<void>();
  app.answer('GET', 'customers/4', async () => {
    await read.promise;
    return { json: { data: { ...CUSTOMERS[3], name: '白山建設', version: 2 } } };
  });
  await app.go(LIST);
  await page.getByRole('link', { name: '青葉ホーム4' }).click();
  await expect.poll(() => page.getByLabel(/^Tên khách hàng/).inputValue()).toBe('青葉ホーム4');
  read.resolve();
  await expect.poll(() => page.getByLabel(/^Tên khách hàng/).inputValue()).toBe('白山建設');
});

it.each([
  ['Viewer', {}, 'Bạn chỉ có quyền xem bản ghi này.'],
  ['Writer', { is_checked: 1 }, 'Bản ghi đã được kiểm tra nên không thể thay đổi; hãy bỏ kiểm tra trước'],
  ['Admin', { henkyaku_hi: '2026-08-03' }, 'Tháng 2026/08 đã khóa nên không thể thay đổi bản ghi này.'],
] as const)('shows a record that a %s cannot change as text, and says why once', async (role, values, reason) => {
  const app = await openStubbedApp({ role, rows: { directs: [{ ...JOB, ...values }], 'work-categories': [] } });
  const { page } = app;
  app.answer('GET', 'locked_months', () => ({ json: { data: [{ year: 2026, month: 8, at: '2026-09-05 08:00:00', by: 'Trang' }] } }));
  await app.go('/directs/5/view');
  await page.getByRole('status').filter({ hasText: reason }).waitFor();
  await expect.poll(() => page.getByText(reason).count()).toBe(1);
  await expect.poll(() => page.locator('[data-field=tsubosuu]').textContent()).toBe('76,925 坪');
  await expect.poll(() => page.locator('main form :is(input, textarea, select)').count()).toBe(0);
  await expect.poll(() => page.getByRole('button', { name: 'Lưu', exact: true }).count()).toBe(0);
});

it('tells what a saved record is warned of, with the way back to it', async () => {
  const app = await openCustomers();
  const { page } = app;
  const warning = 'Các tháng đã khóa vẫn giữ giá trị cũ: 2026/08';
  app.answer('PUT', 'customers/6', () => ({ json: { data: CUSTOMERS[5], warnings: [warning] } }));
  await app.go(`${LIST}&page=2`);
  await page.getByRole('link', { name: '青葉ホーム6' }).click();
  await page.getByLabel('Số điện thoại').fill('0236-111');
  await page.keyboard.press('Control+s');
  await atSecondPage(app);
  const notice = page.locator('[data-sonner-toast]', { hasText: 'Đã lưu 青葉ホーム6, nhưng hãy xem lại' });
  await notice.getByText(warning).waitFor();
  await notice.getByRole('button', { name: 'Mở lại bản ghi' }).click();
  await page.waitForURL('**/customers/6/view');
});

it('folds what is rarely needed and keeps it as the person left it, but opens it for a mistake', async () => {
  const app = await openStubbedApp({
    role: 'Writer',
    rows: { directs: [{ ...JOB, ...REQUIRED, kiso: 'ベタ基礎' }], 'work-categories': [] },
  });
  const { page } = app;
  app.expect(/status of 422/);
  app.answer('GET', 'work-categories/customers/1', () => ({ json: [] }));
  app.answer('PUT', 'directs/5', () => ({ status: 422, json: { code: 'invalid', messages: { kaisuu: 'Số tầng sai' } } }));
  const building = page.getByRole('button', { name: /^Công trình/ });
  const source = page.getByRole('button', { name: /^Từ nguồn/ });
  await app.go('/directs/5/view');
  await building.getByText('ベタ基礎').waitFor();
  await expect.poll(() => page.locator('input[name=kiso]').count()).toBe(0);
  await source.click();
  await page.locator('[data-field=external_id]').waitFor();
  await page.reload();
  await page.locator('[data-field=external_id]').waitFor();
  await expect.poll(() => building.getAttribute('aria-expanded')).toBe('false');
  await page.locator('input[name=tsubosuu]').fill('80');
  await page.keyboard.press('Control+s');
  await expect.poll(() => building.getAttribute('aria-expanded')).toBe('true');
  await page.getByText('Số tầng sai').waitFor();
});

it('says of a record that is not there that it is gone, and leads to the list instead of reading it again', async () => {
  const app = await openStubbedApp({ rows: { customers: CUSTOMERS } });
  const { page } = app;
  app.expect(/status of 404/);
  const message = 'Không tìm thấy khách hàng';
  app.answer('GET', 'customers/99', () => ({ status: 404, json: { code: 'not_found', message } }));
  await app.go('/customers/99/view');
  await page.getByText(message).waitFor();
  await page.getByText('Bản ghi đã bị xóa hoặc không thuộc phạm vi bạn được xem.').waitFor();
  expect(await page.getByRole('button', { name: 'Thử lại' }).count()).toBe(0);
  await page.getByRole('main').getByRole('link', { name: 'Khách hàng', exact: true }).click();
  await page.getByRole('link', { name: '青葉ホーム1', exact: true }).waitFor();
});

it('saves once and goes one step back however often Ctrl+S is pressed meanwhile', async () => {
  const app = await openCustomers();
  const { page } = app;
  const answered = Promise.withResolvers<void>();
  app.answer('PUT', 'customers/6', async ({ body }) => {
    await answered.promise;
    return { json: { data: { ...CUSTOMERS[5], ...body, version: 2 } } };
  });
  await app.go(LIST);
  await page.getByRole('button', { name: 'Trang sau' }).click();
  await atSecondPage(app);
  await page.getByRole('link', { name: '青葉ホーム6' }).click();
  await page.getByLabel('Số điện thoại').fill('0236-1');
  for (let press = 0; press < 3; press++) await page.keyboard.press('Control+s');
  answered.resolve();
  // Also while the saved record is still on screen.
  await page.getByText('Đã cập nhật!').waitFor();
  await page.keyboard.press('Control+s');
  await expect.poll(() => focusedRow(app)).toBe('6');
  await atSecondPage(app);
  expect(app.callsOf('PUT', 'customers/6')).toHaveLength(1);
});

it('writes nothing where nothing was changed, and goes back', async () => {
  const app = await openCustomers();
  const { page } = app;
  await app.go(LIST);
  await page.getByRole('button', { name: 'Trang sau' }).click();
  await atSecondPage(app);
  await page.getByRole('link', { name: '青葉ホーム6' }).click();
  await page.getByRole('heading', { level: 1, name: /青葉ホーム6/ }).waitFor();
  await page.getByLabel('Số điện thoại').waitFor();
  for (let press = 0; press < 3; press++) await page.keyboard.press('Control+s');
  await page.getByText('Không có gì thay đổi để lưu').waitFor();
  await expect.poll(() => focusedRow(app)).toBe('6');
  await atSecondPage(app);
  expect(app.callsOf('PUT', 'customers/6')).toHaveLength(0);
  await app.go('/customers/abc/view');
  await page.getByRole('link', { name: 'Khách hàng', exact: true }).last().waitFor();
  await page.getByText('Không tìm thấy').first().waitFor();
});

it('takes no further words while what it holds is saved and the page goes back', async () => {
  const app = await openCustomers();
  const { page } = app;
  const saving = Promise.withResolvers<void>();
  app.answer('PUT', 'customers/4', async ({ body }) => {
    await saving.promise;
    return { json: { data: { ...CUSTOMERS[3], ...body, version: 2 } } };
  });
  await app.go(LIST);
  await page.getByRole('link', { name: '青葉ホーム4' }).click();
  const name = page.getByLabel(/^Tên khách hàng/);
  await name.fill('青葉');
  await page.keyboard.press('Control+s');
  await page.getByText('Đang lưu…').waitFor({ state: 'attached' });
  await page.keyboard.type('abc');
  await page.keyboard.press('Backspace');
  expect(await name.inputValue()).toBe('青葉');
  // A choice made by keys would be lost as well.
  const works = page.getByLabel(/^Hạng mục công việc/);
  await works.focus();
  await page.keyboard.press('ArrowDown');
  expect(await page.getByRole('option').count()).toBe(0);
  await name.focus();
  expect(await name.evaluate((input) => input === document.activeElement)).toBe(true);
  saving.resolve();
  await page.getByText('Đã cập nhật').first().waitFor();
  await page.keyboard.type('abc');
  await page.waitForURL(({ pathname }) => pathname === '/customers');
  expect(app.callsOf('PUT', 'customers/4').map(({ body }) => body.name)).toEqual(['青葉']);
});

it('keeps what Tab comes to clear of the bar at the lower edge, the headings that fold too', async () => {
  const app = await openStubbedApp({ rows: { directs: [{ ...JOB, ...REQUIRED }] } });
  const { page } = app;
  app.answer('GET', 'work-categories/customers/1', () => ({ json: { data: [{ id: 1, work_name: '構造図' }] } }));
  await page.setViewportSize({ width: 1366, height: 768 });
  await app.go('/directs/5/view');
  const save = page.getByRole('button', { name: 'Lưu', exact: true });
  await save.waitFor();
  const folds = page.locator('form h2 > button[aria-expanded=false]');
  await expect.poll(() => folds.count()).toBeGreaterThan(1);
  for (const fold of await folds.all()) {
    // At the window's edge, where the bar lies over it.
    await fold.evaluate((button) => scrollBy(0, button.getBoundingClientRect().bottom - innerHeight));
    await fold.focus();
    const { y, height } = (await fold.boundingBox())!;
    expect(y + height).toBeLessThanOrEqual((await save.boundingBox())!.y);
  }
});
