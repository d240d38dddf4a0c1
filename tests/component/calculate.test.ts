import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { CalculationCause, CalculationRun } from '../../worker/contracts/calls/answers/calculation.ts';
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
  ...{ cause: 'a', field: null, issue: noStandard, message: 'Chưa có định mức', count: 60, direct_ids: [1] },
  ...{ customer_name: '青葉ホーム', work_name: '基礎伏図' },
};
const EMPTY_FIELD: CalculationCause = {
  ...CAUSE,
  ...{ cause: 'tsubosuu', field: 'tsubosuu', count: 2, direct_ids: [4, 7], customer_name: null, work_name: null },
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
});

it('names the causes of a locked month without a way to mend them, and says on paper who printed it', async () => {
  const app = await openMonth({ failed: 60 });
  const { page } = app;
  app.answer('GET', 'calculations/8/causes', () => ({ json: { data: [CAUSE] } }));
  await app.go(PAGE);
  await page.getByRole('link', { name: 'Tạo định mức: 青葉ホーム × 基礎伏図' }).waitFor();
  app.answer('GET', 'locked_months', () => ({ json: { data: [{ year: 2026, month: 12, at: AT, by: 'Việt' }] } }));
  app.answer('GET', 'month_seals', () => ({ json: { data: [] } }));
  await page.reload();
  await page.getByText('青葉ホーム × 基礎伏図: 60 việc').waitFor();
  await page.getByText('Tháng 2026/12 đã khóa nên không thể tính.').waitFor();
  expect(await page.getByRole('link', { name: /^Tạo định mức/ }).count()).toBe(0);
  await page.emulateMedia({ media: 'print' });
  await page.getByText(/^In lúc \d{4}\/\d\d\/\d\d \d\d:\d\d bởi Stub$/).waitFor();
  // Paper has one heading, the one that names the month.
  expect(await page.getByRole('heading', { name: 'Tính điểm · 2026/12' }).isVisible()).toBe(true);
  expect(await page.locator('main h1').isVisible()).toBe(false);
});

it('leads to the jobs whose field is empty, and says that they are calculated again', async () => {
  const app = await openMonth({ failed: 63 });
  const { page } = app;
  const place = { entity: 'formula-results', row_id: 3, field: 'result_design_formula' };
  const emptyUnit = { ...CAUSE, cause: 'unit', issue: { code: 'empty_variable', variable: 'unit', place }, direct_ids: [5] };
  const causes = [CAUSE, EMPTY_FIELD, { ...EMPTY_FIELD, cause: 'kaisuu', field: 'kaisuu', count: 1, direct_ids: [9] }, emptyUnit];
  app.answer('GET', 'calculations/8/causes', () => ({ json: { data: causes } }));
  await app.go(PAGE);
  await page.getByText('Thiếu dữ liệu: Số tsubo: 2 việc').waitFor();
  expect(await page.getByRole('link', { name: 'Mở công việc: Thiếu dữ liệu: Số tầng' }).getAttribute('href')).toBe('/directs/edit/9');
  // Empty in a row of the rules: the job's explanation says in which.
  expect(await page.getByRole('link', { name: 'Mở công việc: Thiếu dữ liệu', exact: true }).getAttribute('href')).toBe('/directs/5/view');
  await page.getByRole('link', { name: 'Mở 2 việc: Thiếu dữ liệu: Số tsubo' }).click();
  await page.getByText('Các công việc: 2 việc').waitFor();
  await expect.poll(() => app.callsOf('GET', 'directs').at(-1)?.query.get('ids')).toBe('4,7');
  await page.goBack();
  await page.getByText('Sửa xong thì bấm Tính điểm để tính lại.').waitFor();
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
});

