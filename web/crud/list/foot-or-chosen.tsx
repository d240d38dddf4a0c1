import { X } from 'lucide-react';
import { type ReactNode, useDeferredValue, useRef } from 'react';
import { formatNumber } from '../../i18n/format.ts';
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
  const isAny = useStore(selection?.ids ?? NOTHING, ({ size }) => size > 0);
  return isAny && selection ? <ChosenBar {...{ selection, actions }} /> : children;
}

/** On a phone the number stands above the actions, which are icons there. */
function ChosenBar({ selection, actions }: { selection: RowSelection; actions: ReactNode }) {
  const { t } = useText();
  const size = useStore(selection.ids, (ids) => ids.size);
  const matching = useStore(selection.matching);
  const clear = () => selection.ids.set(new Set());
  const bar = useRef<HTMLDivElement>(null);
  // By Tab it is behind every row of the page.
  useShortcuts({ Escape: clear, a: () => bar.current?.querySelector('button')?.focus() });
  // The number answers the press; the buttons, a dozen components, follow it.
  const laterActions = useDeferredValue(actions, null);
  return (
    <div
      ref={bar}
      data-chosen
      className="z-10 flex min-h-8 flex-wrap items-center gap-1.5 rounded bg-accent-soft py-0.5 pr-0.5 pl-2 text-table max-sm:fixed max-sm:inset-x-3 max-sm:bottom-3 max-sm:py-1.5 max-sm:shadow-float"
    >
      <span role="status" className="font-medium tabular-nums">
        {t('control.selected', { n: formatNumber(matching ?? size) })}
      </span>
      {laterActions}
      <IconButton className="ml-auto" icon={X} size="sm" label={t('control.clear_chosen')} onClick={clear} />
    </div>
  );
}
