import { useQuery } from '@tanstack/react-query';
import type { Contract } from '#contracts/contract.ts';
import type { Query } from '../../api/client.ts';
import { listQuery } from '../../api/queries.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { type MessageKey, useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { PageNumbers, usePageControls } from '../list/paged-table.tsx';
import { ReadError } from '../list/read-error.tsx';
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

/** What happened to a record, newest first, ten writes a page; 'No Record' when nothing did. */
export function HistoryDialog({ contract, call, query, open, onClose }: HistoryDialogProps) {
  const { t } = useText();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="lg"
      title={t('control.history')}
      footer={<Button onClick={onClose}>{t('control.close')}</Button>}
    >
      {open && <HistoryEntries contract={contract} call={call} query={query} />}
    </Dialog>
  );
}

function HistoryEntries({ contract, call, query }: Pick<HistoryDialogProps, 'contract' | 'call' | 'query'>) {
  const { t } = useText();
  const pages = usePageControls(10);
  const { data, error, refetch } = useQuery(listQuery<HistoryRow>(call, { ...query, page: pages.page, limit: pages.limit }));
  if (error && !data) return <ReadError error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-24 w-full" />;
  if (data.total === 0) return <p className="py-6 text-center text-muted">{t('list.no_record')}</p>;
  return (
    <>
      <ol className="flex flex-col divide-y divide-line">
        {data.data.map((row) => (
          <HistoryEntry key={row.id} contract={contract} row={row} />
        ))}
      </ol>
      {data.total > 10 && <PageNumbers of={data} pages={pages} />}
    </>
  );
}

/** A write: when, by whom, through what; what it changed, or what the record began with. */
function HistoryEntry({ contract: { fields }, row }: { contract: Contract; row: HistoryRow }) {
  const { t } = useText();
  return (
    <li className="flex flex-col gap-1 py-2.5 text-table">
      <span className="text-muted">
        {formatDateTime(row.at)} · <span className="text-text">{row.user_name ?? t('list.by_system')}</span> ·{' '}
        {t(`list.source_${row.source}` as MessageKey)} · <span className="text-text">{t(`list.action_${row.action}`)}</span>
      </span>
      <Differences fields={fields} before={row.before} after={row.after} />
    </li>
  );
}
