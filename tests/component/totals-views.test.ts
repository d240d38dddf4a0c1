import { expect, it } from 'vitest';
import { monthRange } from '../../worker/contracts/months.ts';
import { toOfficeTime } from '../../worker/platform/text/office-time.ts';
import { openStubbedApp, type StubbedApp } from '../support/stub-app.ts';

const SUM = {
  direct_point: 3,
  mistake_point_n: 1,
  mistake_point_t: 0,
  indirect_point_yes: 2.5,
  indirect_point_no: 0,
  total_point_1: 4.5,
  total_point_2: 4.95,
};
const ROW = { user_id: 5, username: 'giang', name: 'Hoàng Hương Giang', ...SUM, pro_index: 1.1, pro_id: 12, month: '2026-09' };
const VIEW = {
  ...{ id: 1, entity: 'totals', name: 'Tháng trước', shared: 'all', is_own: false, is_editable: false, gone: [], version: 1 },
  ...{ owner: { id: 9, name: 'Lan', active: 1 }, created_at: '2026-11-01 08:00:00', updated_at: '2026-11-01 08:00:00' },
  state: {
    period: 'last_month',
    order_by: 'total_point_2 DESC',
    columns: { order: ['name', 'total_point_2'], hidden: ['direct_point', 'username', 'employee_code', 'area', 'position_name'] },
  },
};

async function openTotals(address: string): Promise<StubbedApp> {
  const app = await openStubbedApp({ rows: { departments: [{ id: 2, name: 'Kết cấu' }] } });
  const list = { total: 1, current_page: 1, from: 1, to: 1 };
  app.answer('GET', 'totals', () => ({ json: { data: [ROW], ...list, sum: SUM } }));
  app.answer('GET', 'total_customers', () => ({
    json: { data: [{ id: 4, name: '山田', total_task: 2, total_tsubosuu: 60 }], ...list, sum: { total_task: 2, total_tsubosuu: 60 } },
  }));
  app.answer('GET', 'views', ({ query }) => ({ json: { data: query.get('entity') === 'totals' ? [VIEW] : [], ...list, per_page: 500 } }));
  app.answer('POST', 'views', ({ body }) => ({ status: 201, json: { data: { ...VIEW, ...body, id: 2 } } }));
  await app.go(address);
  return app;
}

const lastQuery = (app: StubbedApp, call: string) => Object.fromEntries(app.callsOf('GET', call).at(-1)!.query);

it('opens the totals in a view whose period is a month as that month, columns and order with it', async () => {
  const app = await openTotals('/total?view=1');
  const { page } = app;
  await page.getByText('Hoàng Hương Giang').waitFor();
  const [year, month] = monthRange(toOfficeTime(Date.now()).slice(0, 10), -1).exc_start_time.split('-').map(Number);
  expect(lastQuery(app, 'totals')).toMatchObject({ year: String(year), month: String(month), order_by: 'total_point_2 DESC' });
  expect(lastQuery(app, 'totals')).not.toHaveProperty('exc_start_time');
  expect(app.callsOf('GET', 'totals')).toHaveLength(1);
  expect(await page.getByRole('columnheader', { name: 'Điểm trực tiếp' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Bỏ thay đổi' }).count()).toBe(0);

  await page.getByLabel('Tháng', { exact: true }).selectOption('1');
  await page.getByRole('button', { name: 'Tháng trước •' }).waitFor();
  await expect.poll(() => lastQuery(app, 'totals')).toMatchObject({ month: '1', order_by: 'total_point_2 DESC' });
  await page.getByRole('button', { name: 'Bỏ thay đổi' }).click();
  await page.getByRole('button', { name: 'Tháng trước', exact: true }).waitFor();
  await expect.poll(() => page.getByLabel('Tháng', { exact: true }).inputValue()).toBe(String(month));
});

it('saves the month in sight as a view that moves on with the calendar', async () => {
  const app = await openTotals('/total');
  const { page } = app;
  await page.getByText('Hoàng Hương Giang').waitFor();
  await page.getByRole('button', { name: 'Thao tác khác', exact: true }).first().click();
  await page.getByRole('button', { name: 'Chế độ xem', exact: true }).click();
  await page.getByRole('button', { name: 'Lưu thành chế độ xem mới' }).click();
  const dialog = page.getByRole('dialog', { name: 'Lưu thành chế độ xem mới' });
  await dialog.getByLabel('Tên chế độ xem').fill('Của tôi');
  await expect.poll(() => dialog.getByRole('radio', { name: 'Tháng này' }).isChecked()).toBe(true);
  await dialog.getByRole('button', { name: 'Lưu' }).click();
  await expect
    .poll(() => app.callsOf('POST', 'views').at(-1)?.body)
    .toMatchObject({ entity: 'totals', name: 'Của tôi', state: { period: 'this_month' } });
  const { filters } = app.callsOf('POST', 'views').at(-1)!.body.state as { filters: object };
  expect(Object.keys(filters).filter((name) => ['year', 'month', 'exc_start_time', 'exc_end_time'].includes(name))).toEqual([]);
});

it('offers views of the totals of customers', async () => {
  const app = await openTotals('/total-customer?exc_start_time=2026-09-01&exc_end_time=2026-09-30');
  const { page } = app;
  await page.getByText('山田').first().waitFor();
  await page.getByRole('button', { name: 'Thao tác khác', exact: true }).first().click();
  await page.getByRole('button', { name: 'Chế độ xem', exact: true }).click();
  await page.getByRole('button', { name: 'Lưu thành chế độ xem mới' }).click();
  const dialog = page.getByRole('dialog', { name: 'Lưu thành chế độ xem mới' });
  await dialog.getByLabel('Tên chế độ xem').fill('Tháng chín');
  await dialog.getByRole('button', { name: 'Lưu' }).click();
  await expect
    .poll(() => app.callsOf('POST', 'views').at(-1)?.body)
    .toMatchObject({
      entity: 'total_customers',
      state: { filters: { exc_start_time: '2026-09-01', exc_end_time: '2026-09-30' } },
    });
});
