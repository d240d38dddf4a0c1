import { date, flag, integer, ref, text } from '../../fields.ts';
import { DEPARTMENT, DEPARTMENT_GROUP, EMPLOYEE, FROM_DAY, ORDER, TO_DAY } from '../../labels.ts';
import { MONTH, YEAR } from '../../months.ts';
import { pageFields } from '../../paging.ts';
import { EVERYONE, STAFF } from '../../roles.ts';
import { customerTotalsPage, totalsPage } from '../answers/totals-page.ts';
import { SEAL_VERSION_FIELD, totalCustomerFilters } from '../totals.ts';
import { defineCall } from './define-call.ts';

/** A month, a year, or a range of days. */
export const periodFields = {
  year: integer(YEAR, { min: 2000, max: 2100 }),
  month: integer(MONTH, { min: 1, max: 12 }),
  exc_start_time: date(FROM_DAY),
  exc_end_time: date(TO_DAY),
};

export const totalsFields = {
  ...periodFields,
  dept_id: ref(DEPARTMENT, 'departments'),
  dept_grp_id: ref(DEPARTMENT_GROUP, 'department_groups'),
  user_id: ref(EMPLOYEE, 'users'),
  seal: SEAL_VERSION_FIELD,
  order_by: text(ORDER, { max: 100 }),
  ...pageFields(),
};

export const customerTotalsFields = {
  ...totalCustomerFilters,
  dept_id: ref(DEPARTMENT, 'departments'),
  customer_id: ref({ vi: 'Khách hàng', en: 'Customer' }, 'customers'),
  /** 0 leaves the job rows out, for a screen that opens them one customer at a time. */
  with_jobs: flag({ vi: 'Kèm công việc', en: 'With jobs' }),
  order_by: text(ORDER, { max: 100 }),
  ...pageFields(),
};

/** Points by person and month, and jobs by customer. */
export const totalsCalls = {
  list: defineCall({
    method: 'GET',
    path: '/totals',
    grant: EVERYONE,
    params: totalsFields,
    answer: totalsPage,
    summary: 'The points of each person and month, and their sum.',
  }),
  export: defineCall({
    method: 'GET',
    path: '/totals/export',
    grant: STAFF,
    params: totalsFields,
    answer: 'workbook',
    summary: 'The totals as a workbook.',
  }),
  listCustomers: defineCall({
    method: 'GET',
    path: '/total_customers',
    grant: EVERYONE,
    params: customerTotalsFields,
    answer: customerTotalsPage,
    summary: 'Customers with number, floor area and rows of their jobs.',
  }),
  exportCustomers: defineCall({
    method: 'GET',
    path: '/total_customers/export',
    grant: STAFF,
    params: customerTotalsFields,
    answer: 'workbook',
    summary: 'The same as a workbook.',
  }),
};
