import { useMemo } from 'react';
import type { Column } from '#contracts/entity.ts';
import { DataTable, type DataTableProps } from './data-table.tsx';

type PlainTableProps = Omit<DataTableProps, 'choice' | 'sorts' | 'order' | 'onOrder'> &
  Partial<Pick<DataTableProps, 'sorts' | 'order' | 'onOrder'>>;

/** A table of rows that are no entity's list: every column shown, sorted only where it is said how. */
export function PlainTable({ columns, sorts = NO_SORTS, order = null, onOrder = ignore, ...rest }: PlainTableProps) {
  const choice = useMemo(() => ({ order: columns.map((column: Column) => column.key), hidden: [] }), [columns]);
  return <DataTable columns={columns} choice={choice} sorts={sorts} order={order} onOrder={onOrder} {...rest} />;
}

const NO_SORTS: string[] = [];
const ignore = () => undefined;
