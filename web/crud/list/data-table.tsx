import { columnOrderingFeature, columnVisibilityFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { type PointerEvent, useDeferredValue, useLayoutEffect, useMemo, useRef } from 'react';
import type { Column } from '#contracts/contract.ts';
import type { ColumnLayout } from '#contracts/view-state.ts';
import type { Row } from '../../api/client.ts';
import { useText } from '../../i18n/index.ts';
import { useColumnRoom } from '../../layout/use-column-room.ts';
import { cx } from '../../ui/cx.ts';
import { useStore } from '../../ui/hooks/store.ts';
import { useDelayed } from '../../ui/hooks/use-delayed.ts';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import { Checkbox } from '../../ui/inputs/checkbox.tsx';
import { SkeletonRows, SortHeader, Table, TableNote } from '../../ui/table/table.tsx';
import { useIncrementalRows, useRowsPainted } from '../../ui/table/use-incremental-rows.ts';
import { type DataTableProps, isNumeric } from './cell.tsx';
import {
  bringFiguresForward,
  cellStyle,
  countBeforeFigures,
  countPins,
  dragWidth,
  pinOf,
  placePins,
  widthByKeys,
  withWidth,
} from './column-layout.ts';
import { DataRows } from './data-rows.tsx';
import { PhoneRows } from './phone-rows.tsx';
import { type RowSelection, useRangeSelection } from './use-selection.ts';

const NONE: Row[] = [];

/** Rows of a list as a table: chosen columns, sort heads, tones, selection, actions; arrows walk the rows, Enter opens one. */
export function DataTable(props: DataTableProps) {
  const {
    columns,
    layout: chosen,
    onLayout,
    expectedRows,
    linkHandlers,
    sorts = [],
    order = null,
    onOrder = () => {},
    ...onEveryWidth
  } = props;
  const { label, rows, stale = false, selection, empty, totals, ...rowProps } = onEveryWidth;
  const { t, lang } = useText();
  const narrow = useNarrow();
  const skeleton = useDelayed(rows === undefined);
  const { drawn, isDrawing } = useIncrementalRows(rows);
  const hasRows = rows !== undefined && rows.length > 0;
  const isPainted = useRowsPainted(hasRows);
  const { shown, pins, layout } = useShownColumns({ columns, layout: chosen, rows });
  const { widths } = layout;
  const heads = useRef<HTMLTableRowElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew when other columns are pinned.
  useLayoutEffect(() => (heads.current ? placePins(heads.current) : undefined), [shown, pins, narrow]);
  const setWidth = (key: string, size: number | undefined) => onLayout?.(withWidth(layout, key, size));
  const width = shown.length + (selection ? 1 : 0) + (props.actions ? 1 : 0);
  const choose = useRangeSelection(rows, selection);

  if (narrow)
    return <PhoneRows {...onEveryWidth} {...{ sorts, order, onOrder }} shown={shown} drawn={drawn} waiting={skeleton} onSelect={choose} />;
  return (
    <Table
      stale={stale}
      busy={isDrawing || (hasRows && !isPainted)}
      label={label}
      top={rows?.[0]?.id}
      className={cx('record-rows', props.actions && 'with-actions')}
      expectedRows={rows ? undefined : expectedRows}
    >
      <thead>
        <tr
          ref={heads}
          onKeyDown={(event) => {
            const key = (event.target as Element).closest<HTMLElement>('th')?.dataset.column;
            const size = key && onLayout ? widthByKeys(event) : undefined;
            if (key && size !== undefined) setWidth(key, size);
          }}
        >
          {selection && (
            <th data-chrome className="w-9">
              <SelectAll {...{ rows, selection }} />
            </th>
          )}
          {shown.map((column, index) => {
            const align = isNumeric(column) ? ('right' as const) : ('left' as const);
            const resizer = onLayout && (
              <ColumnEdge
                label={t('list.column_resize', { column: column.label[lang] })}
                onDown={(event) => dragWidth(event, index, (size) => setWidth(column.key, size))}
                onReset={() => setWidth(column.key, undefined)}
              />
            );
            const head = {
              'data-pin': pinOf(index, pins),
              'data-column': column.key,
              style: cellStyle(index, pins, widths?.[column.key]),
            };
            return sorts.includes(column.key) ? (
              <SortHeader
                key={column.key}
                align={align}
                direction={order?.column === column.key ? order.direction : null}
                onSort={(direction) => onOrder({ column: column.key, direction })}
                edge={resizer}
                {...head}
              >
                {column.label[lang]}
              </SortHeader>
            ) : (
              <th key={column.key} scope="col" data-align={align} {...head}>
                <span className="block truncate">{column.label[lang]}</span>
                {resizer}
              </th>
            );
          })}
          {props.actions && (
            <th data-chrome data-actions scope="col">
              <span className="sr-only">{t('list.actions')}</span>
            </th>
          )}
        </tr>
      </thead>
      {rows === undefined && skeleton && (
        <SkeletonRows columns={width} rows={Math.min(expectedRows ?? 8, 25)} ticks={selection !== undefined} />
      )}
      {rows?.length === 0 && <TableNote columns={width}>{empty}</TableNote>}
      {hasRows && (
        <DataRows
          {...rowProps}
          {...{ shown, pins, widths, width, lang, linkHandlers, selection }}
          hasButtons={isPainted}
          rows={drawn}
          onSelect={choose}
        />
      )}
      {totals && hasRows && (
        <tfoot>
          <tr>
            {selection && <td data-chrome />}
            {shown.map((column, at) => (
              <td
                key={column.key}
                data-align={isNumeric(column) ? 'right' : undefined}
                data-pin={pinOf(at, pins)}
                style={cellStyle(at, pins, widths?.[column.key])}
              >
                {at === 0 && totals[column.key] === undefined ? t('list.total') : totals[column.key]}
              </td>
            ))}
            {props.actions && <td data-chrome data-actions />}
          </tr>
        </tfoot>
      )}
    </Table>
  );
}

/** The edge of a head by which a pointer makes its column wider; a second press gives it its own width back. Keys do it on the head itself. */
function ColumnEdge({
  label,
  onDown,
  onReset,
}: {
  label: string;
  onDown: (event: PointerEvent<HTMLElement>) => void;
  onReset: () => void;
}) {
  return <span aria-hidden title={label} className="column-edge" onPointerDown={onDown} onDoubleClick={onReset} />;
}

/** The box that chooses all rows of the page that can be. */
function SelectAll({ rows, selection }: { rows: readonly Row[] | undefined; selection: RowSelection }) {
  const { t } = useText();
  const ids = useStore(selection.ids);
  const open = rows?.filter((row) => !selection.disabledReason?.(row)) ?? NONE;
  const all = open.length > 0 && open.every((row) => ids.has(row.id));
  const choose = (on: boolean) => {
    const next = new Set(ids);
    for (const { id } of open) on ? next.add(id) : next.delete(id);
    selection.ids.set(next);
  };
  return (
    <Checkbox
      checked={all}
      partial={!all && ids.size > 0}
      aria-label={t('control.select_all')}
      disabled={rows !== undefined && open.length === 0}
      onChange={choose}
    />
  );
}

const features = tableFeatures({ columnVisibilityFeature, columnOrderingFeature });
const NO_ROWS: Row[] = [];
const ALL_COLUMNS: ColumnLayout = { order: [], hidden: [] };

/** The columns that a table shows, in their order; how many of the first are pinned; and the layout that they follow. */
function useShownColumns({ columns, layout: chosen, rows }: Pick<DataTableProps, 'columns' | 'layout' | 'rows'>): {
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
