import { Fragment, memo, type ReactNode } from 'react';
import type { Column } from '#contracts/entity.ts';
import { useText } from '../i18n/index.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { rowProps } from '../ui/row-tone.tsx';
import { walkRows } from '../ui/row-walk.ts';
import { type CellLook, cellContent, isNumeric, type Row } from './cell.tsx';
import type { Aside, DataTableProps, Selection } from './table-props.ts';

type Shown = Pick<DataTableProps, 'aside' | 'look' | 'mark' | 'actions' | 'detail' | 'onOpen' | 'onRow' | 'selection'>;

interface DataRowsProps extends Shown, CellLook {
  rows: readonly Row[];
  shown: readonly Column[];
  width: number;
  onSelect: SelectRowProps['onSelect'];
}

/**
 * The rows of a table. Drawing a hundred of them is what a list page costs: they are drawn again only when something about them changed, and
 * another page writes its words into the elements of the one before; what holds a state of its own is made anew for another record.
 */
export const DataRows = memo(function DataRows({ rows, onOpen, ...table }: DataRowsProps) {
  return (
    <tbody onKeyDown={(event) => walkRows(event, onOpen && ((index) => onOpen(rows[index]!)))}>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is what stays from page to page.
        <DataRow key={index} row={row} first={index === 0} onOpen={onOpen} {...table} />
      ))}
    </tbody>
  );
});

function DataRow({ row, first, ...table }: Omit<DataRowsProps, 'rows'> & { row: Row; first: boolean }) {
  const { shown, width, lang, cells, link, aside, look, mark, actions, detail, onOpen, onRow, selection, onSelect } = table;
  const asideAt = asideColumn(aside, shown, shown[0]);
  const { selected = selection?.ids.has(row.id), ...tones } = look?.(row) ?? {};
  const content = (column: Column) => {
    const shownContent = cellContent(column, row, { lang, cells, link });
    return cells?.[column.key] ? <Fragment key={row.id}>{shownContent}</Fragment> : shownContent;
  };
  return (
    <RowWithDetail detail={detail?.(row)} width={width}>
      <tr
        tabIndex={first ? 0 : -1}
        {...rowProps({ ...tones, selected })}
        onClick={onRow && ((event) => !isControl(event.target) && onRow(row))}
        onDoubleClick={onOpen && ((event) => !isControl(event.target) && onOpen(row))}
      >
        {selection && (
          <td data-chrome>
            <SelectRow row={row} selection={selection} onSelect={onSelect} />
          </td>
        )}
        {shown.map((column, at) => (
          <td key={column.key} data-align={isNumeric(column) ? 'right' : undefined} data-pin={at === 0 || undefined}>
            {(at === 0 && mark) || column === asideAt ? (
              <span className="flex items-center gap-2">
                {at === 0 && mark?.(row)}
                <span className="max-w-80 truncate">{content(column)}</span>
                {column === asideAt && aside?.mark(row)}
              </span>
            ) : (
              <span className="block max-w-80 truncate">{content(column)}</span>
            )}
          </td>
        ))}
        {actions && (
          <td data-chrome data-align="right">
            <span className="inline-flex items-center">{actions(row)}</span>
          </td>
        )}
      </tr>
    </RowWithDetail>
  );
}

interface SelectRowProps {
  row: Row;
  selection: Selection;
  onSelect: (ids: readonly number[], on: boolean) => void;
}

/** The box that selects a row; off, with the reason, where nothing could be done with it. One that is on can always be taken off. */
export function SelectRow({ row, selection: { ids, barred }, onSelect }: SelectRowProps) {
  const { t } = useText();
  const on = ids.has(row.id);
  const reason = on ? undefined : barred?.(row);
  return (
    <Checkbox
      checked={on}
      aria-label={t('control.select_row', { row: row.id })}
      onChange={(next) => onSelect([row.id], next)}
      {...(reason && { disabled: true, title: reason, 'aria-description': reason })}
    />
  );
}

/** A row, and under it over the whole width what it opens to. */
export function RowWithDetail({ children, detail, width }: { children: ReactNode; detail: ReactNode; width: number }) {
  return (
    <>
      {children}
      {detail && (
        <tr>
          <td colSpan={width} data-wrap>
            {detail}
          </td>
        </tr>
      )}
    </>
  );
}

/** The column that the mark stands beside. */
export function asideColumn(aside: Aside | undefined, shown: readonly Column[], otherwise: Column | undefined): Column | undefined {
  return aside && (shown.find((column) => column.key === aside.column) ?? otherwise);
}

/** A press on a button, link or field inside a row is that control's own. */
export function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, a, input, select, label, [role=switch]') !== null;
}
