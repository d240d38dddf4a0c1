import { ArrowDown, ArrowUp, Columns3, type LucideIcon, Pin } from 'lucide-react';
import type { Column } from '#contracts/contract.ts';
import type { ColumnLayout } from '#contracts/view-state.ts';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { useAfterPaint } from '../../ui/hooks/after-paint.ts';
import { IconButton } from '../../ui/icon-button.tsx';
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
    <Popover iconOnly icon={Columns3} label={t('list.columns')}>
      {(close) => <ColumnsPanel {...props} onClose={close} />}
    </Popover>
  );
}

function ColumnsPanel({ columns, list, onClose }: ColumnsMenuProps & { onClose: () => void }) {
  const { t, lang } = useText();
  const { columns: layout } = list.state;
  const choose = (next: ColumnLayout | null) => void list.change({ columns: next });
  const labels = new Map(columns.map((column) => [column.key, column.label[lang]]));
  const moveButton = (from: number, step: 1 | -1, icon: LucideIcon, label: string) => {
    const to = from + step;
    const move = () => choose({ ...layout, order: layout.order.toSpliced(from, 1).toSpliced(to, 0, layout.order[from]!) });
    return <IconButton {...{ icon, label }} size="sm" disabled={to < 0 || to === layout.order.length} onClick={move} />;
  };
  const toggle = (key: string, shown: boolean) =>
    choose({ ...layout, hidden: shown ? layout.hidden.filter((hidden) => hidden !== key) : [...layout.hidden, key] });
  const pinned = layout.pinned ?? [];
  const pin = (key: string) =>
    choose({ ...layout, pinned: pinned.includes(key) ? pinned.filter((each) => each !== key) : [...pinned, key] });
  const visible = layout.order.length - layout.hidden.length;
  // Twice as many as the boxes, they would keep the press waiting.
  const hasButtons = useAfterPaint(true, false);

  return (
    <div className="-m-4 flex max-h-[min(40rem,calc(100dvh-5rem))] flex-col">
      <h2 className="px-4 pt-3 pb-1 text-section font-semibold">{t('list.columns')}</h2>
      <ul className="flex min-h-0 flex-col overflow-y-auto overscroll-contain px-4 pb-2">
        {layout.order.map((key, index) => (
          <li
            key={key}
            data-width={layout.widths?.[key] ?? DEFAULT_WIDTH}
            className="flex items-center justify-between gap-2"
            onKeyDown={(event) => {
              const width = widthByKeys(event);
              if (width !== undefined) choose(withWidth(layout, key, width));
            }}
          >
            <Checkbox
              checked={!layout.hidden.includes(key)}
              disabled={visible === 1 && !layout.hidden.includes(key)}
              onChange={(shown) => toggle(key, shown)}
            >
              {labels.get(key)}
            </Checkbox>
            <span className="flex h-7">
              {hasButtons && (
                <IconButton
                  icon={Pin}
                  size="sm"
                  label={t(pinned.includes(key) ? 'list.column_unpin' : 'list.column_pin')}
                  aria-pressed={pinned.includes(key)}
                  className={pinned.includes(key) ? 'text-accent' : undefined}
                  onClick={() => pin(key)}
                />
              )}
              {hasButtons && moveButton(index, -1, ArrowUp, t('list.column_up'))}
              {hasButtons && moveButton(index, 1, ArrowDown, t('list.column_down'))}
            </span>
          </li>
        ))}
      </ul>
      <p className="border-t border-line px-4 pt-2 text-legend text-muted max-sm:hidden">{t('list.column_width_help')}</p>
      <div className="flex flex-wrap justify-end gap-2 px-4 py-3">
        <FoldToggle columns={columns} layout={layout} onChange={choose} />
        <Button onClick={() => choose(null)}>{t('list.columns_default')}</Button>
        <Button onClick={onClose}>{t('control.close')}</Button>
      </div>
    </div>
  );
}

interface FoldToggleProps {
  columns: readonly Column[];
  layout: ColumnLayout;
  onChange: (layout: ColumnLayout) => void;
}

/** Folds away and brings back the columns that are folded by default; nothing on a list that has none. */
function FoldToggle({ columns, layout, onChange }: FoldToggleProps) {
  const { t } = useText();
  const folded = columns.filter((column) => column.folded).map((column) => column.key);
  if (folded.length < 3) return null;
  const hidden = folded.every((key) => layout.hidden.includes(key));
  const others = layout.hidden.filter((key) => !folded.includes(key));
  return (
    <Button className="mr-auto" onClick={() => onChange({ ...layout, hidden: hidden ? others : [...others, ...folded] })}>
      {t(hidden ? 'list.show_columns' : 'list.hide_columns')}
    </Button>
  );
}
