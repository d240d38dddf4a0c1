import { columnOrderingFeature, columnVisibilityFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { useDeferredValue, useMemo } from 'react';
import type { Column } from '#contracts/contract.ts';
import type { ColumnLayout } from '#contracts/view-state.ts';
import { useColumnRoom } from '../../layout/use-column-room.ts';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import type { Row } from './cell.tsx';
import { bringFiguresForward, countBeforeFigures, countPins } from './column-layout.ts';
import type { DataTableProps } from './table-props.ts';

const features = tableFeatures({ columnVisibilityFeature, columnOrderingFeature });
const NO_ROWS: Row[] = [];
const ALL_COLUMNS: ColumnLayout = { order: [], hidden: [] };

/** The columns that a table shows, in their order; how many of the first are pinned; and the layout that they follow. */
export function useShownColumns({ columns, layout: chosen, rows }: Pick<DataTableProps, 'columns' | 'layout' | 'rows'>): {
  shown: readonly Column[];
  pins: number;
  layout: ColumnLayout;
} {
  const narrow = useNarrow();
  const room = useColumnRoom();
  // A box of the columns' menu is ticked at once, and the table, which is laid out anew, follows; other rows come with their columns.
  const given = useMemo(() => ({ rows, layout: chosen }), [rows, chosen]);
  const later = useDeferredValue(given);
  const layout = (rows && later.rows === rows ? later : given).layout ?? ALL_COLUMNS;
  const definitions = useMemo(() => columns.map(({ key }) => ({ id: key })), [columns]);
  // The rows draw themselves (`DataRows`): the library orders and hides columns.
  const table = useTable({
    features,
    columns: definitions,
    data: NO_ROWS,
    state: {
      columnOrder: [...layout.order],
      columnVisibility: Object.fromEntries(layout.hidden.map((key) => [key, false])),
    },
  });
  const byKey = useMemo(() => new Map(columns.map((column) => [column.key, column])), [columns]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the table shows follows from the layout.
  const visible = useMemo(() => table.getVisibleLeafColumns().map((column) => byKey.get(column.id)!), [layout, byKey]);
  const isOwnOrder = layout.pinned !== undefined || layout.order.some((key, at) => key !== columns[at]?.key);
  const before = narrow || isOwnOrder ? undefined : countBeforeFigures(visible, room);
  const shown = useMemo(() => bringFiguresForward(visible, before), [visible, before]);
  return { shown, pins: countPins(layout, shown), layout };
}
