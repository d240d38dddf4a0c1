import { column, columns } from '../columns.ts';
import type { Column } from '../contract.ts';
import { directFields } from '../entities/directs.ts';
import { option } from '../fields.ts';
import type { DeliveredJob } from './answers/deliveries.ts';
import { yearMonthFields } from './month-lock.ts';

/** The parameters of `GET /customers/{id}/deliveries`; JSON without a format. */
export const deliveryFields = {
  ...yearMonthFields,
  format: option(
    { vi: 'Loại tệp', en: 'File type' },
    { json: { vi: 'JSON', en: 'JSON' }, xlsx: { vi: 'Excel', en: 'Excel' }, pdf: { vi: 'PDF', en: 'PDF' } },
  ),
};

/** The page that prints a customer's month. */
export const deliveriesPath = (id: number, query = '') => `/customers/${id}/deliveries${query}`;

/** The list of what a customer got in a month. It goes to the customer, so its words are Japanese: the labels of the contracts. */
export const DELIVERY_COLUMNS: readonly (Column & { key: keyof DeliveredJob })[] = [
  ...columns(directFields, [
    'name',
    'bukkenmei',
    'tokuisakimei',
    'hacchyuu_naiyou',
    'tsubosuu',
    'uketsuke_hi',
    'kibou_nouki',
    'henkyaku_hi',
  ]),
  column('on_time', { vi: 'Đúng hạn', en: 'On time', ja: '納期内' }),
  ...columns(directFields, ['teisei_henkyaku_hi']),
] as (Column & { key: keyof DeliveredJob })[];

/** What else the list says, in the customer's language. */
export const DELIVERY_WORDS = {
  title: '納品一覧',
  total: '合計',
  draft: '下書き（未確定）',
  draft_tab: '下書き',
  on_time: { 0: '遅延', 1: '○' },
  jobs: '件数',
  unit: '件',
  late: '遅延',
  corrections: '訂正',
  honorific: '御中',
} as const;
