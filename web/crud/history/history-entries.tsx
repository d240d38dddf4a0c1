import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RecordWrite } from '#contracts/calls/answers/history.ts';
import type { Contract } from '#contracts/contract.ts';
import { listQuery, type Query } from '../../api/client.ts';
import { formatDateTime, useText } from '../../i18n/index.ts';
import { ReadError } from '../../layout/page-parts.tsx';
import { TextButton } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/feedback/feedback.tsx';
import { PageNumbers, usePageControls } from '../list/paged-table.tsx';
import { Differences } from './differences.tsx';

/** The call that lists a record's history, and its parameters. */
export interface HistorySource {
  call: string;
  query: Query;
}

const PAGE_SIZE = 10;

/** The page of a record's history that is seen first, for whoever reads it ahead. */
export const newestWritesQuery = ({ call, query }: HistorySource) => listQuery<RecordWrite>(call, { ...query, page: 1, limit: PAGE_SIZE });

/** Lists the writes of a record, newest first, ten a page; 'No Record' when there are none. */
export function HistoryEntries({ contract, source: { call, query } }: { contract: Contract; source: HistorySource }) {
  const { t } = useText();
  const pages = usePageControls(PAGE_SIZE);
  const { data, error, refetch } = useQuery(listQuery<RecordWrite>(call, { ...query, page: pages.page, limit: pages.limit }));
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
      {data.total > PAGE_SIZE && <PageNumbers of={data} pages={pages} />}
    </>
  );
}

/** A write: when, by whom, through what; what it changed. What a new or deleted record held is folded: it is the whole record. */
function HistoryEntry({ contract: { fields }, row }: { contract: Contract; row: RecordWrite }) {
  const { t } = useText();
  const [open, setOpen] = useState(row.action === 'update');
  const accepted = row.accepted_cases?.join(', ');
  return (
    <li className="flex flex-col items-start gap-1 py-2.5 text-table">
      <span className="text-muted">
        {formatDateTime(row.at)} · <span className="text-text">{row.user_name ?? t('route.system')}</span> ·{' '}
        {t(`page.source_${row.source}`)} · <span className="text-text">{t(`page.action_${row.action}`)}</span>
      </span>
      {accepted && <span className="text-warning">{t('page.accepted_cases', { names: accepted, by: row.user_name ?? '' })}</span>}
      {open ? (
        <Differences fields={fields} before={row.before} after={row.after} />
      ) : (
        <TextButton onClick={() => setOpen(true)}>{t('list.show_values')}</TextButton>
      )}
    </li>
  );
}
