import { FileText } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { TrendMonth } from '#contracts/calls/dashboard.ts';
import type { Column } from '#contracts/contract.ts';
import { monthKey } from '#contracts/months.ts';
import { api, type Row } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { type CellOptions, isNumeric } from '../../crud/list/cell.tsx';
import { DataTable } from '../../crud/list/data-table.tsx';
import { useListPosition } from '../../crud/list/list-return.ts';
import type { ListChange, ListState } from '../../crud/list/list-state.ts';
import { PageNumbers, toPageControls } from '../../crud/list/paged-table.tsx';
import { PrintTable } from '../../crud/list/print-table.tsx';
import { useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { lazyPart } from '../../layout/lazy-part.tsx';
import { ListLink } from '../../layout/list-link.tsx';
import { DownloadButton, PrintHead } from '../../layout/page-parts.tsx';
import { useRouteTitle } from '../../layout/title.ts';
import { usePrinting } from '../../layout/use-printing.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/feedback/feedback.tsx';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import { SegmentedControl } from '../../ui/inputs/select.tsx';
import { Figure } from '../../ui/table/figure.tsx';
import { CHARTS_HEIGHT, ChartShape } from './chart-shape.tsx';
import { KeyFigures } from './key-figures.tsx';
import { MEASURES, readMeasure } from './measures.ts';

const ChartsPanel = lazyPart(() => import('./charts-panel.tsx').then((m) => m.ChartsPanel), {
  isSeenAtOnce: true,
  placeholder: ({ size }) => <ChartShape size={size} />,
});
const NO_QUERY = {};
const FilterWords = lazyPart(() => import('./filter-words.tsx').then((m) => m.FilterWords));

/** The sums over a year. */
export interface Trend {
  /** At most twelve months that have begun, the shown one last; null where the call cannot apply the filters or has failed. */
  months: readonly TrendMonth[] | null | undefined;
  /** Replaces it where the call has failed: the rest of the page can do without. */
  problem: ReactNode;
}

interface BoardProps {
  title: string;
  columns: readonly Column[];
  series: readonly string[];
  /** All rows, in the order of the table. */
  rows: readonly Row[] | undefined;
  sum: Readonly<Record<string, number>> | undefined;
  trend: Trend;
  stale: boolean;
  isDepartment: 0 | 1;
  filters: Readonly<Record<string, string | undefined>>;
  state: ListState;
  change: (change: ListChange) => Promise<void>;
  order: NonNullable<ListState['order']>;
  /** Address of the jobs that a figure of a row, or of the sum, is made of; none where no list shows exactly those. */
  toJobs?: ((figure: string, row: Row | null) => string | undefined) | undefined;
  /** Below the table. */
  note?: ReactNode;
}

/** A month: key figures, who they are of, how the year went, and a table with the same figures as the charts. */
export function Board(props: BoardProps) {
  const { title, columns, series, rows, sum, trend, stale, isDepartment, filters, state, change, order, toJobs, note } = props;
  const { months, problem } = trend;
  const { t, lang } = useText();
  const { may, user } = useSession();
  const { isPrinting, startPrint } = usePrinting();
  const narrow = useNarrow();
  const month = monthKey(Number(filters.year), Number(filters.month));
  const heading = [useRouteTitle(), ...(isDepartment ? [t('dashboard.department')] : []), title].join(' · ');
  const isFiltered = Object.keys(filters).some((name) => name !== 'year' && name !== 'month');
  const own = may(ACTIONS.see_all_departments) ? undefined : user?.department?.name;
  const scope = isFiltered ? <FilterWords filters={filters} own={own} /> : (own ?? t('dashboard.unfiltered'));
  const charted = useMemo(() => series.flatMap((key) => columns.filter((column) => column.key === key)), [columns, series]);
  const size = isDepartment ? 'few' : 'many';
  const chosen = state.filters.measure ?? MEASURES[0]!.key;
  const measure = MEASURES.find(({ key }) => key === chosen) ?? null;
  const totals = sum && sumFigures(columns, sum, toJobs && ((figure) => toJobs(figure, null)));
  const cells = useMemo(() => linkFigures(columns, toJobs), [columns, toJobs]);
  const navigate = useNavigate();
  const root = useRef<HTMLDivElement>(null);
  useListPosition('/home', root, NO_QUERY, rows !== undefined && months !== undefined);
  const open = useMemo(
    () =>
      toJobs &&
      ((row: Row, figure: string) => {
        const path = toJobs(figure, row);
        if (path) void navigate(path);
      }),
    [toJobs, navigate],
  );
  const blank = rows?.every((row) => MEASURES.every((one) => readMeasure(row, one) === 0));
  const { page, limit } = state;
  const pageRows = useMemo(() => rows?.slice((page - 1) * limit, page * limit), [rows, page, limit]);
  const openMonth = useCallback(
    (month: string) => change({ filters: { year: month.slice(0, 4), month: String(Number(month.slice(5))) }, replace: false }),
    [change],
  );
  return (
    <>
      <PrintHead heading={heading} rows={rows?.length ?? 0} scope={scope} />
      <KeyFigures sum={sum} toJobs={toJobs} month={month} before={blank ? null : months?.findLast((one) => one.month < month)} />
      <div data-chrome className="flex flex-wrap items-center gap-2">
        <SegmentedControl
          label={t('dashboard.measure')}
          value={chosen}
          onChange={(next) => change({ filters: { measure: next === MEASURES[0]!.key ? null : next }, page, replace: true })}
          options={[
            ...MEASURES.map(({ key, short }) => ({ value: key, label: short[lang] })),
            { value: 'series', label: t('dashboard.series') },
          ]}
        />
        <div className="ml-auto flex gap-2">
          {may(ACTIONS.export_charts) && (
            <DownloadButton
              iconOnly={narrow}
              download={() => api.download('home/export', 'home', { query: { ...filters, is_department: isDepartment } })}
            >
              {t('control.export')}
            </DownloadButton>
          )}
          <Button icon={FileText} iconOnly={narrow} disabled={!rows} onClick={startPrint}>
            {t('dashboard.pdf')}
          </Button>
        </div>
      </div>
      {blank ? (
        <div className={cx('flex items-center justify-center rounded border border-line bg-surface', CHARTS_HEIGHT[size])}>
          <EmptyState text={t('dashboard.nothing')}>
            <ListLink entity="directs" />
          </EmptyState>
        </div>
      ) : rows && months !== undefined ? (
        <ChartsPanel
          rows={rows}
          measure={measure}
          series={charted}
          months={months}
          problem={problem}
          month={month}
          size={size}
          heading={heading}
          printing={isPrinting}
          onPick={open}
          onMonth={openMonth}
        />
      ) : (
        <ChartShape size={size} />
      )}
      {isPrinting && rows && totals ? (
        <PrintTable label={heading} columns={columns.filter(({ key }) => key !== 'username')} rows={rows} totals={totals} dashZeros />
      ) : (
        <div ref={root}>
          <DataTable
            label={heading}
            columns={columns}
            rows={pageRows}
            stale={stale}
            sorts={columns.map((column) => column.key)}
            order={order}
            onOrder={(next) => change({ order: next })}
            cells={cells}
            empty={<EmptyState text={t('dashboard.nothing')} />}
            totals={totals}
          />
        </div>
      )}
      {!isPrinting && rows && pageRows && (
        <div>
          <PageNumbers
            of={{ total: rows.length, from: (page - 1) * limit + 1, to: (page - 1) * limit + pageRows.length }}
            pages={toPageControls(state, change)}
          />
        </div>
      )}
      {note}
    </>
  );
}

/** The numbers of a chart's table, each leading to its jobs. */
function linkFigures(columns: readonly Column[], toJobs: BoardProps['toJobs']): NonNullable<CellOptions['cells']> {
  const numeric = columns.filter(isNumeric);
  return Object.fromEntries(
    numeric.map((column) => [
      column.key,
      (row: Row) => <Figure value={Number(row[column.key])} decimals={places(column)} to={toJobs?.(column.key, row)} />,
    ]),
  );
}

function sumFigures(
  columns: readonly Column[],
  sum: Readonly<Record<string, number>>,
  toJobs: ((figure: string) => string | undefined) | undefined,
): Record<string, ReactNode> {
  const summed = columns.filter(({ key }) => sum[key] !== undefined);
  return Object.fromEntries(
    summed.map((column) => [
      column.key,
      <Figure key={column.key} value={sum[column.key]} decimals={places(column)} to={toJobs?.(column.key)} />,
    ]),
  );
}

const places = ({ kind }: Column) => (kind === 'integer' ? 0 : 2);
