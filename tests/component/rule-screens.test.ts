import { expect, it } from 'vitest';
import { findViolations, findViolationsInBothThemes } from '../support/axe.ts';
import { customerRows, openStubbedApp, type Row, type StubbedApp } from '../support/stub-app.ts';

const MONTH = '2026-11';
const change = { field: 'standard_design_point', label: 'Điểm thiết kế định mức', old: 1.5, new: 2 };

/** A rule book of many customers; `changes` are those of the first standard and the first row of scales. */
function makeBook(changes: object[] = [], read: object | null = null) {
  const points = { standard_design_point: 1.25, standard_check_point: 0.5 };
  const standard = (id: number) => ({ id, work_category_id: 1, work_category: '基礎伏図', scale_code: 'A', tsubo_id: null, ...points });
  const scale = { id: 1, condition: 'tsubosuu từ 0 đến dưới 30', scale_factor: 1.5, complexity_factor: 1, ...points };
  return {
    ...{ month: MONTH, hash: 'abcdef0123456789', version: 'v1', changed_at: '2026-11-02 09:00:00', changed_by: 'Người Admin' },
    ...{ last_run: null, read, expressions: [], removed: [] },
    customers: Array.from({ length: 60 }, (_, at) => ({
      id: at + 1,
      name: `Khách hàng ${at + 1}`,
      standards: [{ ...standard(at + 1), changes: at === 0 ? changes : [] }],
    })),
    tables: [{ code: 'A', scales: [{ ...scale, changes }], base_points: [], formulas: null }],
  };
}

const overflow = ({ page }: StubbedApp) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

it('prints the rule book without what only its reader is told, and with a column for what is new only where something is', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  let book = makeBook();
  app.answer('GET', 'rules/document', () => ({ json: book }));
  await app.go(`/rules/document?month=${MONTH}`);
  const unread = page.getByText('Bạn chưa đánh dấu đã đọc bản nào');
  await unread.waitFor();
  expect(await page.getByRole('columnheader', { name: 'Mới' }).count()).toBe(0);
  await page.emulateMedia({ media: 'print' });
  await unread.waitFor({ state: 'hidden' });
  await page.getByText('Quy tắc đổi lần cuối').waitFor();
  await page.getByText(`Sổ quy tắc tính điểm 2026/11`).waitFor();
  await page.locator('h1').waitFor({ state: 'hidden' });
  await page.emulateMedia({ media: 'screen' });

  book = makeBook([change], { at: '2026-10-01 08:00:00', month: '2026-10', is_same: false });
  await app.go(`/rules/document?month=${MONTH}`);
  await page.getByRole('cell', { name: 'Mới Điểm thiết kế định mức: trước là 1,5' }).first().waitFor();
  expect(await page.getByRole('columnheader', { name: 'Mới' }).count(), 'standards and scales').toBe(2);
  expect(await findViolationsInBothThemes(page)).toEqual([]);
});

it('draws of a long rule book what is in sight, and all of it on paper', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  const { customers, ...book } = makeBook();
  const many = customers.map((customer) => ({
    ...customer,
    standards: Array.from({ length: 20 }, (_, at) => ({
      ...customer.standards[0]!,
      id: customer.id * 100 + at,
      work_category: `Hạng mục ${at}`,
    })),
  }));
  app.answer('GET', 'rules/document', () => ({ json: { ...book, customers: many } }));
  await app.go(`/rules/document?month=${MONTH}`);
  const table = page.getByRole('table', { name: 'Định mức theo khách hàng và hạng mục' });
  const rows = table.getByRole('row', { name: /Hạng mục \d/ });
  await rows.nth(20).waitFor();
  expect(await rows.count()).toBeLessThan(200);
  await table.getByRole('row', { name: 'Khách hàng 58 – Khách hàng 60 50 dòng' }).scrollIntoViewIfNeeded();
  await table.getByRole('row', { name: 'Khách hàng 60 Hạng mục 19' }).waitFor();
  expect(await rows.count()).toBeLessThan(400);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  expect(await rows.count()).toBe(1200);
});

