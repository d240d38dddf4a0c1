import { expect, it } from 'vitest';
import { customerRows, DIRECT_SUMS, openStubbedApp, type Row } from '../support/stub-app.ts';

const CUSTOMERS = customerRows(120);
const JOBS: Row[] = Array.from({ length: 30 }, (_, index) => ({
  id: index + 1,
  name: `DR-${index + 1}`,
  henkyaku_hi: '2026-09-01',
  is_checked: 0,
  is_updated: 0,
  version: 1,
}));

it.each([
  ['2026/9/1', 'Enter'],
  ['1/9/2026', null],
  ['01092026', null],
  ['20260901', null],
  ['2026-9-1', 'Tab'],
])('asks for the rows once for a date typed as %s', async (typed, key) => {
  const app = await openStubbedApp({ rows: { directs: JOBS } });
  const { page } = app;
  await app.go('/directs');
  await page.getByRole('link', { name: 'DR-1', exact: true }).waitFor();
  const before = app.callsOf('GET', 'directs').length;
  await page.getByRole('button', { name: 'Bộ lọc' }).click();
  await page.getByRole('textbox', { name: 'Từ ngày' }).click();
  await page.keyboard.type(typed);
  if (key) await page.keyboard.press(key);
  await expect.poll(() => app.callsOf('GET', 'directs').length).toBe(before + 1);
  expect(app.callsOf('GET', 'directs').at(-1)!.query.get('exc_start_time')).toBe('2026-09-01');
  await expect.poll(() => page.getByRole('textbox', { name: 'Từ ngày' }).inputValue()).toBe('2026/09/01');
});

it('keeps the rows and says what is wrong with a date that is none', async () => {
  const app = await openStubbedApp({ rows: { directs: JOBS } });
  const { page } = app;
  await app.go('/directs');
  await page.getByRole('link', { name: 'DR-1', exact: true }).waitFor();
  const before = app.callsOf('GET', 'directs').length;
  await page.getByRole('button', { name: 'Bộ lọc' }).click();
  await page.getByRole('textbox', { name: 'Từ ngày' }).fill('2026/02/31');
  await page.keyboard.press('Enter');
  await page.getByText('Không có ngày 2026/02/31; hãy nhập ngày có trong lịch').waitFor();
  await expect.poll(() => page.getByRole('textbox', { name: 'Từ ngày' }).inputValue()).toBe('2026/02/31');
  expect(app.callsOf('GET', 'directs')).toHaveLength(before);
  await expect.poll(() => page.getByRole('link', { name: 'DR-1', exact: true }).isVisible()).toBe(true);
});

it('names its table, and has one filled button, which is what the page is for', async () => {
  const app = await openStubbedApp({ rows: { directs_techousei: JOBS } });
  const { page } = app;
  await app.go('/directs-techousei');
  await page.getByRole('table', { name: 'Điều chỉnh tay', exact: true }).waitFor();
  const filled = page.locator('.page-bar .bg-accent');
  expect(await filled.allTextContents()).toEqual(['Kiểm tra lần lượt']);
  await page.getByRole('button', { name: 'Sửa điểm' }).waitFor();
});

it('says that the first day is after the last one', async () => {
  const app = await openStubbedApp({ rows: { directs: JOBS } });
  await app.go('/directs?exc_start_time=2026-10-02&exc_end_time=2026-10-01');
  await app.page.getByRole('button', { name: 'Bộ lọc' }).click();
  await app.page.getByText('«Từ ngày» sau «Đến ngày»; hãy đổi một trong hai').waitFor();
});

it('searches in the days that are shown, from the start or from the address alike, and offers all days where nothing matches', async () => {
  const app = await openStubbedApp({ rows: { directs: JOBS } });
  const { page } = app;
  app.answer('GET', 'directs', ({ query }) =>
    query.get('text__~') && query.get('exc_start_time') ? { json: { data: [], total: 0, per_page: 10, current_page: 1 } } : undefined,
  );
  const days = () => {
    const { query } = app.callsOf('GET', 'directs').findLast((call) => call.query.get('text__~'))!;
    return [query.get('exc_start_time'), query.get('exc_end_time')];
  };
  const searched: unknown[] = [];
  for (const chooses of [false, true]) {
    await app.go('/directs');
    if (chooses) await page.getByLabel('Tháng', { exact: true }).selectOption({ label: 'Tháng này' });
    await page.getByRole('searchbox', { name: 'Tìm kiếm' }).fill('DR-3');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Tìm trong mọi ngày' }).waitFor();
    searched.push(days());
  }
  expect(searched[0]).toEqual(searched[1]);
  expect(searched[0]).not.toContain(null);
  await page.getByRole('button', { name: 'Tìm trong mọi ngày' }).click();
  await page.getByRole('link', { name: 'DR-3', exact: true }).waitFor();
  expect(days()).toEqual([null, null]);
});

