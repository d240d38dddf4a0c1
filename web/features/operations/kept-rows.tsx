import { ListX } from 'lucide-react';
import { useState } from 'react';
import type { KeptRow } from '#contracts/calls/answers/operations.ts';
import { contractOf } from '#contracts/contracts.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextLink } from '../../ui/link.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';

interface KeptRowsProps {
  operation: number;
  /** Those that are named, of `count`. */
  kept: readonly KeptRow[];
  count: number;
}

/** Names the records that an operation of the queue left as they are, each with the reason. */
export function KeptRowsButton({ operation, kept, count }: KeptRowsProps) {
  const { t, lang } = useText();
  const [open, setOpen] = useState(false);
  const more = count - kept.length;
  return (
    <>
      <IconButton icon={ListX} size="sm" label={t('history.show_kept', { id: operation })} onClick={() => setOpen(true)} />
      <Dialog open={open} onClose={() => setOpen(false)} title={t('notice.undo_kept', { n: formatNumber(count) })} size="md">
        <ul className="flex flex-col gap-1">
          {kept.map(({ entity, id, message }) => {
            const contract = contractOf(entity);
            const name = `${contract?.label[lang] ?? entity} #${id}`;
            return (
              <li key={`${entity} ${id}`}>
                {contract?.path ? <TextLink to={`${contract.path}/${id}/view`}>{name}</TextLink> : name}: {message}
              </li>
            );
          })}
          {more > 0 && <li className="text-muted">{t('history.more_kept', { n: formatNumber(more) })}</li>}
        </ul>
      </Dialog>
    </>
  );
}
