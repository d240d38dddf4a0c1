import { expect, it } from 'vitest';
import { emptyTrace } from '../../worker/features/calculation/engine/explain.ts';
import { openStubbedApp, type Row, type StubbedApp } from '../support/stub-app.ts';

const job = (id: number, values: Partial<Row> = {}): Row => ({
  id,
  name: `DR-${id}`,
  bukkenmei: '池田様邸',
  customer_id: 7,
  customers: { id: 7, name: '青葉ホーム' },
  work_category_id: 1,
  tsubosuu: 30 + id,
  sagyou_jikan: 120,
  chekkku_jikan: 30,
  henkyaku_hi: '2026-09-05',
  result_design_point: 6.6,
  result_check_point: 1.5,
  is_checked: 0,
  version: 1,
  ...values,
});
const ADDRESS = '/directs-techousei/check?exc_start_time=2026-09-01&exc_end_time=2026-09-30';

async function openQueue(jobs: Row[], width?: number): Promise<StubbedApp> {
  const app = await openStubbedApp({ role: 'Checked', rows: { directs_techousei: jobs, directs: jobs }, ...(width && { width }) });
  app.answer('POST', 'directs_techousei/checked', ({ body }) => ({ json: { ...job(Number(body.id)), ...body } }));
  await app.go(ADDRESS);
  await app.page.getByRole('heading', { name: 'DR-1' }).waitFor();
  return app;
}

it('checks by Space and goes on to the next job, with what is done and left counted', async () => {
  const app = await openQueue([job(1), job(2, { is_checked: 1 }), job(3)]);
  const { page } = app;
  await page.getByText('Đã kiểm tra 1, còn 2').waitFor();
  // The points are among the first facts, which a press shows at once, and minutes have their unit.
  const facts = await page.locator('main dl').first().locator('dd').allTextContents();
  expect(facts.slice(0, 2)).toEqual(['6,60', '1,50']);
  expect(facts).toContain('120 phút');
  await page.getByRole('cell', { name: 'DR-3' }).waitFor();
  await expect.poll(() => app.callsOf('GET', 'directs/2/calculation').length).toBe(1);
  await page.keyboard.press('Space');
  await page.getByRole('heading', { name: 'DR-3' }).waitFor();
  await page.getByText('Đã kiểm tra 2, còn 1').waitFor();
  const sent = () => app.callsOf('POST', 'directs_techousei/checked').map(({ body }) => body);
  await expect.poll(sent).toEqual([{ id: 1, is_checked: 1, seen_version: 1 }]);
  await page.keyboard.press('ArrowUp');
  await page.getByRole('heading', { name: /DR-2.*Đã kiểm tra/ }).waitFor();
  // The last one ends with a word and the way on, not with a button that leads nowhere.
  await page.keyboard.press('Space');
  await page.getByRole('heading', { name: 'DR-3' }).waitFor();
  await page.keyboard.press('Space');
  await page.getByRole('status').getByText('Đã kiểm tra hết 3 việc.').waitFor();
  expect(await page.getByRole('button', { name: 'Sang việc chưa kiểm tra' }).count()).toBe(0);
  await page
    .getByRole('main')
    .getByRole('link', { name: /điều chỉnh/i })
    .click();
  await page.waitForURL('**/directs-techousei');
});

it('keeps the job in the address, without a step through the history, and comes back to it from elsewhere', async () => {
  const app = await openQueue([job(1), job(2), job(3)]);
  const { page } = app;
  const steps = await page.evaluate(() => history.length);
  await page.keyboard.press('ArrowDown');
  await page.getByRole('heading', { name: 'DR-2' }).waitFor();
  expect(new URL(page.url()).searchParams.get('job')).toBe('2');
  expect(await page.evaluate(() => history.length)).toBe(steps);
  await page.locator('nav a[href="/directs-techousei"]').click();
  await page.locator('tr[data-row-id="2"]').waitFor();
  await page.evaluate(() => localStorage.removeItem('tensu.checking_queue'));
  await page.goBack();
  await page.getByRole('heading', { name: 'DR-2' }).waitFor();
});

