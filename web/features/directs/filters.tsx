import { META_LABELS } from '#contracts/contract.ts';
import { directFields } from '#contracts/entities/directs.ts';
import { FLAG_WORDS } from '#contracts/fields.ts';
import { EMPTY_WORDS, FROM_DAY, JOBS, PEOPLE, PERSON_OF_JOB, THESE_JOBS, TO_DAY, UPDATED_FROM, UPDATED_TO } from '#contracts/labels.ts';
import { monthRange } from '#contracts/months.ts';
import { DateFilter, type FilterLabel, RefFilter } from '../../crud/filters/filters.tsx';
import type { ListStart } from '../../crud/list/list-state.ts';
import { officeToday } from '../../i18n/index.ts';
import { MonthFilter } from '../filters/month-filter.tsx';
import { MoreFilters } from '../filters/more-filters.tsx';
import { CHECKED_LABEL, CheckedFilter } from '../records/checked-filter.tsx';

const { customer_id, dept_id, dept_grp_id, user_id, chekkusha_id } = directFields;

/** The jobs that were returned last come first. */
const NEWEST_FIRST = 'henkyaku_hi DESC';

/** This month, as it is when the list is opened. */
export const startThisMonth = (): ListStart => ({ order: NEWEST_FIRST, filters: monthRange(officeToday()) });

/** Labels of every filter parameter of the address, including those that only links set. */
const LABELS: readonly FilterLabel[] = [
  { name: 'customer_id', label: customer_id.label, entity: 'customers' },
  { name: 'dept_id', label: dept_id.label, entity: 'departments' },
  { name: 'dept_grp_id', label: dept_grp_id.label, entity: 'department_groups' },
  { name: 'user_id', label: user_id.label, entity: 'users' },
  { name: 'chekkusha_id', label: chekkusha_id.label, entity: 'users' },
  { name: 'person_id', label: PERSON_OF_JOB, entity: 'users' },
  { name: 'user_ids', label: user_id.label, count: PEOPLE },
  { name: 'chekkusha_ids', label: chekkusha_id.label, count: PEOPLE },
  { name: 'person_ids', label: PERSON_OF_JOB, count: PEOPLE },
  { name: 'exc_start_time', label: FROM_DAY, date: true },
  { name: 'exc_end_time', label: TO_DAY, date: true },
  { name: 'updated_at__ge', label: UPDATED_FROM, date: true },
  { name: 'updated_at__le', label: UPDATED_TO, date: true },
  { name: 'id', label: META_LABELS.id! },
  { name: 'ids', label: THESE_JOBS, count: JOBS },
  CHECKED_LABEL,
  { name: 'is_updated', label: directFields.is_updated.label, valueLabels: FLAG_WORDS },
  ...(['user_id', 'chekkusha_id', 'dept_id', 'customer_id', 'work_category_id', 'tsubosuu', 'result_design_point'] as const).map(
    (field) => ({
      name: `${field}__empty`,
      label: directFields[field].label,
      valueLabels: EMPTY_WORDS,
    }),
  ),
];

/** `adjusting`: in the list that is checked the state of the check is always in sight. */
function DirectFilters({ adjusting = false }) {
  const checked = <CheckedFilter />;
  return (
    <>
      <MonthFilter />
      <RefFilter name="customer_id" label={customer_id.label} entity="customers" />
      <RefFilter name="user_id" label={user_id.label} entity="users" />
      {adjusting && checked}
      <MoreFilters names={['dept_grp_id', 'chekkusha_id', ...(adjusting ? [] : [CHECKED_LABEL.name])]}>
        {!adjusting && checked}
        <RefFilter name="dept_grp_id" label={dept_grp_id.label} entity="department_groups" />
        <RefFilter name="chekkusha_id" label={chekkusha_id.label} entity="users" />
        <DateFilter name="exc_start_time" label={FROM_DAY} />
        <DateFilter name="exc_end_time" label={TO_DAY} />
      </MoreFilters>
    </>
  );
}

export const DIRECT_FILTERS = { fields: <DirectFilters />, labels: LABELS };
export const ADJUSTED_FILTERS = { fields: <DirectFilters adjusting />, labels: LABELS };
