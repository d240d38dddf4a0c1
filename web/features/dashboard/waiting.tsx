import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Import } from '#contracts/calls/answers/imports.ts';
import type { MonthReview } from '#contracts/calls/answers/statements.ts';
import { monthBefore, monthRange, yearMonthOf } from '#contracts/months.ts';
import { listQuery, type Page, readData } from '../../api/client.ts';
import { useMonthLock } from '../../api/month-locks.ts';
import { useSession } from '../../api/session.tsx';
import { formatDate, formatMonth, formatNumber, loadPageTexts, officeToday, useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { ButtonLink, TextLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { jobsToCheck } from '../checking-queue/jobs-to-check.ts';
import { dueQuery } from '../directs/due-parts.ts';
import { useFirstSteps, useStepsDone } from '../first-steps/use-first-steps.ts';
import { statementQuery } from '../month-close/statement/use-statement.ts';

// The overview itself is drawn without them.
await loadPageTexts();

/** What waits for the reader and how much of it, the most pressing first, one press from where it is done; one line where nothing does. */
export function Waiting() {
  const { t } = useText();
  const { may, user } = useSession();
  const isStaff = may(ACTIONS.see_staff_menu);
  const today = officeToday();
  const before = monthBefore(today.slice(0, 7), 1);
  const month = yearMonthOf(before);
  const isOpen = useMonthLock(month) === false;
  const status = isStaff ? 'open' : 'answered';
  const owner: Record<string, string> = isStaff ? {} : { user_id: String(user?.id) };

  const checks = useTotal('directs_techousei', jobsToCheck(), may(ACTIONS.check_jobs));
  const points = useTotal('directs', { ...monthRange(today), result_design_point__empty: '1' }, may(ACTIONS.calculate));
  const questions = useTotal('questions', { status });
  const due = useQuery({ ...dueQuery(owner), meta: SILENT });
  const late = due.isLoading ? undefined : (due.data?.late.total ?? 0);
  const { data: review } = useQuery({
    queryKey: ['month_reviews', month],
    ...readData<MonthReview | null>('month_reviews', { ...month }),
    meta: SILENT,
  });
  const { data: own } = useQuery({ ...statementQuery('me', month), enabled: isOpen && Boolean(review), meta: SILENT });
  const stopped = useQuery({
    ...listQuery<Import>('imports', { limit: RECENT_IMPORTS }),
    select: countStopped,
    enabled: may(ACTIONS.read_imports),
    meta: SILENT,
  });

  const [seenDone, setSeenDone] = useStepsDone();
  const { data: first, isLoading: isReadingSteps } = useFirstSteps({ enabled: !seenDone });
  const isDone = first?.done ?? false;
  useEffect(() => {
    if (isDone) setSeenDone(true);
  }, [isDone, setSeenDone]);

  const items: (readonly [to: string, label: string])[] = [];
  const add = (count: number | undefined, to: string, key: Parameters<typeof t>[0]) =>
    count && items.push([to, t(key, { n: formatNumber(count) })]);
  add(late, `/directs/due?${new URLSearchParams(owner)}`, 'page.wait_late');
  add(checks, '/directs-techousei/check', 'page.wait_checks');
  if (isOpen && may(ACTIONS.calculate))
    items.push([`/months/${before}`, t('page.wait_month', { month: formatMonth(month.year, month.month) })]);
  if (own?.state === 'review' && !own.confirmation.confirmed_at)
    items.push([`/my-points?year=${month.year}&month=${month.month}`, t('page.wait_review', { day: formatDate(own.review?.deadline) })]);
  add(points, `/months/${today.slice(0, 7)}`, 'page.wait_points');
  add(questions, `/questions?status=${status}`, isStaff ? 'page.wait_questions' : 'page.wait_answers');
  add(stopped.data, '/imports', 'page.wait_imports');
  add(first?.steps.filter(({ state }) => state === 'open').length, '/first-steps', 'page.wait_steps');
  const isKnown = !isReadingSteps && [checks, points, questions, late].every((count) => count !== undefined);
  return (
    <section aria-label={t('page.waiting')} data-chrome data-strip className={STRIP}>
      {isKnown && (
        <>
          <span className={cx('text-muted', items.length > 0 && 'max-sm:sr-only')}>
            {t(items.length > 0 ? 'page.waiting' : 'page.nothing_waits')}
          </span>
          {items.map(([to, label], index) =>
            index === 0 ? (
              <ButtonLink key={to} to={to} variant="primary">
                {label}
              </ButtonLink>
            ) : (
              <TextLink key={to} alone to={to}>
                {label}
              </TextLink>
            ),
          )}
        </>
      )}
    </section>
  );
}

/** One line, which a thumb moves where it is wider than a phone. */
const STRIP =
  'flex min-h-8 items-center gap-x-4 gap-y-1 sm:flex-wrap ' +
  'max-sm:overflow-x-auto max-sm:whitespace-nowrap max-sm:mask-r-from-[calc(100%-2rem)] max-sm:pr-8 max-sm:*:shrink-0 max-sm:[scrollbar-width:none]';

/** How many rows a list has; none where it is not asked for or cannot be read. */
function useTotal(entity: string, filters: Record<string, string>, enabled = true): number | undefined {
  const { data, isLoading } = useQuery({
    ...listQuery<{ id: number }>(entity, { ...filters, limit: 1 }),
    select: readTotal,
    enabled,
    meta: SILENT,
  });
  return isLoading ? undefined : (data ?? 0);
}

const readTotal = ({ total }: Page<{ id: number }>) => total;
const RECENT_IMPORTS = 25;

/** Lists whose newest import of today stopped. */
function countStopped({ data }: Page<Import>): number {
  const written = data.filter(({ dry_run, created_at }) => dry_run === 0 && created_at.startsWith(officeToday()));
  const newest = written.filter(({ entity }, index) => written.findIndex((job) => job.entity === entity) === index);
  return newest.filter(({ status }) => status === 'failed').length;
}

const SILENT = { silent: true };
