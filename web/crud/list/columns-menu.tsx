import { ArrowDown, ArrowUp, Columns3, type LucideIcon } from 'lucide-react';
import type { Column } from '#contracts/contract.ts';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { useAfterPaint } from '../../ui/hooks/after-paint.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Checkbox } from '../../ui/inputs/checkbox.tsx';
import { Popover } from '../../ui/overlays/popover.tsx';
import type { ColumnChoice } from './column-choice.ts';

interface ColumnsMenuProps {
  columns: readonly Column[];
  choice: ColumnChoice;
  onChange: (choice: ColumnChoice | null) => void;
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

function ColumnsPanel({ columns, choice, onChange, onClose }: ColumnsMenuProps & { onClose: () => void }) {
  const { t, lang } = useText();
  const labels = new Map(columns.map((column) => [column.key, column.label[lang]]));
  const moveButton = (from: number, step: 1 | -1, icon: LucideIcon, label: string) => {
    const to = from + step;
    const move = () => onChange({ ...choice, order: choice.order.toSpliced(from, 1).toSpliced(to, 0, choice.order[from]!) });
    return <IconButton {...{ icon, label }} size="sm" disabled={to < 0 || to === choice.order.length} onClick={move} />;
  };
  const toggle = (key: string, shown: boolean) =>
    onChange({ ...choice, hidden: shown ? choice.hidden.filter((hidden) => hidden !== key) : [...choice.hidden, key] });
  const visible = choice.order.length - choice.hidden.length;
  // Twice as many as the boxes, they would keep the press waiting.
  const hasButtons = useAfterPaint(true, false);

  return (
    <div className="-m-4 flex max-h-[min(40rem,calc(100dvh-5rem))] flex-col">
      <h2 className="px-4 pt-3 pb-1 text-section font-semibold">{t('list.columns')}</h2>
      <ul className="flex min-h-0 flex-col overflow-y-auto overscroll-contain px-4 pb-2">
        {choice.order.map((key, index) => (
          <li key={key} className="flex items-center justify-between gap-2">
            <Checkbox
              checked={!choice.hidden.includes(key)}
              disabled={visible === 1 && !choice.hidden.includes(key)}
              onChange={(shown) => toggle(key, shown)}
            >
              {labels.get(key)}
            </Checkbox>
            <span className="flex h-7">
              {hasButtons && moveButton(index, -1, ArrowUp, t('list.column_up'))}
              {hasButtons && moveButton(index, 1, ArrowDown, t('list.column_down'))}
            </span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-3">
        <FoldToggle columns={columns} choice={choice} onChange={onChange} />
        <Button onClick={() => onChange(null)}>{t('list.columns_default')}</Button>
        <Button onClick={onClose}>{t('control.close')}</Button>
      </div>
    </div>
  );
}

/** Folds away and brings back the columns that are folded by default; nothing on a list that has none. */
function FoldToggle({ columns, choice, onChange }: ColumnsMenuProps) {
  const { t } = useText();
  const folded = columns.filter((column) => column.folded).map((column) => column.key);
  if (folded.length < 3) return null;
  const hidden = folded.every((key) => choice.hidden.includes(key));
  const others = choice.hidden.filter((key) => !folded.includes(key));
  return (
    <Button className="mr-auto" onClick={() => onChange({ ...choice, hidden: hidden ? others : [...others, ...folded] })}>
      {t(hidden ? 'list.show_columns' : 'list.hide_columns')}
    </Button>
  );
}
