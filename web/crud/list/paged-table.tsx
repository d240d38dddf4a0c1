import type { UseQueryResult } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { Page, Row } from '../../api/client.ts';
import { formatNumber, useText } from '../../i18n/index.ts';
import { ReadError } from '../../layout/page-parts.tsx';
import { IconButton } from '../../ui/button.tsx';
import { useShortcuts } from '../../ui/hooks/shortcuts.ts';
import { useStore } from '../../ui/hooks/store.ts';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import type { PAGE_SIZES } from '../../ui/table/page-window.ts';
import { Pagination } from '../../ui/table/pagination.tsx';
import type { DataTableProps } from './cell.tsx';
import { DataTable } from './data-table.tsx';
import { type ListChange, type ListState, NO_COLUMNS } from './list-state.ts';
import { NOTHING, type RowSelection } from './use-selection.ts';

export interface PageControls {
  page: number;
  limit: number;
  onPage: (page: number) => void | Promise<void>;
  /** There are so many pages now, and the one asked for is behind them. */
  onBeyond: (last: number) => void;
  /** Goes back to page 1. */
  onLimit: (limit: number) => void;
}

export interface PagedTableProps<R> extends Omit<DataTableProps, 'rows' | 'stale' | 'expectedRows'> {
  /** The query of the page; its rows stay, dimmed, while another page loads. */
  answer: Pick<UseQueryResult<Page<R>>, 'data' | 'error' | 'isFetching' | 'isPlaceholderData' | 'refetch'>;
  pages: PageControls;
  /** For rows without an id of their own; the same function at every rendering. */
  rowOf?: ((row: R) => Row) | undefined;
  /** Below the rows, beside the pages' numbers: one quiet line. Also below those still to come, but on a phone, where their height is not known. */
  foot?: ReactNode;
  /** A line of its own below the foot: what all rows of the filters add up to. */
  sums?: ReactNode;
  /** Draws the rows while they are edited in place, instead of the table. */
  inPlace?: ((rows: readonly Row[], isStale: boolean) => ReactNode) | undefined;
  /** The actions on the chosen rows, in the line that takes the foot's place while there are any. */
  chosenActions?: ReactNode;
}

/** A page of rows in every state: skeleton, error, empty, rows; with pagination. */
export function PagedTable<R>({ answer, pages, rowOf = asRow, foot, sums, chosenActions, inPlace, ...table }: PagedTableProps<R>) {
  const { data, error, isFetching, refetch } = answer;
  const { page, limit, onBeyond } = pages;
  const narrow = useNarrow();
  // A view that is still to be read brings other columns than the list's own.
  const isAsked = isFetching || data !== undefined;
  const rows = useMemo(() => data?.data.map(rowOf), [data, rowOf]);
  const last = data && Math.max(1, Math.ceil(data.total / limit));
  const beyond = last !== undefined && !isFetching && page > last;
  useEffect(() => {
    if (beyond) onBeyond(last);
  });

  if (error && !data) return <ReadError error={error} onRetry={refetch} />;
  return (
    <>
      {rows && inPlace?.(rows, isFetching)}
      {!inPlace && (
        <DataTable
          {...table}
          columns={isAsked ? table.columns : NO_COLUMNS}
          rows={rows}
          expectedRows={foot ? limit : undefined}
          stale={isFetching && data !== undefined}
        />
      )}
      <RowsAnnounced data={isFetching ? undefined : data} table={table} />
      {((foot && (data || !narrow)) || (data && data.total > 0)) && (
        // On a laptop the actions on chosen rows take the room of the pages' size.
        <div className="flex min-h-8 flex-wrap items-center gap-x-2 gap-y-1 max-sm:has-data-chosen:pb-24 xl:max-[96rem]:has-data-chosen:[&_[data-page-range]]:hidden">
          <FootOrChosen selection={table.selection} actions={chosenActions}>
            {foot}
          </FootOrChosen>
          {data && <PageNumbers of={data} pages={pages} />}
          {sums}
        </div>
      )}
    </>
  );
}

