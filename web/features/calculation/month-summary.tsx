import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CalculationRun } from '#contracts/calls/answers/calculation.ts';
import type { RuleState } from '#contracts/calls/answers/rule-changes.ts';
import type { ChecklistKey } from '#contracts/calls/month-checklist.ts';
import { monthKey, type YearMonth } from '#contracts/months.ts';
import { read } from '../../api/client.ts';
import { openUntil, useFindLock, useMonthLock, useShortUnlock } from '../../api/month-locks.ts';
import { formatDateTime, formatNumber, useText } from '../../i18n/index.ts';
import { TextButton, TextLink } from '../../ui/button.tsx';
import { NO_VALUE, Skeleton } from '../../ui/feedback/feedback.tsx';
import { useChecklist } from './checklist.tsx';

interface MonthSummaryProps {
  month: YearMonth;
  /** The newest calculations of the month, the newest first; null where they could not be read. */
  runs: readonly CalculationRun[] | null | undefined;
  onOpenPoints: () => void;
}

/** Shows the progress of a month: its jobs, how many have points and are checked, what is open, when it was calculated, whether it is locked. */
export function MonthSummary({ month, runs, onOpenPoints }: MonthSummaryProps) {
  const { t } = useText();
  const { data, error } = useChecklist(month);
  const unread = error ? NO_VALUE : undefined;
  const locked = useMonthLock(month);
  const lock = useFindLock()(monthKey(month.year, month.month));
  const opened = useShortUnlock(month);
  const last = runs?.find(({ status }) => status === 'done');
  const share = (key: ChecklistKey) => {
    if (!data) return { value: unread };
    const { count, link } = data.items.find((item) => item.key === key) ?? { count: 0, link: '' };
    return {
      value: `${formatNumber(data.jobs - count)} / ${formatNumber(data.jobs)}`,
      done: data.jobs > 0 && count === 0,
      note: count > 0 && (
        <span className="flex flex-wrap gap-x-3">
          <TextLink alone to={link}>
            {t('calculate.jobs_left', { n: formatNumber(count) })}
          </TextLink>
          {key === 'unchecked' && locked === false && (
            <TextLink alone to={link.replace(/^[^?]*/, '/directs-techousei/check')}>
              {t('route.checking_queue')}
            </TextLink>
          )}
        </span>
      ),
    };
  };
  return (
    <dl className="grid grid-cols-2 overflow-hidden rounded border border-line sm:grid-cols-3 xl:grid-cols-6">
      <Figure label={t('calculate.jobs')} value={data ? formatNumber(data.jobs) : unread} />
      <Figure label={t('calculate.with_points')} {...share('not_calculated')} />
      <Figure label={t('list.is_checked')} {...share('unchecked')} />
      <Figure
        label={t('calculate.open_points')}
        value={data ? t('calculate.points', { n: formatNumber(data.open) }) : unread}
        done={data && data.jobs > 0 && data.open === 0}
        note={data && data.open > 0 && <TextButton onClick={onOpenPoints}>{t('total.see_open_points')}</TextButton>}
      />
      <Figure
        label={t('calculate.last_run')}
        value={runs === null ? NO_VALUE : runs && (last ? formatDateTime(last.finished_at) : t('calculate.never'))}
        note={last && <LastRun run={last.id} month={monthKey(month.year, month.month)} by={last.user?.name ?? t('calculate.by_clock')} />}
      />
      <Figure
        label={t('calculate.state')}
        value={locked === undefined ? unread : t(locked ? 'points.state_locked' : 'points.state_open')}
        note={(opened ?? lock) && [opened ? openUntil(opened) : formatDateTime(lock!.at), (opened ?? lock)!.by].filter(Boolean).join(' · ')}
      />
    </dl>
  );
}

/** Who calculated last, and a mark where the rules are no longer those of that calculation. */
function LastRun({ run, month, by }: { run: number; month: string; by: string }) {
  const { t } = useText();
  const { data } = useQuery({
    // Asked anew after each calculation: the answer is about the last one.
    queryKey: ['rules', 'state', month, run],
    staleTime: 0,
    ...read<RuleState>('rules/state', { month }),
    placeholderData: undefined,
    meta: { silent: true },
  });
  return (
    <span className="flex flex-wrap gap-x-3">
      {by}
      {data?.last_run?.is_same === false && (
        <TextLink alone to={`/rules/document?month=${month}`} className="text-warning">
          {t('calculate.rules_newer')}
        </TextLink>
      )}
    </span>
  );
}

interface FigureProps {
  label: string;
  /** Undefined until it is known. */
  value?: ReactNode;
  /** Nothing is left to do. */
  done?: boolean | undefined;
  note?: ReactNode;
}

function Figure({ label, value, done = false, note }: FigureProps) {
  return (
    <div className="-mt-px -ml-px flex min-h-20 flex-col border-t border-l border-line px-3 py-2">
      <dt className="text-legend text-muted">{label}</dt>
      {value === undefined ? (
        <Skeleton className="mt-1 h-5 w-20" />
      ) : (
        <>
          <dd className="flex items-center gap-1.5 font-semibold tabular-nums">
            {value}
            {done && <CircleCheck size={14} className="text-success" aria-hidden />}
          </dd>
          <dd className="text-legend text-muted">{note}</dd>
        </>
      )}
    </div>
  );
}
