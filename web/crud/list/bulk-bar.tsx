import { Trash2, X } from 'lucide-react';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

/** '{n} record(s) selected', and what can be done with them. */
export function BulkBar({ count, onClear, onDelete }: { count: number; onClear: () => void; onDelete: () => void }) {
  const { t } = useText();
  return (
    <div
      role="status"
      className="z-10 flex h-8 items-center gap-2 rounded bg-accent-soft pr-0.5 pl-3 text-table max-sm:fixed max-sm:inset-x-3 max-sm:bottom-3 max-sm:h-11 max-sm:shadow-float"
    >
      <span className="font-medium tabular-nums">{t('control.selected', { n: count })}</span>
      <Button variant="danger" size="sm" icon={Trash2} onClick={onDelete}>
        {t('control.delete')}
      </Button>
      <IconButton className="max-sm:ml-auto" icon={X} size="sm" label={t('control.clear')} onClick={onClear} />
    </div>
  );
}
