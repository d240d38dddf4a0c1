import { type ComponentProps, type ReactNode, type UIEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { useText } from '../../i18n/index.ts';
import { cx } from '../cx.ts';
import { Skeleton } from '../feedback/feedback.tsx';
import { useAsked } from '../hooks/store.ts';
import { useDelayed } from '../hooks/use-delayed.ts';

/**
 * The frame of a data table: it scrolls inside itself, head and `data-pin` column stay. Cells take `data-align="right|center"`, `data-pin`,
 * `data-wrap`; rows take `rowProps`. `stale`: the rows are old while new ones load; `busy`: some of them are still to be drawn;
 * `expectedRows`: how many rows the table keeps room for while they load.
 */
export function Table({
  children,
  stale = false,
  busy = false,
  expectedRows,
  label,
  top,
  className,
  attributes,
}: {
  children: ReactNode;
  stale?: boolean;
  busy?: boolean;
  expectedRows?: number | undefined;
  label?: string;
  /** Id of the first row: when it changes, another page or order is shown and the table scrolls to its top. */
  top?: number | undefined;
  className?: string | undefined;
  /** Of the table itself, such as the role of a grid. */
  attributes?: ComponentProps<'table'>;
}) {
  const { t } = useText();
  const frame = useRef<HTMLElement>(null);
  const below = useRef(false);
  const dimmed = useDelayed(stale);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another first row scrolls back, nothing else.
  useLayoutEffect(() => {
    // Setting scrollTop forces a layout of all rows, so it is skipped where the table is already at its top.
    if (below.current) frame.current?.scrollTo({ top: 0 });
  }, [top]);
  useEffect(() => {
    const element = frame.current!;
    const sized = new ResizeObserver(() => markEdges(element));
    for (const part of [element, element.firstElementChild!]) sized.observe(part);
    return () => sized.disconnect();
  }, []);
  const onScroll = ({ currentTarget }: UIEvent<HTMLElement>) => {
    const { scrollTop } = currentTarget;
    markEdges(currentTarget);
    below.current = scrollTop > 0;
  };
  return (
    <section
      ref={frame}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      aria-label={label ?? t('control.rows_scroll')}
      onScroll={onScroll}
      className={cx('table-scroll', className)}
      style={expectedRows ? { height: `calc(${expectedRows + 1} * var(--row-height))` } : undefined}
    >
      <table aria-label={label} {...attributes} className="data-table" data-stale={dimmed || undefined} aria-busy={stale || busy}>
        {children}
      </table>
    </section>
  );
}

/** Says for the styles whether columns lie behind the frame's left and right edge. */
function markEdges(frame: HTMLElement): void {
  const { scrollLeft, clientWidth, scrollWidth, offsetWidth } = frame;
  frame.toggleAttribute('data-scrolled', scrollLeft > 0);
  frame.toggleAttribute('data-more', scrollLeft + clientWidth < scrollWidth - 1);
  frame.style.setProperty('--bar', `${offsetWidth - clientWidth}px`);
}

export type SortDirection = 'ASC' | 'DESC';

interface SortHeaderProps extends Omit<ComponentProps<'th'>, 'onClick'> {
  children: string;
  /** Direction when the table is sorted by this column. */
  direction: SortDirection | null;
  onSort: (direction: SortDirection) => void | Promise<void>;
  align?: 'left' | 'right' | 'center';
  /** At the head's right edge. */
  edge?: ReactNode;
}

/** Lucide's arrow-up, arrow-down and chevrons-up-down as one element: with another one a press would have the whole table laid out again. */
const SORT_MARKS = { ASC: 'm5 12 7-7 7 7M12 19V5', DESC: 'M12 5v14M19 12l-7 7-7-7', none: 'm7 15 5 5 5-5M7 9l5-5 5 5' } as const;

/** A column's head that sorts: up, then down, then up. */
export function SortHeader({ children, direction: given, onSort, align = 'left', edge, ...rest }: SortHeaderProps) {
  const { t } = useText();
  const [direction, sort] = useAsked(given, onSort);
  return (
    <th
      scope="col"
      data-align={align}
      aria-sort={direction === 'ASC' ? 'ascending' : direction === 'DESC' ? 'descending' : undefined}
      {...rest}
    >
      <button
        type="button"
        title={t('control.sort_by', { column: children })}
        onClick={() => sort(direction === 'ASC' ? 'DESC' : 'ASC')}
        className={cx(
          'group relative -mx-1.5 inline-flex h-7 items-center rounded-sm px-1.5 font-medium hover:bg-hover hover:text-text',
          direction && 'text-text',
        )}
      >
        {children}
        <svg
          viewBox="0 0 24 24"
          className={cx(
            'lucide absolute size-2.5',
            align === 'right' ? '-left-1' : '-right-1',
            direction ? 'text-accent' : 'opacity-35 group-hover:opacity-80',
          )}
          aria-hidden
        >
          <path d={SORT_MARKS[direction ?? 'none']} />
        </svg>
      </button>
      {edge}
    </th>
  );
}

/** Rows in the shape of what comes; show them after 200 ms (`useDelayed`). `ticks`: the first column has boxes to tick. */
export function SkeletonRows({ rows = 10, columns, ticks = false }: { rows?: number; columns: number; ticks?: boolean }) {
  return (
    <tbody aria-hidden>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same and never move.
        <tr key={row}>
          {Array.from({ length: columns }, (_, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above.
            <td key={column}>
              <Skeleton className={ticks && column === 0 ? 'size-4' : cx('h-3', WIDTHS[(row + column) % WIDTHS.length])} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

const WIDTHS = ['w-28', 'w-20', 'w-24', 'w-16'];

/** One cell over the whole width, for an empty or failed table; its text is centred in the visible part. */
export function TableNote({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    <tbody>
      {/* No record that a pointer could mark. */}
      <tr className="[--row-pointed:var(--surface)]">
        <td colSpan={columns} data-wrap>
          <div className="table-note">{children}</div>
        </td>
      </tr>
    </tbody>
  );
}

/** The head of a plain table: a label for each column, `{ right }` for one of numbers. */
export function ColumnHeads({ heads }: { heads: readonly (string | { right: string })[] }) {
  return (
    <thead>
      <tr>
        {heads.map((head) => {
          const label = typeof head === 'string' ? head : head.right;
          return (
            <th key={label} scope="col" data-align={typeof head === 'string' ? undefined : 'right'}>
              {label}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