it('asks before it prints a long rule book, and prints what is searched for without a question', async () => {
  const app = await openStubbedApp();
  const { page } = app;
  const { customers, ...book } = makeBook();
  const [customer] = customers;
  const standards = Array.from({ length: 1200 }, (_, at) => ({
    ...customer!.standards[0]!,
    id: 1000 + at,
    work_category: `Hạng mục ${at}`,
  }));
  app.answer('GET', 'rules/document', () => ({ json: { ...book, customers: [{ ...customer!, standards }] } }));
  await app.go(`/rules/document?month=${MONTH}`);
  await page.evaluate(() =>
    Object.assign(globalThis, {
      printed: 0,
      print: () => Object.assign(globalThis, { printed: document.querySelectorAll('dialog[open]').length + 1 }),
    }),
  );
  const printed = () => page.evaluate(() => (globalThis as unknown as { printed: number }).printed);
  const press = async (name: string) => page.getByRole('button', { name, exact: true }).click();
  for (const ask of [() => press('In'), () => page.keyboard.press('Control+p')]) {
    await ask();
    await page.getByRole('dialog', { name: /^In 1\.2\d\d dòng\?$/ }).waitFor();
    await press('Hủy');
  }
  await page.getByRole('searchbox', { name: 'Tìm trong sổ quy tắc' }).fill('hạng mục 1199');
  await page.getByRole('row', { name: 'Hạng mục 1199' }).waitFor();
  await press('In');
  await expect.poll(printed).toBe(1);
  expect(await page.getByText('1 dòng · Tìm trong sổ quy tắc: hạng mục 1199').count()).toBe(1);
});

it.each([1440, 390])('shows many changed rules and examples without scrolling sideways at %i px', async (width) => {
  const long = 'IF(tsubosuu >= 100, base_point1 * standard_design_point * scale_factor, ROUND(base_point2 * 1.25, 2))';
  const changes = Array.from({ length: 60 }, (_, at) => ({
    ...{ entity: at % 3 === 0 ? 'formula-results' : 'standards', identity: { id: at }, record_id: at + 1 },
    label: at % 3 === 0 ? `Mã ${at}` : `Khách hàng có tên rất dài số ${at} · 基礎伏図・構造図作成`,
    ...(at % 3 === 0
      ? { field: 'result_design_formula', old: long, new: `${long} + 1` }
      : { field: 'standard_design_point', old: 1.25, new: 1.375 }),
    ...{ user: 'Nguyễn Thị Minh Khai', at: '2026-11-03 10:20:00' },
  }));
  const cases = customerRows(20).map(
    (row): Row => ({
      ...{ id: row.id, name: `Ví dụ ${row.id}: nhà gỗ hai tầng 36 tsubo, có gác xép`, month: MONTH, customer_id: 1, work_category_id: 1 },
      ...{ values: { tsubosuu: 36 }, result_design_point: 72.5, result_check_point: 36.25, version: 1 },
    }),
  );
  const app = await openStubbedApp({ width, touch: width < 640, rows: { rule_cases: cases } });
  const { page } = app;
  app.answer('GET', 'rules/changes', () => ({ json: { data: changes } }));
  app.answer('GET', 'rule_cases/results', () => ({
    json: {
      data: cases.map(({ id, name }) => ({
        ...{ id, name, month: MONTH, customer_id: 1, work_category_id: 1, customer: 'K', work_category: 'W', passed: Number(id) % 2 === 0 },
        ...{
          expected: { result_design_point: 72.5, result_check_point: 36.25 },
          actual: { result_design_point: 80, result_check_point: 36.25 },
        },
        reason: Number(id) % 2 === 0 ? null : 'Quy tắc cho 80 điểm thiết kế và 36.25 điểm kiểm tra',
      })),
    },
  }));
  await app.go('/rules/changes?from=2026-10&to=2026-11');
  await page.getByText('Khách hàng có tên rất dài số 1 ').first().waitFor();
  expect(await page.locator(width < 640 ? 'main ul[aria-label] > li' : 'main tbody tr').count()).toBe(60);
  expect(await overflow(app)).toBeLessThanOrEqual(0);
  expect(await findViolations(page)).toEqual([]);
  await app.go('/rules/cases');
  await page.getByText('Ví dụ 1: nhà gỗ').first().waitFor();
  // In the table, or as a mark in a card.
  await (width < 640 ? page.getByRole('img', { name: 'Khác' }) : page.getByText('Khác', { exact: true })).first().waitFor();
  expect(await overflow(app)).toBeLessThanOrEqual(0);
  expect(await findViolations(page)).toEqual([]);
});

