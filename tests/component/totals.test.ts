import { expect, it } from 'vitest';
import { listensToPage, openStubbedApp, type StubbedApp } from '../support/stub-app.ts';

const POINTS = { direct_point: 3, mistake_point_n: 1, mistake_point_t: 0, indirect_point_yes: 2.5, indirect_point_no: 0 };
const SUM = { ...POINTS, total_point_1: 4.5, total_point_2: 4.95 };
const ROW = { user_id: 5, username: 'tungbui', name: 'Hoàng Hương Giang', ...SUM, pro_index: 1.1, pro_id: 12, month: '2026-09' };

const TOTALS = {
  data: [ROW, { ...ROW, user_id: 6, name: 'Cao Nhật Minh', pro_id: null }],
  ...{ total: 2, current_page: 1, from: 1, to: 2, sum: SUM },
};

async function openTotals(address: string, role: 'Admin' | 'Viewer' = 'Admin'): Promise<StubbedApp> {
  const app = await openStubbedApp({
    role,
    rows: { departments: [{ id: 2, name: 'Kết cấu' }], users: [{ id: 5, name: 'Hoàng Hương Giang' }] },
  });
  app.answer('GET', 'totals', () => ({ json: TOTALS }));
  await app.go(address);
  await app.page.getByText('Cao Nhật Minh').waitFor();
  return app;
}

const addressOf = ({ page }: StubbedApp) => Object.fromEntries([...new URL(page.url()).searchParams].filter(([, value]) => value));
const lastQuery = (app: StubbedApp) => Object.fromEntries(app.callsOf('GET', 'totals').at(-1)!.query);

it('has one period: a month takes the range of days away, and days the month', async () => {
  const app = await openTotals('/total?exc_start_time=2026-08-01&exc_end_time=2026-09-30');
  const { page } = app;
  await page.getByRole('button', { name: /^Bộ lọc/ }).click();
  expect(await page.getByLabel('Năm', { exact: true }).locator('option:checked').textContent()).toBe('–');
  await page.keyboard.press('Escape');
  await page.getByLabel('Tháng', { exact: true }).selectOption('9');
  await expect.poll(() => addressOf(app)).toEqual({ year: '2026', month: '9' });
  await expect.poll(() => lastQuery(app)).toMatchObject({ year: '2026', month: '9' });
  expect(lastQuery(app)).not.toHaveProperty('exc_start_time');
  await page.getByRole('button', { name: 'Bộ lọc' }).click();
  await page.getByLabel('Từ ngày').fill('2026/09/10');
  await page.keyboard.press('Enter');
  await expect.poll(() => addressOf(app)).toEqual({ exc_start_time: '2026-09-10' });
  await expect.poll(() => lastQuery(app)).toMatchObject({ exc_start_time: '2026-09-10' });
  expect(lastQuery(app)).not.toHaveProperty('month');
});

it('tells by keyboard why there is nothing to export', async () => {
  const app = await openTotals('/total');
  await app.page.getByRole('button', { name: 'Thao tác khác' }).first().click();
  const button = app.page.getByRole('button', { name: 'Xuất Excel' });
  await button.focus();
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  expect(await button.getAttribute('aria-description')).toBe('Chọn phòng ban có dữ liệu để xuất Excel');
  await button.press('Enter');
  expect(app.callsOf('GET', 'totals/export')).toEqual([]);
});

