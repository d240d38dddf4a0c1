import { memo, type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import type { Lang } from '#contracts/text.ts';
import type { Row } from '../../api/client.ts';
import { type ColumnBadge, cellContent, type DataTableProps, isNumeric } from '../../crud/list/cell.tsx';
import { useStore } from '../../ui/hooks/store.ts';
import { rowAttributes } from '../../ui/table/row-tone.tsx';
import { CellInput } from './cell-input.tsx';
import { rangeOf, type Selection } from './cell-range.ts';
import type { CellValue } from './cell-value.ts';
import { type GridColumn, isChoice } from './columns.ts';
import { savedValue } from './edit-store.ts';
import { useGrid } from './grid-state.ts';

interface GridRowProps extends Pick<DataTableProps, 'rowStyle' | 'rowIcon'> {
  row: Row;
  at: number;
  columns: readonly GridColumn[];
  lang: Lang;
  /** How the record is called, in the names of its cells. */
  name: string;
  disabledReason: string | undefined;
  /** Why the last save left the row out. */
  refusal: string | undefined;
  columnBadge: ColumnBadge | undefined;
}

/** A row of a grid, drawn again when its edits or what is chosen in it change. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, at, columns, lang, name, disabledReason, refusal, rowStyle, rowIcon, columnBadge } = props;
  const { mode, selection } = useGrid();
  const edit = useStore(mode.store.edits, (edits) => edits[row.id]);
  const [left, right, focused] = useStore(selection, (now) => chosenIn(now, at))
    .split(' ')
    .map(Number) as [number, number, number];
  const icon = useMemo(() => rowIcon?.(row), [rowIcon, row]);
  const badge = useMemo(() => columnBadge?.render(row), [columnBadge, row]);
  return (
    <tr data-row-id={row.id} {...rowAttributes(rowStyle?.(row) ?? {})}>
      {columns.map((column, place) => {
        const edited = column.field && edit?.values[column.field.name];
        return (
          <GridCell
            key={column.column.key}
            {...{ row, at, column, place, edited, lang, name, disabledReason }}
            refusal={edited === undefined ? undefined : refusal}
            isChosen={place >= left && place <= right}
            isFocused={place === focused}
            icon={place === 0 && icon}
            badge={column.column.key === columnBadge?.column && badge}
          />
        );
      })}
    </tr>
  );
});

/** What is chosen in a row, as a text that is the same while it says the same: first column, last column, column of the focus. */
function chosenIn(selection: Selection, at: number): string {
  const { top, bottom, left, right } = rangeOf(selection);
  if (at < top || at > bottom) return '-1 -1 -1';
  return `${left} ${right} ${selection.focus.row === at ? selection.focus.column : -1}`;
}

interface GridCellProps extends Pick<GridRowProps, 'row' | 'at' | 'lang' | 'name' | 'disabledReason' | 'refusal'> {
  column: GridColumn;
  place: number;
  /** What the cell is to hold; undefined while it is not edited. */
  edited: CellValue | undefined;
  isChosen: boolean;
  isFocused: boolean;
  icon: ReactNode;
  badge: ReactNode;
}

/** Memoized apart from the row, so that a letter draws one cell. */
const GridCell = memo(function GridCell({ row, at, column, place, edited, isChosen, isFocused, ...rest }: GridCellProps) {
  const { name, lang, disabledReason, refusal, icon, badge } = rest;
  const { field } = column;
  const isOpen = field !== undefined && disabledReason === undefined;
  const isChanged = field !== undefined && edited !== undefined;
  const value = edited ?? (field && edited === undefined ? savedValue(row, field.name) : null);
  const problem = isChanged ? (field.problem(value) ?? refusal) : undefined;
  const isInput = isFocused && isOpen;
  const cell = useFocusOfReadOnlyCell(isFocused && !isInput);
  const content = useContentBelow(isInput, row, isChanged ? field.write(value) : cellContent(column.column, row, { lang }));
  const align = isNumeric(column.column) ? 'right' : undefined;
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell in a table with the role of a grid is a gridcell.
    <td
      ref={cell}
      data-row={at}
      data-column={place}
      data-key={column.column.key}
      data-align={align}
      data-pin={place === 0 || undefined}
      data-open={isOpen || undefined}
      data-choice={(isOpen && isChoice(field)) || undefined}
      data-changed={isChanged || undefined}
      data-refused={problem !== undefined || undefined}
      data-focused={isFocused || undefined}
      className={align ? undefined : 'truncate'}
      tabIndex={isInput ? undefined : isFocused ? 0 : -1}
      aria-selected={isChosen}
      aria-readonly={!isOpen || undefined}
      aria-description={isFocused && field ? disabledReason : undefined}
      title={problem ?? (field ? disabledReason : undefined)}
    >
      {icon || badge ? (
        <span className="flex items-center gap-2">
          {icon}
          <span className="truncate">{content}</span>
          {badge}
        </span>
      ) : (
        content
      )}
      {isInput && <CellInput key={row.id} {...{ row, value, problem }} edited={field} label={`${column.column.label[lang]} ${name}`} />}
    </td>
  );
});

/** What lies below an input stays as it was when the input came: with each letter in the cell, too, the whole table would be laid out again. */
function useContentBelow(isInput: boolean, row: Row, content: ReactNode): ReactNode {
  const shown = useRef({ row, content });
  if (!isInput || shown.current.row !== row) shown.current = { row, content };
  return shown.current.content;
}

/** A cell without an input takes the focus itself, so that it is read out. */
function useFocusOfReadOnlyCell(isFocused: boolean) {
  const { takeFocus } = useGrid();
  const cell = useRef<HTMLTableCellElement>(null);
  useLayoutEffect(() => {
    if (!isFocused || !takeFocus()) return;
    cell.current?.focus({ preventScroll: true });
    cell.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isFocused, takeFocus]);
  return cell;
}