it('asks for the records of a picker when somebody comes to it, and once', async () => {
  const app = await openStubbedApp({ rows: { directs: JOBS, customers: CUSTOMERS } });
  const { page } = app;
  await app.go('/directs');
  const picker = page.getByRole('combobox', { name: 'Khách hàng', exact: true });
  await picker.and(page.locator(':enabled')).waitFor();
  await page.getByRole('link', { name: 'DR-1', exact: true }).waitFor();
  expect(app.callsOf('GET', 'customers')).toHaveLength(0);
  await picker.hover();
  await expect.poll(() => app.callsOf('GET', 'customers').length).toBe(1);
  await picker.click();
  await page.getByRole('listbox').getByRole('option').nth(3).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Bộ lọc' }).click();
  await page.getByRole('combobox', { name: 'Nhóm', exact: true }).focus();
  await expect.poll(() => app.callsOf('GET', 'department_groups').length).toBe(1);
  expect(app.callsOf('GET', 'customers')).toHaveLength(1);
});

it.each([
  { height: 620, rows: '10' },
  { height: 900, rows: '25' },
  { height: 1300, rows: '50' },
])('asks once for as many rows as fill a window $height px high, until somebody chooses a number', async ({ height, rows }) => {
  const app = await openStubbedApp({ rows: { customers: CUSTOMERS } });
  const { page } = app;
  const openAgain = async () => {
    // Nothing that the page before still asks for is taken for what this one does.
    if (page.url().startsWith('http')) await page.goto(new URL('/start.js', page.url()).href);
    const before = app.callsOf('GET', 'customers').length;
    await app.go('/customers');
    await page.getByRole('link', { name: 'Khách hàng 1', exact: true }).waitFor();
    return app
      .callsOf('GET', 'customers')
      .slice(before)
      .map(({ query }) => query.get('limit'));
  };
  // What this window asked for is not asked for by one of another height.
  await page.setViewportSize({ width: 1440, height: 2400 });
  expect(await openAgain()).toEqual(['100']);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('tensu.needs'))).toContain('customers?');
  await page.setViewportSize({ width: 1440, height });
  expect(await openAgain()).toEqual([rows]);
  await page.getByRole('combobox', { name: 'Số dòng mỗi trang' }).selectOption('5');
  await page.waitForURL('**/customers?limit=5');
  // What the page kept before that number was chosen may ask for another one first.
  expect((await openAgain()).at(-1)).toBe('5');
});

it('keeps what is typed while the search for the words before is under way', async () => {
  const app = await openStubbedApp({ rows: { customers: CUSTOMERS } });
  const { page } = app;
  await app.go('/customers');
  const search = page.getByRole('searchbox', { name: 'Tìm kiếm' });
  const searched = () => app.callsOf('GET', 'customers').at(-1)?.query.get('text__~');
  await search.click();
  await page.keyboard.type('Khách ');
  await expect.poll(searched).toBe('Khách');
  await page.waitForURL(/text__/);
  await page.keyboard.type('hàng 11');
  await expect.poll(searched).toBe('Khách hàng 11');
  expect(await search.inputValue()).toBe('Khách hàng 11');
  await page.getByRole('button', { name: 'Xóa chữ đã gõ' }).click();
  await page.waitForURL((url) => !url.search.includes('text__'));
  expect(await search.inputValue()).toBe('');
});

it('filters by a text that is a hyphen', async () => {
  const app = await openStubbedApp({ rows: { customers: CUSTOMERS } });
  const { page } = app;
  await app.go('/customers');
  await page.getByRole('searchbox', { name: 'Tìm kiếm' }).fill('-');
  await expect.poll(() => app.callsOf('GET', 'customers').at(-1)?.query.get('text__~')).toBe('-');
  await page.reload();
  await expect.poll(() => page.getByRole('searchbox', { name: 'Tìm kiếm' }).inputValue()).toBe('-');
});

