import { useCallback, useMemo } from 'react';
import { totalsList } from '#contracts/calls/view-lists.ts';
import { DEPARTMENT, DEPARTMENT_GROUP, EMPLOYEE, FROM_DAY, TO_DAY } from '#contracts/labels.ts';
import { MONTH, monthRange, YEAR, yearMonthOf } from '#contracts/months.ts';
import { useSession } from '../../api/session.tsx';
import { DateFilter, type FilterLabel, RefFilter, SelectFilter, useFilters } from '../../crud/filters/filters.tsx';
import { type ListChange, useListState } from '../../crud/list/list-state.ts';
import { useViewOfList } from '../../crud/views/use-view-of-list.ts';
import { ACTIONS } from '../../layout/access.ts';
import { DepartmentFilter } from '../filters/department-filter.tsx';
import { currentMonth, monthOptions, yearOptions } from '../filters/month-selects.tsx';
import { MoreFilters } from '../filters/more-filters.tsx';
import { SCREEN_COLUMNS } from './columns.tsx';

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

type Filters = Readonly<Record<string, string>>;

/** The list's state, whose period is either a range of days or a month or year: to choose one takes the other away. */
export function useTotalsList() {
  const defaults = useTotalsDefaults();
  const start = useMemo(() => ({ always: defaults }), [defaults]);
  const { view, ...opened } = useViewOfList(totalsList, start);
  const list = useListState(opened.start, { name: totalsList.name, columns: SCREEN_COLUMNS, view });
  const { change } = list;
  const isOfMonth = view?.state.period !== undefined;
  const state = useMemo(
    () => ({ ...list.state, filters: withOnePeriod(isOfMonth ? toMonth(list.state.filters) : list.state.filters, defaults) }),
    [list.state, isOfMonth, defaults],
  );
  const { filters } = state;
  const changeOnePeriod = useCallback(
    (next: ListChange) => change({ ...next, ...(next.filters && { filters: takeOtherPeriod(next.filters, filters, defaults) }) }),
    [change, filters, defaults],
  );
  return {
    list: { ...list, state, change: changeOnePeriod },
    viewed: { contract: totalsList, list, view, opened, columns: SCREEN_COLUMNS },
  };
}

export const hasRange = (filters: Filters) => Boolean(filters.exc_start_time || filters.exc_end_time);

/** The month and year instead of the days that a view's period means, where they are a month's. */
function toMonth({ exc_start_time, exc_end_time, ...others }: Filters): Filters {
  if (!exc_start_time || !exc_end_time)
    return { ...others, ...(exc_start_time && { exc_start_time }), ...(exc_end_time && { exc_end_time }) };
  const days = { exc_start_time, exc_end_time };
  const whole = monthRange(exc_start_time);
  if (whole.exc_start_time !== exc_start_time || whole.exc_end_time !== exc_end_time) return { ...others, ...days };
  const { year, month } = yearMonthOf(exc_start_time);
  return { ...others, year: String(year), month: String(month) };
}

/** The period is the current month without a range or a year, as after 'clear all'. */
function withOnePeriod({ year, month, ...others }: Filters, defaults: Filters): Filters {
  if (hasRange(others)) return others;
  const shown = year ? month : (month ?? defaults.month);
  return { ...others, year: year ?? defaults.year!, ...(shown && { month: shown }) };
}

function takeOtherPeriod(next: NonNullable<ListChange['filters']>, { year, month }: Filters, defaults: Filters): ListChange['filters'] {
  if ('year' in next || 'month' in next) {
    return { year: year ?? defaults.year!, month: month ?? null, ...next, exc_start_time: null, exc_end_time: null };
  }
  return next.exc_start_time || next.exc_end_time ? { year: null, month: null, ...next } : next;
}

/** The current month; for others than an Admin their own department, for a Viewer their first group too. */
function useTotalsDefaults(): Readonly<Record<string, string>> {
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
  // While a range stands instead of the month, neither a year is chosen.
  const years = hasRange(useFilters().filters) ? [NO_YEAR, ...yearOptions()] : yearOptions();
  return (
    <>
      <DepartmentFilter />
      <SelectFilter name="month" label={MONTH} options={monthOptions()} className="sm:w-24" />
      <MoreFilters names={['user_id', 'dept_grp_id', 'exc_start_time', 'exc_end_time']}>
        <SelectFilter name="year" label={YEAR} options={years} required />
        <RefFilter name="user_id" label={EMPLOYEE} entity="users" />
        <RefFilter name="dept_grp_id" label={DEPARTMENT_GROUP} entity="department_groups" />
        <DateFilter name="exc_start_time" label={FROM_DAY} />
        <DateFilter name="exc_end_time" label={TO_DAY} />
      </MoreFilters>
    </>
  );
}

const NO_YEAR = { value: '', label: '–' };
