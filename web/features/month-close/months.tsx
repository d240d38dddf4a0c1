import { Calculator, CircleCheck, CircleDashed, Lock, LockOpen } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Navigate, useParams } from 'react-router';
import type { ChecklistKey } from '#contracts/calls/month-checklist.ts';
import { monthBefore, monthKey, monthRange, yearMonthOf } from '#contracts/months.ts';
import { PATTERNS } from '#contracts/value-forms.ts';
import { useMonthLock } from '../../api/month-locks.ts';
import { useSession } from '../../api/session.tsx';
import { formatDateTime, formatMonth, formatNumber, officeToday, useText } from '../../i18n/index.ts';
import { ACTIONS } from '../../layout/access.ts';
import { lazyPart } from '../../layout/lazy-part.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/feedback/feedback.tsx';
import { useChecklist } from '../calculation/checklist.tsx';
import { CalculatePage, type StepsProps } from '../calculation/page.tsx';
import { ReconcileButton } from '../crawl/reconcile-button.tsx';
import { monthPhase } from '../filters/month-selects.tsx';

const LockMonthDialog = lazyPart(() => import('./lock/lock-month-dialog.tsx').then((m) => m.LockMonthDialog));

const STATEMENT_KEYS: readonly ChecklistKey[] = ['open_questions', 'changed_statements', 'unconfirmed_statements', 'silent_statements'];
const CALCULATED_KEYS: readonly ChecklistKey[] = ['not_calculated', 'edited_points', 'old_points'];

/** The place where a month is closed; without a month it leads to the one before while that is open, to this one otherwise. */
export function MonthPage() {
  const now = officeToday().slice(0, 7);
  const before = monthBefore(now, 1);
  const locked = useMonthLock(yearMonthOf(before));
  // What is no month in the address leads to one.
  if (PATTERNS.year_month.test(useParams().month ?? '')) return <CalculatePage steps={(props) => <MonthSteps {...props} />} />;
  if (locked === undefined) return <Skeleton className="h-60 w-full" />;
  return <Navigate to={`/months/${locked ? now : before}`} replace />;
}

/** What is done to close a month, in its order; the button of the first thing that is left is filled. A month that goes on is not proposed to be locked. */
function MonthSteps({ month, calculation, options, onOpenPoints }: StepsProps) {
  const { t } = useText();
  const { may } = useSession();
  const { data } = useChecklist(month);
  const locked = useMonthLock(month);
  const [isLocking, setLocking] = useState(false);
  if (!data) return null;
  const count = (keys: readonly ChecklistKey[]) =>
    data.items.reduce((sum, { key, count: open }) => sum + (keys.includes(key) ? open : 0), 0);
  const at = `year=${month.year}&month=${month.month}`;
  const source = data.reconciliation;
  const left = { calculate: count(CALCULATED_KEYS), check: count(['unchecked']), statements: count(STATEMENT_KEYS) };
  const others =
    data.open - data.items.filter(({ key, count: n }) => n > 0 && [...STATEMENT_KEYS, ...CALCULATED_KEYS].includes(key)).length;
  const isOver = monthPhase(monthKey(month.year, month.month)) === 'over';
  const order = [left.calculate > 0 && 'calculate', left.check > 0 && 'check', others > 0 && 'points', left.statements > 0 && 'statements'];
  const next = locked !== false || data.jobs === 0 ? null : (order.find(Boolean) ?? (isOver ? 'lock' : null));
  const look = (step: string) => ({ variant: next === step ? ('primary' as const) : ('plain' as const) });
  return (
    <ol className="divide-y divide-line rounded border border-line bg-surface text-table">
      <Step
        label={t('history.reconcile_open')}
        isDone={source?.differs === 0}
        note={source ? formatDateTime(source.at) : t('calculate.not_compared')}
      >
        <ReconcileButton month={month} size="sm" />
      </Step>
      <Step label={t('route.calculate')} isDone={left.calculate === 0} note={noteOf(left.calculate)} options={options}>
        <Button size="sm" icon={Calculator} {...look('calculate')} {...calculation}>
          {t('route.calculate')}
        </Button>
      </Step>
      <Step label={t('app.nav_check')} isDone={left.check === 0} note={noteOf(left.check)}>
        <ButtonLink
          size="sm"
          {...look('check')}
          to={`/directs-techousei/check?is_checked=0&${new URLSearchParams({ ...monthRange(`${monthKey(month.year, month.month)}-01`) })}`}
        >
          {t('route.checking_queue')}
        </ButtonLink>
      </Step>
      <Step label={t('calculate.open_points')} isDone={data.open === 0} note={noteOf(data.open)}>
        <Button size="sm" {...look('points')} onClick={onOpenPoints}>
          {t('total.see_open_points')}
        </Button>
      </Step>
      <Step label={t('route.statements')} isDone={left.statements === 0} note={noteOf(left.statements)}>
        <ButtonLink size="sm" {...look('statements')} to={`/statements?${at}`}>
          {t('route.statements')}
        </ButtonLink>
      </Step>
      <Step label={t('total.lock')} isDone={locked === true} note={t(locked ? 'points.state_locked' : 'points.state_open')}>
        {may(ACTIONS.lock_month) && (
          <Button size="sm" icon={locked ? LockOpen : Lock} {...look('lock')} onClick={() => setLocking(true)}>
            {t(locked ? 'total.unlock_now' : 'total.lock_now', { month: formatMonth(month.year, month.month) })}
          </Button>
        )}
      </Step>
      {isLocking && <LockMonthDialog initial={month} unlocks={locked === true} onClose={() => setLocking(false)} />}
    </ol>
  );

  function noteOf(n: number): string {
    return n === 0 ? t('calculate.nothing_open') : t('calculate.left', { n: formatNumber(n) });
  }
}

interface StepProps {
  label: string;
  isDone: boolean;
  note: string;
  options?: ReactNode;
  children: ReactNode;
}

function Step({ label, isDone, note, options, children }: StepProps) {
  const Icon = isDone ? CircleCheck : CircleDashed;
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
      <Icon size={16} className={isDone ? 'text-success' : 'text-muted'} aria-hidden />
      <span className="font-medium">{label}</span>
      <span className="flex-1 text-muted whitespace-nowrap tabular-nums">{note}</span>
      {options}
      <span className="ml-auto flex *:flex-1 sm:min-w-44">{children}</span>
    </li>
  );
}