const scenario: Row = { id: 7, name: 'Thử', note: null, status: 'draft', valid_from: '2026-12', version: 1 };
const run = {
  ...{
    id: 3,
    scenario_id: 7,
    status: 'done',
    from: '2026-09',
    to: '2026-11',
    total: 2,
    done: 2,
    before: 10,
    after: 11.5,
    up: 1,
    down: 1,
    same: 0,
  },
  ...{
    kept: 0,
    failed: 0,
    stale: 0,
    outdated: false,
    created_at: '2026-11-18 10:00:00',
    finished_at: '2026-11-18 10:01:00',
    message: null,
  },
};
const fieldChange = { field: 'standard_design_point', copied: 1, live: 1, scenario: 2 };
const changed = { entity: 'standards', row_id: 1, action: 'update', label: 'Khách 1 · 基礎伏図', conflict: false, fields: [fieldChange] };

async function openScenario(width = 1440): Promise<StubbedApp> {
  const app = await openStubbedApp({ width, touch: width < 640, rows: { rule_scenarios: [scenario], standards: [] } });
  app.answer('GET', 'rule_scenarios/7/changes', () => ({ json: { data: [changed] } }));
  app.answer('GET', 'rule_scenarios/7/runs', () => ({ json: { data: [run], total: 1, from: 1, to: 1 } }));
  const people = [
    { id: 1, name: 'Trần A', code: 'A', department: 'P1', before: 5, after: 7, difference: 2 },
    { id: 2, name: 'Lê B', code: 'B', department: 'P1', before: 5, after: 4.5, difference: -0.5 },
  ];
  app.answer('GET', 'rule_scenarios/7/runs/3/people', () => ({
    json: { data: people, total: 2, from: 1, to: 2, sum: { before: 10, after: 11.5, difference: 1.5 } },
  }));
  return app;
}

it('tries a scenario on the month in which it begins, too, and says that its rules count in every chosen month', async () => {
  const app = await openScenario();
  const { page } = app;
  app.answer('POST', 'rule_scenarios/7/runs', () => ({ status: 201, json: { ...run, status: 'queued' } }));
  await app.go('/rules/scenarios/7/view');
  await page.getByText('kể cả các tháng trước 2026/12').waitFor();
  const trial = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Thử trên các tháng' }) });
  await trial.getByLabel('Đến tháng').selectOption('2026-12');
  await trial.getByRole('button', { name: 'Thử', exact: true }).press('Enter');
  await expect
    .poll(() => app.callsOf('POST', 'rule_scenarios/7/runs').map(({ body }) => body))
    .toEqual([{ from: '2026-08', to: '2026-12' }]);
});

