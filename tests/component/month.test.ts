import { expect, it } from 'vitest';
import { CHECKLIST_LABELS } from '../../worker/contracts/calls/month-checklist.ts';
import { focusedLabel, listensToPage, openStubbedApp } from '../support/stub-app.ts';

/** A month's checklist in which only the given points are open. */
const checklist = (jobs: number, counts: Record<string, number>) => ({
  json: {
    ...{ year: 2026, month: 12, jobs, open: Object.keys(counts).length, thresholds: { percent: 30, points: 10 } },
    items: Object.keys(CHECKLIST_LABELS).map((key) => ({ key, count: counts[key] ?? 0, link: '/directs' })),
  },
});

it('says of a month without jobs that there is nothing to lock, and of one with jobs what is settled', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  let jobs = 0;
  app.answer('GET', 'month-checklist', () => checklist(jobs, { no_rating: 2 }));
  const settled = page.getByText('không có', { exact: true });
  await app.go('/calculate?year=2026&month=12');
  await page.getByText('Tháng 2026/12 chưa có công việc nào', { exact: false }).waitFor();
  await page.getByText('Người chưa có hệ số pro').waitFor();
  expect(await settled.count()).toBe(0);
  jobs = 1;
  await app.go('/calculate?year=2026&month=12');
  // All but the people without a rating, the totals whose thresholds are set here, and the comparison with the source, which nobody has made.
  await page.getByText(`${Object.keys(CHECKLIST_LABELS).length - 3} mục đã ổn`).waitFor();
  expect(await settled.count()).toBe(1);
  await page.getByText('chưa đối chiếu', { exact: true }).waitFor();
});

it('says how far a month is: jobs, points, checks, what is open, the last calculation and the lock', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  app.answer('GET', 'month-checklist', () => checklist(1200, { not_calculated: 11, no_rating: 2 }));
  app.answer('GET', 'locked_months', () => ({ json: { data: [{ year: 2026, month: 12, at: '2027-01-05 08:00:00', by: 'Trang' }] } }));
  const run = { id: 8, year: 2026, month: 12, status: 'done', total: 1200, done: 1200, changed: 3, failed: 0, message: null };
  const [made_at, user] = ['2026-12-31 17:30:00', { id: 2, name: 'Việt' }];
  const runs = [{ ...run, id: 9, status: 'cancelled', finished_at: null, user: null, created_at: made_at }];
  app.answer('GET', 'calculations', () => ({ json: { data: [...runs, { ...run, user, created_at: made_at, finished_at: made_at }] } }));
  await app.go('/calculate?year=2026&month=12&tab=history');
  const figures = page.locator('dl > div');
  const texts = () => figures.evaluateAll((all) => all.map((each) => [...each.children].map(({ textContent }) => textContent)));
  await expect.poll(texts).toEqual([
    ['Công việc', '1.200', ''],
    ['Đã có điểm', '1.189 / 1.200', 'còn 11 việc'],
    ['Đã kiểm tra', '1.200 / 1.200', ''],
    ['Cần xem trước khi khóa', '2 mục', 'Xem các mục'],
    ['Tính lần cuối', '2026/12/31 17:30', 'Việt'],
    ['Trạng thái tháng', 'Đã khóa', '2027/01/05 08:00 · Trang'],
  ]);
  await page.getByRole('button', { name: 'Xem các mục' }).click();
  await page.getByText('Người chưa có hệ số pro').waitFor();
});

it('says that points are older than the rules until they are calculated by them', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  const done = { year: 2026, month: 12, status: 'done', preview: 0, total: 1, done: 1, changed: 0, failed: 0, message: null };
  const at = { created_at: '2026-12-31 17:30:00', started_at: null, finished_at: '2026-12-31 17:31:00', user: { id: 2, name: 'Việt' } };
  let runs = [{ ...done, ...at, id: 8 }];
  app.answer('GET', 'month-checklist', () => checklist(1, {}));
  app.answer('GET', 'calculations', () => ({ json: { data: runs } }));
  app.answer('GET', 'rules/state', () => ({
    json: { month: '2026-12', hash: 'new', last_run: { id: runs[0]!.id, finished_at: at.finished_at, is_same: runs[0]!.id === 9 } },
  }));
  app.answer('POST', 'calculations', () => {
    runs = [{ ...done, ...at, id: 9 }, ...runs];
    return { json: runs[0] };
  });
  await app.go('/calculate?year=2026&month=12');
  const older = page.getByRole('link', { name: 'Điểm cũ hơn quy tắc' });
  await older.waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Tính điểm', exact: true }).press('Enter');
  await older.waitFor({ state: 'detached' });
});