/** Says to a screen reader what a search, another page or another order brought; nothing of the rows that a page opens with. */
function RowsAnnounced({
  data,
  table: { order, columns },
}: {
  data: Page<unknown> | undefined;
  table: Pick<DataTableProps, 'order' | 'columns'>;
}) {
  const { t, lang } = useText();
  const sorted = order && columns.find(({ key }) => key === order.column);
  const text =
    data &&
    [
      data.total === 0
        ? t('list.no_rows')
        : t('list.rows_of', { total: formatNumber(data.total), from: formatNumber(data.from), to: formatNumber(data.to) }),
      ...(sorted ? [t(order.direction === 'ASC' ? 'list.ascending' : 'list.descending', { column: sorted.label[lang] })] : []),
    ].join(', ');
  const [first, setFirst] = useState<string>();
  if (text !== undefined && first === undefined) setFirst(text);
  const [said, say] = useState('');
  if (text !== undefined && first !== undefined && text !== (said || first)) say(text);
  return (
    <span className="sr-only" aria-live="polite">
      {said}
    </span>
  );
}

interface PageNumbersProps {
  of: Pick<Page<unknown>, 'total' | 'from' | 'to'>;
  pages: Omit<PageControls, 'onBeyond'>;
}

/** Pagination; nothing where there are no rows. */
export function PageNumbers({ of: { total, from, to }, pages }: PageNumbersProps) {
  return total > 0 && <Pagination {...pages} total={total} from={from} to={to} />;
}

/** The pages of a list whose state is in the address. */
export function toPageControls({ page, limit }: ListState, change: (change: ListChange) => Promise<void>): PageControls {
  return {
    page,
    limit,
    onPage: (next) => change({ page: next }),
    onBeyond: (last) => void change({ page: last, replace: true }),
    onLimit: (size) => change({ limit: size }),
  };
}

/** The pages of a table inside a page, kept only while it is there. */
export function usePageControls(initial: (typeof PAGE_SIZES)[number]): PageControls {
  const [{ page, limit }, set] = useState<{ page: number; limit: number }>({ page: 1, limit: initial });
  const onPage = (next: number) => set({ page: next, limit });
  return { page, limit, onPage, onBeyond: onPage, onLimit: (size) => set({ page: 1, limit: size }) };
}

/** A row that has an id of its own. */
export const asRow = (row: unknown): Row => row as Row;

interface FootOrChosenProps {
  selection: RowSelection | undefined;
  /** The actions on the chosen rows. */
  actions: ReactNode;
  children: ReactNode;
}

/** A list's foot; while rows are chosen '{n} record(s) selected' instead, and what can be done with them. */
function FootOrChosen({ selection, actions, children }: FootOrChosenProps) {
  const isAny = useStore(selection?.ids ?? NOTHING, ({ size }) => size > 0);
  return isAny && selection ? <ChosenBar {...{ selection, actions }} /> : children;
}

/** On a phone the number stands above the actions, which are icons there. */
function ChosenBar({ selection, actions }: { selection: RowSelection; actions: ReactNode }) {
  const { t } = useText();
  const size = useStore(selection.ids, (ids) => ids.size);
  const matching = useStore(selection.matching);
  const clear = () => selection.ids.set(new Set());
  const bar = useRef<HTMLDivElement>(null);
  // By Tab it is behind every row of the page.
  useShortcuts({ Escape: clear, a: () => bar.current?.querySelector('button')?.focus() });
  // The number answers the press; the buttons, a dozen components, follow it.
  const laterActions = useDeferredValue(actions, null);
  return (
    <div
      ref={bar}
      data-chosen
      className="z-10 flex min-h-8 flex-wrap items-center gap-1.5 rounded bg-accent-soft py-0.5 pr-0.5 pl-2 text-table max-sm:fixed max-sm:inset-x-3 max-sm:bottom-3 max-sm:py-1.5 max-sm:shadow-float"
    >
      <span role="status" className="font-medium tabular-nums">
        {t('control.selected', { n: formatNumber(matching ?? size) })}
      </span>
      {laterActions}
      <IconButton className="ml-auto" icon={X} size="sm" label={t('control.clear_chosen')} onClick={clear} />
    </div>
  );
}
