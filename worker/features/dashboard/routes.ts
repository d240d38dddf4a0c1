import { Hono } from 'hono';
import { DEPARTMENT_CHART_COLUMNS, USER_CHART_COLUMNS } from '../../contracts/calls/dashboard.ts';
import { dashboardCalls as calls, chartExportFields } from '../../contracts/calls/declared/dashboard.ts';
import { authorizeThenValidate, type Caller } from '../../crud/caller.ts';
import { parseParams } from '../../crud/parse-call.ts';
import { type AppEnv, searchParams } from '../../crud/router.ts';
import { bindCall, bindRoute } from '../../platform/call-routes.ts';
import { respondWithWorkbook } from '../../platform/xlsx/workbook-response.ts';
import { TOTAL_WORD, writeSheet } from '../totals/sheet.ts';
import { listDepartmentCharts, sumDepartments } from './department-charts.ts';
import { readTrend } from './trend.ts';
import { listUserCharts, readUserCharts } from './user-charts.ts';

export const dashboard = new Hono<AppEnv>();
bindRoute(dashboard, calls.listUsers, async (c) => c.json(await listUserCharts(c.var.caller, searchParams(c))));
bindRoute(dashboard, calls.listDepartments, async (c) =>
  c.json(await listDepartmentCharts(c.var.caller, calls.listDepartments.grant, searchParams(c))),
);
bindCall(dashboard, calls.readTrend, readTrend);
bindRoute(dashboard, calls.export, (c) => exportDashboard(c.var.caller, searchParams(c)));

export async function exportDashboard(caller: Caller, params: URLSearchParams): Promise<Response> {
  const { grant } = calls.export;
  const which = new URLSearchParams({ is_department: params.get('is_department') ?? '' });
  const { is_department } = await authorizeThenValidate(caller, grant, () => parseParams(chartExportFields, which, caller.lang));
  // A workbook has all rows, whatever page the screen shows.
  for (const name of ['is_department', 'page', 'limit']) params.delete(name);
  const total = TOTAL_WORD[caller.lang];
  if (is_department === 1) {
    const rows = await listDepartmentCharts(caller, grant, params);
    return respondWithWorkbook(
      writeSheet('Departments', DEPARTMENT_CHART_COLUMNS, rows, (row) => row, sumDepartments(rows), total, caller.lang),
      'home',
    );
  }
  const { rows, sum } = await readUserCharts(caller, grant, params);
  return respondWithWorkbook(
    writeSheet('Users', USER_CHART_COLUMNS, rows, (row) => row, sum, total, caller.lang),
    'home',
  );
}
