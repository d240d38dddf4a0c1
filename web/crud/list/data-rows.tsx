import { Fragment, memo, type MouseEvent as ReactMouseEvent, useCallback, useDeferredValue } from 'react';
import { useNavigate } from 'react-router';
import type { Column } from '#contracts/contract.ts';
import type { ColumnLayout } from '#contracts/view-state.ts';
import type { Row } from '../../api/client.ts';
import { useText } from '../../i18n/index.ts';
import { tryEachFrame } from '../../ui/hooks/after-paint.ts';
import { Checkbox } from '../../ui/inputs/checkbox.tsx';
import { moveRovingTabIndex } from '../../ui/table/roving-tab-index.ts';
import { rowAttributes } from '../../ui/table/row-tone.tsx';
import { useRowsOutOfSight } from '../../ui/table/rows-out-of-sight.ts';
import { FIRST_ROWS } from '../../ui/table/use-incremental-rows.ts';
import { type CellOptions, type ColumnBadge, cellContent, cellValue, type DataTableProps, isNumeric } from './cell.tsx';
import { cellStyle, pinOf } from './column-layout.ts';
import { RowActionsCell } from './row-actions-cell.tsx';
import { useHasDetail } from './row-details.tsx';
import { type ChooseRow, chooseByKeys, type RowSelection, useTicked } from './use-selection.ts';

/** What a row is drawn with besides the record; a row is drawn again when one of these is another. */
export interface RowProps
  extends Pick<DataTableProps, 'selection' | 'columnBadge' | 'rowStyle' | 'rowIcon' | 'actions' | 'openRows' | 'detail' | 'onRow'>,
    CellOptions {
  shown: readonly Column[];
  /** How many of them stay in sight on the left. */
  pins?: number;
  widths?: ColumnLayout['widths'];
  onSelect: ChooseRow;
}

interface TableParts extends RowProps {
  /** In columns. */
  width: number;
  /** Whether all rows have their buttons; the first one, which keeps the place for the others, has them from the start. */
  hasButtons: boolean;
}

interface DataRowsProps extends TableParts, Pick<DataTableProps, 'linkHandlers'> {
  rows: readonly Row[];
}

/**
 * The rows of a table; another page writes its words into the elements of the one before. Cells of another kind, such as the inputs of an edited
 * list, come to the rows below the first window in the background.
 */
export function DataRows({ rows, linkHandlers, ...given }: DataRowsProps) {
  const { link, openRows, onRow, selection, actions } = given;
  const body = useRowsOutOfSight(rows.length, given.detail ? 1 : 5);
  const onOpen = useOpenRow(given);
  // Where nothing can be done with any row, none takes the focus.
  const focusable = Boolean(openRows || onRow || selection || actions || link?.hasButtons) || rows.some((row) => link?.to(row));
  const parts = { ...given, onOpen, focusable };
  const laterParts = useDeferredValue(parts);
  return (
    <tbody
      ref={body}
      {...linkHandlers}
      onKeyDown={(event) => {
        if (selection) chooseByKeys(event, rows, selection, given.onSelect);
        moveRovingTabIndex(event, (index, element) => onOpen(rows[index]!) || focusActions(element));
      }}
    >
      {rows.map((row, index) => (
        <DataRow
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what stays from page to page.
          key={index}
          row={row}
          index={index}
          {...(index < FIRST_ROWS ? parts : laterParts)}
          {...(index === 0 && { hasButtons: true })}
        />
      ))}
    </tbody>
  );
}

/** Where Enter opens nothing it comes to the first button of the row, or its only one; buttons are drawn a moment after the row. */
function focusActions(row: HTMLElement): void {
  tryEachFrame(() => {
    if (document.activeElement === row) row.querySelector<HTMLElement>(':is([data-actions] a, button):not(:disabled)')?.focus();
    return document.activeElement !== row;
  });
}

/**
 * What Enter and a double press do with a row: they follow its link, or open it in place, or do what a press on it does. Answers whether there is
 * such a thing.
 */
function useOpenRow({ link, openRows, onRow }: Pick<RowProps, 'link' | 'openRows' | 'onRow'>): (row: Row) => boolean {
  const navigate = useNavigate();
  return useCallback(
    (row) => {
      const address = link?.to(row);
      const act = openRows?.toggle ?? onRow;
      if (address) void navigate(address);
      else act?.(row);
      return Boolean(address || act);
    },
    [navigate, link, openRows, onRow],
  );
}

interface DataRowProps extends TableParts {
  row: Row;
  onOpen: (row: Row) => boolean;
  focusable: boolean;
  /** Its place in the table, which it keeps. */
  index: number;
}