it('says what of a month could not be read instead of waiting for ever, and reads it again', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  app.expect(/status of 403/);
  const refuse = (message: string) => ({ status: 403, json: { code: 'forbidden', message, request_id: 'r-1' } });
  let isRefused = true;
  app.answer('GET', 'month-checklist', () => (isRefused ? refuse('Không đọc được các mục') : checklist(3, {})));
  app.answer('GET', 'calculations', () => refuse('Không đọc được các lần tính'));
  await app.go('/calculate?year=2026&month=12');
  for (const problem of ['Không đọc được các lần tính', 'Không đọc được các mục']) await page.getByText(problem).waitFor();
  const values = () => page.locator('dl > div dd:first-of-type').allTextContents();
  await expect.poll(values).toEqual(['–', '–', '–', '–', '–', 'Đang mở']);
  isRefused = false;
  await page.getByRole('tabpanel').getByRole('button', { name: 'Thử lại' }).click();
  await expect.poll(values).toEqual(['3', '3 / 3', '3 / 3', '0 mục', '–', 'Đang mở']);
});

it('keeps a long dialog inside a low window: a margin on all sides, its buttons in sight, the rest scrolls', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  await page.setViewportSize({ width: 1366, height: 500 });
  app.answer('GET', 'month-checklist', () => checklist(1, Object.fromEntries(Object.keys(CHECKLIST_LABELS).map((key) => [key, 1]))));
  app.answer('GET', 'lock_history', () => ({ json: { data: [] } }));
  await app.go('/total#lock');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('link', { name: `${CHECKLIST_LABELS.no_designer.vi}: 1` }).waitFor();
  const panel = (await dialog.locator('[id^=headlessui-dialog-panel]').boundingBox())!;
  expect(panel.y).toBeGreaterThanOrEqual(12);
  expect(panel.y + panel.height).toBeLessThanOrEqual(500 - 12);
  const save = (await dialog.getByRole('button', { name: 'Lưu' }).boundingBox())!;
  expect(save.y + save.height).toBeLessThanOrEqual(500 - 12);
  await dialog.getByText(CHECKLIST_LABELS.source_changed.vi).scrollIntoViewIfNeeded();
});

it('asks before it locks a month that has not begun', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  let status = 0;
  app.answer('GET', 'month-checklist', () => checklist(0, {}));
  app.answer('GET', 'lock_history', () => ({ json: { data: [] } }));
  app.answer('POST', 'lock_and_unlock', ({ body }) => {
    status = Number(body.status);
    return { json: { year: 2026, month: 12, status } };
  });
  await app.go('/total?year=2026&month=12#lock');
  const dialog = page.getByRole('dialog', { name: 'Khóa và mở khóa tháng' });
  await listensToPage(page);
  await dialog.getByRole('radio', { name: 'Khóa', exact: true }).check();
  await dialog.getByRole('button', { name: 'Khóa tháng 2026/12' }).click();
  const question = page.getByRole('dialog', { name: 'Tháng 2026/12 chưa bắt đầu' });
  await question.getByRole('button', { name: 'Hủy' }).click();
  await question.waitFor({ state: 'detached' });
  expect(status).toBe(0);
  await dialog.getByRole('button', { name: 'Khóa tháng 2026/12' }).click();
  await question.getByRole('button', { name: 'Vẫn khóa tháng 2026/12' }).click();
  await page.getByText('Đã khóa tháng 2026/12', { exact: true }).waitFor();
  expect(status).toBe(1);
});

