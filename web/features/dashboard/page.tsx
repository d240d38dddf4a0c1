import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { DEPARTMENT, DEPARTMENT_GROUP, UPDATED_FROM, UPDATED_TO } from '#contracts/labels.ts';
import { MONTH, YEAR } from '#contracts/months.ts';
import { DateFilter, FilterBar, type FilterLabel, RefFilter, SelectFilter } from '../../crud/filters/filters.tsx';
import { useListState } from '../../crud/list/list-state.ts';
import { formatMonth, useText } from '../../i18n/index.ts';
import { lazyPart } from '../../layout/lazy-part.tsx';
import { MonthLockBadge, PageHeader } from '../../layout/page-header.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { DepartmentFilter } from '../filters/department-filter.tsx';
import { currentMonth, monthOptions, yearOptions } from '../filters/month-selects.tsx';
import { BoardShape } from './chart-shape.tsx';

const Waiting = lazyPart(() => import('./waiting.tsx').then((m) => m.Waiting), { placeholder: () => <div className="h-8" /> });
const People = lazyPart(() => import('./charts.tsx').then((m) => m.People), {
  isSeenAtOnce: true,
  placeholder: () => <BoardShape size="many" />,
});
const Departments = lazyPart(() => import('./charts.tsx').then((m) => m.Departments), { placeholder: () => <BoardShape size="few" /> });

const LABELS: readonly FilterLabel[] = [
  { name: 'dept_id', label: DEPARTMENT, entity: 'departments' },
  { name: 'dept_grp_id', label: DEPARTMENT_GROUP, entity: 'department_groups' },
  { name: 'updated_at__ge', label: UPDATED_FROM, date: true },
  { name: 'updated_at__le', label: UPDATED_TO, date: true },
];

const ROWS_BELOW_CHARTS = 10;

/** Parameters that say how the figures are shown, which the calls are not asked. */
const VIEW = ['tab', 'measure'];

type Tab = 'default' | 'department';

/** The month at a glance: per person, or per department, as charts and as a table with the same figures. */
export function DashboardPage() {
  const { t } = useText();
  const [params] = useSearchParams();
  const tab: Tab = params.get('tab') === 'department' ? 'department' : 'default';
  const start = useMemo(
    () => ({ limit: ROWS_BELOW_CHARTS, always: { year: String(currentMonth().year), month: String(currentMonth().month) } }),
    [],
  );
  const { state, change, clear } = useListState(start);
  const month = { year: Number(state.filters.year), month: Number(state.filters.month) };
  const byDepartment = tab === 'department';
  const filters = useMemo<Record<string, string>>(() => {
    const isAsked = (name: string) => !VIEW.includes(name) && (byDepartment || !name.startsWith('updated_at'));
    return Object.fromEntries(Object.entries(state.filters).filter(([name]) => isAsked(name)));
  }, [state.filters, byDepartment]);
  const select = (next: Tab) =>
    change({
      order: null,
      filters: {
        tab: next === 'department' ? 'department' : null,
        ...(next === 'default' ? { updated_at__ge: null, updated_at__le: null } : {}),
      },
    });

  return (
    <div data-own-head className="flex min-w-0 flex-col gap-3 print:block print:w-175">
      <PageHeader badge={<MonthLockBadge {...month} />} />
      <Waiting />
      <Tabs
        label={t('dashboard.views')}
        current={tab}
        onChange={select}
        tabs={[
          { key: 'default', label: t('dashboard.default') },
          { key: 'department', label: t('dashboard.department') },
        ]}
      >
        <div className="flex flex-col gap-4">
          <div data-chrome>
            <FilterBar state={state} change={change} clear={clear} labels={LABELS}>
              <DepartmentFilter />
              <RefFilter name="dept_grp_id" label={DEPARTMENT_GROUP} entity="department_groups" />
              <SelectFilter name="year" label={YEAR} options={yearOptions()} required className="sm:w-24" />
              <SelectFilter name="month" label={MONTH} options={monthOptions()} required className="sm:w-24" />
              {byDepartment && <DateFilter name="updated_at__ge" label={UPDATED_FROM} />}
              {byDepartment && <DateFilter name="updated_at__le" label={UPDATED_TO} />}
            </FilterBar>
          </div>
          {byDepartment ? (
            <Departments filters={filters} state={state} change={change} title={formatMonth(month.year, month.month)} />
          ) : (
            <People filters={filters} state={state} change={change} title={formatMonth(month.year, month.month)} />
          )}
        </div>
      </Tabs>
    </div>
  );
}