it('leads from the factor to the rating that counts, and from the sums to the records of all rows', async () => {
  const app = await openTotals('/total?year=2026&month=9');
  const { page } = app;
  const hrefs = (row: string) =>
    page.locator(`${row} a`).evaluateAll((links) => links.map((link) => decodeURIComponent(link.getAttribute('href')!)));
  const days = 'exc_start_time=2026-09-01&exc_end_time=2026-09-30';
  expect(await hrefs('tbody tr:nth-child(1)')).toContain('/pro?id=12');
  expect((await hrefs('tbody tr:nth-child(2)')).filter((href) => href.startsWith('/pro'))).toEqual([]);
  expect(await page.locator('tbody tr:nth-child(2) [title="Chưa có đánh giá pro: hệ số là 1"]').count()).toBe(1);
  expect(await hrefs('tfoot')).toEqual([`/directs?${days}`, `/mistake?detect_by=N&${days}`, `/indirect?indirect_point_type=C&${days}`]);
  await app.go('/total?year=2026&month=9&dept_id=2');
  await page.locator('tfoot').getByText('2,50').waitFor();
  expect(await hrefs('tfoot'), 'an answer that does not name the people').toEqual([]);
  expect(await page.locator('tfoot [title*="Cộng 2 dòng"]').count()).toBe(5);
  await app.go('/total?year=2026&month=9&dept_id=2&user_id=5');
  await page.locator('tfoot').getByText('2,50').waitFor();
  expect(await hrefs('tfoot'), 'one person, who may have had another department in other months').toEqual([]);

  app.answer('GET', 'totals', () => ({ json: { ...TOTALS, people: [5, 6] } }));
  await app.go('/total?year=2026&month=9&dept_id=2&order_by=name%20DESC');
  await expect
    .poll(() => hrefs('tfoot'))
    .toEqual([
      `/directs?person_ids=5,6&${days}`,
      `/mistake?user_ids=5,6&detect_by=N&${days}`,
      `/indirect?user_ids=5,6&indirect_point_type=C&${days}`,
    ]);
  await listensToPage(page);
  await page.locator('tfoot a').first().press('Enter');
  await page.getByText('Thiết kế hoặc kiểm tra: 2 người').waitFor();
  // Also where the page that was looked at was read anew.
  await page.reload();
  await page.getByText('Thiết kế hoặc kiểm tra: 2 người').waitFor();
  await page.goBack();
  await expect.poll(() => page.locator('tfoot a:focus').count()).toBe(1);
});

it('opens a row by Enter as its name does; rows that lead nowhere take no focus', async () => {
  const app = await openTotals('/total?year=2026&month=9');
  const { page } = app;
  app.answer('GET', 'statements/6', () => ({ json: STATEMENT }));
  app.answer('GET', 'statements/6/lines', () => ({ json: { data: [], total: 0, current_page: 1, from: null, to: null } }));
  await page.locator('tbody tr').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/users/6/points?year=2026&month=9');
  await page.goBack();
  await expect.poll(() => page.locator('tr:focus').allTextContents()).toEqual([expect.stringContaining('Cao Nhật Minh')]);
  await app.go('/total?exc_start_time=2026-09-01&exc_end_time=2026-09-20');
  await page.getByText('Cao Nhật Minh').waitFor();
  expect(await page.locator('tbody tr[tabindex]').count()).toBe(0);
});

it('fits every column beside the navigation of a laptop', async () => {
  const app = await openTotals('/total?year=2026&month=9');
  const { page } = app;
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.getByRole('columnheader', { name: 'Tháng' }).waitFor();
  const table = page.locator('.table-scroll');
  await expect.poll(() => table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

it('has the points of a person bold on paper', async () => {
  const app = await openTotals('/total?year=2026&month=9');
  const { page } = app;
  await page.evaluate(() => Object.assign(globalThis, { print: () => undefined }));
  await page.emulateMedia({ media: 'print' });
  await page.keyboard.press('Control+p');
  const cells = page.locator('[data-print-list] tbody tr').first().locator('td');
  await expect.poll(() => cells.nth(1).evaluate((cell) => getComputedStyle(cell).fontWeight)).toBe('600');
  expect(await cells.nth(2).evaluate((cell) => getComputedStyle(cell).fontWeight)).toBe('400');
});

it('opens the jobs of a customer by Enter and has them open again after Back; its counts lead to exactly these jobs', async () => {
  const job = { id: 9, name: 'DR-9', tsubosuu: 2, henkyaku_hi: '2026-09-05', is_checked: 0, version: 1 };
  const app = await openStubbedApp({ rows: { directs: [job] } });
  const { page } = app;
  const customer = { id: 3, name: 'C3', total_task: 1, total_tsubosuu: 2, direct: [job] };
  app.answer('GET', 'total_customers', () => ({
    json: { data: [customer], total: 1, current_page: 1, from: 1, to: 1, sum: { total_task: 1, total_tsubosuu: 2 } },
  }));
  await app.go('/total-customer');
  // Whose days nobody chose says that all of them count.
  await page.getByText('Mọi ngày trả').and(page.locator(':visible')).waitFor();
  await app.go('/total-customer?direct__hacchyuumoto=A&exc_start_time=2026-09-01');
  const row = page.locator('tr[data-row-id="3"]');
  const same = 'hacchyuumoto__~=A&exc_start_time=2026-09-01';
  const href = (where: string) =>
    page.locator(`${where} a`).evaluateAll((links) => links.map((link) => decodeURIComponent(link.getAttribute('href')!)));
  await expect
    .poll(() => href('tr[data-row-id="3"]'))
    .toEqual([`/directs?customer_id=3&${same}`, `/directs?customer_id=3&${same}`, '/customers/3/view']);
  expect((await href('tfoot'))[0]).toBe(`/directs?customer_id__empty=0&${same}`);
  await row.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'DR-9' }).click();
  await page.getByRole('heading', { name: /DR-9/ }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'DR-9' }).waitFor();
  await expect.poll(() => page.locator('tr[data-row-id="9"]:focus').count()).toBe(1);
  expect(app.callsOf('GET', 'total_customers').filter(({ query }) => query.has('open'))).toEqual([]);
  await app.go('/total-customer?customers__name=C');
  await expect.poll(async () => (await href('tfoot'))[0]).toBe('/directs?customers__name__~=C');
  expect((await href('tr[data-row-id="3"]'))[0]).toBe('/directs?customer_id=3');
  await page.locator('tfoot a').first().click();
  await page.getByText('Khách hàng: C', { exact: true }).waitFor();
  await page.goBack();
  await page.getByLabel('Tháng', { exact: true }).waitFor();
});

