import * as z from 'zod';
import '../../field-schemas.ts';
import { date, flag, ref, text } from '../../fields.ts';
import { DEPARTMENT, DEPARTMENT_GROUP, ORDER, UPDATED_FROM, UPDATED_TO } from '../../labels.ts';
import { pageFields } from '../../paging.ts';
import { EVERYONE, STAFF } from '../../roles.ts';
import { departmentChartRow, trendMonth, userCharts } from '../answers/dashboard.ts';
import { periodFields } from '../totals.ts';
import { defineCall } from './define-call.ts';

const { year, month } = periodFields;
const chartFields = {
  year,
  month,
  dept_id: ref(DEPARTMENT, 'departments'),
  dept_grp_id: ref(DEPARTMENT_GROUP, 'department_groups'),
};

export const userChartFields = {
  ...chartFields,
  order_by: text(ORDER, { max: 100 }),
  ...pageFields(),
};

export const departmentChartFields = {
  ...chartFields,
  updated_at__ge: date(UPDATED_FROM),
  updated_at__le: date(UPDATED_TO),
};

export const chartExportFields = { is_department: flag({ vi: 'Theo phòng ban', en: 'By department' }) };

const trendFields = { ...chartFields, ...chartExportFields };

/** The charts of the start page. */
export const dashboardCalls = {
  listUsers: defineCall('GET /charts', EVERYONE, 'The figures of a month by person, with the charts.', {
    params: userChartFields,
    answer: userCharts,
  }),
  listDepartments: defineCall('GET /home/get-all-group-by-dev', EVERYONE, 'The figures of a month by department, as an array.', {
    params: departmentChartFields,
    answer: () => departmentChartRow().array(),
  }),
  readTrend: defineCall('GET /home/trend', EVERYONE, 'The sums of twelve months.', {
    params: trendFields,
    answer: () => z.object({ data: trendMonth().array() }),
  }),
  export: defineCall('GET /home/export', STAFF, 'The figures of people or departments as a workbook.', {
    params: { ...userChartFields, ...departmentChartFields, ...chartExportFields },
    answer: 'feed',
  }),
};
