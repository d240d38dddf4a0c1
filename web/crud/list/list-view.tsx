import { useMutation } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { lazy, type ReactNode, type Ref, Suspense, useCallback, useState } from 'react';
import type { Page } from '../../api/client.ts';
import { formatNumber, useText } from '../../i18n/index.ts';
import { PageHeader, type PageHeaderProps } from '../../layout/page-header.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/feedback.tsx';
import { useShortcuts } from '../../ui/hooks/shortcuts.ts';
import { focusFirstRow } from '../../ui/table/roving-tab-index.ts';
import { FilterBar, type FilterLabel } from '../filters/filters.tsx';
import { callOrder, parseOrder, type useListState } from './list-state.ts';
import { asRow, PagedTable, type PagedTableProps, toPageControls } from './paged-table.tsx';

/** More rows are more than fifty sheets, which nobody wants to print; a workbook has them all. */
const MAX_PRINTED_ROWS = 2000;

const PrintList = lazy(() => import('./print-list.tsx').then((module) => ({ default: module.PrintList })));

interface ListViewProps<R>
  extends Omit<PagedTableProps<R>, 'pages' | 'order' | 'onOrder' | 'empty'>,
    Pick<PageHeaderProps, 'badge' | 'folded' | 'work' | 'primary'> {
  /** The state in the address; `answer` is the query that it asks for. */
  list: ReturnType<typeof useListState>;
  root?: Ref<HTMLDivElement>;
  /** Buttons in the top bar. */
  head?: ReactNode;
  /** Reads so many rows from the first one on, whatever page is in view: what is printed. */
  readAll?: (limit: number) => Promise<Page<R>>;
  /** Behind the title on paper: what no chip says, such as the month. */
  printedPeriod?: string | undefined;
  /** Above the filters. */
  tabs?: ReactNode;
  /** The search box, before the filters, and its parameter. */
  search?: { name: string; box: ReactNode } | undefined;
  filters?: ReactNode;
  /** The filters as chips; one of them set makes an empty list say that nothing matches. */
  filterLabels?: readonly FilterLabel[] | undefined;
  /** Between the filters and the table. */
  notice?: ReactNode;
  /** Order while the address has none: 'name ASC'. */
  defaultOrder?: string;
  /** Shown when there are no rows and no filter is set, with the action below it. */
  emptyText: string;
  emptyAction?: ReactNode;
  /** Instead of both where it is given. */
  empty?: ReactNode;
}

/** A list from top to bottom: filters, table, its foot with the pages; title, count and actions in the top bar. Rows come from any paged call. */
export function ListView<R>(props: ListViewProps<R>) {
  const {
    list,
    root,
    head,
    badge,
    folded,
    work,
    primary,
    readAll,
    printedPeriod,
    tabs,
    search,
    filters,
    filterLabels = [],
    notice,
    defaultOrder,
    emptyText,
    emptyAction,
    empty,
    answer,
    ...table
  } = props;
  const { state, change, clear } = list;
  const { t } = useText();
  const { layout, density } = useLayoutOfRows(list, answer);
  const { printed, finish, startPrint, isPreparing } = usePrintAll(readAll && (() => readAll(MAX_PRINTED_ROWS)));
  // The browser's own menu prints the page alone: it leaves no time to read anything.
  useShortcuts({ ArrowDown: focusFirstRow, ...(readAll && { 'mod+p': startPrint }) });
  const filtered = filterLabels.some(({ name }) => state.filters[name]);
  return (
    <div ref={root} data-printing={printed ? true : undefined} data-density={density} className="one-list flex min-w-0 flex-col gap-2">
      <PageHeader
        count={answer.data?.total}
        actions={head}
        folded={
          <>
            {folded}
            {readAll && (
              <Button icon={Printer} loading={isPreparing} onClick={startPrint}>
                {t('list.print')}
              </Button>
            )}
          </>
        }
        {...{ badge, work, primary }}
      />
      {tabs}
      {(search || filters) && (
        <FilterBar search={search} state={state} change={change} clear={clear} labels={filterLabels} printing={printed !== null}>
          {filters}
        </FilterBar>
      )}
      {notice}
      {readAll && !printed && answer.data && answer.data.total > answer.data.data.length && (
        <p className="hidden print:block">
          {t('list.print_page_only', { n: formatNumber(answer.data.data.length), total: formatNumber(answer.data.total) })}
        </p>
      )}
      {printed && (
        <Suspense fallback={null}>
          <PrintList
            layout={state.columns}
            {...table}
            rows={printed.data.map(table.rowOf ?? asRow)}
            total={printed.total}
            period={printedPeriod}
            filters={state.filters}
            onDone={finish}
          />
        </Suspense>
      )}
      <PagedTable
        layout={layout}
        onLayout={state.columns.order.length > 0 ? (columns) => void change({ columns }) : undefined}
        {...table}
        answer={answer}
        pages={toPageControls(state, change)}
        order={parseOrder(callOrder(state) ?? defaultOrder)}
        onOrder={(order) => change({ order })}
        empty={
          empty || (
            <EmptyState text={filtered ? t('list.no_match') : emptyText}>
              {filtered ? <Button onClick={clear}>{t('control.clear_all')}</Button> : emptyAction}
            </EmptyState>
          )
        }
      />
    </div>
  );
}

/** The columns and the height of the rows that are shown: those of another view come with its rows. Without a height it is the person's own. */
function useLayoutOfRows({ state, view }: ListViewProps<unknown>['list'], { isPlaceholderData }: ListViewProps<unknown>['answer']) {
  const { columns } = state;
  const [shown, show] = useState({ view, columns });
  const waits = isPlaceholderData && shown.view?.id !== view?.id;
  if (!waits && (shown.view !== view || shown.columns !== columns)) show({ view, columns });
  const { view: of, columns: layout } = waits ? shown : { view, columns };
  return { layout, density: of?.state.density };
}

/** Reads all rows of a list to be printed; `finish` ends it. */
function usePrintAll<Answer>(readAll: (() => Promise<Answer>) | undefined) {
  const [printed, setPrinted] = useState<Answer | null>(null);
  const { mutate, isPending } = useMutation({ mutationFn: async () => (readAll ? readAll() : null), onSuccess: setPrinted });
  const finish = useCallback(() => setPrinted(null), []);
  return { printed, finish, startPrint: () => mutate(), isPreparing: isPending || printed !== null };
}
