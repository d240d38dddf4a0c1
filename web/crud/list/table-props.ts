import type { DOMAttributes, ReactNode } from 'react';
import type { Column } from '#contracts/contract.ts';
import type { ColumnLayout } from '#contracts/view-state.ts';
import type { RowStyle } from '../../ui/table/row-tone.tsx';
import type { CellOptions, Row } from './cell.tsx';
import type { ListState } from './list-state.ts';
import type { OpenRows } from './row-details.tsx';
import type { RowSelection } from './use-selection.ts';

export interface Sorting {
  sorts: readonly string[];
  order: ListState['order'];
  onOrder: (order: ListState['order']) => void | Promise<void>;
}

/** What a table of records is given, whether it is drawn as a table or as the rows of a phone. Without `sorts` and `onOrder` its order stays. */
export interface DataTableProps extends Partial<Sorting> {
  label: string;
  columns: readonly Column[];
  /** All columns without it. */
  layout?: ColumnLayout;
  /** Keeps another width of a column. */
  onLayout?: ((layout: ColumnLayout) => void) | undefined;
  rows: readonly Row[] | undefined;
  stale?: boolean;
  /** The number of rows to keep room for while they load, so that content below does not move. */
  expectedRows?: number | undefined;
  cells?: CellOptions['cells'];
  dashZeros?: CellOptions['dashZeros'];
  /** A mark beside a column's value; beside the first one's while that column is not shown. */
  columnBadge?: ColumnBadge | undefined;
  rowStyle?: (row: Row) => RowStyle;
  rowIcon?: (row: Row) => ReactNode;
  actions?: (row: Row) => ReactNode;
  /** Rows that open, and what stands below an open one over its whole width. */
  openRows?: OpenRows | undefined;
  detail?: (row: Row) => ReactNode;
  link?: CellOptions['link'];
  /** Of the rows as a whole, for what resting on a row's link begins. */
  linkHandlers?: Pick<DOMAttributes<HTMLElement>, 'onPointerOver' | 'onPointerOut' | 'onFocus' | 'onBlur'> | undefined;
  onRow?: (row: Row) => void;
  selection?: RowSelection | undefined;
  /** Said instead of rows when there are none. */
  empty: ReactNode;
  totals?: Readonly<Record<string, ReactNode>>;
}

export interface ColumnBadge {
  column: string;
  render: (row: Row) => ReactNode;
}
