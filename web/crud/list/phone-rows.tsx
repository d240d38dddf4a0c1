import { ChevronDown, ChevronUp } from 'lucide-react';
import { memo, type ReactNode, useState } from 'react';
import type { Column } from '#contracts/contract.ts';
import type { Row } from '../../api/client.ts';
import { useText } from '../../i18n/index.ts';
import { IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { NO_VALUE, Skeleton } from '../../ui/feedback/feedback.tsx';
import { useDelayed } from '../../ui/hooks/use-delayed.ts';
import { Select } from '../../ui/inputs/select.tsx';
import { rowAttributes } from '../../ui/table/row-tone.tsx';
import { cellContent, cellValue, type DataTableProps, isNumeric, type Sorting } from './cell.tsx';
import { findBadgeColumn, type RowProps, SelectRow, titleOf } from './data-rows.tsx';
import { useHasDetail, useIsOpen } from './row-details.tsx';
import { type ChooseRow, useTicked } from './use-selection.ts';

interface PhoneRowsProps extends Omit<DataTableProps, keyof Sorting | 'columns' | 'layout' | 'expectedRows' | 'linkHandlers'>, Sorting {
  /** The chosen columns in their order. */
  shown: readonly Column[];
  /** Of the rows those to draw now. */
  drawn: readonly Row[];
  /** Nothing came yet for long enough to say so. */
  waiting: boolean;
  onSelect: ChooseRow;
}

/** The rows of a table on a phone: two lines with the key facts each, the other columns and the actions folded below them. */
export function PhoneRows(props: PhoneRowsProps) {
  const { rows, drawn, waiting, label, stale = false, empty, sorts, order, onOrder, totals, ...rowProps } = props;
  const { shown } = rowProps;
  const { t, lang } = useText();
  const dimmed = useDelayed(stale);
  const sortable = shown.filter((column) => sorts.includes(column.key));
  const names = drawn.map((row) => cellValue(row, titleOf(rowProps).key));
  // A list may begin in an order that no column shows.
  const offered = sortable.some((column) => column.key === order?.column);
  return (
    <section aria-label={label} className="flex flex-col gap-2">
      {sortable.length > 1 && rows !== undefined && rows.length > 0 && (
        <Select
          aria-label={t('list.sort')}
          value={order && offered ? `${order.column} ${order.direction}` : ''}
          empty={offered ? undefined : t('list.sort')}
          onChange={(value) => {
            const [column, direction] = value.split(' ') as [string, 'ASC' | 'DESC'];
            onOrder({ column, direction });
          }}
          options={sortable.flatMap((column) =>
            (['ASC', 'DESC'] as const).map((direction) => ({
              value: `${column.key} ${direction}`,
              label: `${column.label[lang]} ${direction === 'ASC' ? '↑' : '↓'}`,
            })),
          )}
        />
      )}
      {rows === undefined && waiting && (
        <div aria-hidden className="divide-y divide-line rounded border border-line bg-surface">
          {[...'0123456789'].map((card) => (
            <div key={card} className="flex h-13 flex-col justify-center gap-1.5 px-3">
              <Skeleton className="h-3.5 w-2/5" />
              <Skeleton className="h-3 w-3/5" />
            </div>
          ))}
        </div>
      )}
      {rows?.length === 0 && <div className="rounded border border-line bg-surface p-3">{empty}</div>}
      {rows !== undefined && rows.length > 0 && (
        <ul className="phone-rows" data-stale={dimmed || undefined} aria-busy={stale || drawn.at(-1) !== rows.at(-1)}>
          {drawn.map((row, at) => (
            <PhoneRow
              key={row.id}
              row={row}
              namesake={names.indexOf(names[at]) !== at || names.lastIndexOf(names[at]) !== at}
              lang={lang}
              {...rowProps}
            />
          ))}
          {totals && (
            <li className="bg-sunken">
              <p className="font-semibold">{t('list.total')}</p>
              <Facts
                entries={shown.filter(({ key }) => totals[key] !== undefined).map((column) => [column.label[lang], totals[column.key]])}
              />
            </li>
          )}
        </ul>
      )}
    </section>
  );
}

interface PhoneRowProps extends RowProps {
  row: Row;
  /** Another row has the same name. */
  namesake: boolean;
}

/** Drawn again only when something about it changed, as the rows of the wide table are. */
const PhoneRow = memo(function PhoneRow({ row, namesake, selection, ...parts }: PhoneRowProps) {
  const { t } = useText();
  const { shown, lang, cells, columnBadge, link, rowStyle, rowIcon, actions, openRows, detail, onSelect, dashZeros } = parts;
  const [unfolded, setUnfolded] = useState(false);
  const opened = useIsOpen(openRows, row);
  // What belongs to a row stands in its card.
  const open = openRows ? opened : unfolded;
  const title = titleOf(parts);
  const rest = shown.filter((column) => column !== title);
  const hasValue = (column: Column) => !['', null, undefined].includes(cellValue(row, column.key) as string);
  // What is switched in the list itself is within reach without unfolding the card.
  const control = rest.find((column) => column.kind === 'flag' && cells?.[column.key]);
  // The same figure in every card: one that is missing is a dash, not another column's.
  const figure = rest.find((column) => column.strong && isNumeric(column)) ?? rest.find(isNumeric);
  const marked = findBadgeColumn(columnBadge, shown, title);
  // A cell of the screen's own may be a button; of a choice it is its word.
  const isWord = (column: Column) => column.options !== undefined || !cells?.[column.key];
  const words = rest.filter((column) => !isNumeric(column) && isWord(column) && hasValue(column) && column !== marked);
  // A row without words is told from its namesakes by its other figures, one without a figure by a third word.
  const figures = rest.filter((column) => isNumeric(column) && column !== figure && hasValue(column));
  const told = (words.length === 0 && namesake ? figures : words).slice(0, figure ? 2 : 3);
  const facts = marked && marked !== title && hasValue(marked) ? [...words.slice(0, 1), marked] : told;
  const content = (column: Column, linked?: typeof link) => {
    const value = cellContent(column, row, { lang, cells, link: linked, dashZeros });
    const mark = column === marked && columnBadge?.render(row);
    if (!mark) return value;
    return (
      <span className="inline-flex max-w-full items-center gap-1.5">
        <span className="min-w-0 truncate">{value}</span>
        {mark}
      </span>
    );
  };
  const name = String(cellValue(row, title.key) ?? row.id);
  const ticked = useTicked(selection, row.id);
  const hasDetail = useHasDetail(openRows, row);
  const { selected = ticked, ...tones } = rowStyle?.(row) ?? {};
  return (
    <li {...rowAttributes(tones)} data-row-id={row.id} data-selected={selected || undefined}>
      <div className="flex items-center gap-2">
        {ticked !== undefined && (
          <SelectRow row={row} name={name} on={ticked} disabledReason={selection?.disabledReason} onSelect={onSelect} />
        )}
        <div className="min-w-0 flex-1">
          <div className="flex items-baseline gap-2">
            {rowIcon?.(row)}
            <span className={cx('font-medium', figure ? 'max-w-3/5 shrink-0 grow' : 'min-w-0 flex-1', !open && 'truncate')}>
              {content(title, link)}
            </span>
            {figure && (
              <span className={FIGURE}>
                <span className="text-legend text-muted">{figure.label[lang]} </span>
                <span data-strong={figure.strong}>{hasValue(figure) ? cellContent(figure, row, { lang, dashZeros }) : NO_VALUE}</span>
              </span>
            )}
          </div>
          {facts.length > 0 && (
            <div className="flex h-4 flex-wrap gap-x-3 overflow-hidden text-legend text-muted has-data-badge:h-5">
              {facts.map((column) => (
                <span key={column.key} className={column === marked || isDate(column) ? 'shrink-0' : FACT}>
                  {isNumeric(column) && `${column.label[lang]} `}
                  {content(column)}
                </span>
              ))}
            </div>
          )}
        </div>
        {control && <span className="mr-2 shrink-0">{content(control)}</span>}
        <IconButton
          icon={open ? ChevronUp : ChevronDown}
          size="sm"
          aria-expanded={open}
          label={t(open ? 'list.fold_row' : 'list.unfold_row', { name })}
          onClick={() => (openRows ? openRows.toggle(row) : setUnfolded(!open))}
        />
      </div>
      {open && (
        <div className="mt-2 flex flex-col gap-2">
          <Facts
            entries={rest
              .filter((column) => column !== control)
              .map((column) => [column.label[lang], hasValue(column) || cells?.[column.key] ? content(column) : NO_VALUE])}
          />
          {actions && <div className="flex justify-end gap-1">{actions(row)}</div>}
        </div>
      )}
      {hasDetail && detail?.(row)}
    </li>
  );
});

/** The figure at the right edge, its label before it: whole, or in a second line, which is not shown. */
const FIGURE = 'flex h-5 min-w-0 flex-row-reverse flex-wrap items-baseline gap-x-1 overflow-hidden tabular-nums *:shrink-0 *:last:-order-1';

/** As long as there is room for; with room for less than a word or two it goes to a second line, which is not shown. */
const FACT = 'max-w-max min-w-0 flex-[1_1_5rem] truncate';

/** What is worth nothing when it is cut off. */
const isDate = ({ kind }: Column) => kind === 'date' || kind === 'datetime';

function Facts({ entries }: { entries: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-table">
      {entries.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 text-right break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
