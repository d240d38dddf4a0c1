import { useMemo } from 'react';
import { DEPARTMENT, DEPARTMENT_GROUP, EMPLOYEE, FROM_DAY, TO_DAY } from '#contracts/labels.ts';
import { MONTH, YEAR } from '#contracts/months.ts';
import { useSession } from '../../api/session.tsx';
import { DateFilter, type FilterLabel, RefFilter, SelectFilter } from '../../crud/filters/filters.tsx';
import { ACTIONS } from '../../layout/access.ts';
import { DepartmentFilter } from '../department-filter.tsx';
import { currentMonth, monthOptions, yearOptions } from '../month-selects.tsx';

const LABELS: readonly FilterLabel[] = [
  { name: 'dept_id', label: DEPARTMENT, entity: 'departments' },
  { name: 'dept_grp_id', label: DEPARTMENT_GROUP, entity: 'department_groups' },
  { name: 'user_id', label: EMPLOYEE, entity: 'users' },
  { name: 'exc_start_time', label: FROM_DAY, date: true },
  { name: 'exc_end_time', label: TO_DAY, date: true },
];

const LABELS_OF_OWN = LABELS.filter(({ name }) => name !== 'dept_id');

/** Labels of the filters as chips; the department is a chip only where others can be chosen. */
export function useTotalsFilterLabels(): readonly FilterLabel[] {
  const { may } = useSession();
  return may(ACTIONS.see_all_departments) ? LABELS : LABELS_OF_OWN;
}

/** The current month; for others than an Admin their own department, for a Viewer their first group too. */
export function useTotalsDefaults(): Readonly<Record<string, string>> {
  const { user, may } = useSession();
  return useMemo(() => {
    const { year, month } = currentMonth();
    const group = user?.department_group[0]?.id;
    const defaults: Record<string, string> = { year: String(year), month: String(month) };
    if (!may(ACTIONS.see_all_departments) && user?.department_id) defaults.dept_id = String(user.department_id);
    if (!may(ACTIONS.see_own_department) && group) defaults.dept_grp_id = String(group);
    return defaults;
  }, [user, may]);
}

export function TotalsFilters() {
  return (
    <>
      <DepartmentFilter />
      <RefFilter name="dept_grp_id" label={DEPARTMENT_GROUP} entity="department_groups" />
      <RefFilter name="user_id" label={EMPLOYEE} entity="users" />
      <SelectFilter name="year" label={YEAR} options={yearOptions()} required className="sm:w-24" />
      <SelectFilter name="month" label={MONTH} options={monthOptions()} className="sm:w-24" />
      <DateFilter name="exc_start_time" label={FROM_DAY} />
      <DateFilter name="exc_end_time" label={TO_DAY} />
    </>
  );
}
