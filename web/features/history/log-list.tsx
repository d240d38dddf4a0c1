import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { useLocation } from 'react-router';
import type { Column } from '#contracts/contract.ts';
import { listQuery, type Query, type Row, readPage } from '../../api/client.ts';
import type { FilterLabel } from '../../crud/filters/filters.tsx';
import type { CellOptions } from '../../crud/list/cell.tsx';
import { useListPosition } from '../../crud/list/list-return.ts';
import { toListQuery, useListState } from '../../crud/list/list-state.ts';
import { ListView } from '../../crud/list/list-view.tsx';
import { OpenRowButton, useOpenRows } from '../../crud/list/row-details.tsx';
import { useRouteTitle } from '../../layout/title.ts';

interface LogListProps<R extends Row> {
  /** The call that lists the log, newest first. */
  call: string;
  /** The call's parameters made from those of the address; as they are by default. */
  params?: (query: Query) => Query;
  columns: readonly Column[];
  cells?: CellOptions['cells'];
  /** The column that names a row: a phone shows it first. */
  link?: CellOptions['link'];
  /** Fills in names for ids and empty values of the answer; the same function while the language stays. */
  rowOf?: (row: R) => Row;
  filters?: ReactNode;
  labels?: readonly FilterLabel[];
  /** What a row opens, and the name of the button that opens it. */
  detail?: { show: (row: R) => ReactNode; name: (row: R) => string };
  /** Buttons of a row, where it opens nothing. */
  actions?: (row: R) => ReactNode;
  /** How many rows Ctrl+P prints at most; for lists whose rows are words without `cells`. Without it only the page in view is printed. */
  printsAtMost?: number;
  /** Rows that are still at work: the list is read again while there is one. */
  isAtWork?: (row: R) => boolean;
  empty: string;
}

const POLL_MS = 2000;

/** A log: title, filters, rows that open in place, pages; all of it in the address. */
export function LogList<R extends Row>(props: LogListProps<R>) {
  const { call, params = sameQuery, labels, detail, actions, printsAtMost, isAtWork, empty, ...table } = props;
  const list = useListState();
  const openRows = useOpenRows();
  const query = params(toListQuery(list.state));
  const answer = useQuery({
    ...listQuery<R>(call, query),
    refetchInterval: ({ state }) => (isAtWork && state.data?.data.some(isAtWork) ? POLL_MS : false),
  });
  const root = useRef<HTMLDivElement>(null);
  useListPosition(useLocation().pathname, root, query, answer.data !== undefined);
  return (
    <ListView
      {...table}
      root={root}
      label={useRouteTitle()}
      list={list}
      answer={answer}
      {...(printsAtMost && { readAll: (limit: number) => readPage<R>(call, { ...query, page: 1, limit: Math.min(limit, printsAtMost) }) })}
      filterLabels={labels}
      emptyText={empty}
      {...(actions && { actions: (row: Row) => actions(row as R) })}
      {...(detail && {
        openRows,
        detail: (row: Row) => detail.show(row as R),
        actions: (row: Row) => <OpenRowButton open={openRows} row={row} label={detail.name(row as R)} />,
      })}
    />
  );
}

const sameQuery = (query: Query): Query => query;
