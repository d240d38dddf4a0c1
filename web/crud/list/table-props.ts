import type { ReactNode } from 'react';
import type { Column } from '#contracts/entity.ts';
import type { RowLook } from '../../ui/table/row-tone.tsx';
import type { CellLook, Row } from './cell.tsx';
import type { ColumnChoice } from './column-choice.ts';
import type { ListState } from './list-state.ts';

/** What a table of records is given, whether it is drawn as a table or as the rows of a phone. */
export interface DataTableProps {
  label: string;
  columns: readonly Column[];
  choice: ColumnChoice;
  rows: readonly Row[] | undefined;
  stale?: boolean;
  /** How many rows to keep room for until they are there, so that what stands below does not move. */
  toCome?: number | undefined;
  sorts: readonly string[];
  order: ListState['order'];
  onOrder: (order: ListState['order']) => void;
  cells?: CellLook['cells'];
  /** A mark beside a column's value; beside the first one's while that column is not shown. */
  aside?: Aside | undefined;
  look?: (row: Row) => RowLook;
  mark?: (row: Row) => ReactNode;
  actions?: (row: Row) => ReactNode;
  /** Below a row, over its whole width. */
  detail?: (row: Row) => ReactNode;
  onOpen?: (row: Row) => void;
  link?: CellLook['link'];
  onRow?: (row: Row) => void;
  selection?: Selection;
  /** Said instead of rows when there are none. */
  empty: ReactNode;
  totals?: Readonly<Record<string, ReactNode>>;
}

export interface Aside {
  column: string;
  mark: (row: Row) => ReactNode;
}

export interface Selection {
  ids: ReadonlySet<number>;
  onChange: (change: (ids: ReadonlySet<number>) => ReadonlySet<number>) => void;
  /** Why a row cannot be selected. */
  barred?: (row: Row) => string | undefined;
}
