import { directFields } from '#contracts/entities/directs.ts';
import { DateFilter, type FilterLabel, RefFilter } from '../../crud/filters/filters.tsx';
import { MonthButtons } from '../../crud/filters/month-buttons.tsx';
import { TextFilter } from '../../crud/filters/text-filter.tsx';
import { text, useText } from '../../i18n/index.ts';

const { customer_id, dept_grp_id, user_id, chekkusha_id, name } = directFields;
const EMPTY = { 1: { vi: 'còn thiếu', en: 'missing' }, 0: { vi: 'đã có', en: 'present' } };
const MARKS = { 1: { vi: 'Có', en: 'Yes' }, 0: { vi: 'Không', en: 'No' } };

/** What was returned last comes first. */
export const NEWEST_FIRST = 'henkyaku_hi DESC';

/** Labels of every filter parameter of the address, including those that only links set. */
export const directFilterLabels: readonly FilterLabel[] = [
  { name: 'customer_id', label: customer_id.label, entity: 'customers' },
  { name: 'dept_grp_id', label: dept_grp_id.label, entity: 'department_groups' },
  { name: 'user_id', label: user_id.label, entity: 'users' },
  { name: 'chekkusha_id', label: chekkusha_id.label, entity: 'users' },
  { name: 'person_id', label: { vi: 'Thiết kế hoặc kiểm tra', en: 'Designed or checked by' }, entity: 'users' },
  { name: 'name__~', label: name.label },
  { name: 'exc_start_time', label: { vi: 'Từ ngày', en: 'From' }, date: true },
  { name: 'exc_end_time', label: { vi: 'Đến ngày', en: 'To' }, date: true },
  { name: 'id', label: { vi: 'Mã số', en: 'Id' } },
  { name: 'is_checked', label: directFields.is_checked.label, valueLabels: MARKS },
  { name: 'is_updated', label: directFields.is_updated.label, valueLabels: MARKS },
  ...(['user_id', 'chekkusha_id', 'customer_id', 'work_category_id', 'tsubosuu', 'result_design_point'] as const).map((field) => ({
    name: `${field}__empty`,
    label: directFields[field].label,
    valueLabels: EMPTY,
  })),
];

export function DirectFilters() {
  useText();
  return (
    <>
      <TextFilter name="name__~" label={name.label} />
      <RefFilter name="customer_id" label={customer_id.label} entity="customers" />
      <RefFilter name="dept_grp_id" label={dept_grp_id.label} entity="department_groups" />
      <RefFilter name="user_id" label={user_id.label} entity="users" />
      <RefFilter name="chekkusha_id" label={chekkusha_id.label} entity="users" />
      <DateFilter name="exc_start_time" label={text('direct.from')} />
      <DateFilter name="exc_end_time" label={text('direct.to')} />
      <MonthButtons />
    </>
  );
}
