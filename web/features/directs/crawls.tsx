import { useMutation, useQuery } from '@tanstack/react-query';
import { ArrowLeft, Square } from 'lucide-react';
import type { CrawlField } from '#contracts/calls/answers/crawl.ts';
import { CRAWL_STATUSES, type CrawlFinding, type CrawlRun, crawlFindings, crawlRuns } from '#contracts/calls/crawl.ts';
import { isWorkActive } from '#contracts/calls/run-status.ts';
import { labelOf } from '#contracts/contract.ts';
import { directs } from '#contracts/entities/directs.ts';
import { formatMonthKey } from '#contracts/months.ts';
import { api, listQuery, type Row, read } from '../../api/client.ts';
import { SelectFilter } from '../../crud/filters/filters.tsx';
import { ListPage } from '../../crud/list/list-page.tsx';
import { PagedTable, usePageControls } from '../../crud/list/paged-table.tsx';
import { OpenRowButton, useOpenRows } from '../../crud/list/row-details.tsx';
import { useText } from '../../i18n/index.ts';
import { ButtonLink, IconButton, TextLink } from '../../ui/button.tsx';
import { Badge } from '../../ui/feedback/feedback.tsx';
import { ReconcileButton } from '../crawl/reconcile-button.tsx';
import { WaitingJobs } from '../crawl/waiting-jobs.tsx';

const TONES = { queued: 'neutral', running: 'info', done: 'success', failed: 'danger', cancelled: 'neutral' } as const;
const { status } = crawlRuns.fields;

/** Every crawl of the source and what it did; a row opens to the jobs that were left out and why. */
export function CrawlsPage() {
  const { t, lang } = useText();
  const openRows = useOpenRows();
  const cancel = useMutation({
    mutationFn: (id: number) => api.post<CrawlRun>(`crawls/${id}/cancel`),
    meta: { refreshes: [['crawls']] },
  });
  const statuses = Object.entries(CRAWL_STATUSES).map(([value, label]) => ({ value, label: label[lang] }));
  const badge = (row: Row) => {
    const now = row.status as keyof typeof CRAWL_STATUSES;
    return <Badge tone={TONES[now]}>{CRAWL_STATUSES[now]?.[lang]}</Badge>;
  };
  return (
    <ListPage
      contract={crawlRuns}
      filters={{
        fields: <SelectFilter name="status" label={status.label} options={statuses} className="sm:w-48" />,
        labels: [{ name: 'status', label: status.label, valueLabels: CRAWL_STATUSES }],
      }}
      work={
        <>
          <ReconcileButton />
          <WaitingJobs />
          <ButtonLink to="/directs" icon={ArrowLeft}>
            {t('history.to_directs')}
          </ButtonLink>
        </>
      }
      table={{
        cells: { status: badge },
        dashZeros: true,
        onRow: openRows.toggle,
        openRows,
        detail: (row) => <Findings run={row.id} />,
        rowActions: (row) => (
          <>
            {isWorkActive(String(row.status)) && (
              <IconButton
                icon={Square}
                size="sm"
                label={t('history.crawl_cancel', { id: row.id })}
                disabled={cancel.isPending}
                onClick={() => cancel.mutate(row.id)}
              />
            )}
            <OpenRowButton open={openRows} row={row} label={t('history.crawl_findings', { id: row.id })} />
          </>
        ),
      }}
    />
  );
}

function Findings({ run }: { run: number }) {
  const { t, lang } = useText();
  const pages = usePageControls(25);
  const answer = useQuery(listQuery<CrawlFinding & Row>(`crawls/${run}/skipped`, { page: pages.page, limit: pages.limit }));
  if (answer.data?.total === 0)
    return (
      <div className="py-1 text-muted">
        <p>{t('history.crawl_clean')}</p>
        <UnknownFields run={run} />
      </div>
    );
  return (
    <div className="flex flex-col gap-2 py-1 pl-2">
      <UnknownFields run={run} />
      <PagedTable
        answer={answer}
        pages={pages}
        label={t('history.crawl_findings', { id: run })}
        columns={crawlFindings.columns}
        cells={{
          external_id: (row) => <Job finding={row as CrawlFinding} />,
          column: ({ column }) => typeof column === 'string' && labelOf(directs, column, lang),
          value: ({ code, value }) => (code === 'month_locked' ? formatMonthKey(String(value)) : String(value ?? '')),
        }}
        empty={null}
      />
    </div>
  );
}

/** Fields of the forms that fill no column, each with a value. */
function UnknownFields({ run }: { run: number }) {
  const { t } = useText();
  const { data } = useQuery({
    queryKey: ['crawls', run, 'fields'],
    ...read(`crawls/${run}/fields`, {}, ({ data }: { data: CrawlField[] }) => data.filter(({ kind }) => kind === 'unknown')),
  });
  if (!data || data.length === 0) return null;
  return (
    <p>
      {t('history.reconcile_unknown_fields')}:{' '}
      {data.map(({ field, sample }) => `«${field}»${sample ? ` (${t('history.reconcile_sample', { value: sample })})` : ''}`).join(', ')}
    </p>
  );
}

function Job({ finding: { direct_id, external_id } }: { finding: CrawlFinding }) {
  return direct_id === null ? external_id : <TextLink to={`/directs/${direct_id}/view`}>{external_id}</TextLink>;
}
