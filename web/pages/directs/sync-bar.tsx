import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarClock, RefreshCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { CrawlRun, LastCrawl, NoCrawl, SyncAnswer } from '#contracts/calls/crawl.ts';
import { api } from '../../api/client.ts';
import { notifyError } from '../../api/notices.ts';
import { useSession } from '../../api/session.tsx';
import { officeToday } from '../../crud/office-today.ts';
import { formatDate, formatDateTime, formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import { DateInput } from '../../ui/inputs/date-input.tsx';
import { TextLink } from '../../ui/link.tsx';

const ACTIVE = ['queued', 'running'];
const POLL_MS = 1000;

/** When the source was last read, reading it now, and the day on which all of it is read again. */
export function SyncBar() {
  const { t } = useText();
  const { may } = useSession();
  const client = useQueryClient();
  const [date, setDate] = useState<string | null>(null);
  const seen = useRef<string>(undefined);
  const staff = may(ACTIONS.crawl);
  const last = useQuery({ queryKey: ['last_time_exec'], queryFn: ({ signal }) => api.get<LastCrawl>('last_time_exec', { signal }) });
  const newest = useQuery({
    queryKey: ['crawls', 'newest'],
    enabled: staff,
    queryFn: async ({ signal }) => (await api.get<{ data: CrawlRun[] }>('crawls', { query: { limit: 1 }, signal })).data[0] ?? null,
    refetchInterval: (query) => (query.state.data && ACTIVE.includes(String(query.state.data.status)) ? POLL_MS : 60_000),
  });
  const running = newest.data && ACTIVE.includes(String(newest.data.status)) ? newest.data : null;
  useEffect(() => {
    if (!newest.data) return;
    const { id, status } = newest.data;
    const state = `${id} ${status}`;
    // What was there when the page opened is in its rows already.
    if (seen.current !== undefined && seen.current !== state && !ACTIVE.includes(String(status))) {
      for (const queryKey of [['directs', 'list'], ['directs_techousei', 'list'], ['last_time_exec']]) {
        void client.invalidateQueries({ queryKey });
      }
    }
    seen.current = state;
  }, [newest.data, client]);

  const began = (run: CrawlRun | NoCrawl | null) => {
    if (run?.status === 'not_configured') notify.warning({ title: t('direct.sync_off'), text: run.message ?? undefined });
    void client.invalidateQueries({ queryKey: ['crawls'] });
  };
  const crawl = useMutation({ mutationFn: () => api.get<CrawlRun | NoCrawl>('get-base-vn-data'), onSuccess: began });
  const sync = useMutation({
    meta: { silent: true },
    mutationFn: (day: string) => api.post<SyncAnswer>('sync-base-data', { date: day }),
    onError: (error) => notifyError(error, t('notice.error_change_check')),
    onSuccess: (answer) => {
      if (answer.run === null) notify.success({ title: t('direct.sync_planned', { date: formatDate(answer.date) }) });
      setDate(null);
      began(answer.run);
    },
  });
  const setTime = () => {
    if (!date) return notify.failure({ title: t('notice.failure'), text: t('notice.error_time_sync') });
    if (date < officeToday()) return notify.failure({ title: t('notice.failure'), text: t('notice.sync_time_past') });
    sync.mutate(date);
  };

  return (
    <div data-chrome className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded border border-line bg-surface px-3 py-2 text-table">
      <span className="flex items-center gap-1.5">
        <CalendarClock size={15} className="text-muted" aria-hidden />
        <span className="text-muted">{t('direct.last_time')}</span>
        <span className="tabular-nums">{last.data?.crawl_time ?? t('direct.never')}</span>
        {last.data?.status === 'failed' && <span className="text-danger">{last.data.message}</span>}
      </span>
      {running && (
        <span role="status" className="text-muted tabular-nums">
          {t('direct.crawling', { n: formatNumber(running.jobs ?? 0), since: formatDateTime(running.created_at) })}
        </span>
      )}
      {staff && (
        <span className="ml-auto flex flex-wrap items-center gap-2">
          <TextLink alone to="/directs/crawls">
            {t('history.crawls')}
          </TextLink>
          <Button size="sm" icon={RefreshCw} loading={crawl.isPending || running !== null} onClick={() => crawl.mutate()}>
            {t('direct.crawl_now')}
          </Button>
          <DateInput className="w-36" value={date} onChange={setDate} min={officeToday()} aria-label={t('direct.sync_date')} />
          <Button size="sm" disabled={!date} loading={sync.isPending} onClick={setTime}>
            {t('direct.set_time')}
          </Button>
        </span>
      )}
    </div>
  );
}