it.each([1440, 390])('marks who gains by a trial with a plus at %i px', async (width) => {
  const app = await openScenario(width);
  const { page } = app;
  await app.go('/rules/scenarios/7/view');
  await page.getByText('Trần A').waitFor();
  const results = page.getByRole('tabpanel');
  await results.getByText('+2,00', { exact: true }).waitFor();
  await results.getByText('−0,50', { exact: true }).waitFor();
  await results.getByText('+1,50', { exact: true }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});

it('says of a promoted scenario from when it counts, offers no edit or trial, and leads to the calculation of the month', async () => {
  const app = await openScenario();
  const { page } = app;
  app.answer('POST', 'rule_scenarios/7/promote', () => {
    const promoted = { ...scenario, status: 'promoted', promoted_from: '2026-12', reason: 'Giá mới' };
    app.answer('GET', 'rule_scenarios/7', () => ({ json: { data: promoted } }));
    return { json: { id: 7, valid_from: '2026-12', created: 1, updated: 0, deleted: 0 } };
  });
  app.answer('GET', 'month-checklist', () => ({ json: { year: 2026, month: 12, jobs: 0, open: 0, items: [] } }));
  await app.go('/rules/scenarios/7/view');
  await page.getByRole('button', { name: 'Áp dụng', exact: true }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Áp dụng', exact: true }).press('Enter');
  await page.getByText('Đã áp dụng: 1 dòng mới, 0 dòng đổi, 0 dòng bỏ').waitFor();
  await page.getByText('Đã áp dụng thành quy tắc từ tháng 2026/12, nên không sửa được nữa.', { exact: false }).waitFor();
  await page.getByText('Giá mới').waitFor();
  expect(await page.getByRole('button', { name: /^(Lưu|Thử)$/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Tính điểm tháng 2026/12' }).click();
  await page.waitForURL(/\/calculate\?year=2026&month=12$/);
});

it('stays in a scenario through a new sign-in, and says that it was promoted', async () => {
  const app = await openScenario();
  const { page } = app;
  let status = 'draft';
  app.answer('GET', 'rule_scenarios/7', () => ({ json: { data: { ...scenario, status } } }));
  await app.go('/rules/scenarios/7/view');
  await page.getByRole('button', { name: 'Sửa quy tắc trong phương án' }).press('Enter');
  await page.getByText('Đang ở trong phương án').waitFor();
  // Who comes back to the screen of rules must not edit live ones there.
  app.answer('POST', 'auth/login', () => ({ json: { access_token: 'token' } }));
  await app.go('/login?return_to=%2Fstandards');
  await page.getByLabel('Tên đăng nhập').fill('stub');
  await page.getByLabel('Mật khẩu', { exact: true }).fill('Bien-Xanh-7');
  await page.keyboard.press('Enter');
  await page.getByText('Đang ở trong phương án').waitFor();
  status = 'promoted';
  await page.getByRole('link', { name: 'Hệ số', exact: true }).click();
  await page.getByText('Phương án Thử đã được áp dụng: quy tắc của nó không sửa được nữa.').waitFor();
  await page.getByRole('button', { name: 'Thoát phương án' }).press('Enter');
  await page.waitForURL('**/rules/scenarios/7/view');
});

it('shows what the jobs would come to once a standard is given to the scenario', async () => {
  const app = await openScenario();
  const { page } = app;
  const row = (customer_id: number, deviation: number) => ({
    ...{ customer_id, work_category_id: 1, customer: `Khách ${customer_id}`, work_category: '基礎伏図', n: 10, deviation },
    ...{ minutes_per_point: 14.3, minutes_per_point_spread: 0.5, office_minutes_per_point: 10 },
    ...{ minutes_per_tsubo: 3, minutes_per_tsubo_spread: 0.2, office_minutes_per_tsubo: 2.5 },
  });
  app.answer('GET', 'rules/reality', () => ({ json: { data: [row(3, 0.43), row(1, -0.1)] } }));
  app.answer('POST', 'rule_scenarios/7/standards', () => ({
    json: { standard_design_point: 9.58, standard_check_point: 0, before: 700, after: 1001, n: 10 },
  }));
  await app.go('/rules/scenarios/7/view');
  await page.getByRole('link', { name: 'Định mức so với thực tế' }).press('Enter');
  await page.getByRole('button', { name: 'Xem', exact: true }).press('Enter');
  const first = page.locator('.data-table tbody:not([aria-hidden]) tr').first();
  await first.getByText('+43,00').waitFor();
  await first.getByRole('button', { name: 'Đưa vào phương án' }).press('Enter');
  await page.getByText('Khách 3 · 基礎伏図: định mức mới 9,58 / 0; tổng điểm 700,00 → 1.001,00').waitFor();
});
