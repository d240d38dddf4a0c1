import { date, flag, ref, text } from '../../contracts/fields.ts';
import { DEPARTMENT, DEPARTMENT_GROUP, ORDER, UPDATED_FROM, UPDATED_TO } from '../../contracts/labels.ts';
import { pageFields } from '../../contracts/paging.ts';
import { periodFields } from '../totals/period.ts';

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

export const exportFields = { is_department: flag({ vi: 'Theo phòng ban', en: 'By department' }) };

export const trendFields = { ...chartFields, ...exportFields };
