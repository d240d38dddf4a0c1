import { type Column, defineList } from '../contract.ts';
import type { Fields } from '../fields.ts';
import type { Text } from '../text.ts';
import { customerTotalsFields, TOTAL_COLUMNS, TOTAL_CUSTOMER_COLUMNS, TOTALS_ACCESS, totalsFields } from './totals.ts';

/** Parameters of a list that say nothing about which rows there are, or that no screen sets. */
const NO_FILTERS = new Set(['page', 'limit', 'order_by', 'with_jobs', 'seal']);

/** A list of computed rows, as saved views need it: its filters are the parameters of its call. */
function listOf(name: string, label: Text, params: Fields, columns: readonly Column[], dated: string) {
  const fields = Object.fromEntries(Object.entries(params).filter(([name]) => !NO_FILTERS.has(name)));
  return defineList({
    ...{ name, label, fields, columns, dated },
    relations: {},
    filters: Object.fromEntries(Object.entries(fields).map(([field, { kind }]) => [field, { field, op: 'equals' as const, kind }])),
    sorts: columns.map(({ key }) => key),
    order: 'name ASC',
    access: TOTALS_ACCESS,
  });
}

/** Lists that are no entities and have saved views. */
export const totalsList = listOf('totals', { vi: 'Tổng điểm', en: 'Totals' }, totalsFields, TOTAL_COLUMNS, 'month');
export const customerTotalsList = listOf(
  'total_customers',
  { vi: 'Tổng hợp khách hàng', en: 'Customer totals' },
  customerTotalsFields,
  TOTAL_CUSTOMER_COLUMNS,
  'henkyaku_hi',
);
export const COMPUTED_LISTS = [totalsList, customerTotalsList] as const;
