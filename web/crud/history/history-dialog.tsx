import { useQuery } from '@tanstack/react-query';
import type { Contract } from '#contracts/contract.ts';
import type { Query } from '../../api/client.ts';
import { listQuery } from '../../api/queries.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { type MessageKey, useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Differences } from './differences.tsx';

/** One write of a record: who, when, through what, and the record before and after. */
export interface HistoryRow {
  id: number;
  action: 'insert' | 'update' | 'delete';
  user_name: string | null;
  source: string;
  at: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

interface HistoryDialogProps {
  contract: Contract;
  /** The call that lists the history, and its parameters. */
  call: string;
  query: Query;
  open: boolean;
  onClose: () => void;
}

/** What happened to a record, newest first; 'No Record' when nothing did. */
export function HistoryDialog({ contract, call, query, open, onClose }: HistoryDialogProps) {
  const { t } = useText();
  const { data, error } = useQuery({ ...listQuery<HistoryRow>(call, query), enabled: open, placeholderData: undefined });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="lg"
      title={t('control.history')}
      footer={<Button onClick={onClose}>{t('control.close')}</Button>}
    >
      {!data && !error && <Skeleton className="h-24 w-full" />}
      {error && <p className="text-danger">{error.message}</p>}
      {data?.data.length === 0 && <p className="py-6 text-center text-muted">{t('list.no_record')}</p>}
      <ol className="flex flex-col divide-y divide-line">
        {data?.data.map((row) => (
          <HistoryEntry key={row.id} contract={contract} row={row} />
        ))}
      </ol>
    </Dialog>
  );
}

function HistoryEntry({ contract, row }: { contract: Contract; row: HistoryRow }) {
  const { t } = useText();
  return (
    <li className="flex flex-col gap-1 py-2.5 text-table">
      <span className="text-muted">
        {formatDateTime(row.at)} · <span className="text-text">{row.user_name ?? t('list.by_system')}</span> ·{' '}
        {t(`list.source_${row.source}` as MessageKey)} · {t(`list.action_${row.action}`)}
      </span>
      {row.action === 'update' && <Differences fields={contract.fields} before={row.before} after={row.after} />}
    </li>
  );
}
