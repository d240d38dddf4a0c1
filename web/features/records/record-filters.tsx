import { META_LABELS } from '#contracts/contract.ts';
import { DAY, DEPARTMENT, DEPARTMENT_GROUP, EMPLOYEE, FROM_DAY, PEOPLE, TO_DAY } from '#contracts/labels.ts';
import { DateFilter, type FilterLabel, RefFilter } from '../../crud/filters/filters.tsx';
import { MonthFilter } from '../filters/month-filter.tsx';
import { MoreFilters } from '../filters/more-filters.tsx';
import { CHECKED_LABEL, CheckedFilter } from './checked-filter.tsx';

/** The filters of a person's monthly records; `entity` is the prefix of the person's parameter. */
export function recordFilterLabels(entity: string, more: readonly FilterLabel[] = []): readonly FilterLabel[] {
  return [
    { name: 'id', label: META_LABELS.id! },
    { name: 'departments__id', label: DEPARTMENT, entity: 'departments' },
    { name: 'dept_grp_id', label: DEPARTMENT_GROUP, entity: 'department_groups' },
    { name: 'department_groups__id', label: DEPARTMENT_GROUP, entity: 'department_groups' },
    { name: `${entity}__user_id`, label: EMPLOYEE, entity: 'users' },
    { name: 'user_ids', label: EMPLOYEE, count: PEOPLE },
    { name: 'rate_at', label: DAY, date: true },
    { name: 'exc_start_time', label: FROM_DAY, date: true },
    { name: 'exc_end_time', label: TO_DAY, date: true },
    CHECKED_LABEL,
    ...more,
  ];
}

/** `hasChecks`: the records have a check mark. */
export function RecordFilters({ entity, hasChecks = false }: { entity: string; hasChecks?: boolean }) {
  return (
    <>
      <MonthFilter />
      <RefFilter name={`${entity}__user_id`} label={EMPLOYEE} entity="users" />
      {hasChecks && <CheckedFilter />}
      <MoreFilters names={['department_groups__id', 'rate_at']}>
        <RefFilter name="department_groups__id" label={DEPARTMENT_GROUP} entity="department_groups" />
        <DateFilter name="rate_at" label={DAY} />
        <DateFilter name="exc_start_time" label={FROM_DAY} />
        <DateFilter name="exc_end_time" label={TO_DAY} />
      </MoreFilters>
    </>
  );
}
