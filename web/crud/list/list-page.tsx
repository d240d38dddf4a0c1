import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { Column, Contract } from '#contracts/contract.ts';
import { SEARCH } from '#contracts/field-filters.ts';
import { monthRange } from '#contracts/months.ts';
import { showColumns } from '#contracts/view-state.ts';
import { listQuery, type Row, readPage } from '../../api/client.ts';
import { formatMonth, useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/feedback.tsx';
import { holdKeysForField } from '../../ui/hooks/hold-keys.ts';
import { useShortcuts } from '../../ui/hooks/shortcuts.ts';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import { Figure } from '../../ui/table/figure.tsx';
import { ChosenActions, type ChosenOptions } from '../bulk/chosen-actions.tsx';
import type { FilterLabel } from '../filters/filters.tsx';
import { listTextFilterLabels, SearchFilter } from '../filters/text-filter.tsx';
import { ViewNotice } from '../views/view-notice.tsx';
import { ViewTabs } from '../views/view-tabs.tsx';
import type { DataTableProps } from './cell.tsx';
import { useCheckedRows } from './checked-rows.tsx';
import { ListContext, useList } from './list-context.ts';
import { useListPosition } from './list-return.ts';
import { type ListStart, toListQuery, type useListState } from './list-state.ts';
import { AddButton, ListTools } from './list-tools.tsx';
import { ListView } from './list-view.tsx';
import { findMonthInView } from './month-in-view.ts';
import { usePrefetchRow } from './prefetch-row.ts';
import { MonthInView } from './record-locks.tsx';
import { type RowButtons, useRowButtons } from './use-row-buttons.tsx';

type TableParts = 'cells' | 'dashZeros' | 'rowStyle' | 'rowIcon' | 'openRows' | 'detail' | 'onRow';

export interface ListPageProps<R extends Row = Row> {
  contract: Contract;
  /** What it shows before the person chose anything; the same object at every rendering. */
  start?: ListStart;
  /** Beside the search box, and how chips name them and those that only links set. */
  filters?: { fields: ReactNode; labels: readonly FilterLabel[] };
  /** Behind '⋯'. */
  tools?: ReactNode;
  /** Beside the filled button, behind '⋯' in a narrow window: what is done with the records. */
  work?: ReactNode;
  /** The filled button, where it is not to add a record. */
  primary?: ReactNode;
  /** Buttons that are always in sight, such as saving what is edited in the list. */
  actions?: ReactNode;
  /** Between the filters and the table. */
  notice?: ReactNode;
  /** Below the rows: a quiet line, and the sums over all rows of the filters. */
  below?: { foot: ReactNode; sums?: ReactNode };
  /** How rows look and what can be done with one; its functions are the same at every rendering. `columns` instead of the contract's. */
  table?: Pick<DataTableProps, TableParts> & RowButtons<R> & { columns?: readonly Column[] };
  /** What can be done with chosen rows, beside what every list offers. */
  chosen?: ChosenOptions;
  /** Draws the rows while they are edited in place: nothing is added meanwhile, and rows have no buttons. */
  inPlace?: ((rows: readonly Row[], columns: readonly Column[], isStale: boolean) => ReactNode) | false;
  /** The action where there is no record at all, for those who may add one. */
  emptyHelp?: string;
}

/** The list of an entity: its calls, rights, column choice, selection and row actions, in the list view. Its parts read `useListContext`. */
export function ListPage<R extends Row = Row>(props: ListPageProps<R>) {
  const { contract, start, filters, tools = <ListTools />, work, table = {}, inPlace } = props;
  const busy = Boolean(inPlace);
  const { t, lang } = useText();
  const narrow = useNarrow();
  const navigate = useNavigate();
  const { columns = contract.columns, rowActions, rowMenu, ...tableParts } = table;
  const { shared, answer, selection, columnBadge, namingColumn } = useList<R>({ contract, start, columns, busy });
  const { list, rights } = shared;
  const { state } = list;
  const { dated, path } = contract;
  const root = useRef<HTMLDivElement>(null);
  useListPosition(path, root, toListQuery(state), answer.data !== undefined);
  const linkHandlers = usePrefetchRow(contract.name);
  const rowLook = useCheckedRows(contract, table);
  const buttons = useRowButtons<R>(shared, { rowActions, rowMenu });
  // The rows are drawn again when this is another object.
  const link = useMemo(
    () => ({ column: namingColumn, to: (row: Row) => (rights.open ? `${path}/${row.id}/view` : undefined) }),
    [rights.open, path, namingColumn],
  );
  const add = () => {
    holdKeysForField();
    void navigate(`${path}/add`);
  };
  useShortcuts(rights.add ? { n: add } : {});

  const isChosen = !busy && (rights.delete || rights.check || rights.edit);
  const emptyText = [t('list.nothing_yet', { name: contract.label[lang].toLowerCase() }), rights.add && props.emptyHelp]
    .filter(Boolean)
    .join(' ');
  const filtered = Object.keys(state.filters);
  const onlyDays = start?.filters && filtered.length > 0 && filtered.every((name) => name in start.filters!);
  const sum = answer.data?.sum;
  return (
    <ListContext value={shared}>
      <ListView
        {...tableParts}
        {...rowLook}
        root={root}
        list={list}
        answer={answer}
        readAll={(limit) => readPage<R>(contract.name, { ...toListQuery(state), page: 1, limit })}
        head={props.actions}
        badge={dated && <MonthInView filters={state.filters} dated={dated} />}
        {...{ folded: tools, work }}
        primary={props.primary ?? <AddButton iconOnly={narrow} />}
        search={SEARCH in contract.filters ? { name: SEARCH, box: <SearchFilter contract={contract} /> } : undefined}
        tabs={<ViewTabs isReady={Boolean(contract.path && answer.data)} />}
        filters={filters?.fields}
        filterLabels={[...listTextFilterLabels(contract), ...(filters?.labels ?? [])]}
        notice={
          <>
            <ViewNotice />
            {props.notice}
          </>
        }
        foot={props.below?.foot}
        sums={props.below?.sums}
        inPlace={inPlace ? (rows, isStale) => inPlace(rows, showColumns(columns, state.columns), isStale) : undefined}
        chosenActions={<ChosenActions {...props.chosen} />}
        label={contract.label[lang]}
        columns={columns}
        sorts={contract.sorts}
        defaultOrder={contract.order}
        link={link}
        linkHandlers={linkHandlers}
        selection={isChosen ? selection : undefined}
        columnBadge={columnBadge}
        actions={busy ? undefined : buttons.draw}
        totals={sum && Object.fromEntries(Object.entries(sum).map(([key, total]) => [key, <Figure key={key} value={total} />]))}
        emptyText={emptyText}
        emptyAction={<AddButton plain />}
        empty={
          onlyDays ? (
            <EmptyPeriod contract={contract} list={list} text={emptyText} action={<AddButton />} />
          ) : (
            state.filters[SEARCH] && state.filters.exc_start_time && <EmptySearch list={list} />
          )
        }
      />
      {buttons.menu}
    </ListContext>
  );
}

interface EmptyPeriodProps {
  contract: Contract;
  list: ReturnType<typeof useListState>;
  /** The message and the action where no days have any record. */
  text: string;
  action: ReactNode;
}

/** No rows in days that nothing else narrows: says whether there are none at all, or none in these days and which month has the latest. */
function EmptyPeriod({ contract, list, text, action }: EmptyPeriodProps) {
  const { t, lang } = useText();
  const { filters } = list.state;
  const dated = contract.dated ?? 'id';
  const { data, error } = useQuery(listQuery<Row>(contract.name, { limit: 1, order_by: `${dated} DESC` }));
  if (!data && !error) return <EmptyState text="…" />;
  if (data?.total === 0) return <EmptyState text={text}>{action}</EmptyState>;
  const month = findMonthInView(filters, dated);
  const latest = data?.data[0]?.[dated];
  const range = typeof latest === 'string' ? monthRange(latest) : undefined;
  const latestMonth = range && findMonthInView(range, dated);
  const name = contract.label[lang].toLowerCase();
  return (
    <EmptyState
      text={month ? t('page.none_in_month', { name, month: formatMonth(month.year, month.month) }) : t('page.none_in_days', { name })}
    >
      <div className="flex flex-wrap justify-center gap-2">
        {range && latestMonth && (
          <Button onClick={() => list.change({ filters: range })}>
            {t('page.show_latest_month', { month: formatMonth(latestMonth.year, latestMonth.month) })}
          </Button>
        )}
        <Button onClick={list.clear}>{t('control.clear_all')}</Button>
      </div>
    </EmptyState>
  );
}

/** Nothing matches a search in the days that are shown: offers to search in all of them. */
function EmptySearch({ list }: Pick<EmptyPeriodProps, 'list'>) {
  const { t } = useText();
  return (
    <EmptyState text={t('list.no_match_in_days')}>
      <div className="flex flex-wrap justify-center gap-2">
        <Button onClick={() => list.change({ filters: { exc_start_time: null, exc_end_time: null } })}>{t('page.search_all_days')}</Button>
        <Button onClick={list.clear}>{t('control.clear_all')}</Button>
      </div>
    </EmptyState>
  );
}
