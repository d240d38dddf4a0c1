import { columnOrderingFeature, columnVisibilityFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { useDeferredValue, useMemo } from 'react';
import { useText } from '../../i18n/index.ts';
import { useStore } from '../../ui/hooks/store.ts';
import { useDelayed } from '../../ui/hooks/use-delayed.ts';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import { Checkbox } from '../../ui/inputs/checkbox.tsx';
import { SkeletonRows, SortHeader, Table, TableNote } from '../../ui/table/table.tsx';
import { useIncrementalRows } from '../../ui/table/use-incremental-rows.ts';
import { isNumeric, type Row } from './cell.tsx';
import { DataRows } from './data-rows.tsx';
import { PhoneRows } from './phone-rows.tsx';
import { useRangeSelection } from './range-selection.ts';
import type { DataTableProps } from './table-props.ts';
import type { RowSelection } from './use-selection.ts';

const features = tableFeatures({ columnVisibilityFeature, columnOrderingFeature });
const NONE: Row[] = [];
const ALL_COLUMNS = { order: [], hidden: [] };

/** Rows of a list as a table: chosen columns, sort heads, tones, selection, actions; arrows walk the rows, Enter opens one. */
export function DataTable(props: DataTableProps) {
  const { columns, layout: chosen, expectedRows, linkHandlers, sorts = [], order = null, onOrder = () => {}, ...onEveryWidth } = props;
  const { label, rows, stale = false, selection, empty, totals, ...rowProps } = onEveryWidth;
  const { t, lang } = useText();
  const narrow = useNarrow();
  const skeleton = useDelayed(rows === undefined);
  const drawn = useIncrementalRows(rows);
  // A box of the columns' menu is ticked at once; the table, which is laid out anew, follows.
  const layout = useDeferredValue(chosen) ?? ALL_COLUMNS;
  const definitions = useMemo(() => columns.map(({ key }) => ({ id: key })), [columns]);
  // The rows draw themselves (`DataRows`): the library orders and hides columns.
  const table = useTable({
    features,
    columns: definitions,
    data: NONE,
    state: {
      columnOrder: [...layout.order],
      columnVisibility: Object.fromEntries(layout.hidden.map((key) => [key, false])),
    },
  });
  const byKey = useMemo(() => new Map(columns.map((column) => [column.key, column])), [columns]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the table shows follows from the layout.
  const shown = useMemo(() => table.getVisibleLeafColumns().map((column) => byKey.get(column.id)!), [layout, byKey]);
  const width = shown.length + (selection ? 1 : 0) + (props.actions ? 1 : 0);
  const choose = useRangeSelection(rows, selection);

  if (narrow)
    return <PhoneRows {...onEveryWidth} {...{ sorts, order, onOrder }} shown={shown} drawn={drawn} waiting={skeleton} onSelect={choose} />;
  return (
    <Table
      stale={stale}
      busy={drawn.at(-1) !== rows?.at(-1)}
      label={label}
      top={rows?.[0]?.id}
      className={props.actions && 'with-actions'}
      expectedRows={rows ? undefined : expectedRows}
    >
      <thead>
        <tr>
          {selection && (
            <th data-chrome className="w-9">
              <SelectAll {...{ rows, selection }} />
            </th>
          )}
          {shown.map((column, index) => {
            const align = isNumeric(column) ? ('right' as const) : ('left' as const);
            const pin = index === 0 ? { 'data-pin': true } : {};
            return sorts.includes(column.key) ? (
              <SortHeader
                key={column.key}
                align={align}
                direction={order?.column === column.key ? order.direction : null}
                onSort={(direction) => onOrder({ column: column.key, direction })}
                {...pin}
              >
                {column.label[lang]}
              </SortHeader>
            ) : (
              <th key={column.key} scope="col" data-align={align} {...pin}>
                {column.label[lang]}
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
      {rows !== undefined && rows.length > 0 && (
        <DataRows {...rowProps} {...{ shown, width, lang, linkHandlers, selection }} rows={drawn} onSelect={choose} />
      )}
      {totals && rows !== undefined && rows.length > 0 && (
        <tfoot>
          <tr>
            {selection && <td data-chrome />}
            {shown.map((column, at) => (
              <td key={column.key} data-align={isNumeric(column) ? 'right' : undefined} data-pin={at === 0 || undefined}>
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