it('keeps the focus on the button that started a preview, while it runs and when it is there', async () => {
  let run: Partial<CalculationRun> = {};
  const app = await openMonth({});
  const { page } = app;
  app.answer('GET', 'calculations', () => ({ json: { data: [{ ...RUN, ...run }] } }));
  app.answer('POST', 'calculations', () => {
    run = { id: 9, status: 'computing', preview: 1, done: 20, finished_at: null };
    return { status: 201, json: { ...RUN, ...run } };
  });
  await app.go(PAGE);
  const button = page.getByRole('button', { name: 'Xem trước' });
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('progressbar').waitFor();
  await expect.poll(() => button.getAttribute('aria-busy')).toBe('true');
  expect(await focusedLabel(page)).toBe('Xem trước');
  await page.keyboard.press('Enter');
  run = { ...run, status: 'preview', changed: 0 };
  await page
    .getByText('Bản xem trước', { exact: true })
    .or(page.getByRole('button', { name: 'Áp dụng kết quả này' }))
    .first()
    .waitFor();
  expect(await focusedLabel(page)).toBe('Xem trước');
  expect(app.callsOf('POST', 'calculations')).toHaveLength(1);
});

it('asks before points set by hand are calculated anew, but not before a preview, which leaves them', async () => {
  const app = await openMonth({});
  const { page } = app;
  app.answer('GET', 'calculations/adjusted', () => ({ json: { count: 2, design_points: 3.5, check_points: 1 } }));
  app.answer('POST', 'calculations', () => ({ status: 201, json: { ...RUN, status: 'done', preview: 1 } }));
  await app.go(PAGE);
  await page.getByRole('checkbox', { name: 'Tính lại cả công việc đã điều chỉnh tay' }).check();
  await page.getByRole('button', { name: 'Xem trước' }).click();
  await expect.poll(() => app.callsOf('POST', 'calculations').map(({ body }) => body.include_adjusted)).toEqual([true]);
  expect(app.callsOf('GET', 'calculations/adjusted')).toEqual([]);
  await page.getByRole('button', { name: 'Tính điểm', exact: true }).click();
  await page.getByRole('dialog', { name: 'Bỏ điểm đã điều chỉnh tay?' }).getByText('3,5').waitFor();
  expect(app.callsOf('POST', 'calculations')).toHaveLength(1);
});

it('says how many jobs have new points once a preview is written, with the way to the totals', async () => {
  let run: Partial<CalculationRun> = { status: 'preview', preview: 1, changed: 60, failed: 2 };
  const app = await openMonth(run);
  const { page } = app;
  app.answer('GET', 'calculations/8/causes', () => ({ json: { data: [EMPTY_FIELD] } }));
  app.answer('GET', 'calculations/8', () => ({ json: { ...RUN, ...run } }));
  app.answer('POST', 'calculations/8/publish', () => {
    run = { ...run, status: 'done' };
    return { json: { ...RUN, ...run, status: 'publishing' } };
  });
  await app.go('/calculate/runs/8');
  await page.getByRole('button', { name: 'Áp dụng kết quả này' }).click();
  await page.getByText('Đã ghi điểm mới của 60 công việc tháng 2026/12').waitFor();
  await page.getByText('Còn 2 công việc chưa tính được điểm.').waitFor();
  await page.getByRole('button', { name: 'Xem tổng hợp điểm' }).click();
  await page.waitForURL('**/total?year=2026&month=12');
});

it('shows what its reads decide at once on a phone, so that nothing is seen to move', async () => {
  const app = await openMonth({ failed: 60 }, { width: 390 });
  const { page } = app;
  app.answer('GET', 'calculations/8/causes', () => ({ json: { data: [CAUSE] } }));
  const items = Object.keys(CHECKLIST_LABELS).map((key) => ({ key, count: 20, link: '/' }));
  const checklist = { year: 2026, month: 12, jobs: 60, open: 4, items, thresholds: { percent: 30, points: 10 } };
  app.answer('GET', 'month-checklist', async () => {
    await expect.poll(() => app.callsOf('GET', 'calculations/8/causes').length).toBe(1);
    return { json: checklist };
  });
  await app.context.addInitScript(() => {
    const shifts: number[] = Object.assign(globalThis, { shifts: [] }).shifts;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[]) shifts.push(value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await app.go(PAGE);
  await page.getByText('Còn 20 việc').first().waitFor();
  const moved = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0));
  expect(moved).toBeLessThan(0.01);
});

