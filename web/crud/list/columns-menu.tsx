import { ArrowDown, ArrowUp, Columns3, Pin } from 'lucide-react';
import { type KeyboardEvent, memo, useCallback, useRef } from 'react';
import type { Column } from '#contracts/contract.ts';
import type { ColumnLayout } from '#contracts/view-state.ts';
import { translate, useText } from '../../i18n/index.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useAfterPaint } from '../../ui/hooks/after-paint.ts';
import { Checkbox } from '../../ui/inputs/checkbox.tsx';
import { Popover } from '../../ui/overlays/popover.tsx';
import { widthByKeys, withWidth } from './column-layout.ts';
import type { useListState } from './list-state.ts';

/** From where a column that nobody sized becomes wider or narrower here, where its own width is not known. */
const DEFAULT_WIDTH = 160;

interface ColumnsMenuProps {
  columns: readonly Column[];
  list: Pick<ReturnType<typeof useListState>, 'state' | 'change'>;
}

/** Chooses and orders the columns of a list, which shows each change at once. */
export function ColumnsMenu(props: ColumnsMenuProps) {
  const { t } = useText();
  return (
    <Popover boxed icon={Columns3} label={t('page.columns')}>
      {(close) => <ColumnsPanel {...props} onClose={close} />}
    </Popover>
  );
}

/** What a layout becomes; null for the list's own. */
type LayoutChange = (layout: ColumnLayout) => ColumnLayout | null;

function ColumnsPanel({ columns, list, onClose }: ColumnsMenuProps & { onClose: () => void }) {
  const { t, lang } = useText();
  const { columns: layout } = list.state;
  const latest = useRef(list);
  latest.current = list;
  // The same function at every rendering, so that a press draws again only the columns that it changes.
  const change = useCallback((to: LayoutChange) => void latest.current.change({ columns: to(latest.current.state.columns) }), []);
  const labels = new Map(columns.map((column) => [column.key, column.label[lang]]));
  const visible = layout.order.length - layout.hidden.length;
  // Twice as many as the boxes, they would keep the press waiting.
  const hasButtons = useAfterPaint(true, false);

  return (
    <div className="-m-4 flex max-h-[min(40rem,calc(100dvh-5rem))] flex-col">
      <h2 className="px-4 pt-3 pb-1 text-section font-semibold">{t('page.columns')}</h2>
      <ul className="flex min-h-0 flex-col overflow-y-auto overscroll-contain px-4 pb-2">
        {layout.order.map((key, index) => {
          const isShown = !layout.hidden.includes(key);
          return (
            <ColumnItem
              key={key}
              column={key}
              label={labels.get(key)}
              width={layout.widths?.[key]}
              isPinned={layout.pinned?.includes(key) ?? false}
              isOnly={isShown && visible === 1}
              isFirst={index === 0}
              isLast={index === layout.order.length - 1}
              {...{ isShown, hasButtons, change }}
            />
          );
        })}
      </ul>
      <p className="border-t border-line px-4 pt-2 text-legend text-muted max-sm:hidden">{t('page.column_width_help')}</p>
      <div className="flex flex-wrap justify-end gap-2 px-4 py-3">
        <FoldToggle columns={columns} layout={layout} change={change} />
        <Button onClick={() => change(() => null)}>{t('page.columns_default')}</Button>
        <Button onClick={onClose}>{t('control.close')}</Button>
      </div>
    </div>
  );
}

interface ColumnItemProps {
  column: string;
  label: string | undefined;
  width: number | undefined;
  isShown: boolean;
  isPinned: boolean;
  /** The last one that is shown, which cannot be hidden. */
  isOnly: boolean;
  isFirst: boolean;
  isLast: boolean;
  hasButtons: boolean;
  change: (to: LayoutChange) => void;
}

/** A column with what can be done with it; its label is another one where the language is. */
const ColumnItem = memo(function ColumnItem({
  column,
  label,
  width,
  isShown,
  isPinned,
  isOnly,
  hasButtons,
  change,
  ...place
}: ColumnItemProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const size = widthByKeys(event);
    if (size !== undefined) change((layout) => withWidth(layout, column, size));
  };
  return (
    <li data-width={width ?? DEFAULT_WIDTH} className="flex items-center justify-between gap-2" onKeyDown={onKeyDown}>
      <Checkbox
        checked={isShown}
        disabled={isOnly}
        onChange={(on) => change((layout) => ({ ...layout, hidden: withKey(layout.hidden, column, !on) }))}
      >
        {label}
      </Checkbox>
      <span className="flex h-7">
        {hasButtons && (
          <>
            <IconButton
              icon={Pin}
              size="sm"
              label={translate(isPinned ? 'page.column_unpin' : 'page.column_pin')}
              aria-pressed={isPinned}
              className={isPinned ? 'text-accent' : undefined}
              onClick={() => change((layout) => ({ ...layout, pinned: withKey(layout.pinned ?? [], column, !isPinned) }))}
            />
            <IconButton
              icon={ArrowUp}
              size="sm"
              label={translate('page.column_up')}
              disabled={place.isFirst}
              onClick={() => change(move(column, -1))}
            />
            <IconButton
              icon={ArrowDown}
              size="sm"
              label={translate('page.column_down')}
              disabled={place.isLast}
              onClick={() => change(move(column, 1))}
            />
          </>
        )}
      </span>
    </li>
  );
});

function move(column: string, step: 1 | -1): LayoutChange {
  return (layout) => {
    const from = layout.order.indexOf(column);
    return { ...layout, order: layout.order.toSpliced(from, 1).toSpliced(from + step, 0, column) };
  };
}

const withKey = (keys: readonly string[], key: string, isIn: boolean) => [...keys.filter((each) => each !== key), ...(isIn ? [key] : [])];

interface FoldToggleProps {
  columns: readonly Column[];
  layout: ColumnLayout;
  change: (to: LayoutChange) => void;
}

/** Folds away and brings back the columns that are folded by default; nothing on a list that has none. */
function FoldToggle({ columns, layout, change }: FoldToggleProps) {
  const { t } = useText();
  const folded = columns.filter((column) => column.folded).map((column) => column.key);
  if (folded.length < 3) return null;
  const hidden = folded.every((key) => layout.hidden.includes(key));
  const others = layout.hidden.filter((key) => !folded.includes(key));
  return (
    <Button className="mr-auto" onClick={() => change(() => ({ ...layout, hidden: hidden ? others : [...others, ...folded] }))}>
      {t(hidden ? 'page.show_columns' : 'page.hide_columns')}
    </Button>
  );
}