it('scrolls back to the row that was left when the jobs of open customers come late, unless the person scrolls first', async () => {
  const jobs = Array.from({ length: 60 }, (_, index) => ({
    id: index + 1,
    name: `DR-${index + 1}`,
    tsubosuu: 2,
    is_checked: 0,
    version: 1,
  }));
  const app = await openStubbedApp({ rows: { directs: jobs } });
  const { page } = app;
  const customers = [3, 4].map((id) => ({ id, name: `C${id}`, total_task: 60, total_tsubosuu: 2, direct: jobs }));
  let come = () => {};
  let late = Promise.resolve();
  app.answer('GET', 'total_customers', async ({ query }) => {
    if (query.has('customer_id')) await late;
    return { json: { data: customers, total: 2, current_page: 1, from: 1, to: 2, sum: { total_task: 120, total_tsubosuu: 4 } } };
  });
  const holdJobs = () => {
    late = new Promise((resolve) => {
      come = resolve;
    });
  };
  const scrolled = () => page.locator('.table-scroll').evaluateAll((tables) => tables.reduce((sum, { scrollTop }) => sum + scrollTop, 0));
  await app.go('/total-customer?open=3');
  const job = page.locator('tr[data-row-id="40"] a');
  const leave = async () => {
    await job.scrollIntoViewIfNeeded();
    const top = await scrolled();
    expect(top).toBeGreaterThan(300);
    await job.press('Enter');
    await page.getByRole('heading', { name: /DR-40/ }).waitFor();
    // What was read before is gone with the page.
    await page.reload();
    await page.getByRole('heading', { name: /DR-40/ }).waitFor();
    holdJobs();
    await page.goBack();
    await page.getByText('C4').waitFor();
    return top;
  };
  const top = await leave();
  // Longer than the sixty frames after which the other lists have all their rows.
  await page.waitForTimeout(1_500);
  expect(await scrolled()).toBeLessThan(top);
  come();
  await expect.poll(scrolled).toBe(top);
  await expect.poll(() => page.locator('tr[data-row-id="40"]:focus').count()).toBe(1);

  await leave();
  await page.mouse.move(700, 400);
  await page.mouse.wheel(0, 1);
  come();
  await job.waitFor();
  await page.waitForTimeout(300);
  expect(await scrolled()).toBeLessThan(top);
});

const STATEMENT = {
  user: { id: 5, username: 'tungbui', code: null, name: 'Bùi Thanh Tùng', employee_code: null, position_name: null },
  year: 2026,
  month: 9,
  state: 'open',
  totals: ROW,
  lines: {
    design: { count: 1, sum: 3 },
    check: { count: 0, sum: 0 },
    mistakes: { count: 1, sum: 1 },
    indirects: { count: 0, sum: 2.5 },
    pro: { count: 0, sum: 0 },
  },
  in_progress: { count: 0, sum: 4 },
  expressions: { total_point_1: 'direct_point', total_point_2: 'total_point_1 * pro_index' },
  previous: [],
  sha256: 'a'.repeat(64),
  confirmation: { state: 'none', at: null, by: null, sha256: null },
  review: null,
  sealed: null,
  open_questions: 0,
};

