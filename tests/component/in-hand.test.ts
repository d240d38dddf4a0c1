import { expect, it } from 'vitest';
import { openStubbedApp } from '../support/stub-app.ts';

const job = (id: number, more: object) => ({
  ...{ id, name: `DR-${id}`, bukkenmei: '池田様邸', kibou_nouki: '2026-11-13', teisei_henkyaku_hi: null, days_late: 0 },
  ...{ user_id: 3, user_name: 'Trần Việt', customer_name: '青葉ホーム', department_name: 'Phòng 1', ...more },
});
const part = (...data: object[]) => ({ total: data.length, data });
const DUE = {
  late: { total: 51, data: [job(1, { days_late: 3 })] },
  today: part(job(2, {})),
  ...{
    week: part(),
    returned: part(job(4, { teisei_henkyaku_hi: '2026-11-18' })),
    later: part(),
    no_date: part(job(6, { kibou_nouki: null })),
  },
};

it.each([1440, 390])('shows what is in hand in its parts, at %i px, and leads to the job and the list', async (width) => {
  const app = await openStubbedApp({ width, rows: { users: [{ id: 3, name: 'Trần Việt' }] } });
  const { page } = app;
  app.answer('GET', 'directs/due', () => ({ json: DUE }));
  await app.go('/directs/due?user_id=3');
  const heads = page.locator('main h2');
  await expect.poll(() => heads.allTextContents()).toEqual(['Quá hạn 51', 'Hạn hôm nay 1', 'Bản sửa bị trả lại 1', 'Chưa có hạn 1']);
  await page.getByText('và 50 việc nữa').waitFor();
  if (width > 1000) await page.getByRole('columnheader', { name: 'Trễ (ngày làm việc)' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'no scrolling sideways').toBe(true);
  expect(app.callsOf('GET', 'directs/due').at(-1)!.query.get('user_id')).toBe('3');
  const list = page.getByRole('link', { name: 'Xem dạng danh sách' });
  if (width > 1000) expect(await list.getAttribute('href')).toBe('/directs?henkyaku_hi__empty=1&user_id=3');
  expect(await page.getByRole('link', { name: 'DR-1' }).first().getAttribute('href')).toBe('/directs/1/view');
});

it('says that nothing is in hand', async () => {
  const app = await openStubbedApp({ role: 'Viewer' });
  await app.go('/directs/due');
  await app.page.getByText('Không có việc nào đang làm', { exact: false }).waitFor();
  expect(await app.page.getByRole('button', { name: 'Ngày nghỉ' }).count(), 'only for an Admin').toBe(0);
});

it('takes the holidays of the office as dates are typed, and names one that is no day', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  app.answer('GET', 'office-holidays', () => ({ json: { days: ['2026-09-02'] } }));
  app.answer('PUT', 'office-holidays', ({ body }) => ({ json: body }));
  await app.go('/directs/due');
  await page.getByRole('button', { name: 'Ngày nghỉ' }).click();
  const days = page.getByRole('dialog').getByRole('textbox');
  expect(await days.inputValue()).toBe('2026/09/02');
  await days.fill('2026/09/02\n31/2/2026');
  await page.getByRole('button', { name: 'Lưu', exact: true }).click();
  await page.getByText('31/2/2026: Ngày phải có thật', { exact: false }).waitFor();
  await days.fill('2/9/2026\n2027/01/01');
  await page.getByRole('button', { name: 'Lưu', exact: true }).click();
  await expect
    .poll(() => app.callsOf('PUT', 'office-holidays').map(({ body }) => body))
    .toEqual([{ days: ['2026-09-02', '2027-01-01'], was: ['2026-09-02'] }]);
});

it('tells a designer in a line on their own month what is due, and leads to it', async () => {
  const app = await openStubbedApp({ role: 'Viewer' });
  app.answer('GET', 'directs/due', () => ({ json: DUE }));
  app.answer('GET', 'statements/me', () => ({ json: STATEMENT }));
  app.answer('GET', 'statements/me/lines', () => ({ json: { data: [], total: 0, current_page: 1, from: null, to: null } }));
  await app.go('/my-points?year=2026&month=9');
  const own = app.page.getByRole('link', { name: 'Đang làm: quá hạn 51 · hạn hôm nay 1 · bản sửa bị trả lại 1' });
  expect(await own.getAttribute('href')).toBe('/directs/due?user_id=1');
});

const TOTALS = {
  ...{ user_id: 1, username: 'stub', name: 'Stub', month: '2026-09', pro_id: null, direct_point: 0, indirect_point_yes: 0 },
  ...{ indirect_point_no: 0, mistake_point_n: 0, mistake_point_t: 0, total_point_1: 0, pro_index: 1, total_point_2: 0 },
};
const NO_LINES = { count: 0, sum: 0 };
const STATEMENT = {
  user: { id: 1, username: 'stub', code: 'NV1', name: 'Stub', employee_code: null, position_name: null },
  ...{ year: 2026, month: 9, state: 'open', totals: TOTALS, in_progress: NO_LINES },
  lines: { design: NO_LINES, check: NO_LINES, mistakes: NO_LINES, indirects: NO_LINES, pro: NO_LINES },
  expressions: { total_point_1: 'direct_point', total_point_2: 'total_point_1 * pro_index' },
  ...{ previous: [], sha256: 'a'.repeat(64), review: null, sealed: null, open_questions: 0 },
  confirmation: { state: 'none', changed: false, confirmed_at: null, sha256: null, confirmed_figures: null },
};
