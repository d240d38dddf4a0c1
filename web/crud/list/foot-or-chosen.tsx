import { Trash2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { useStore } from '../../ui/hooks/store.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { NOTHING, type RowSelection } from './use-selection.ts';

interface FootOrChosenProps {
  selection: RowSelection | undefined;
  onDelete: (() => void) | undefined;
  children: ReactNode;
}

/** A list's foot; while rows are chosen '{n} record(s) selected' instead, and what can be done with them. */
export function FootOrChosen({ selection, onDelete, children }: FootOrChosenProps) {
  const { t } = useText();
  const { size } = useStore(selection?.ids ?? NOTHING);
  if (size === 0 || !selection) return children;
  return (
    <div
      role="status"
      className="z-10 flex h-8 items-center gap-2 rounded bg-accent-soft pr-0.5 pl-3 text-table max-sm:fixed max-sm:inset-x-3 max-sm:bottom-3 max-sm:h-11 max-sm:shadow-float"
    >
      <span className="font-medium tabular-nums">{t('control.selected', { n: size })}</span>
      <Button variant="danger" size="sm" icon={Trash2} onClick={onDelete}>
        {t('control.delete')}
      </Button>
      <IconButton className="max-sm:ml-auto" icon={X} size="sm" label={t('control.clear')} onClick={() => selection.ids.set(new Set())} />
    </div>
  );
}