it('says which month was locked, offers to unlock it, and says when that is done', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  let status = 0;
  app.answer('GET', 'month-checklist', () => checklist(40, { not_calculated: 32 }));
  app.answer('GET', 'lock_history', () => ({
    json: { data: [{ id: 1, status, at: '2026-12-05 09:00:00', user_name: 'Trang', reason: null }] },
  }));
  app.answer('POST', 'lock_and_unlock', ({ body }) => {
    status = Number(body.status);
    return { json: { year: 2026, month: 11, status } };
  });
  const month = { year: 2026, month: 11, at: '2026-12-05 09:00:00', by: 'Trang' };
  app.answer('GET', 'locked_months', () => ({ json: { data: status === 1 ? [month] : [] } }));
  await app.go('/total?year=2026&month=11#lock');
  const dialog = page.getByRole('dialog', { name: 'Khóa và mở khóa tháng' });
  await listensToPage(page);
  await dialog.getByRole('radio', { name: 'Khóa', exact: true }).check();
  await dialog.getByRole('button', { name: 'Khóa tháng 2026/11' }).click();
  const question = page.getByRole('dialog', { name: '32 việc của tháng chưa có điểm' });
  await question.getByRole('button', { name: 'Hủy' }).click();
  await question.waitFor({ state: 'detached' });
  expect(status).toBe(0);
  await dialog.getByRole('button', { name: 'Khóa tháng 2026/11' }).click();
  await question.getByRole('button', { name: 'Vẫn khóa tháng 2026/11' }).click();
  await page.getByText('Đã khóa tháng 2026/11', { exact: true }).waitFor();
  await dialog.getByText('Đã khóa', { exact: true }).waitFor();
  expect(await focusedLabel(page), 'the focus stays on the button that locked').toBe('Lưu');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Mở khóa tháng này' }).click();
  await dialog.getByLabel('Lý do mở khóa').fill('Sửa tsubo');
  await page.keyboard.press('Control+s');
  await page.getByText('Đã mở khóa tháng 2026/11', { exact: true }).waitFor();
  await dialog.getByText('Đang mở', { exact: true }).waitFor();
  const hasFocus = () => dialog.evaluate((form) => form.contains(document.activeElement));
  await expect.poll(hasFocus, { message: 'the reason has gone, the focus stays in the dialog' }).toBe(true);
});

it('leads who reads no others’ statements to the own one of the same month', async () => {
  const app = await openStubbedApp({ role: 'Viewer' });
  app.expect(/status of 404/);
  app.answer('GET', 'statements/me', () => ({ status: 404, json: { code: 'not_found', message: 'Không có tháng này' } }));
  await app.go('/statements?year=2026&month=10');
  await app.page.waitForURL('**/my-points?year=2026&month=10');
  expect(app.callsOf('GET', 'statements')).toEqual([]);
});

it('goes back a month for each of two quick presses', async () => {
  const app = await openStubbedApp();
  app.expect(/status of 404/);
  app.answer('GET', 'statements/me', () => ({ status: 404, json: { code: 'not_found', message: 'Không có tháng này' } }));
  await app.go('/my-points?year=2026&month=2');
  await app.page.getByRole('button', { name: 'Tháng trước' }).dblclick();
  await app.page.waitForURL('**/my-points?year=2025&month=12');
  await expect.poll(() => app.page.getByRole('combobox', { name: 'Tháng' }).inputValue()).toBe('2025-12');
});

it('gives the focus to what a dialog was refused for', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  const counts = { none: 0, confirmed: 0, changed: 0, asked: 0, silent: 0 };
  app.answer('GET', 'statements', () => ({ json: { data: [], counts, review: null } }));
  await app.go('/statements?year=2026&month=2');
  await page.getByRole('button', { name: 'Mở kỳ xem lại' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Mở kỳ xem lại' }).click();
  await expect.poll(() => dialog.locator('input:focus').getAttribute('aria-invalid')).toBe('true');
  expect(app.callsOf('POST', 'month_reviews')).toEqual([]);
});
