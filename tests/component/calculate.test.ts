import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { CalculationCause, CalculationRun } from '../../worker/contracts/calls/calculation.ts';
import { CHECKLIST_LABELS } from '../../worker/contracts/calls/month-checklist.ts';
import { focusedLabel, openStubbedApp, type StubbedApp } from '../support/stub-app.ts';

const PAGE = '/calculate?year=2026&month=12';
const AT = '2026-12-31 17:30:00';
const RUN = {
  ...{ id: 8, year: 2026, month: 12, status: 'done', preview: 0, include_adjusted: 0, total: 60, done: 60, changed: 0, failed: 0 },
  ...{ message: null, rules_hash: null, source: 'button', user: { id: 2, name: 'Việt' }, created_at: AT, started_at: AT },
  ...{ progress_at: AT, finished_at: AT },
} as CalculationRun;

/** The page of a month whose newest calculation is this one. */
async function openMonth(run: Partial<CalculationRun>, options?: Parameters<typeof openStubbedApp>[0]): Promise<StubbedApp> {
  const app = await openStubbedApp({ rows: { directs: Array.from({ length: 60 }, (_, index) => job(index + 1)) }, ...options });
  const items = Object.keys(CHECKLIST_LABELS).map((key) => ({ key, count: 0, link: '/' }));
  const checklist = { year: 2026, month: 12, jobs: 60, open: 0, items, thresholds: { percent: 30, points: 10 } };
  app.answer('GET', 'month-checklist', () => ({ json: checklist }));
  app.answer('GET', 'calculations', () => ({ json: { data: [{ ...RUN, ...run }] } }));
  app.answer('GET', 'calculations/8', () => ({ json: { ...RUN, ...run } }));
  const rowsOf = (path: string, fields: object) =>
    app.answer('GET', path, ({ query }) => {
      const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))];
      const data = Array.from({ length: limit }, (_, index) => ({ direct_id: (page - 1) * limit + index + 1, ...fields }));
      const named = data.map((row) => ({ ...row, name: `DR-${row.direct_id}`, user_name: 'Việt', customer_name: '青葉ホーム' }));
      return { json: { data: named, total: 60, per_page: limit, current_page: page, from: 1, to: limit } };
    });
  rowsOf('calculations/8/issues', {});
  rowsOf('calculations/8/changes', { old_design_point: 1, new_design_point: 1, old_check_point: 2, new_check_point: 2.5 });
  return app;
}

const job = (id: number) => ({ id, name: `DR-${id}`, bukkenmei: '山田邸', henkyaku_hi: '2026-12-10', version: 1 });

const noStandard = { code: 'no_standard', reason: 'no_row', customer_id: 1, work_category_id: 2 } as const;
const CAUSE: CalculationCause = {
  ...{ cause: 'a', field: null, issue: noStandard, message: 'Chưa có định mức', count: 60, remaining: 60, direct_ids: [1] },
  ...{ customer_name: '青葉ホーム', work_name: '基礎伏図' },
};
const EMPTY_FIELD: CalculationCause = {
  ...CAUSE,
  ...{ cause: 'tsubosuu', field: 'tsubosuu', count: 2, remaining: 2, direct_ids: [4, 7], customer_name: null, work_name: null },
};

/** Leaves the page by the link of a job, and comes back. */
async function lookAtJobAndComeBack(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).click();
  await page.waitForURL('**/directs/*/view');
  await page.goBack();
}

it('shows an opened cause, and the page of its jobs, again to whoever comes back from one of them', async () => {
  const app = await openMonth({ failed: 62 });
  const { page } = app;
  app.answer('GET', 'calculations/8/causes', () => ({ json: { data: [CAUSE, EMPTY_FIELD] } }));
  await app.go(PAGE);
  await page.getByRole('button', { name: 'Xem các việc: 青葉ホーム × 基礎伏図' }).click();
  await page.getByRole('button', { name: 'Trang sau' }).click();
  await lookAtJobAndComeBack(page, 'DR-12');
  await page.getByRole('link', { name: 'DR-12', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Xem các việc: 青葉ホーム × 基礎伏図' }).click();
  await expect.poll(() => page.getByRole('link', { name: 'DR-12', exact: true }).count()).toBe(0);
  expect(page.url()).toMatch(/month=12$/);
  await app.close();
});

it('leads to the jobs whose field is empty, and says of a cause that was fixed that it is', async () => {
  const app = await openMonth({ failed: 63 });
  const { page } = app;
  let causes = [CAUSE, EMPTY_FIELD, { ...EMPTY_FIELD, cause: 'kaisuu', field: 'kaisuu', count: 1, remaining: 1, direct_ids: [9] }];
  app.answer('GET', 'calculations/8/causes', () => ({ json: { data: causes } }));
  await app.go(PAGE);
  await page.getByText('Thiếu dữ liệu: Số tsubo: 2 việc').waitFor();
  expect(await page.getByRole('link', { name: 'Mở công việc: Thiếu dữ liệu: Số tầng' }).getAttribute('href')).toBe('/directs/edit/9');
  await page.getByRole('link', { name: 'Mở 2 việc: Thiếu dữ liệu: Số tsubo' }).click();
  await page.getByText('Các công việc: 2').waitFor();
  expect(app.callsOf('GET', 'directs').at(-1)!.query.get('ids')).toBe('4,7');
  causes = [
    { ...CAUSE, remaining: 0 },
    { ...EMPTY_FIELD, remaining: 1 },
  ];
  await page.goBack();
  await page.getByText('Đã sửa: tính lại để có điểm.').waitFor();
  await page.getByText('Đã sửa 1 nguyên nhân').waitFor();
  await page.getByText('còn 1 việc').waitFor();
  expect(await page.getByRole('link', { name: 'Tạo định mức' }).count()).toBe(0);
  await app.close();
});

it('takes the focus to the first of the causes that a press shows', async () => {
  const app = await openMonth({ failed: 600 });
  const { page } = app;
  const causes = Array.from({ length: 10 }, (_, at) => ({ ...CAUSE, cause: `c${at}`, work_name: `仕事${at}`, direct_ids: [at + 1] }));
  app.answer('GET', 'calculations/8/causes', () => ({ json: { data: causes } }));
  await app.go(PAGE);
  await page.getByRole('button', { name: 'Xem 2 nguyên nhân còn lại' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => focusedLabel(page)).toBe('Xem các việc: 青葉ホーム × 仕事8');
  await app.close();
});

it('shows the same page of a preview’s changes again to whoever comes back', async () => {
  const app = await openMonth({ status: 'preview', preview: 1, changed: 60 });
  const { page } = app;
  await app.go('/calculate/runs/8');
  await page.getByRole('button', { name: 'Trang sau' }).click();
  await lookAtJobAndComeBack(page, 'DR-12');
  await page.getByRole('link', { name: 'DR-12', exact: true }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'DR-2', exact: true }).waitFor();
  await app.close();
});