it.each(['Hủy', 'Back'] as const)('comes back by %s to the filters, page, size, scroll and row it was opened from', async (way) => {
  const app = await openStubbedApp({ rows: { customers: CUSTOMERS, 'work-categories': [{ id: 1, work_name: '基礎伏図' }] } });
  const { page } = app;
  await app.go('/customers?name__~=Kh%C3%A1ch&limit=50&page=2');
  const link = page.getByRole('link', { name: 'Khách hàng 95', exact: true });
  await link.scrollIntoViewIfNeeded();
  const scrolled = () => page.evaluate(() => (document.querySelector('.table-scroll')?.scrollTop ?? 0) + scrollY);
  const before = await scrolled();
  expect(before).toBeGreaterThan(0);
  await link.click();
  await page.waitForURL('**/customers/95/view');
  await page.getByRole('button', { name: 'Hủy' }).waitFor();
  if (way === 'Back') await page.goBack();
  else await page.getByRole('button', { name: 'Hủy' }).click();
  await page.waitForURL('**/customers?name__~=Kh%C3%A1ch&limit=50&page=2');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-row-id'))).toBe('95');
  expect(Math.abs((await scrolled()) - before)).toBeLessThan(40);
});

it('comes back to the filters after saving a record opened by its name', async () => {
  const app = await openStubbedApp({ rows: { customers: CUSTOMERS, 'work-categories': [{ id: 1, work_name: '基礎伏図' }] } });
  const { page } = app;
  app.answer('PUT', 'customers/3', ({ body }) => ({ json: { data: { ...CUSTOMERS[2], ...body, version: 2 } } }));
  await app.go('/customers?name__~=Kh%C3%A1ch&limit=25');
  await page.getByRole('link', { name: 'Khách hàng 3', exact: true }).click();
  await page.getByRole('button', { name: 'Hủy' }).waitFor();
  await page.getByLabel(/^Tên khách hàng/).fill('Khách hàng 3b');
  await page.keyboard.press('Control+s');
  await page.waitForURL('**/customers?name__~=Kh%C3%A1ch&limit=25');
});

it('names the rows out of sight before it deletes them, and drops the selection when the filter changes', async () => {
  const app = await openStubbedApp({ rows: { customers: CUSTOMERS } });
  const { page } = app;
  app.answer('POST', 'customers/deleteByIds', ({ body }) => ({ json: { message: '', ids: body.ids } }));
  await app.go('/customers');
  await page.getByLabel('Chọn Khách hàng 2', { exact: true }).check();
  await page.getByRole('button', { name: 'Trang sau' }).click();
  await page.getByLabel('Chọn Khách hàng 26', { exact: true }).check();
  await page.getByText('Đã chọn 2 bản ghi').waitFor();
  await page.locator('[data-chosen]').getByRole('button', { name: 'Xóa', exact: true }).click();
  await page.getByRole('dialog').getByText('Xóa 2 bản ghi. Bạn sẽ không thể hoàn tác việc này!').waitFor();
  await page.getByRole('dialog').getByText('không nằm trên trang này: Khách hàng 2.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await page.getByRole('searchbox', { name: 'Tìm kiếm' }).fill('Khách');
  await page.getByText('Đã chọn 2 bản ghi').waitFor({ state: 'detached' });
  expect(app.callsOf('POST', 'customers/deleteByIds')).toHaveLength(0);
});

it('takes a question back when the page under it is left by a step through the history', async () => {
  const app = await openStubbedApp({ rows: { customers: CUSTOMERS, departments: [] } });
  const { page } = app;
  await app.go('/departments');
  await page.getByRole('link', { name: 'Khách hàng & hạng mục', exact: true }).click();
  await page.getByLabel('Chọn Khách hàng 2', { exact: true }).check();
  await page.locator('[data-chosen]').getByRole('button', { name: 'Xóa', exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await page.goBack();
  await page.waitForURL('**/departments');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.goForward();
  await page.getByLabel('Chọn Khách hàng 2', { exact: true }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(app.calls.filter(({ path, method }) => method === 'DELETE' || path === 'customers/deleteByIds')).toEqual([]);
});

it('asks once for the names of a list of records in the history', async () => {
  const works = Array.from({ length: 40 }, (_, index) => ({ id: index + 1, work_name: `Hạng mục ${index + 1}` }));
  const app = await openStubbedApp({ rows: { customers: CUSTOMERS, 'work-categories': works } });
  const { page } = app;
  const entry = { id: 1, action: 'update', user_name: 'An', source: 'screen', at: '2026-09-01 08:00:00' };
  const after = works.map(({ id }) => id);
  app.answer('GET', 'customers_history', () => ({
    json: {
      data: [{ ...entry, before: { work_category: [1] }, after: { work_category: after } }],
      total: 1,
      per_page: 10,
      current_page: 1,
      from: 1,
      to: 1,
    },
  }));
  app.answer('GET', 'work-categories', ({ query }) => {
    const ids = query.get('ids')!.split(',').map(Number);
    return {
      json: { data: works.filter(({ id }) => ids.includes(id)), total: ids.length, per_page: 50, current_page: 1, from: 1, to: ids.length },
    };
  });
  await app.go('/customers');
  await page.getByRole('button', { name: 'Lịch sử' }).first().click();
  await page.getByText('Hạng mục 39, Hạng mục 40').waitFor();
  expect(new Set(app.callsOf('GET', 'work-categories').map(({ query }) => query.get('ids'))).size).toBe(2);
  expect(app.calls.filter(({ path }) => path.startsWith('work-categories/'))).toEqual([]);
});

it('prints all rows of the filters, who printed them and which filters are set, by the button and by Ctrl+P', async () => {
  const app = await openStubbedApp({ rows: { customers: CUSTOMERS } });
  const { page } = app;
  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset.printed = String(document.querySelectorAll('[data-print-list] tbody tr').length);
    };
  });
  await app.go('/customers?name__~=kh%C3%A1ch');
  await page.getByRole('link', { name: 'Khách hàng 1', exact: true }).waitFor();
  const printed = () => page.evaluate(() => document.documentElement.dataset.printed);
  const byButton = async () => {
    await page.getByRole('button', { name: 'Thao tác khác', exact: true }).first().click();
    await page.getByRole('button', { name: 'In hoặc xuất PDF (Ctrl+P)' }).click();
  };
  const ends = [() => page.keyboard.press('Control+p'), byButton];
  for (const start of ends) {
    await page.evaluate(() => delete document.documentElement.dataset.printed);
    await start();
    await expect.poll(printed).toBe('120');
    expect(app.callsOf('GET', 'customers').at(-1)!.query.get('name__~')).toBe('khách');
    await page.emulateMedia({ media: 'print' });
    await page.getByText(/^In lúc \d{4}\/\d\d\/\d\d \d\d:\d\d bởi Stub · 120 dòng$/).waitFor();
    await expect.poll(() => page.getByText('Tên khách hàng: khách').isVisible()).toBe(true);
    await expect.poll(() => page.getByRole('row', { name: /C120/ }).isVisible()).toBe(true);
    await expect.poll(() => page.locator('.table-scroll').isVisible()).toBe(false);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: 'screen' });
    await page.locator('[data-print-list]').waitFor({ state: 'detached' });
  }
  // The browser's own menu reads nothing.
  await page.emulateMedia({ media: 'print' });
  await page.getByText(/^Chỉ có 25 trong 120 dòng ở đây/).waitFor();
});

