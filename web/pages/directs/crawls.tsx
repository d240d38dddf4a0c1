import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { CRAWL_STATUSES, type CrawlFinding, type CrawlRun, crawlFindings, crawlRuns } from '#contracts/calls/crawl.ts';
import { errorLines } from '../../api/error-lines.ts';
import { listQuery } from '../../api/queries.ts';
import type { Row } from '../../crud/cell.tsx';
import { SelectFilter } from '../../crud/filters.tsx';
import { ListPage } from '../../crud/list-page.tsx';
import { PlainTable } from '../../crud/plain-table.tsx';
import { useText } from '../../i18n/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ButtonLink, TextLink } from '../../ui/link.tsx';
import { Pagination } from '../../ui/pagination.tsx';

const TONES = { queued: 'neutral', running: 'info', done: 'success', failed: 'danger' } as const;
const { status } = crawlRuns.fields;
const STARTED = { vi: 'Bắt đầu lúc', en: 'Started at' };
const COLUMNS = crawlRuns.columns.map((column) => (column.key === 'created_at' ? { ...column, label: STARTED } : column));

/** Every crawl of the source and what it did; a row opens to the jobs that were left out and why. */
export function CrawlsPage() {
  const { t, lang } = useText();
  const [open, setOpen] = useState<number | null>(null);
  const statuses = Object.entries(CRAWL_STATUSES).map(([value, label]) => ({ value, label: label[lang] }));
  const badge = (row: Row) => {
    const now = (row as unknown as CrawlRun).status as keyof typeof CRAWL_STATUSES;
    return <Badge tone={TONES[now]}>{CRAWL_STATUSES[now]?.[lang]}</Badge>;
  };
  return (
    <ListPage
      contract={crawlRuns}
      columns={COLUMNS}
      limit={25}
      labels={[{ name: 'status', label: status.label, words: CRAWL_STATUSES }]}
      filters={<SelectFilter name="status" label={status.label} options={statuses} className="sm:w-48" />}
      toolbar={
        <ButtonLink to="/directs" icon={ArrowLeft}>
          {t('history.to_directs')}
        </ButtonLink>
      }
      cells={{ status: badge }}
      detail={(row) => open === row.id && <Findings run={row.id} />}
      rowActions={(row) => (
        <IconButton
          icon={open === row.id ? ChevronDown : ChevronRight}
          size="sm"
          label={t('history.crawl_findings', { id: row.id })}
          aria-expanded={open === row.id}
          onClick={() => setOpen(open === row.id ? null : row.id)}
        />
      )}
    />
  );
}

function Findings({ run }: { run: number }) {
  const { t } = useText();
  const [page, setPage] = useState(1);
  const [limit, setLimit] = useState(25);
  const { data, error, isFetching } = useQuery(listQuery<CrawlFinding & Row>(`crawls/${run}/skipped`, { page, limit }));
  if (error && !data) return <p className="text-danger">{errorLines(error).join(' ')}</p>;
  if (data?.total === 0) return <p className="py-1 text-muted">{t('history.crawl_clean')}</p>;
  return (
    <div className="flex flex-col gap-2 py-1 pl-2">
      <PlainTable
        label={t('history.crawl_findings', { id: run })}
        columns={crawlFindings.columns}
        rows={data?.data}
        stale={isFetching && data !== undefined}
        cells={{ external_id: (row) => <Job finding={row as unknown as CrawlFinding} /> }}
        empty={null}
      />
      {data && (
        <Pagination
          page={page}
          limit={limit}
          total={data.total}
          from={data.from}
          to={data.to}
          onPage={setPage}
          onLimit={(size) => {
            setLimit(size);
            setPage(1);
          }}
        />
      )}
    </div>
  );
}

function Job({ finding: { direct_id, external_id } }: { finding: CrawlFinding }) {
  return direct_id === null ? external_id : <TextLink to={`/directs/${direct_id}/view`}>{external_id}</TextLink>;
}
