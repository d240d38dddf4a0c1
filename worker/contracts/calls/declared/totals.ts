import { customerTotalsPage, totalsPage } from '../answers/totals-page.ts';
import { customerTotalsFields, TOTALS_ACCESS, totalsFields } from '../totals.ts';
import { defineCall } from './define-call.ts';

/** Points by person and month, and jobs by customer. */
export const totalsCalls = {
  list: defineCall({
    method: 'GET',
    path: '/totals',
    grant: TOTALS_ACCESS.list,
    params: totalsFields,
    answer: totalsPage,
    summary: 'The points of each person and month, and their sum.',
  }),
  export: defineCall({
    method: 'GET',
    path: '/totals/export',
    grant: TOTALS_ACCESS.export,
    params: totalsFields,
    answer: 'feed',
    summary: 'The totals as a workbook.',
  }),
  listCustomers: defineCall({
    method: 'GET',
    path: '/total_customers',
    grant: TOTALS_ACCESS.list,
    params: customerTotalsFields,
    answer: customerTotalsPage,
    summary: 'Customers with number, floor area and rows of their jobs.',
  }),
  exportCustomers: defineCall({
    method: 'GET',
    path: '/total_customers/export',
    grant: TOTALS_ACCESS.export,
    params: customerTotalsFields,
    answer: 'feed',
    summary: 'The same as a workbook.',
  }),
};
