import { useMemo } from 'react';
import type { Column } from '#contracts/contract.ts';
import { DataTable } from './data-table.tsx';
import type { DataTableProps } from './table-props.ts';

type Optional = 'choice' | 'sorts' | 'order' | 'onOrder';
export type PlainTableProps = Omit<DataTableProps, Optional> & Partial<Pick<DataTableProps, Optional>>;

/** A table with all its columns, or the chosen ones; sortable only with `sorts` and `onOrder`. */
export function PlainTable({ columns, choice, sorts = NO_SORTS, order = null, onOrder = ignore, ...rest }: PlainTableProps) {
  const all = useMemo(() => ({ order: columns.map((column: Column) => column.key), hidden: [] }), [columns]);
  return <DataTable columns={columns} choice={choice ?? all} sorts={sorts} order={order} onOrder={onOrder} {...rest} />;
}

const NO_SORTS: string[] = [];
const ignore = () => undefined;