it('checks one job a press, however long the key is held, and its buttons stay at the foot of the window', async () => {
  const app = await openQueue([job(1), job(2), job(3)]);
  const { page } = app;
  await page.keyboard.down('Space');
  await page.getByRole('heading', { name: 'DR-2' }).waitFor();
  for (let repeats = 0; repeats < 3; repeats += 1) await page.keyboard.down('Space');
  await page.keyboard.up('Space');
  await page.getByText('Đã kiểm tra 1, còn 2').waitFor();
  expect(app.callsOf('POST', 'directs_techousei/checked').length).toBeLessThanOrEqual(1);
  const bar = page.getByRole('button', { name: 'Kiểm tra và tiếp' }).locator('..');
  await expect.poll(() => bar.evaluate((element) => innerHeight - element.getBoundingClientRect().bottom)).toBeLessThan(40);
});

it('goes on at the job where it was left, and takes back a check that was refused', async () => {
  const app = await openQueue([job(1), job(2), job(3)]);
  const { page } = app;
  app.expect(/status of 423/);
  await page.keyboard.press('ArrowDown');
  await page.getByRole('heading', { name: 'DR-2' }).waitFor();
  await page.goto(ADDRESS);
  await page.getByRole('heading', { name: 'DR-2' }).waitFor();

  app.answer('POST', 'directs_techousei/checked', () => ({ status: 423, json: { code: 'month_locked', message: 'Tháng đã khóa' } }));
  await page.keyboard.press('Space');
  await page.getByText('Tháng đã khóa').waitFor();
  await page.getByText('Đã kiểm tra 0, còn 3').waitFor();
});

it('counts what is done among the jobs of the filters, whether the list still holds them or not', async () => {
  const jobs = [job(1), job(2), job(3)];
  const app = await openStubbedApp({ role: 'Checked', rows: { directs_techousei: jobs, directs: jobs } });
  const { page } = app;
  // Of 40 jobs 37 were checked before: a list of the unchecked ones holds three.
  app.answer('GET', 'directs_techousei', ({ query }) => {
    if (query.get('is_checked') === '1') return { json: { data: [], total: 37, per_page: 1, current_page: 1, from: null, to: null } };
    return undefined;
  });
  await app.go(`${ADDRESS}&is_checked=0`);
  await page.getByText('Đã kiểm tra 37, còn 3').waitFor();
  await page.getByText('37 / 40 · 92 %').waitFor();
  app.answer('POST', 'directs_techousei/checked', ({ body }) => ({ json: { ...job(Number(body.id)), ...body } }));
  await page.keyboard.press('Space');
  await page.getByText('Đã kiểm tra 38, còn 2').waitFor();
});

it('takes back the last checks by Ctrl+Z, each after the check itself, and shows their jobs again', async () => {
  const app = await openQueue([job(1), job(2), job(3)]);
  const { page } = app;
  const release: (() => void)[] = [];
  app.answer('POST', 'directs_techousei/checked', async ({ body }) => {
    if (body.is_checked === 1 && body.id === 2) await new Promise<void>((resolve) => release.push(resolve));
    return { json: { ...job(Number(body.id)), ...body } };
  });
  await page.keyboard.press('Space');
  await page.getByRole('heading', { name: 'DR-2' }).waitFor();
  await page.keyboard.press('Space');
  await page.getByRole('heading', { name: 'DR-3' }).waitFor();
  await expect.poll(() => release.length).toBe(1);
  await page.keyboard.press('Control+z');
  await page.getByRole('heading', { name: 'DR-2' }).waitFor();
  await page.getByText('Đã kiểm tra 1, còn 2').waitFor();
  await page.keyboard.press('Control+z');
  await page.getByRole('heading', { name: 'DR-1' }).waitFor();
  await page.getByText('Đã kiểm tra 0, còn 3').waitFor();
  release[0]!();
  const sent = () =>
    app
      .callsOf('POST', 'directs_techousei/checked')
      .filter(({ body }) => body.id === 2)
      .map(({ body }) => body.is_checked);
  await expect.poll(sent).toEqual([1, 0]);
  await page.keyboard.press('Control+z');
  await page.getByText('không có gì để hoàn tác').waitFor();
});

