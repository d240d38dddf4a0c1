import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useParams } from 'react-router';
import type { DeliveredJob, Deliveries } from '#contracts/calls/answers/deliveries.ts';
import { DELIVERY_COLUMNS, DELIVERY_WORDS } from '#contracts/calls/deliveries.ts';
import { monthKey } from '#contracts/months.ts';
import { api, read } from '../../api/client.ts';
import { useMonthLock } from '../../api/month-locks.ts';
import { formatDate, formatMonth, useText } from '../../i18n/index.ts';
import { MonthLockBadge, PageHeader } from '../../layout/page-header.tsx';
import { DownloadButton, ReadError } from '../../layout/page-parts.tsx';
import { usePrintFoot } from '../../layout/use-print-foot.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, Skeleton } from '../../ui/feedback/feedback.tsx';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import { ColumnHeads, Table } from '../../ui/table/table.tsx';
import { lastMonth } from '../filters/month-selects.tsx';
import { MonthBar } from '../month-close/statement/month-bar.tsx';
import { useMonthInAddress } from '../month-close/statement/use-statement.ts';

/** What a customer got in a month, to be printed on A4 or sent as a workbook: in the customer's language, without people and points. */
export function DeliveriesPage() {
  const narrow = useNarrow();
  const { t } = useText();
  const { id } = useParams();
  const [month, go] = useMonthInAddress(lastMonth());
  const locked = useMonthLock(month);
  const path = `customers/${id}/deliveries`;
  const { data, error, refetch } = useQuery({
    queryKey: ['customers', 'deliveries', id, month.year, month.month, locked],
    ...read<Deliveries>(path, { ...month }),
  });
  const file = `deliveries-${data?.customer.code ?? id}-${monthKey(month.year, month.month)}`;
  return (
    <div data-own-head className="flex min-w-0 flex-col gap-4">
      <PageHeader
        badge={<MonthLockBadge {...month} />}
        work={
          <DownloadButton download={() => api.download(path, file, { query: { ...month, format: 'xlsx' } })}>
            {t('control.export')}
          </DownloadButton>
        }
        primary={
          <Button variant="primary" icon={Printer} iconOnly={narrow} disabled={!data} onClick={() => print()}>
            {t('list.print')}
          </Button>
        }
      />
      <MonthBar month={month} onChange={go} />
      {data ? <Sheet deliveries={data} /> : error ? <ReadError error={error} onRetry={refetch} /> : <Skeleton className="h-80 w-full" />}
    </div>
  );
}

/** The list as its customer reads it. Its foot names the customer and the month, nobody who printed it. */
function Sheet({ deliveries: { customer, year, month, draft, jobs, totals } }: { deliveries: Deliveries }) {
  const { t, lang } = useText();
  const words = DELIVERY_WORDS;
  const name = formatMonth(year, month);
  usePrintFoot(`${words.title} ${customer.name} ${name}${draft ? ` ${words.draft}` : ''}`);
  const figures: [label: string, value: string][] = [
    [words.jobs, `${totals.jobs}${words.unit}`],
    [labelOf('tsubosuu'), totals.tsubosuu.toFixed(2)],
    [labelOf('on_time'), `${totals.on_time}${words.unit}`],
    [words.late, `${totals.late}${words.unit}`],
    [words.corrections, `${totals.corrections}${words.unit}`],
  ];
  return (
    <article lang="ja" aria-label={words.title} className="min-w-0 rounded border border-line bg-surface p-4 print:border-0 print:p-0">
      <header className="mb-4 flex flex-wrap items-baseline gap-x-6 gap-y-1">
        <h2 className="text-section font-semibold">{words.title}</h2>
        <p className="font-medium">
          {customer.name} {words.honorific}
        </p>
        <p className="tabular-nums">{name}</p>
        {draft && <p className="rounded-sm border border-current px-2 font-semibold text-danger">{words.draft}</p>}
      </header>
      <dl className="mb-4 flex flex-wrap gap-x-8 gap-y-2 text-table">
        {figures.map(([label, value]) => (
          <div key={label} className="flex gap-2">
            <dt className="text-muted">{label}</dt>
            <dd className="font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {jobs.length === 0 ? (
        <div lang={lang}>
          <EmptyState text={t('page.no_deliveries', { month: name })} />
        </div>
      ) : (
        <Table label={words.title} className="stacked">
          <ColumnHeads heads={DELIVERY_COLUMNS.map(({ key }) => (key === 'tsubosuu' ? { right: labelOf(key) } : labelOf(key)))} />
          <tbody>
            {jobs.map((job) => (
              <tr key={job.id}>
                {DELIVERY_COLUMNS.map(({ key }) => (
                  <td key={key} data-label={labelOf(key)} data-align={key === 'tsubosuu' ? 'right' : undefined} data-wrap>
                    {cellOf(job, key)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </article>
  );
}

const LABELS = new Map(DELIVERY_COLUMNS.map(({ key, label }) => [key, label.ja ?? label.en]));
const labelOf = (key: keyof DeliveredJob) => LABELS.get(key) ?? '';

function cellOf(job: DeliveredJob, key: keyof DeliveredJob): string {
  if (key === 'on_time') return job.on_time === null ? '' : DELIVERY_WORDS.on_time[job.on_time];
  if (key === 'tsubosuu') return job.tsubosuu?.toFixed(2) ?? '';
  const kind = DELIVERY_COLUMNS.find((column) => column.key === key)?.kind;
  return kind === 'date' ? formatDate(job[key] as string | null) : String(job[key] ?? '');
}
