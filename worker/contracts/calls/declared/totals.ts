import { customerTotalsPage, totalsPage } from '../answers/totals-page.ts';
import { customerTotalsFields, TOTALS_ACCESS, totalsFields } from '../totals.ts';
import { defineCall } from './define-call.ts';

/** Points by person and month, and jobs by customer. */
export const totalsCalls = {
  list: defineCall('GET /totals', TOTALS_ACCESS.list, 'The points of each person and month, and their sum.', {
    params: totalsFields,
    answer: totalsPage,
  }),
  export: defineCall('GET /totals/export', TOTALS_ACCESS.export, 'The totals as a workbook.', { params: totalsFields, answer: 'feed' }),
  listCustomers: defineCall('GET /total_customers', TOTALS_ACCESS.list, 'Customers with number, floor area and rows of their jobs.', {
    params: customerTotalsFields,
    answer: customerTotalsPage,
  }),
  exportCustomers: defineCall('GET /total_customers/export', TOTALS_ACCESS.export, 'The same as a workbook.', {
    params: customerTotalsFields,
    answer: 'feed',
  }),
};
