import type { Contract } from '#contracts/contract.ts';
import type { Row } from '../../api/client.ts';
import { useText } from '../../i18n/index.ts';
import { lazyPart } from '../../layout/lazy-part.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { recordTitle } from '../pickers/ref-options.ts';
import type { HistorySource } from './history-entries.tsx';

const HistoryEntries = lazyPart(() => import('./history-entries.tsx').then((m) => m.HistoryEntries));

interface HistoryDialogProps extends HistorySource {
  contract: Contract;
  row: Row;
  onClose: () => void;
}

/** The history of a record that is open in a list. */
export function HistoryDialog({ contract, row, call, query, onClose }: HistoryDialogProps) {
  const { t } = useText();
  const title = `${t('control.history')} · ${recordTitle(contract.name, row)}`;
  return (
    <Dialog open onClose={onClose} size="lg" title={title} footer={<Button onClick={onClose}>{t('control.close')}</Button>}>
      <HistoryEntries contract={contract} source={{ call, query }} />
    </Dialog>
  );
}
