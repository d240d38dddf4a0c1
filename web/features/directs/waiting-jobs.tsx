import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { useState } from 'react';
import { crawlWaiting } from '#contracts/calls/crawl.ts';
import { formatMonthKey } from '#contracts/months.ts';
import { listQuery } from '../../api/queries.ts';
import type { Row } from '../../crud/list/cell.tsx';
import { PagedTable, usePageControls } from '../../crud/list/paged-table.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { TextLink } from '../../ui/link.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import type { YearMonth } from '../filters/month-selects.tsx';

const PATH = 'crawl_waiting';

/** The number of jobs that wait for an unlock or an uncheck; opens their list. Nothing while none waits. */
export function WaitingJobs() {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(listQuery<Row>(PATH, { page: 1, limit: 1 }));
  if (!data || data.total === 0) return null;
  const label = t('history.waiting_jobs', { n: formatNumber(data.total) });
  return (
    <>
      <Button icon={Clock} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <Dialog
          open
          size="lg"
          title={label}
          onClose={() => setOpen(false)}
          footer={<Button onClick={() => setOpen(false)}>{t('control.close')}</Button>}
        >
          <WaitingTable label={label} />
        </Dialog>
      )}
    </>
  );
}

function WaitingTable({ label }: { label: string }) {
  const { t } = useText();
  const pages = usePageControls(25);
  const answer = useQuery(listQuery<Row>(PATH, { page: pages.page, limit: pages.limit }));
  const job = (row: Row) =>
    row.direct_id ? <TextLink to={`/directs/${row.direct_id}/view`}>{String(row.external_id)}</TextLink> : String(row.external_id);
  return (
    <div className="flex flex-col gap-2">
      <p className="text-muted">{t('history.waiting_hint')}</p>
      <PagedTable
        answer={answer}
        pages={pages}
        label={label}
        columns={crawlWaiting.columns}
        cells={{ external_id: job, month: (row) => formatMonthKey(String(row.month ?? '')) }}
        empty={null}
      />
    </div>
  );
}

/** Shows how many jobs wait for a locked month, before it is unlocked. */
export function WaitingForMonth({ month: { year, month } }: { month: YearMonth }) {
  const { t } = useText();
  const { data } = useQuery(listQuery<Row>(PATH, { page: 1, limit: 1, month: `${year}-${String(month).padStart(2, '0')}` }));
  if (!data || data.total === 0) return null;
  return (
    <p className="rounded border border-line bg-warning-soft px-3 py-2 text-table">
      {t('history.waiting_month', { n: formatNumber(data.total) })} <TextLink to="/directs/crawls">{t('history.crawls')}</TextLink>
    </p>
  );
}
