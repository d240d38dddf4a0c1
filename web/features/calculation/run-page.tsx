import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useParams } from 'react-router';
import type { CalculationRun } from '#contracts/calls/answers/calculation.ts';
import { read } from '../../api/client.ts';
import { useMonthLock } from '../../api/month-locks.ts';
import { formatMonth, useText } from '../../i18n/index.ts';
import { MonthLockBadge, PageHeader } from '../../layout/page-header.tsx';
import { PrintHead, ReadError } from '../../layout/page-parts.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/feedback/feedback.tsx';
import { RunPanel } from './run-panel.tsx';
import { UNSETTLED, useIsRunCached, useReadsSettled } from './use-reads-settled.ts';
import { isRunActive, useRunNotice } from './use-run-notice.ts';

const POLL_MS = 700;

/** One calculation at an address of its own, which can be reloaded and sent: what it found, and for a preview what it would change. */
export function CalculationRunPage() {
  const { t } = useText();
  const { id } = useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['calculations', 'run', id],
    ...read<CalculationRun>(`calculations/${id}`),
    refetchInterval: (query) => (query.state.data && isRunActive(query.state.data) ? POLL_MS : false),
  });
  if (error && !data)
    return (
      <>
        <PageHeader />
        <ReadError error={error} onRetry={refetch}>
          <ButtonLink to="/calculate" icon={ArrowLeft}>
            {t('route.calculate')}
          </ButtonLink>
        </ReadError>
      </>
    );
  return data ? <Run run={data} /> : <RunShape />;
}

function Run({ run }: { run: CalculationRun }) {
  const { t } = useText();
  const { year, month } = run;
  const isSettled = useReadsSettled([['calculations', run.id]], useIsRunCached(run));
  const locked = useMonthLock({ year, month });
  const watch = useRunNotice(run);
  return (
    <>
      <PageHeader
        title={t('calculate.run_title', { id: run.id })}
        badge={<MonthLockBadge year={year} month={month} />}
        work={<ButtonLink to={`/calculate?year=${year}&month=${month}`}>{t('calculate.to_month')}</ButtonLink>}
      />
      <PrintHead heading={`${t('calculate.run_title', { id: run.id })} · ${formatMonth(year, month)}`} />
      {!isSettled && <RunShape />}
      <section data-own-head className={isSettled ? 'rounded border border-line bg-surface p-4' : UNSETTLED}>
        <RunPanel run={run} locked={locked} onPublish={watch} alone />
      </section>
    </>
  );
}

/** Placeholder of a calculation; as high as the window, so that the footer does not move. */
const RunShape = () => (
  <div className="min-h-dvh">
    <Skeleton className="h-60 w-full" />
  </div>
);
