import { Hono } from 'hono';
import { DEPARTMENT_CHART_COLUMNS, USER_CHART_COLUMNS } from '../../contracts/calls/dashboard.ts';
import { EVERYONE, STAFF } from '../../contracts/roles.ts';
import { authorizeThenValidate, type Caller } from '../../crud/caller.ts';
import { parseParams } from '../../crud/parse-call.ts';
import { type AppEnv, searchParams } from '../../crud/router.ts';
import { respondWithWorkbook } from '../exports/workbook.ts';
import { TOTAL_WORD, writeSheet } from '../totals/sheet.ts';
import { exportFields } from './chart-fields.ts';
import { listDepartmentCharts, sumDepartments } from './department-charts.ts';
import { readTrend } from './trend.ts';
import { listUserCharts, readUserCharts } from './user-charts.ts';

export const dashboard = new Hono<AppEnv>()
  .get('/charts', async (c) => c.json(await listUserCharts(c.var.caller, searchParams(c))))
  .get('/home/get-all-group-by-dev', async (c) => c.json(await listDepartmentCharts(c.var.caller, EVERYONE, searchParams(c))))
  .get('/home/trend', async (c) => c.json(await readTrend(c.var.caller, searchParams(c))))
  .get('/home/export', (c) => exportDashboard(c.var.caller, searchParams(c)));

export async function exportDashboard(caller: Caller, params: URLSearchParams): Promise<Response> {
  const which = new URLSearchParams({ is_department: params.get('is_department') ?? '' });
  const { is_department } = await authorizeThenValidate(caller, STAFF, () => parseParams(exportFields, which, caller.lang));
  // A workbook has all rows, whatever page the screen shows.
  for (const name of ['is_department', 'page', 'limit']) params.delete(name);
  const total = TOTAL_WORD[caller.lang];
  if (is_department === 1) {
    const rows = await listDepartmentCharts(caller, STAFF, params);
    return respondWithWorkbook(
      writeSheet('Departments', DEPARTMENT_CHART_COLUMNS, rows, (row) => row, sumDepartments(rows), total, caller.lang),
      'home',
    );
  }
  const { rows, sum } = await readUserCharts(caller, STAFF, params);
  return respondWithWorkbook(
    writeSheet('Users', USER_CHART_COLUMNS, rows, (row) => row, sum, total, caller.lang),
    'home',
  );
}
