import { expect, it } from 'vitest';
import { emptyTrace } from '../../worker/features/calculation/engine/explain.ts';
import { openStubbedApp, type Row, type StubbedApp } from '../support/stub-app.ts';

const JOB: Row = { id: 5, name: 'DR-5', version: 3, tsubosuu: 38, result_design_point: 6.6, result_check_point: 1.5, is_updated: 0 };

/** Design points a fifth of the floor area, as the server would calculate them. */
function calculateTyped(app: StubbedApp): void {
  app.answer('POST', 'directs/preview-points', ({ body }) => {
    const { tsubosuu } = body.values as { tsubosuu: number };
    const result = {
      scale_factor_code: 'S1',
      scale_factor: 1,
      standard_design_point: 2,
      standard_check_point: 0.5,
      result_design_point: tsubosuu / 5,
      result_check_point: 1.25,
    };
    return { json: { ...emptyTrace(5), result } };
  });
}

it('shows the points of what is typed as not saved, beside those that are, once typing stops', async () => {
  const app = await openStubbedApp({ rows: { directs: [JOB] } });
  const { page } = app;
  calculateTyped(app);
  await app.go('/directs/5/view');
  const aside = page.getByRole('complementary', { name: 'Về bản ghi này' });
  await aside.getByText('Không có định mức cho khách hàng và hạng mục này.').first().waitFor();
  expect(app.callsOf('POST', 'directs/preview-points')).toEqual([]);

  await page.getByLabel('Số tsubo').fill('41,2');
  await aside.getByText('Theo nội dung đang nhập, chưa lưu').waitFor();
  await aside.getByText('8,24').waitFor();
  await aside.getByText('đang lưu 6,60').waitFor();
  const calls = app.callsOf('POST', 'directs/preview-points');
  expect(calls.at(-1)!.body).toEqual({ id: 5, values: { tsubosuu: 41.2 } });

  await page.getByLabel('Số tsubo').fill('nhiều');
  await aside.getByText('Có ô chưa hợp lệ: điểm dưới đây theo giá trị trước đó.').waitFor();
  await page.getByLabel('Số tsubo').fill('38');
  await aside.getByText('chưa lưu').waitFor({ state: 'detached' });
});

it('shows large what counts of an adjusted job, with the points of the formula beside it', async () => {
  const app = await openStubbedApp({ rows: { directs: [{ ...JOB, is_updated: 1, result_design_point: 5.4 }] }, width: 390 });
  const { page } = app;
  calculateTyped(app);
  app.answer('GET', 'directs/5/calculation', () => ({
    json: {
      ...emptyTrace(5),
      ...{ rules: null, rules_problem: null, adjusted: null, now: null, kept_points: false },
      stored: { result_design_point: 5.4, result_check_point: 1.5 },
      result: { result_design_point: 0, result_check_point: 0 },
    },
  }));
  await app.go('/directs/5/view');
  await page.getByRole('button', { name: 'Cách tính điểm' }).click();
  await page.getByText('5,40').waitFor();
  await expect.poll(() => page.getByText('theo công thức 0,00').count()).toBe(2);
  await page.getByLabel('Số tsubo').fill('50');
  await page.getByText('theo công thức 10,00').waitFor();
  await page.getByText('Theo công thức, chưa lưu: thiết kế 10,00 · kiểm tra 1,25').waitFor();
  await page.getByText('5,40').waitFor();
});

it('asks for no points while a field is wrong, of a new job neither', async () => {
  const app = await openStubbedApp({
    role: 'Writer',
    rows: { customers: [{ id: 7, name: '青葉' }], 'work-categories': [{ id: 1, work_name: '構造図' }] },
  });
  const { page } = app;
  app.answer('GET', 'work-categories/customers/7', () => ({ json: [{ id: 1, work_name: '構造図' }] }));
  calculateTyped(app);
  const days = () => app.callsOf('POST', 'directs/preview-points').map(({ body }) => (body.values as Row).henkyaku_hi);
  await app.go('/directs/add');
  const day = page.locator('input[name=henkyaku_hi]');
  await day.fill('31/2/2026');
  await page.keyboard.press('Tab');
  await page.getByLabel(/^Khách hàng/).fill('青葉');
  await page.getByRole('option', { name: '青葉' }).click();
  await page.getByText('Có ô chưa hợp lệ: sửa lại để xem điểm.').waitFor();
  await day.fill('28/2/2026');
  await expect.poll(days).toEqual(['2026-02-28']);
  await page.getByLabel('Số tsubo').fill('-3');
  await page.getByText('Có ô chưa hợp lệ: điểm dưới đây theo giá trị trước đó.').waitFor();
  await page.getByLabel('Số tsubo').fill('30');
  await expect.poll(() => days().length).toBe(2);
});
