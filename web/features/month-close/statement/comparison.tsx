import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { CompareStep, StatementComparison } from '#contracts/calls/answers/statement-compare.ts';
import type { Statement } from '#contracts/calls/answers/statements.ts';
import type { CompareStepKind } from '#contracts/calls/statement-compare.ts';
import type { LineKind } from '#contracts/calls/statements.ts';
import { formatMonthKey, monthBefore, monthKey, yearMonthOf } from '#contracts/months.ts';
import { roundDecimal } from '#text/rounding.ts';
import { read } from '../../../api/client.ts';
import { formatFactor, formatNumber, formatPoint, useText } from '../../../i18n/index.ts';
import { setParam, useAddressParams } from '../../../layout/address-params.ts';
import { ReadError } from '../../../layout/page-parts.tsx';
import { cx } from '../../../ui/cx.ts';
import { Skeleton } from '../../../ui/feedback/feedback.tsx';
import { useDelayed } from '../../../ui/hooks/use-delayed.ts';
import { Select } from '../../../ui/inputs/select.tsx';
import { roundToSum } from './round-steps.ts';
import { useRecordLinks } from './use-record-links.ts';
import { type Owner, STATEMENTS } from './use-statement.ts';

/** Months to choose from, the one before the statement's first. */
const MONTHS_BACK = 24;

/** The month that the statement is compared with, kept in the address; null while nothing is compared. */
export function useComparedMonth() {
  const [params, changeAddress] = useAddressParams();
  const show = (month: string | null) => changeAddress((address) => setParam(address, 'compare', month), { replace: true });
  return [params.get('compare'), show] as const;
}

/** Why the month has more or less points than another one: the difference in steps that add up, each with the records that make it. */
export function Comparison({ owner, statement }: { owner: Owner; statement: Statement }) {
  const { t } = useText();
  const [compared, compareWith] = useComparedMonth();
  const { year, month } = statement;
  const key = monthKey(year, month);
  const { data, error, refetch } = useQuery({
    queryKey: [STATEMENTS, owner, year, month, 'compare', compared],
    ...read<StatementComparison>(`statements/${owner}/compare`, { year, month, with: compared ?? '' }),
    enabled: compared !== null,
  });
  const waiting = useDelayed(!data);
  const section = useRef<HTMLElement>(null);
  const wasOpen = useRef(compared !== null);
  useEffect(() => {
    // On a phone it opens below what is in sight, as if the press had done nothing.
    if (section.current && !wasOpen.current && section.current.getBoundingClientRect().top > innerHeight / 2)
      section.current.scrollIntoView();
    wasOpen.current = compared !== null;
  }, [compared]);
  if (compared === null) return null;
  const months = Array.from({ length: MONTHS_BACK }, (_, index) => monthBefore(key, index + 1));
  const options = [...new Set([...months, compared])].map((value) => ({ value, label: formatMonthKey(value) }));
  return (
    <section ref={section} aria-labelledby="comparison" className="rounded border border-line bg-surface p-4 sm:p-5">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="comparison" className="font-semibold">
          {t('points.compare_title')}
        </h2>
        <Select aria-label={t('points.compare_month')} value={compared} onChange={compareWith} options={options} className="w-28" />
      </div>
      {error && !data && <ReadError error={error} onRetry={refetch} />}
      {!data && !error && waiting && <Skeleton className="h-40 w-full" />}
      {data && <Steps comparison={data} statement={statement} />}
    </section>
  );
}

function Steps({ comparison, statement }: { comparison: StatementComparison; statement: Statement }) {
  const { t } = useText();
  const { from, to, steps } = comparison;
  const difference = subtract(to.totals.total_point_2, from.totals.total_point_2);
  const changed = steps.filter(({ change_2 }) => change_2);
  const names = { month: formatMonthKey(to.month), other: formatMonthKey(from.month) };
  if (difference === null) return <p className="text-table text-muted">{t('points.compare_unknown', names)}</p>;
  const shown = roundToSum(
    changed.map(({ change_2 }) => change_2 ?? 0),
    difference,
  );
  const sum = roundDecimal(difference, 2, 'half');
  const sentence = difference > 0 ? 'points.compare_more' : difference < 0 ? 'points.compare_less' : 'points.compare_same';
  const unchanged = steps.filter(({ change_2, count_from, count_to }) => !change_2 && (count_from > 0 || count_to > 0));
  return (
    <div className="max-w-3xl">
      <p className="mb-2">{t(changed.length > 0 ? sentence : 'points.compare_nothing', { ...names, n: formatPoint(Math.abs(sum)) })}</p>
      <ol className="divide-y divide-line border-y border-line">
        {changed.map((step, index) => (
          <StepRow key={step.kind} step={step} shown={shown[index]!} comparison={comparison} statement={statement} />
        ))}
      </ol>
      <p className="flex items-baseline justify-between gap-4 py-2 font-semibold">
        <span>{t('points.compare_sum')}</span>
        <SignedPoints value={sum} exact={difference} />
      </p>
      {unchanged.length > 0 && (
        <p className="text-legend text-muted">{t('points.compare_unchanged', { names: unchanged.map(({ label }) => label).join(', ') })}</p>
      )}
    </div>
  );
}

