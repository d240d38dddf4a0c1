import { Hono } from 'hono';
import { DEPARTMENT_CHART_COLUMNS, USER_CHART_COLUMNS } from '../../contracts/calls/dashboard.ts';
import { EVERYONE, STAFF } from '../../contracts/roles.ts';
import { paramValues } from '../../crud/call-values.ts';
import { authorizeThenValidate, type Caller } from '../../crud/caller.ts';
import { type AppEnv, searchParams, workbook } from '../../crud/router.ts';
import { sheetOf, TOTAL_WORD } from '../totals/sheet.ts';
import { exportFields } from './chart-fields.ts';
import { departmentCharts, departmentSum } from './department-charts.ts';
import { trend } from './trend.ts';
import { readUserCharts, userCharts } from './user-charts.ts';

export const dashboard = new Hono<AppEnv>()
  .get('/charts', async (c) => c.json(await userCharts(c.var.caller, searchParams(c))))
  .get('/home/get-all-group-by-dev', async (c) => c.json(await departmentCharts(c.var.caller, EVERYONE, searchParams(c))))
  .get('/home/trend', async (c) => c.json(await trend(c.var.caller, searchParams(c))))
  .get('/home/export', (c) => dashboardWorkbook(c.var.caller, searchParams(c)));

export async function dashboardWorkbook(caller: Caller, params: URLSearchParams): Promise<Response> {
  const which = new URLSearchParams({ is_department: params.get('is_department') ?? '' });
  const { is_department } = await authorizeThenValidate(caller, STAFF, () => paramValues(exportFields, which, caller.lang));
  // A workbook has all rows, whatever page the screen shows.
  for (const name of ['is_department', 'page', 'limit']) params.delete(name);
  const total = TOTAL_WORD[caller.lang];
  if (is_department === 1) {
    const rows = await departmentCharts(caller, STAFF, params);
    return workbook(
      sheetOf('Departments', DEPARTMENT_CHART_COLUMNS, rows, (row) => row, departmentSum(rows), total, caller.lang),
      'home',
    );
  }
  const { rows, sum } = await readUserCharts(caller, STAFF, params);
  return workbook(
    sheetOf('Users', USER_CHART_COLUMNS, rows, (row) => row, sum, total, caller.lang),
    'home',
  );
}