it('heads the card of a changed job on a phone with what its points change by', async () => {
  const app = await openMonth({ status: 'preview', preview: 1, changed: 60 }, { width: 390 });
  await app.go('/calculate/runs/8');
  await expect.poll(() => app.page.locator('.phone-rows > li').first().textContent()).toMatch(/^DR-1Chênh lệch 0,50/);
});

it('says who changes the expressions of the totals to those who may only try them', async () => {
  const app = await openMonth({}, { role: 'Checked' });
  const { page } = app;
  const expressions = { total_point_1: 'direct_point', total_point_2: 'total_point_1', version: 1, valid_from: null, valid_to: null };
  app.answer('GET', 'totals-expressions', () => ({ json: { data: [{ ...expressions, updated_at: null }] } }));
  await app.go(`${PAGE}&tab=totals`);
  await page.getByText('Chỉ Admin sửa được công thức').waitFor();
  expect(await page.getByLabel('Tổng điểm 1', { exact: true }).isDisabled()).toBe(true);
  expect(await page.getByRole('button', { name: 'Thử', exact: true }).isEnabled()).toBe(true);
});

it('saves the expressions of the totals by Ctrl+S, once they were changed', async () => {
  const app = await openMonth({});
  const { page } = app;
  const dates = { updated_at: null, valid_from: null, valid_to: null };
  const saved = { total_point_1: 'direct_point', total_point_2: 'total_point_1 * pro_index', version: 3, ...dates };
  app.answer('GET', 'totals-expressions', () => ({ json: { data: [saved] } }));
  app.answer('PUT', 'totals-expressions', ({ body }) => ({ json: { ...dates, ...body, version: 4 } }));
  await app.go(`${PAGE}&tab=totals`);
  const input = page.getByLabel('Tổng điểm 1', { exact: true });
  await input.focus();
  await page.keyboard.press('Control+s');
  await input.fill('direct_point * 2');
  await page.keyboard.press('Control+s');
  await expect.poll(() => app.callsOf('PUT', 'totals-expressions').map(({ body }) => body.total_point_1)).toEqual(['direct_point * 2']);
  await page.getByText('Đã cập nhật!').waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName), 'the form keeps the focus').toBe('TEXTAREA');

  await input.fill('direct_point * 3');
  const month = (await page.getByLabel('Áp dụng từ tháng').locator('option').nth(1).getAttribute('value'))!;
  await page.getByLabel('Áp dụng từ tháng').selectOption(month);
  await page.getByRole('button', { name: 'Lưu' }).click();
  const sent = () => app.callsOf('PUT', 'totals-expressions').map(({ body }) => [body.total_point_1, body.valid_from, body.version]);
  await expect.poll(sent).toEqual([
    ['direct_point * 2', undefined, 3],
    ['direct_point * 3', month, undefined],
  ]);
});

