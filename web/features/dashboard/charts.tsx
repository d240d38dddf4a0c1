import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useCallback, useMemo } from 'react';
import type { DepartmentChartRow, UserChartRow } from '#contracts/calls/answers/dashboard.ts';
import {
  DEPARTMENT_CHART_COLUMNS,
  DEPARTMENT_SERIES,
  type TrendMonth,
  USER_CHART_COLUMNS,
  USER_SERIES,
} from '#contracts/calls/dashboard.ts';
import type { Column } from '#contracts/contract.ts';
import { MAX_IDS } from '#contracts/paging.ts';
import { type Row, read } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import type { ListState, useListState } from '../../crud/list/list-state.ts';
import { type MessageKey, useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { ReadError } from '../../layout/page-parts.tsx';
import { monthPhase } from '../filters/month-selects.tsx';
import { Board, type Trend } from './board.tsx';
import { departmentJobsPath, personJobsPath } from './jobs-path.ts';
import { formatExact, MEASURES, readMeasure, sumDepartments } from './measures.ts';

interface Shown {
  filters: ChartFilters;
  state: ListState;
  change: ReturnType<typeof useListState>['change'];
  title: string;
}

export function People({ filters, state, change, title }: Shown) {
  const { may } = useSession();
  const { data, error, isFetching, refetch } = useQuery(peopleQuery(filters));
  const trend = useTrend(filters, 0);
  const order = state.order ?? BY_NAME;
  const rows = useMemo(() => data && sortRows(data.charts, order).map((row): Row => ({ ...row, id: row.user_id })), [data, order]);
  const columns = useColumns(USER_CHART_COLUMNS);
  const mayOpen = may(ACTIONS.see_data);
  const isAll = may(ACTIONS.see_all_departments) && !filters.dept_id && !filters.dept_grp_id;
  const people = data?.charts;
  const toJobs = useCallback(
    (figure: string, row: Row | null) => {
      if (row) return personJobsPath(figure, [row.id], filters);
      if (isAll) return departmentJobsPath(figure, null, filters);
      // More than a list can be asked for by name: their rows lead to their jobs, the sum to none.
      return people && people.length <= MAX_IDS
        ? personJobsPath(
            figure,
            people.map(({ user_id }) => user_id),
            filters,
          )
        : undefined;
    },
    [filters, isAll, people],
  );
  if (error && !data) return <ReadError error={error} onRetry={refetch} />;
  return (
    <Board
      {...{ title, state, change, filters, order, rows, trend, columns }}
      series={USER_SERIES}
      sum={data?.sum}
      stale={isFetching && data !== undefined}
      isDepartment={0}
      toJobs={mayOpen ? toJobs : undefined}
      note={<Counted text="dashboard.counted_people" filters={filters} measure={state.filters.measure} />}
    />
  );
}

export function Departments({ filters, state, change, title }: Shown) {
  const { may, user } = useSession();
  const { data, error, isFetching, refetch } = useQuery(departmentsQuery(filters));
  // The sums of a year cannot be filtered by the day of a record's last change.
  const isFollowed = !filters.updated_at__ge && !filters.updated_at__le;
  const trend = useTrend(filters, 1, isFollowed);
  const columns = useColumns(DEPARTMENT_CHART_COLUMNS);
  const mayOpen = may(ACTIONS.see_data);
  const shown = may(ACTIONS.see_all_departments) ? Number(filters.dept_id) || null : (user?.department?.id ?? null);
  const toJobs = useCallback(
    (figure: string, row: Row | null) => departmentJobsPath(figure, row ? row.id : shown, filters),
    [filters, shown],
  );
  const sum = useMemo(() => data && sumDepartments(data), [data]);
  const order = state.order ?? BY_NAME;
  // What belongs to no department has no id.
  const rows = useMemo(() => data && sortRows(data, order).map((row): Row => ({ ...row, id: row.id ?? 0 })), [data, order]);
  if (error && !data) return <ReadError error={error} onRetry={refetch} />;
  return (
    <Board
      {...{ title, state, change, filters, order, rows, trend, columns, sum }}
      series={DEPARTMENT_SERIES}
      stale={isFetching && data !== undefined}
      isDepartment={1}
      toJobs={mayOpen ? toJobs : undefined}
      note={<Counted text="dashboard.counted_departments" filters={filters} measure={state.filters.measure} />}
    />
  );
}

function useTrend(filters: Shown['filters'], is_department: 0 | 1, isAsked = true): Trend {
  const { t } = useText();
  const query = { ...filters, is_department };
  const { data, error, refetch } = useQuery({
    queryKey: ['charts', 'trend', query],
    ...read('home/trend', query, ({ data }: { data: TrendMonth[] }) => data.filter(hasBegun)),
    enabled: isAsked,
  });
  const problem = isAsked ? (
    error && !data && <ReadError error={error} onRetry={refetch} />
  ) : (
    <p className="pt-1 text-muted">{t('dashboard.trend_not_by_change')}</p>
  );
  return { months: isAsked && !problem ? data : null, problem };
}

const hasBegun = ({ month }: TrendMonth) => monthPhase(month) !== 'to_come';

/** Below a table: which jobs its figures count, and why the other tab's are others. */
function Counted({ text, ...shown }: { text: MessageKey } & ComponentProps<typeof TabDifference>) {
  const { t } = useText();
  return (
    <div className="flex flex-col gap-1">
      <p className="text-legend text-muted">{t(text)}</p>
      <TabDifference {...shown} />
    </div>
  );
}

/** The name and the points first. */
function useColumns(columns: readonly Column[]): readonly Column[] {
  return useMemo(() => {
    const place = ({ key, kind }: Column) => (FIRST.includes(key) ? FIRST.indexOf(key) : kind === 'text' ? FIRST.length + 1 : FIRST.length);
    return columns.toSorted((a, b) => place(a) - place(b));
  }, [columns]);
}

const FIRST = ['name', 'total_point', 'point_design', 'point_check', 'total_unit'];

const BY_NAME = { column: 'name', direction: 'ASC' } as const;

/** Rows that came by name, in the order of another column. */
function sortRows<R extends object>(rows: readonly R[], { column, direction }: NonNullable<ListState['order']>): readonly R[] {
  const way = direction === 'DESC' ? -1 : 1;
  const value = (row: R) => (row as Record<string, unknown>)[column];
  if (column === 'name') return way === 1 ? rows : rows.toReversed();
  const compare = (a: R, b: R) => {
    const [first, second] = [value(a), value(b)];
    return typeof first === 'number' && typeof second === 'number'
      ? first - second
      : String(first ?? '').localeCompare(String(second ?? ''), 'vi');
  };
  return rows.toSorted((a, b) => way * compare(a, b));
}

interface TabDifferenceProps {
  filters: ChartFilters;
  /** The key of the shown measure. */
  measure: string | undefined;
}

/**
 * Why both tabs have other sums: of a department, one adds up what its people did, the other what was done of its jobs. Nothing where the sums
 * are the same, as they are over all departments, or where the days of the last change filter one tab alone.
 */
function TabDifference({ filters, measure: chosen }: TabDifferenceProps) {
  const { t, lang } = useText();
  const { may } = useSession();
  const isPart = !may(ACTIONS.see_all_departments) || Boolean(filters.dept_id || filters.dept_grp_id);
  const enabled = isPart && !filters.updated_at__ge && !filters.updated_at__le;
  const people = useQuery({ ...peopleQuery(filters), enabled });
  const departments = useQuery({ ...departmentsQuery(filters), enabled });
  if (!enabled || !people.data || !departments.data) return null;
  const measure = MEASURES.find(({ key }) => key === chosen) ?? MEASURES[0]!;
  const ofPeople = readMeasure({ id: 0, ...people.data.sum }, measure);
  const ofJobs = readMeasure({ id: 0, ...sumDepartments(departments.data) }, measure);
  const difference = formatExact(ofPeople - ofJobs, measure);
  if (difference === formatExact(0, measure)) return null;
  return (
    <p data-tab-difference className="text-legend text-muted tabular-nums">
      {t('dashboard.tab_difference', {
        measure: measure.label[lang],
        people: formatExact(ofPeople, measure),
        jobs: formatExact(ofJobs, measure),
        difference,
      })}
    </p>
  );
}

/** The parameters of the calls: year, month, department, group, days of the last change. */
type ChartFilters = Readonly<Record<string, string>>;

/** More people than any company that this is for has. */
const ALL_PEOPLE = 5000;

const peopleQuery = (filters: ChartFilters) => ({
  queryKey: ['charts', filters],
  ...read<{ charts: UserChartRow[]; sum: Record<string, number> }>('charts', { ...filters, limit: ALL_PEOPLE }),
});

const departmentsQuery = (filters: ChartFilters) => ({
  queryKey: ['charts', 'departments', filters],
  ...read<DepartmentChartRow[]>('home/get-all-group-by-dev', filters),
});