/** The lists of lines in which the records of a step are. */
const LINES_OF: Readonly<Record<CompareStepKind, LineKind | null>> = {
  design_count: 'design',
  design_kind: 'design',
  design_size: 'design',
  check_count: 'check',
  check_kind: 'check',
  check_size: 'check',
  adjustments: 'design',
  indirect_yes: 'indirects',
  indirect_no: 'indirects',
  mistakes_n: 'mistakes',
  mistakes_t: 'mistakes',
  factor: null,
  expressions: null,
};

interface StepRowProps {
  step: CompareStep;
  /** Its change of the second total, rounded beside the others. */
  shown: number;
  comparison: StatementComparison;
  statement: Statement;
}

function StepRow({ step, shown, comparison, statement }: StepRowProps) {
  const { t } = useText();
  const id = useId();
  const [open, setOpen] = useState(false);
  const hasTop = step.top.length > 0;
  const Icon = open ? ChevronDown : ChevronRight;
  return (
    <li data-step={step.kind}>
      <div className="flex items-center gap-2 py-1.5">
        <button
          type="button"
          disabled={!hasTop}
          aria-expanded={hasTop ? open : undefined}
          aria-controls={open ? id : undefined}
          aria-label={hasTop ? t('points.compare_records', { name: step.label }) : undefined}
          onClick={() => setOpen(!open)}
          className="flex size-6 shrink-0 items-center justify-center rounded hover:bg-hover disabled:invisible"
        >
          <Icon size={16} className="text-muted" aria-hidden />
        </button>
        <span className="min-w-0 flex-1">
          <span className="font-medium">{step.label}</span>{' '}
          <span className="whitespace-nowrap text-table text-muted tabular-nums">
            <Amounts step={step} comparison={comparison} statement={statement} />
          </span>
        </span>
        <SignedPoints value={shown} exact={step.change_2} />
      </div>
      {open && (
        <ul id={id} className="mb-2 ml-8 flex flex-col gap-1 text-table">
          {step.top.map(({ entity, id, title, points }) => (
            <li key={`${entity}-${id}-${points}`} className="flex items-baseline justify-between gap-4">
              <TopTitle entity={entity} id={id} title={title} statement={statement} />
              <span className="text-muted tabular-nums">
                <SignedPoints value={points} quiet />
              </span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** How many records each month has, or its factor; each leads to them. */
function Amounts({
  step,
  comparison: { from, to },
  statement,
}: {
  step: CompareStep;
  comparison: StatementComparison;
  statement: Statement;
}) {
  const { t } = useText();
  const links = { from: useMonthLinks(statement, from), to: useMonthLinks(statement, to) };
  const lines = LINES_OF[step.kind];
  if (step.kind === 'expressions') return null;
  const isOfSameJobs = /_(kind|size)$/.test(step.kind);
  const amount = (side: 'from' | 'to') => {
    if (step.kind === 'factor') return { text: formatFactor({ from, to }[side].totals.pro_index), path: links[side].ofFigure('pro_index') };
    return { text: formatNumber(side === 'from' ? step.count_from : step.count_to), path: lines ? links[side].ofKind(lines) : undefined };
  };
  const linked = ({ text, path }: ReturnType<typeof amount>) =>
    path ? (
      <Link to={path} className="text-link underline-offset-2 hover:underline">
        {text}
      </Link>
    ) : (
      text
    );
  if (isOfSameJobs) return linked({ ...amount('to'), text: t('points.compare_jobs', { n: formatNumber(step.count_to) }) });
  return (
    <>
      {linked(amount('from'))} → {linked(amount('to'))}
    </>
  );
}

function useMonthLinks({ user }: Statement, { month, totals }: StatementComparison['from']) {
  const { year, month: number } = yearMonthOf(month);
  return useRecordLinks({ user, year, month: number, totals });
}

function TopTitle({ entity, id, title, statement }: { entity: string; id: number; title: string | null; statement: Statement }) {
  const path = useRecordLinks(statement).ofRecord(entity, id);
  const text = title ?? `#${id}`;
  if (!path) return <span className="min-w-0">{text}</span>;
  return (
    <Link to={path} className="text-link min-w-0 underline-offset-2 hover:underline">
      {text}
    </Link>
  );
}

/** Points with their sign; a loss is told by the sign and its colour. */
function SignedPoints({ value, exact = value, quiet = false }: { value: number | null; exact?: number | null; quiet?: boolean }) {
  if (value === null) return null;
  const sign = value > 0 ? '+' : value < 0 ? '−' : '';
  return (
    <span
      title={formatNumber(exact)}
      className={cx('shrink-0 whitespace-nowrap tabular-nums', !quiet && (value < 0 ? 'text-warning' : value > 0 && 'text-success'))}
    >
      {sign}
      {formatPoint(Math.abs(value))}
    </span>
  );
}

const subtract = (a: number | null, b: number | null) => (a === null || b === null ? null : a - b);
