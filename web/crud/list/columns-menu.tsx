import { ArrowDown, ArrowUp, Columns3 } from 'lucide-react';
import { useState } from 'react';
import type { Column } from '#contracts/contract.ts';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Checkbox } from '../../ui/inputs/checkbox.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import type { ColumnChoice } from './column-choice.ts';

interface ColumnsMenuProps {
  columns: readonly Column[];
  choice: ColumnChoice;
  onChange: (choice: ColumnChoice | null) => void;
}

/** Chooses and orders the columns of a list. */
export function ColumnsMenu({ columns, choice, onChange }: ColumnsMenuProps) {
  const { t, lang } = useText();
  const [open, setOpen] = useState(false);
  const labels = new Map(columns.map((column) => [column.key, column.label[lang]]));
  const move = (from: number, to: number) => {
    const order = [...choice.order];
    order.splice(to, 0, ...order.splice(from, 1));
    onChange({ ...choice, order });
  };
  const toggle = (key: string, shown: boolean) =>
    onChange({ ...choice, hidden: shown ? choice.hidden.filter((hidden) => hidden !== key) : [...choice.hidden, key] });
  const visible = choice.order.length - choice.hidden.length;

  return (
    <>
      <Button iconOnly icon={Columns3} onClick={() => setOpen(true)}>
        {t('list.columns')}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('list.columns')}
        footer={
          <>
            <FoldToggle columns={columns} choice={choice} onChange={onChange} />
            <Button onClick={() => onChange(null)}>{t('list.columns_default')}</Button>
            <Button variant="primary" onClick={() => setOpen(false)}>
              {t('control.close')}
            </Button>
          </>
        }
      >
        <ul className="flex flex-col">
          {choice.order.map((key, index) => (
            <li key={key} className="flex items-center justify-between gap-2">
              <Checkbox
                checked={!choice.hidden.includes(key)}
                disabled={visible === 1 && !choice.hidden.includes(key)}
                onChange={(shown) => toggle(key, shown)}
              >
                {labels.get(key)}
              </Checkbox>
              <span className="flex">
                <IconButton
                  icon={ArrowUp}
                  size="sm"
                  disabled={index === 0}
                  label={t('list.column_up')}
                  onClick={() => move(index, index - 1)}
                />
                <IconButton
                  icon={ArrowDown}
                  size="sm"
                  disabled={index === choice.order.length - 1}
                  label={t('list.column_down')}
                  onClick={() => move(index, index + 1)}
                />
              </span>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
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
