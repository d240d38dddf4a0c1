import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarClock, RefreshCw, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { LastCrawl, NoCrawl, SyncAnswer } from '#contracts/calls/answers/crawl.ts';
import type { CrawlRun } from '#contracts/calls/crawl.ts';
import { isWorkActive } from '#contracts/calls/run-status.ts';
import { notifyError } from '../../api/api-error.ts';
import { api, read } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { formatDate, formatDateTime, formatNumber, officeToday, translate, useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { notify } from '../../ui/feedback/feedback.tsx';
import { DateInput } from '../../ui/inputs/date-input.tsx';
import { Field } from '../../ui/inputs/field.tsx';
import { Popover } from '../../ui/overlays/popover.tsx';

const POLL_MS = 1000;

/** One quiet line: when the source was last read. It opens to the exact time, reading it now, and the day on which all of it is read again. */
export function CrawlStatus() {
  const { t } = useText();
  const { may } = useSession();
  const client = useQueryClient();
  const [date, setDate] = useState<string | null>(null);
  const seen = useRef<string>(undefined);
  const staff = may(ACTIONS.crawl);
  const last = useQuery({ queryKey: ['last_time_exec'], ...read<LastCrawl>('last_time_exec') });
  const newest = useQuery({
    queryKey: ['crawls', 'newest'],
    enabled: staff,
    ...read('crawls', { limit: 1 }, ({ data }: { data: CrawlRun[] }) => data[0] ?? null),
    refetchInterval: (query) => (isWorkActive(query.state.data?.status) ? POLL_MS : 60_000),
  });
  const running = newest.data && isWorkActive(newest.data.status) ? newest.data : null;
  useEffect(() => {
    if (!newest.data) return;
    const { id, status } = newest.data;
    const state = `${id} ${status}`;
    // What was there when the page opened is in its rows already.
    if (seen.current !== undefined && seen.current !== state && !isWorkActive(status)) {
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
  const giveUp = useMutation({
    mutationFn: () => api.delete('sync-base-data'),
    meta: { refreshes: [['last_time_exec']] },
  });
  const setTime = () => {
    if (!date) return notify.failure({ title: t('notice.failure'), text: t('page.error_time_sync') });
    if (date < officeToday()) return notify.failure({ title: t('notice.failure'), text: t('page.sync_time_past') });
    sync.mutate(date);
  };

  const failed = last.data?.status === 'failed' || last.data?.status === 'owed';
  return (
    <span data-chrome className="flex items-center gap-3 text-legend text-muted">
      <Popover
        label={last.data?.crawl_time ? t('direct.crawled', { time: nameTime(last.data.crawl_time) }) : t('direct.crawled_never')}
        title={last.data?.crawl_time ?? undefined}
        icon={failed ? TriangleAlert : CalendarClock}
        alert={failed}
      >
        <div className="flex flex-col gap-3">
          <p>
            <span className="text-muted">{t('direct.last_time')}</span>{' '}
            <span className="tabular-nums">{last.data?.crawl_time ?? t('direct.never')}</span>
          </p>
          {failed && <p className="text-danger">{last.data?.message}</p>}
          {last.data?.status === 'owed' && may(ACTIONS.give_up_crawl) && (
            <Button size="sm" loading={giveUp.isPending} onClick={() => giveUp.mutate()}>
              {t('history.reconcile_give_up')}
            </Button>
          )}
          {staff && (
            <>
              <span className="flex flex-wrap items-center justify-between gap-2">
                <Button size="sm" icon={RefreshCw} loading={crawl.isPending || running !== null} onClick={() => crawl.mutate()}>
                  {t('direct.crawl_now')}
                </Button>
                <TextLink alone to="/directs/crawls">
                  {t('route.crawls')}
                </TextLink>
              </span>
              <span className="flex items-end gap-2 border-t border-line pt-3">
                <Field label={t('direct.sync_date')} className="flex-1">
                  <DateInput value={date} onChange={setDate} min={officeToday()} />
                </Field>
                <Button disabled={!date} loading={sync.isPending} onClick={setTime}>
                  {t('direct.set_time')}
                </Button>
              </span>
            </>
          )}
        </div>
      </Popover>
      {running && (
        <span role="status" className="tabular-nums">
          {t('direct.crawling', { n: formatNumber(running.jobs ?? 0), since: formatDateTime(running.created_at) })}
        </span>
      )}
    </span>
  );
}

/** 'hôm nay 05:15' of `YYYY-MM-DD HH:mm:ss`; the date where it is another day. */
function nameTime(time: string): string {
  return time.startsWith(officeToday()) ? translate('direct.crawled_today', { time: time.slice(11, 16) }) : formatDateTime(time);
}