it("asks by q about a job of one's own, goes to a question that there is, and says that there is none", async () => {
  const app = await openQueue([job(1, { user_id: 1 }), job(2, { user_id: 5 }), job(3)]);
  const { page } = app;
  app.answer('POST', 'questions', () => ({ json: { data: { id: 9 } } }));
  await page.keyboard.press('q');
  const dialog = page.getByRole('dialog', { name: /^Thắc mắc về DR-1/ });
  const text = dialog.getByRole('textbox', { name: /^Nội dung/ });
  await expect.poll(() => text.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type('Diện tích 31 hay 35?');
  // A text of several lines is sent by Ctrl+Enter.
  await page.keyboard.press('Control+Enter');
  await dialog.waitFor({ state: 'detached' });
  const [asked] = app.callsOf('POST', 'questions');
  expect(asked?.body).toMatchObject({ year: 2026, month: 9, kind: 'direct', record_id: 1, text: 'Diện tích 31 hay 35?' });
  await page.keyboard.press('ArrowDown');
  await page.getByRole('heading', { name: 'DR-2' }).waitFor();
  expect(await page.getByRole('button', { name: 'Thắc mắc' }).count()).toBe(0);
  await page.keyboard.press('q');
  await page.getByText('Việc này chưa có thắc mắc nào.').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

it('says of a question about the job whether it was answered', async () => {
  const app = await openQueue([job(1)]);
  const { page } = app;
  const asked = { id: 4, kind: 'direct', record_id: 1, user_name: 'An', text: 'Sao chỉ có 1 điểm?', status: 'answered' };
  app.answer('GET', 'questions', () => ({ json: { data: [asked], total: 1, per_page: 1000, current_page: 1, from: 1, to: 1 } }));
  await page.reload();
  await page.getByText('Thắc mắc của An: Sao chỉ có 1 điểm? · Đã trả lời').waitFor();
});

it('says of a job without points that it has none and where to add its standard, asks before it is checked, and works with a thumb', async () => {
  const app = await openQueue([job(1, { result_design_point: null, result_check_point: null })], 390);
  const { page } = app;
  await page.getByText('Việc này chưa có điểm.').waitFor();
  const missing = { code: 'no_standard', reason: 'no_row', customer_id: 7, work_category_id: 1 } as const;
  const rest = {
    rules: null,
    rules_problem: null,
    adjusted: null,
    now: null,
    kept_points: false,
    stored: { result_design_point: null, result_check_point: null },
  };
  app.answer('GET', 'directs/1/calculation', () => ({ json: { ...emptyTrace(1), ...rest, issue: missing } }));
  await page.reload();
  expect(await page.getByRole('link', { name: 'Tạo định mức' }).getAttribute('href')).toBe(
    '/standards/add?customer_id=7&work_category_id=1',
  );
  await page.getByRole('button', { name: 'Kiểm tra và tiếp' }).click();
  const dialog = page.getByRole('dialog', { name: /chưa có điểm/ });
  await dialog.getByRole('button', { name: 'Hủy' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(app.callsOf('POST', 'directs_techousei/checked')).toEqual([]);
  await page.getByRole('button', { name: 'Sửa điểm' }).click();
  await page.getByRole('dialog', { name: 'Sửa điểm' }).waitFor();
});

it('chooses nothing by a second press in haste where a job without points is asked about', async () => {
  const app = await openQueue([job(1, { result_design_point: null, result_check_point: null })]);
  const { page } = app;
  await page.keyboard.press('Space');
  const dialog = page.getByRole('dialog', { name: /chưa có điểm/ });
  await dialog.getByRole('button', { name: 'Tính trước' }).waitFor();
  await expect.poll(() => dialog.locator('p').evaluate((text) => text === document.activeElement)).toBe(true);
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await expect.poll(() => dialog.getByRole('button', { name: 'Hủy' }).evaluate((button) => button === document.activeElement)).toBe(true);
  expect(new URL(page.url()).pathname).toBe('/directs-techousei/check');
  expect(app.callsOf('POST', 'directs_techousei/checked')).toEqual([]);
});

it('shows a job anew that somebody changed after it was shown, and takes back no check of theirs', async () => {
  const app = await openQueue([job(1), job(2)]);
  const { page } = app;
  app.expect(/status of 409/);
  const changed = (values: Partial<Row>) => ({
    status: 409,
    json: {
      code: 'conflict',
      message: 'stale',
      current: job(1, { version: 4, result_design_point: 9.99, ...values }),
      saved_by: 'Trần An',
    },
  });
  app.answer('POST', 'directs_techousei/checked', ({ body }) => {
    if (body.seen_version === 1) return { json: job(1, { is_checked: 1, version: 2 }) };
    return body.seen_version === 2 ? changed({ is_checked: 1 }) : undefined;
  });
  await page.keyboard.press('Space');
  await page.getByRole('heading', { name: 'DR-2' }).waitFor();
  await expect.poll(() => app.callsOf('POST', 'directs_techousei/checked').length).toBe(1);
  // The same job was unchecked, edited and checked again by somebody else.
  await page.keyboard.press('Control+z');
  await page.getByText('DR-1: Trần An đã thay đổi việc này sau khi bạn xem.').waitFor();
  await page.getByText('Dấu kiểm tra vẫn giữ nguyên.').waitFor();
  await page.getByRole('heading', { name: /DR-1.*Đã kiểm tra/ }).waitFor();
  await expect.poll(() => page.locator('main dl').first().locator('dd').first().textContent()).toBe('9,99');
  expect(app.callsOf('POST', 'directs_techousei/checked').map(({ body }) => body)).toEqual([
    { id: 1, is_checked: 1, seen_version: 1 },
    { id: 1, is_checked: 0, seen_version: 2 },
  ]);
  await page.keyboard.press('Control+z');
  await page.getByText('không có gì để hoàn tác').waitFor();
});

it('loses a job from the queue that was deleted meanwhile', async () => {
  const app = await openQueue([job(1), job(2)]);
  const { page } = app;
  app.expect(/status of 404/);
  app.answer('POST', 'directs_techousei/checked', () => ({ status: 404, json: { code: 'not_found', message: 'Không tìm thấy' } }));
  await page.keyboard.press('Space');
  await page.getByText('DR-1 đã bị xóa nên không còn trong danh sách này.').waitFor();
  await page.getByText('Đã kiểm tra 0, còn 1').waitFor();
  await page.getByText('1 / 1', { exact: true }).waitFor();
});

it('offers no check of a month that was locked meanwhile, until a notice tells that it was unlocked', async () => {
  const app = await openQueue([job(1), job(2, { result_design_point: null, result_check_point: null })]);
  const { page } = app;
  app.expect(/status of 423/);
  app.answer('POST', 'directs_techousei/checked', () => ({ status: 423, json: { code: 'month_locked', message: 'Tháng đã khóa' } }));
  app.answer('GET', 'locked_months', () => ({ json: { data: [{ year: 2026, month: 9, at: '2026-10-02 09:00:00', by: 'Admin' }] } }));
  await page.keyboard.press('Space');
  await page.getByText('Tháng của việc này đã khóa nên không đổi được.').waitFor();
  await page.getByRole('button', { name: 'Kiểm tra và tiếp' }).waitFor({ state: 'detached' });
  expect(await page.getByText('Nếu kiểm tra bây giờ', { exact: false }).count()).toBe(0);
  // Keys that do nothing here are not named.
  await page.getByText('↑ ↓ chuyển · Q thắc mắc', { exact: true }).waitFor();
  app.answer('GET', 'locked_months', () => ({ json: { data: [] } }));
  const notice = { id: 1, kind: 'month_unlocked', text: 'Đã mở', link: null, at: '2026-10-02 10:00:00', read_at: null };
  app.answer('GET', 'notices', () => ({ json: { data: [notice], total: 1, per_page: 8, current_page: 1, from: 1, to: 1, unread: 1 } }));
  // The bell is read again at once in a window that becomes active.
  for (const [focused, event] of [
    [false, 'blur'],
    [true, 'focus'],
  ] as const)
    await page.evaluate(
      ([has, type]) => {
        document.hasFocus = () => has;
        dispatchEvent(new Event(type));
      },
      [focused, event] as const,
    );
  await page.getByRole('button', { name: 'Kiểm tra và tiếp' }).waitFor();
});