const DataRow = memo(function DataRow({ row, index, selection, actions, hasButtons, ...parts }: DataRowProps) {
  const { width, rowStyle, openRows, detail, onOpen, onRow, onSelect, focusable } = parts;
  const ticked = useTicked(selection, row.id);
  const { selected = ticked, ...tones } = rowStyle?.(row) ?? {};
  const hasDetail = useHasDetail(openRows, row);
  return (
    <>
      <tr
        tabIndex={focusable ? (index === 0 ? 0 : -1) : undefined}
        data-row-id={row.id}
        data-out-of-sight={index >= FIRST_ROWS || undefined}
        {...rowAttributes({ ...tones, selected })}
        onClick={onRow && ((event) => !isControl(event.target) && onRow(row))}
        onDoubleClick={onRow && !parts.link?.to(row) ? undefined : (event) => !isControl(event.target) && onOpen(row)}
      >
        {ticked !== undefined && (
          <td data-chrome>
            <SelectRow row={row} name={nameRow(row, parts)} on={ticked} disabledReason={selection?.disabledReason} onSelect={onSelect} />
          </td>
        )}
        <RowCells row={row} {...parts} />
        {actions && <RowActionsCell {...{ row, actions }} drawn={hasButtons} />}
      </tr>
      {hasDetail && (
        <tr>
          <td colSpan={width} data-wrap>
            {detail?.(row)}
          </td>
        </tr>
      )}
    </>
  );
});

/**
 * Memoized apart from the row, so that selecting a hundred rows draws no cell again: they are the main cost of a list. Cells with state are keyed
 * by record id.
 */
const RowCells = memo(function RowCells({
  row,
  shown,
  pins = 1,
  widths,
  columnBadge,
  rowIcon,
  ...options
}: Pick<DataRowProps, 'row'> & Omit<RowProps, 'actions'>) {
  const badgeColumn = findBadgeColumn(columnBadge, shown, shown[0]);
  const content = (column: Column) => {
    const shownContent = cellContent(column, row, options);
    return options.cells?.[column.key] ? <Fragment key={row.id}>{shownContent}</Fragment> : shownContent;
  };
  return (
    <>
      {shown.map((column, at) => {
        const cell = content(column);
        const align = isNumeric(column) ? 'right' : undefined;
        const width = widths?.[column.key];
        const fits = width === undefined && (align || fitsInCell(cell));
        const icon = at === 0 && rowIcon?.(row);
        const badge = column === badgeColumn && columnBadge?.render(row);
        return (
          <td
            key={column.key}
            className={column.wraps ? 'wraps' : fits ? undefined : 'truncate'}
            data-align={align}
            data-strong={column.strong}
            data-pin={pinOf(at, pins)}
            style={cellStyle(at, pins, width)}
          >
            {icon || badge ? (
              <span className="flex items-center gap-1.5">
                {icon}
                <span className="truncate">{cell}</span>
                {badge}
              </span>
            ) : (
              cell
            )}
          </td>
        );
      })}
    </>
  );
});

interface SelectRowProps {
  row: Row;
  /** What the row is called. */
  name: string;
  on: boolean;
  disabledReason: RowSelection['disabledReason'];
  onSelect: ChooseRow;
}

/** The box that selects a row; off, with the reason, where nothing could be done with it. One that is on can always be taken off. */
export function SelectRow({ row, name, on, disabledReason, onSelect }: SelectRowProps) {
  const { t } = useText();
  const reason = on ? undefined : disabledReason?.(row);
  return (
    <Checkbox
      checked={on}
      aria-label={t('control.select_row', { row: name })}
      data-select-row
      onChange={(next, { nativeEvent }) => onSelect(row.id, next, (nativeEvent as MouseEvent).shiftKey)}
      onMouseDown={keepTextUnselected}
      disabled={reason !== undefined}
      title={reason}
      aria-description={reason}
    />
  );
}

/** The column that names a row: its link, or the first one. */
export const titleOf = ({ shown, link }: Pick<RowProps, 'shown' | 'link'>): Column =>
  shown.find((column) => column.key === link?.column) ?? shown[0]!;

/** What a row is called by its controls: its name, or its id where it has none. */
const nameRow = (row: Row, parts: Pick<RowProps, 'shown' | 'link'>): string => String(cellValue(row, titleOf(parts).key) ?? row.id);

/** A press with Shift would mark the text up to here. */
function keepTextUnselected(event: ReactMouseEvent<HTMLElement>): void {
  if (!event.shiftKey) return;
  event.preventDefault();
  event.currentTarget.focus();
}

/** The column that carries the badge. */
export function findBadgeColumn(columnBadge: ColumnBadge | undefined, shown: readonly Column[], otherwise?: Column): Column | undefined {
  return columnBadge && (shown.find((column) => column.key === columnBadge.column) ?? otherwise);
}

/** A press on a button, link or field inside a row is that control's own. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, a, input, select, label, [role=switch]') !== null;
}

/** Whether a cell of 232 px holds the content whole: sixteen characters that are as wide as high. One that may cut off is drawn by itself. */
const fitsInCell = (content: unknown): boolean => content === null || (typeof content === 'string' && content.length <= 16);