it('deletes the version of the expressions that counts from a month, once that was confirmed, and shows the one that counts again', async () => {
  const app = await openMonth({});
  const { page } = app;
  const versionOf = (total_point_1: string, valid_from: string | null) => ({
    ...{ total_point_1, total_point_2: 'total_point_1', version: 1, updated_at: null, valid_from, valid_to: null },
  });
  const first = versionOf('direct_point', null);
  let versions = [first, versionOf('direct_point * 2', '2020-01')];
  app.answer('GET', 'totals-expressions', () => ({ json: { data: versions } }));
  app.answer('DELETE', 'totals-expressions', () => {
    versions = [first];
    return { json: first };
  });
  await app.go(`${PAGE}&tab=totals`);
  const expression = page.getByLabel('Tổng điểm 1', { exact: true });
  await expect.poll(() => expression.inputValue()).toBe('direct_point * 2');
  await page.getByRole('button', { name: 'Xóa phiên bản này' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Xóa' }).click();
  await expect.poll(() => expression.inputValue()).toBe('direct_point');
  expect(app.callsOf('DELETE', 'totals-expressions').map(({ query }) => query.get('valid_from'))).toEqual(['2020-01']);
  await expect.poll(() => page.getByRole('button', { name: 'Xóa phiên bản này' }).count()).toBe(0);
});

it('puts the figures that differ between two seals below each other, and names the record of a replay', async () => {
  const app = await openMonth({});
  const { page } = app;
  const seal = { id: 5, year: 2026, month: 12, sealed_by: null, unlocked_at: null, unlocked_by: null, reason: null, copied: 1 };
  app.answer('GET', 'month_seals', () => ({ json: { data: [{ ...seal, version: 2, sealed_at: AT, sha256: 'a'.repeat(64) }] } }));
  app.answer('GET', 'month_seals/5/changes', () => ({
    json: { data: [{ user_id: 2, name: 'Việt', field: 'total_point_2', before: 9.5, after: 110 }] },
  }));
  app.answer('GET', 'month_drift', () => ({ json: { data: [] } }));
  const point = { direct_id: 4, name: 'DR-4 山田邸', field: 'result_design_point', stored: 7, replayed: 2 };
  const replay = { id: 1, version: 2, status: 'done', checked: 60, different: [point], differences: 1, totals_different: [], problems: [] };
  app.answer('GET', 'month_replays', () => ({ json: { data: [{ ...replay, finished_at: AT }] } }));
  await app.go(`${PAGE}&tab=seals`);
  await page.getByRole('button', { name: 'So với bản trước' }).click();
  const figures = page.locator('table').first().locator('tbody td[data-align=right]');
  await expect.poll(() => figures.allInnerTexts()).toEqual(['9,5', '110']);
  expect(await page.getByRole('link', { name: 'DR-4 山田邸' }).getAttribute('href')).toBe('/directs/4/view');
  // A figure has its name, and who finds it changed reads what to do.
  await page.getByRole('row', { name: /^DR-4 山田邸 Điểm thiết kế/ }).waitFor();
  await page.getByText('điểm đã bị sửa thẳng trong cơ sở dữ liệu trước khi khóa').waitFor();
  const records = [{ kind: 'records', name: 'directs', problem: 'changed' }];
  app.answer('GET', 'month_replays', () => ({ json: { data: [{ ...replay, problems: records, finished_at: AT }] } }));
  await page.reload();
  await page.getByText('mở khóa tháng với lý do, sửa lại các dòng dưới đây rồi khóa lại').waitFor();
  expect(await page.getByText('kho tệp').count(), 'no file is missing').toBe(0);
  const missing = [{ kind: 'copy', name: 'seals/2026-12/v2-a.json', problem: 'missing' }];
  app.answer('GET', 'month_replays', () => ({ json: { data: [{ ...replay, problems: missing, finished_at: AT }] } }));
  await page.reload();
  await page.getByText('hãy chép hai thư mục seals/ và calculations/rules/').waitFor();
  const changed = [{ kind: 'seal', name: 'a'.repeat(64), problem: 'changed' }];
  app.answer('GET', 'month_replays', () => ({ json: { data: [{ ...replay, problems: changed, finished_at: AT }] } }));
  await page.reload();
  await page.getByText('Chính bản niêm phong đã bị sửa').waitFor();
  await page.getByRole('cell', { name: 'đã bị đổi' }).waitFor();
  const rows = [{ kind: 'rows', name: 'totals', problem: 'changed' }];
  app.answer('GET', 'month_replays', () => ({ json: { data: [{ ...replay, problems: rows, finished_at: AT }] } }));
  await page.reload();
  await page.getByText('văn bản niêm phong thì còn nguyên. Hãy mở khóa tháng với lý do rồi khóa lại').waitFor();
  await page.getByRole('row', { name: /^Dòng niêm phong của tổng điểm đã bị đổi/ }).waitFor();
  // What was found of the version before says nothing of this one.
  app.answer('GET', 'month_replays', () => ({ json: { data: [{ ...replay, version: 1, finished_at: AT }] } }));
  await page.reload();
  await page.getByText('Phiên bản 2 chưa được kiểm chứng.').waitFor();
});