it.each([
  ['Writer', ['/mistake/8/view']],
  ['Checked', []],
] as const)(
  'leads from the figures of a statement to their records, and a %s from its lines as far as they open records',
  async (role, records) => {
    const app = await openStubbedApp({ role });
    const { page } = app;
    const line = {
      kind: 'mistakes',
      id: 8,
      entity: 'mistakes',
      title: 'Sai kích thước',
      subtitle: null,
      date: '2026-09-03',
      tsubosuu: null,
    };
    const rest = { point: 1, type: 'N', is_checked: null, adjusted: null, explanation: null };
    app.answer('GET', 'statements/5', () => ({ json: STATEMENT }));
    app.answer('GET', 'statements/5/lines', () => ({ json: { data: [{ ...line, ...rest }], total: 1, current_page: 1, from: 1, to: 1 } }));
    await app.go('/users/5/points?year=2026&month=9&kind=mistakes');
    await page.getByText('Sai kích thước').waitFor();
    const hrefs = (where: string) =>
      page.locator(`main ${where} a`).evaluateAll((links) => links.map((link) => decodeURIComponent(link.getAttribute('href')!)));
    const days = 'exc_start_time=2026-09-01&exc_end_time=2026-09-30';
    expect(await hrefs('dl')).toEqual([
      `/directs?person_id=5&${days}`,
      `/indirect?indirects__user_id=5&indirect_point_type=C&${days}`,
      `/mistake?mistakes__user_id=5&detect_by=N&${days}`,
      '/pro?id=12',
    ]);
    expect(await hrefs('h3')).toEqual([
      `/directs?user_id=5&${days}`,
      `/mistake?mistakes__user_id=5&${days}`,
      `/indirect?indirects__user_id=5&${days}`,
    ]);
    expect(await hrefs('li')).toEqual(records);
  },
);

it('prints the statements of a month with who printed them and which were chosen, without what only acts on screen', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  const person = {
    user_id: 5,
    username: 'an',
    name: 'An',
    total_point_1: 1,
    total_point_2: 1,
    state: 'asked',
    open_questions: 1,
    confirmed_at: null,
  };
  const counts = { none: 0, confirmed: 0, changed: 0, asked: 1, silent: 0 };
  app.answer('GET', 'statements', () => ({ json: { data: [person], counts, review: null } }));
  await app.go('/statements?year=2026&month=9&state=asked');
  await page.getByRole('link', { name: 'An', exact: true }).waitFor();
  await page.emulateMedia({ media: 'print' });
  await page.getByText(/^In lúc .* · 1 dòng · Có thắc mắc$/).waitFor();
  expect(await page.getByRole('heading', { name: 'Phiếu điểm · 2026/09' }).isVisible()).toBe(true);
  expect(await page.getByRole('searchbox').isVisible()).toBe(false);
});

it('takes no confirmation while another month is on its way, and names the one that was confirmed', async () => {
  const app = await openStubbedApp({ role: 'Viewer' });
  const { page } = app;
  const user = { ...STATEMENT.user, id: 1 };
  const [statement, confirmed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  app.answer('GET', 'statements/me', async ({ query }) => {
    const month = Number(query.get('month'));
    if (month === 8) await statement.promise;
    return { json: { ...STATEMENT, user, month, state: 'review' } };
  });
  app.answer('GET', 'statements/me/lines', () => ({ json: { data: [], total: 0, current_page: 1, from: null, to: null } }));
  app.answer('POST', 'statements/me/confirm', async () => {
    await confirmed.promise;
    return { json: {} };
  });
  await app.go('/my-points?year=2026&month=9');
  await page.getByRole('button', { name: /^Xác nhận/ }).click();
  await page.getByRole('button', { name: 'Tháng trước' }).click();
  const panel = page.locator('[inert]');
  await panel.locator('h2', { hasText: 'Xác nhận' }).waitFor();
  confirmed.resolve();
  await page.getByText('Bạn đã xác nhận điểm tháng 2026/09').waitFor();
  statement.resolve();
  await expect.poll(() => panel.count()).toBe(0);
  expect(app.callsOf('POST', 'statements/me/confirm').map(({ body }) => body)).toEqual([
    { year: 2026, month: 9, sha256: STATEMENT.sha256 },
  ]);
});
