import { type Context, Hono } from 'hono';
import { DEPARTMENT_CHART_COLUMNS, USER_CHART_COLUMNS } from '../../contracts/calls/dashboard.ts';
import { dashboardCalls as calls, chartExportFields } from '../../contracts/calls/declared/dashboard.ts';
import { departments } from '../../contracts/entities/departments.ts';
import { users } from '../../contracts/entities/users.ts';
import { pageFields } from '../../contracts/paging.ts';
import { searchParams } from '../../crud/router.ts';
import { bindCall, bindRoute } from '../../platform/call-routes.ts';
import { type AppEnv, authorizeThenValidate } from '../../platform/caller.ts';
import { respondWithComputedSheet, takeFeed, takeParam } from '../../platform/feeds/respond-with-sheet.ts';
import { parseParams } from '../../platform/parse-call.ts';
import { toSheet } from '../totals/sheet.ts';
import { listDepartmentCharts, sumDepartments } from './department-charts.ts';
import { readTrend } from './trend.ts';
import { listUserCharts, readUserCharts } from './user-charts.ts';

export const dashboard = new Hono<AppEnv>();
bindRoute(dashboard, calls.listUsers, async (c) => c.json(await listUserCharts(c.var.caller, searchParams(c))));
bindRoute(dashboard, calls.listDepartments, async (c) =>
  c.json(await listDepartmentCharts(c.var.caller, calls.listDepartments.grant, searchParams(c))),
);
bindCall(dashboard, calls.readTrend, readTrend);
bindRoute(dashboard, calls.export, (c) => exportDashboard(c, searchParams(c)));

/** A file has all rows, whatever page the screen shows. */
const EXPORT_FIELDS = { ...chartExportFields, ...pageFields() };

export async function exportDashboard(c: Context<AppEnv>, params: URLSearchParams): Promise<Response> {
  const { caller } = c.var;
  const { grant } = calls.export;
  const { format, is_department } = await authorizeThenValidate(caller, grant, () => {
    const own = new URLSearchParams(Object.keys(EXPORT_FIELDS).map((name) => [name, takeParam(params, name, caller.lang)]));
    return { format: takeFeed(params, caller.lang), ...parseParams(EXPORT_FIELDS, own, caller.lang) };
  });
  if (is_department === 1) {
    const rows = await listDepartmentCharts(caller, grant, params);
    const sheet = toSheet(
      { name: departments.label, columns: DEPARTMENT_CHART_COLUMNS, entries: rows, sum: sumDepartments(rows) },
      caller.lang,
    );
    return respondWithComputedSheet(c, sheet, 'home', format);
  }
  const { rows, sum } = await readUserCharts(caller, grant, params);
  const sheet = toSheet({ name: users.label, columns: USER_CHART_COLUMNS, entries: rows, sum }, caller.lang);
  return respondWithComputedSheet(c, sheet, 'home', format);
}
