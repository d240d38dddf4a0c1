import { expect, it } from 'vitest';
import { openStubbedApp, type Row } from '../support/stub-app.ts';

const OLD_JOB: Row = { id: 7, name: 'DR-7', henkyaku_hi: '2020-02-14', is_checked: 0, is_updated: 0, version: 1 };
const NO_ROWS = { data: [], total: 0, per_page: 10, current_page: 1, from: null, to: null };

it.each(['/directs', '/directs-techousei'])('says of %s without a single job that there is nothing yet, and what to do', async (path) => {
  const app = await openStubbedApp();
  const { page } = app;
  await app.go(path);
  await page.getByText(/^Chưa có .* nào\. Thêm từng việc, nhập từ Excel hoặc lấy từ Base\.vn\.$/).waitFor();
  await expect.poll(() => page.getByRole('main').getByRole('button', { name: 'Thêm' }).count()).toBeGreaterThan(0);
});

it('tells a Viewer that there is nothing yet without offering what they may not do', async () => {
  const app = await openStubbedApp({ role: 'Viewer' });
  await app.go('/directs');
  await app.page.getByText('Chưa có công việc nào.', { exact: true }).waitFor();
  expect(await app.page.getByRole('button', { name: 'Thêm' }).count()).toBe(0);
});

it('leads from a month without jobs to the latest month that has some', async () => {
  const app = await openStubbedApp({ rows: { directs: [OLD_JOB] } });
  const { page } = app;
  app.answer('GET', 'directs', ({ query }) => {
    const from = query.get('exc_start_time');
    return from && from !== '2020-02-01' ? { json: NO_ROWS } : undefined;
  });
  await app.go('/directs');
  await page.getByText(/^Tháng \d{4}\/\d{2} không có công việc nào\.$/).waitFor();
  await page.getByRole('button', { name: 'Xem tháng 2020/02' }).click();
  await page.getByRole('link', { name: 'DR-7' }).waitFor();
  expect(new URL(page.url()).search).toBe('?exc_start_time=2020-02-01&exc_end_time=2020-02-29');
});

it('still says that nothing matches where another filter narrows the days', async () => {
  const app = await openStubbedApp({ rows: { directs: [OLD_JOB] } });
  const { page } = app;
  app.answer('GET', 'directs', ({ query }) => (query.get('exc_start_time') ? { json: NO_ROWS } : undefined));
  await app.go('/directs?exc_start_time=2026-09-01&exc_end_time=2026-09-30&is_checked=1');
  await page.getByText('Không có bản ghi nào khớp với bộ lọc.').waitFor();
});
