import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/index.ts';
import { useShortcuts } from '../../ui/hooks/shortcuts.ts';
import { useStore } from '../../ui/hooks/store.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { NOTHING, type RowSelection } from './use-selection.ts';

interface FootOrChosenProps {
  selection: RowSelection | undefined;
  /** The actions on the chosen rows. */
  actions: ReactNode;
  children: ReactNode;
}

/** A list's foot; while rows are chosen '{n} record(s) selected' instead, and what can be done with them. */
export function FootOrChosen({ selection, actions, children }: FootOrChosenProps) {
  const { size } = useStore(selection?.ids ?? NOTHING);
  return size > 0 && selection ? <ChosenBar {...{ size, selection, actions }} /> : children;
}

function ChosenBar({ size, selection, actions }: { size: number; selection: RowSelection; actions: ReactNode }) {
  const { t } = useText();
  const clear = () => selection.ids.set(new Set());
  useShortcuts({ Escape: clear });
  return (
    <div
      data-chosen
      role="status"
      className="z-10 flex h-8 items-center gap-2 rounded bg-accent-soft pr-0.5 pl-3 text-table max-sm:fixed max-sm:inset-x-3 max-sm:bottom-3 max-sm:h-11 max-sm:shadow-float"
    >
      <span className="font-medium tabular-nums">{t('control.selected', { n: size })}</span>
      {actions}
      <IconButton className="max-sm:ml-auto" icon={X} size="sm" label={t('control.clear')} onClick={clear} />
    </div>
  );
}