it('prints the whole history by Ctrl+P, its columns in words', async () => {
  const history = Array.from({ length: 60 }, (_, index) => ({
    id: index + 1,
    at: '2026-11-02 09:00:00',
    entity: 'customers',
    record_id: index + 1,
    action: 'update',
    source: 'screen',
    changed: ['name', 'fax'],
    before: { name: 'a' },
    after: { name: 'b' },
  }));
  const app = await openStubbedApp({ rows: { history } });
  const { page } = app;
  await page.addInitScript(() => {
    window.print = () => {};
  });
  await app.go('/history');
  await page.getByText('1–25 / 60').waitFor();
  await page.keyboard.press('Control+p');
  await expect.poll(() => page.locator('[data-print-list] tbody tr').count()).toBe(60);
  expect(app.callsOf('GET', 'history').at(-1)!.query.get('limit')).toBe('1000');
  await page.emulateMedia({ media: 'print' });
  await page.getByText(/^In lúc \d{4}\/\d\d\/\d\d \d\d:\d\d bởi Stub · 60 dòng$/).waitFor();
  expect(await page.locator('[data-print-list] tbody tr').last().textContent()).toContain('Tên khách hàng, Fax');
  await expect.poll(() => page.locator('.page-bar').isVisible()).toBe(false);
});

