import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { BroughtBack } from '#contracts/calls/answers/crawl.ts';
import { crawlWaiting } from '#contracts/calls/crawl.ts';
import { MAX_ROWS_AT_ONCE } from '#contracts/calls/operations.ts';
import { formatMonthKey, monthKey, type YearMonth } from '#contracts/months.ts';
import { api, listQuery, type Row } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { PagedTable, usePageControls } from '../../crud/list/paged-table.tsx';
import { formatDate, formatNumber, type MessageKey, useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { setParam, useAddressParams } from '../../layout/address-params.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { notify } from '../../ui/feedback/feedback.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';

const PATH = 'crawl_waiting';
/** Jobs that stay out and are named. */
const MAX_NAMED = 10;

/**
 * The number of jobs that wait for an unlock or an uncheck; opens their list. Nothing while none waits. `?waiting=YYYY-MM` in the address opens
 * that of a month.
 */
export function WaitingJobs() {
  const { t, lang } = useText();
  const [address, changeAddress] = useAddressParams();
  const named = /^\d{4}-\d{2}$/.exec(address.get('waiting') ?? '')?.[0];
  const [isPressed, setPressed] = useState(false);
  const isOpen = isPressed || named !== undefined;
  const setOpen = (open: boolean) => {
    setPressed(open);
    if (!open && named) changeAddress((params) => setParam(params, 'waiting', null));
  };
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
          title={named ? `${crawlWaiting.label[lang]} · ${formatMonthKey(named)}` : label}
          onClose={() => setOpen(false)}
          footer={<Button onClick={() => setOpen(false)}>{t('control.close')}</Button>}
        >
          <WaitingTable label={label} month={named} />
        </Dialog>
      )}
    </>
  );
}

function WaitingTable({ label, month }: { label: string; month: string | undefined }) {
  const { t } = useText();
  const may = useSession().may(ACTIONS.release_jobs);
  const client = useQueryClient();
  const pages = usePageControls(25);
  const removed = useQuery(listQuery<Row>(PATH, { page: 1, limit: MAX_ROWS_AT_ONCE, reason: 'removed', ...(month && { month }) }));
  const release = useMutation({
    mutationFn: (ids: number[]) => api.post<BroughtBack>('crawl_waiting/release', { ids }),
    onSuccess: ({ brought_back, kept }) => {
      if (kept.length > 0)
        notify.warning({
          title: t('history.not_brought_back', { n: formatNumber(kept.length) }),
          text: kept
            .slice(0, MAX_NAMED)
            .map(({ id, title, message }) => `${title ?? `#${id}`}: ${message}`)
            .join('\n'),
        });
      else notify.success({ title: t('history.brought_back', { n: formatNumber(brought_back) }) });
    },
    onSettled: () => client.invalidateQueries(),
  });
  const ids = removed.data?.data.map(({ id }) => id) ?? [];
  const answer = useQuery(listQuery<Row>(PATH, { page: pages.page, limit: pages.limit, ...(month && { month }) }));
  const job = (row: Row) =>
    row.direct_id ? <TextLink to={`/directs/${row.direct_id}/view`}>{String(row.external_id)}</TextLink> : String(row.external_id);
  const who = (row: Row) => {
    const { name } = (row.users ?? {}) as { name?: string };
    return (
      <div className="flex flex-wrap items-center gap-2">
        {name}
        {may && row.reason === 'removed' && (
          <Button
            size="sm"
            loading={release.isPending}
            aria-label={t('history.bring_back_job', { job: String(row.name) })}
            onClick={() => release.mutate([row.id])}
          >
            {t('history.bring_back')}
          </Button>
        )}
      </div>
    );
  };
  return (
    <div className="flex flex-col gap-2">
      <p className="text-muted">{t('history.waiting_hint')}</p>
      {may && ids.length > 1 && (
        <Button className="self-start" loading={release.isPending} onClick={() => release.mutate(ids)}>
          {t('history.bring_back_all', { n: formatNumber(ids.length) })}
        </Button>
      )}
      <PagedTable
        answer={answer}
        pages={pages}
        label={label}
        columns={crawlWaiting.columns}
        cells={{ external_id: job, month: (row) => formatMonthKey(String(row.month ?? '')), removed_by: (row) => who(row) }}
        empty={null}
      />
    </div>
  );
}

interface WaitingForMonthProps {
  month: YearMonth;
  isLocked: boolean;
}

/** How many jobs of the source wait for a locked month; once it is unlocked, that they are being written, and then that its points are older. */
export function WaitingForMonth({ month: { year, month }, isLocked }: WaitingForMonthProps) {
  const { t } = useText();
  const client = useQueryClient();
  const { data } = useQuery({
    ...listQuery<Row>(PATH, { page: 1, limit: 1, month: monthKey(year, month) }),
    refetchInterval: ({ state }) => (!isLocked && state.data && state.data.total > 0 ? POLL_MS : false),
  });
  const waiting = data?.total ?? 0;
  const before = useRef(0);
  const [written, setWritten] = useState(0);
  useEffect(() => {
    if (isLocked) setWritten(0);
    else if (before.current > waiting) {
      setWritten(before.current - waiting);
      for (const key of WRITTEN_FROM_WAITING) void client.invalidateQueries({ queryKey: [key] });
    }
    before.current = waiting;
  }, [client, isLocked, waiting]);
  const text = isLocked ? 'history.waiting_month' : waiting > 0 ? 'history.waiting_being_written' : 'history.waiting_written';
  const n = waiting || written;
  if (n === 0) return null;
  return (
    <p role="status" className={NOTE}>
      {t(text, { n: formatNumber(n) })}{' '}
      {isLocked && <TextLink to={`/directs/crawls?waiting=${monthKey(year, month)}`}>{t('route.crawls')}</TextLink>}
    </p>
  );
}

/** On the page of a job that the source changed: that the change waits, and for what. */
export function WaitingChange({ job: { id, external_id } }: { job: Row }) {
  const { t } = useText();
  const isAsked = useSession().may(ACTIONS.see_waiting_jobs) && (external_id ?? null) !== null;
  const { data } = useQuery({
    ...listQuery<Row>(PATH, { page: 1, limit: 1, direct_id: id }),
    enabled: isAsked,
    placeholderData: undefined,
    meta: { silent: true },
  });
  const waiting = data?.data[0];
  const text = WAITING_TEXTS[String(waiting?.reason)];
  if (!waiting || !text) return null;
  const month = formatMonthKey(String(waiting.month ?? ''));
  return <p className={NOTE}>{t(text, { month, date: formatDate(String(waiting.henkyaku_hi ?? '')) })}</p>;
}

const NOTE = 'rounded border border-line bg-warning-soft px-3 py-2 text-table';
const POLL_MS = 1000;

/** Keys of what is read anew once waiting jobs were written. */
const WRITTEN_FROM_WAITING = ['directs', 'totals', 'charts', 'statements', 'month-checklist'];

const WAITING_TEXTS: Readonly<Record<string, MessageKey>> = {
  month_locked: 'source.waits_for_month',
  record_checked: 'source.waits_for_uncheck',
};
