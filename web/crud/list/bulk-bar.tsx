import { Trash2, X } from 'lucide-react';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

/** '{n} record(s) selected', and what can be done with them. */
export function BulkBar({ count, onClear, onDelete }: { count: number; onClear: () => void; onDelete: () => void }) {
  const { t } = useText();
  return (
    <div role="status" className="flex items-center gap-3 rounded border border-line bg-accent-soft px-3 py-1.5 text-table">
      <span className="font-medium tabular-nums">{t('control.selected', { n: count })}</span>
      <Button variant="danger" size="sm" icon={Trash2} onClick={onDelete}>
        {t('control.delete')}
      </Button>
      <IconButton icon={X} size="sm" label={t('control.clear')} onClick={onClear} />
    </div>
  );
}