it('has the search box in sight on a phone, beside the button for the other filters', async () => {
  const app = await openStubbedApp({ rows: { directs: JOBS }, width: 390 });
  const { page } = app;
  await app.go('/directs');
  await page.getByRole('button', { name: 'Bộ lọc (1)' }).waitFor();
  await page.getByRole('searchbox', { name: 'Tìm kiếm' }).fill('tran');
  await expect.poll(() => app.callsOf('GET', 'directs').at(-1)?.query.get('text__~')).toBe('tran');
  await page.getByRole('button', { name: 'Bộ lọc (1)' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

it('cuts no chip of a filter in a window where the filters are folded', async () => {
  const app = await openStubbedApp({ rows: { directs: JOBS }, width: 820 });
  const { page } = app;
  await app.go('/directs?exc_start_time=2026-11-01&exc_end_time=2026-11-30');
  const period = page.getByRole('button', { name: 'Bỏ 2026/11/01 – 2026/11/30' });
  await period.waitFor();
  const row = period.locator('../..');
  expect(await row.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  // More than a line holds go on below, each whole and inside the row.
  await app.go(
    '/directs?exc_start_time=2026-11-01&exc_end_time=2026-11-30&updated_at__ge=2026-11-01&updated_at__le=2026-11-30&is_updated=1&user_ids=1,2',
  );
  const all = page.getByRole('button', { name: /^Bỏ / });
  await expect.poll(() => all.count()).toBe(5);
  const lines = new Set(await all.evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().top))));
  expect(lines.size).toBeGreaterThan(1);
  expect(await row.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  const right = await row.evaluate((element) => element.getBoundingClientRect().right);
  const ends = await all.evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().right));
  expect(Math.max(...ends)).toBeLessThanOrEqual(right);
});

it('shows the sum of every figure that leads to the jobs, on screen and on paper', async () => {
  const app = await openStubbedApp({ rows: { directs: JOBS, users: [{ id: 1, name: 'An', username: 'an' }] } });
  const { page } = app;
  await app.go('/directs?person_id=1');
  const sums = page.locator('[data-sums]');
  await expect
    .poll(() => sums.locator('strong').allTextContents())
    .toEqual([DIRECT_SUMS.total, 1115.75, DIRECT_SUMS.tsubo, DIRECT_SUMS.difficulty].map(toPoint).concat('250.512'));
  await expect.poll(() => sums.textContent()).toContain('Khi thiết kế 984,37 + khi kiểm tra 224,92 = 1.209,28');
  // They stay while rows are chosen: the table above keeps its height.
  const bottom = () => page.locator('.table-scroll').evaluate((table) => table.getBoundingClientRect().bottom);
  const before = await bottom();
  await page.getByLabel('Chọn tất cả các dòng trên trang').check();
  await page.getByText(/^Đã chọn/).waitFor();
  expect(await sums.isVisible()).toBe(true);
  expect(await bottom()).toBe(before);
  await page.evaluate(() => {
    window.print = () => {};
  });
  await page.keyboard.press('Control+p');
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => page.locator('[data-print-list] [data-sums]').isVisible()).toBe(true);
});

const toPoint = (value: number) => new Intl.NumberFormat('vi', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value);

it('says in a picker that its records could not be read, not that there are none', async () => {
  const app = await openStubbedApp({ rows: { directs: JOBS } });
  const { page } = app;
  app.expect(/status of 503/);
  app.answer('GET', 'customers', () => ({ status: 503, json: { code: 'unavailable', message: 'Không đọc được', request_id: 'r-1' } }));
  await app.go('/directs');
  await page.getByRole('combobox', { name: 'Khách hàng', exact: true }).click();
  await page.getByText('Chưa đọc được danh sách; hãy kiểm tra kết nối rồi thử lại').waitFor();
  expect(await page.getByText('Không có kết quả phù hợp').count()).toBe(0);
});

it('tells a screen reader what a page, an order and a search brought, and nothing of what a list opens with', async () => {
  const app = await openStubbedApp({ rows: { customers: CUSTOMERS } });
  const { page } = app;
  await app.go('/customers?limit=10');
  await page.getByRole('link', { name: 'Khách hàng 1', exact: true }).waitFor();
  const said = page.locator('main span[aria-live=polite]');
  expect(await said.textContent()).toBe('');
  await page.getByRole('button', { name: 'Trang sau' }).press('Enter');
  await expect.poll(() => said.textContent()).toMatch(/^120 kết quả, dòng 11 đến 20(, xếp theo .+)?$/);
  await page.getByRole('columnheader').getByRole('button', { name: 'Mã khách hàng', exact: true }).press('Enter');
  await expect.poll(() => said.textContent()).toMatch(/^120 kết quả, dòng 1 đến 10, xếp theo Mã khách hàng (tăng|giảm) dần$/);
  app.answer('GET', 'customers', () => ({ json: { data: [], total: 0, per_page: 10, current_page: 1, from: null, to: null } }));
  await page.getByRole('searchbox').fill('không có');
  await expect.poll(() => said.textContent()).toMatch(/^0 kết quả/);
});
