import { Fragment, memo, type ReactNode } from 'react';
import type { Column } from '#contracts/entity.ts';
import { useText } from '../../i18n/index.ts';
import { Checkbox } from '../../ui/inputs/checkbox.tsx';
import { rowProps } from '../../ui/table/row-tone.tsx';
import { walkRows } from '../../ui/table/row-walk.ts';
import { type CellLook, cellContent, isNumeric, type Row } from './cell.tsx';
import type { Aside, DataTableProps, Selection } from './table-props.ts';

/** What a row is drawn with besides the record; a row is drawn again when one of these is another. */
export interface RowParts extends Pick<DataTableProps, 'aside' | 'look' | 'mark' | 'actions' | 'detail' | 'onRow'>, CellLook {
  shown: readonly Column[];
  onSelect: SelectRowProps['onSelect'];
}

interface TableParts extends RowParts, Pick<DataTableProps, 'onOpen'> {
  /** In columns. */
  width: number;
}

interface DataRowsProps extends TableParts {
  rows: readonly Row[];
  selection?: Selection | undefined;
}

/** The rows of a table; another page writes its words into the elements of the one before. */
export function DataRows({ rows, selection, ...parts }: DataRowsProps) {
  const { onOpen } = parts;
  return (
    <tbody onKeyDown={(event) => walkRows(event, onOpen && ((index) => onOpen(rows[index]!)))}>
      {rows.map((row, index) => (
        <DataRow
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what stays from page to page.
          key={index}
          row={row}
          first={index === 0}
          {...(selection && { ticked: selection.ids.has(row.id), barred: selection.barred })}
          {...parts}
        />
      ))}
    </tbody>
  );
}

interface DataRowProps extends TableParts {
  row: Row;
  first: boolean;
  /** Whether it is selected; absent where rows cannot be. */
  ticked?: boolean;
  barred?: Selection['barred'];
}

/** Drawn again only when something about it changed: a hundred rows are what a list page costs. What holds a state of its own is made anew for another record. */
const DataRow = memo(function DataRow({ row, first, ticked, barred, ...parts }: DataRowProps) {
  const { shown, width, lang, cells, link, aside, look, mark, actions, detail, onOpen, onRow, onSelect } = parts;
  const asideAt = asideColumn(aside, shown, shown[0]);
  const { selected = ticked, ...tones } = look?.(row) ?? {};
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
        {ticked !== undefined && (
          <td data-chrome>
            <SelectRow row={row} on={ticked} barred={barred} onSelect={onSelect} />
          </td>
        )}
        {shown.map((column, at) => (
          <td key={column.key} className="truncate" data-align={isNumeric(column) ? 'right' : undefined} data-pin={at === 0 || undefined}>
            {(at === 0 && mark) || column === asideAt ? (
              <span className="flex items-center gap-2">
                {at === 0 && mark?.(row)}
                <span className="truncate">{content(column)}</span>
                {column === asideAt && aside?.mark(row)}
              </span>
            ) : (
              content(column)
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
});

interface SelectRowProps {
  row: Row;
  on: boolean;
  barred: Selection['barred'];
  onSelect: (ids: readonly number[], on: boolean) => void;
}

/** The box that selects a row; off, with the reason, where nothing could be done with it. One that is on can always be taken off. */
export function SelectRow({ row, on, barred, onSelect }: SelectRowProps) {
  const { t } = useText();
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
