import { ArrowDown, ArrowUp, Equal } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Statement } from '#contracts/calls/answers/statements.ts';
import { formatMonthKey } from '#contracts/months.ts';
import { formatExactPoint, formatFactor, formatNumber, formatPoint, type MessageKey, useText } from '../../../i18n/index.ts';
import { cx } from '../../../ui/cx.ts';
import { Factor, Figure } from '../../../ui/table/figure.tsx';
import { monthPhase } from '../../filters/month-selects.tsx';
import { useComparedMonth } from './comparison.tsx';
import { useRecordLinks } from './use-record-links.ts';

/** The parts of a total: name, label and explanation. */
const PARTS = [
  ['direct_point', 'points.direct', 'points.direct_help'],
  ['indirect_point_yes', 'points.indirect_yes', 'points.indirect_no_help'],
  ['indirect_point_no', 'points.indirect_no', 'points.indirect_no_help'],
  ['mistake_point_n', 'points.mistake_n', 'points.mistake_n_help'],
  ['mistake_point_t', 'points.mistake_t', 'points.mistake_t_help'],
  ['pro_index', 'points.pro', 'points.pro_help'],
] as const;

/** The figures of the month: the total first and large, the change to the month before, and what the total is made of. */
export function Figures({ statement }: { statement: Statement }) {
  const { t } = useText();
  const { totals, lines, expressions } = statement;
  const { total_point_1: first, total_point_2: second } = expressions;
  const links = useRecordLinks(statement);
  const beside = pointsOfWorking(statement);
  const isCounted = (name: string) => usesVariable(first, name) || usesVariable(second, name);
  return (
    <section
      aria-label={t('points.figures')}
      className="grid gap-x-10 gap-y-5 rounded border border-line bg-surface p-4 sm:p-5 lg:grid-cols-2 print:grid-cols-2 print:gap-x-6"
    >
      <div className="flex flex-col gap-4">
        <div>
          <h2 className="text-table font-medium text-muted">{t('points.total_2')}</h2>
          <p className="text-figure font-semibold tabular-nums" data-figure="total_point_2">
            {totals.total_point_2 === null ? (
              <span className="text-section text-muted">{t('points.no_value')}</span>
            ) : (
              <span title={formatNumber(totals.total_point_2)}>{formatPoint(totals.total_point_2)}</span>
            )}
          </p>
          <Change statement={statement} />
        </div>
        <TotalSteps statement={statement} />
      </div>
      <dl className="divide-y divide-line border-line max-lg:border-t lg:border-l lg:pl-10 print:border-t-0 print:border-l print:pl-6">
        {PARTS.map(([name, label, help]) => (
          <Part
            key={name}
            label={t(label)}
            help={t(help, { design: formatExactPoint(lines.design.sum, beside), check: formatExactPoint(lines.check.sum, beside) })}
            value={
              name === 'pro_index' ? (
                <Factor value={totals.pro_index} to={links.ofFigure(name)} />
              ) : (
                <Figure value={totals[name]} to={links.ofFigure(name)} />
              )
            }
            counted={isCounted(name)}
          />
        ))}
      </dl>
    </section>
  );
}

interface PartProps {
  label: string;
  help: string;
  value: ReactNode;
  /** Whether the total is made of it. */
  counted: boolean;
}

function Part({ label, help, value, counted }: PartProps) {
  const { t } = useText();
  return (
    <div className="flex items-baseline gap-4 py-2 first:pt-0 last:pb-0 max-lg:first:pt-2">
      <dt className="min-w-0 flex-1">
        <span className="font-medium">{label}</span>
        <span className="block text-legend text-muted">
          {help}
          {!counted && ` · ${t('points.not_counted')}`}
        </span>
      </dt>
      <dd className={cx('text-section font-medium tabular-nums', !counted && 'text-muted')}>{value}</dd>
    </div>
  );
}

/** The difference of the total from the month before, and a way to what makes it; of a running month the whole month before. */
function Change({ statement }: { statement: Statement }) {
  const { t } = useText();
  const [compared, compareWith] = useComparedMonth();
  const [before, now] = statement.previous.slice(-2);
  if (typeof before?.total_point_2 !== 'number' || typeof now?.total_point_2 !== 'number') return null;
  const month = formatMonthKey(before.month);
  // What is locked before the month ends is all that it will come to.
  const phase = statement.state === 'locked' ? 'over' : monthPhase(now.month);
  if (phase === 'to_come') return null;
  if (phase === 'over' && before.total_point_1 === 0 && before.total_point_2 === 0)
    return <p className="text-table text-muted">{t('points.none_before', { month })}</p>;
  const change = now.total_point_2 - before.total_point_2;
  const key = change > 0 ? 'points.more_than_before' : change < 0 ? 'points.less_than_before' : 'points.same_as_before';
  const Icon = change > 0 ? ArrowUp : change < 0 ? ArrowDown : Equal;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-table text-muted">
      {phase === 'running' ? (
        <span>{t('points.running', { month, n: formatPoint(before.total_point_2) })}</span>
      ) : (
        <span className="flex items-center gap-1">
          <Icon size={14} aria-hidden className={cx(change > 0 && 'text-success', change < 0 && 'text-warning')} />
          {t(key, { month, n: formatPoint(Math.abs(change)) })}
        </span>
      )}
      <button
        type="button"
        data-chrome
        aria-expanded={compared !== null}
        onClick={() => compareWith(compared === null ? before.month : null)}
        className="min-h-6 rounded font-medium text-accent underline-offset-2 hover:underline"
      >
        {t(compared === null ? 'points.compare_open' : 'points.compare_close')}
      </button>
    </p>
  );
}

type Totals = Statement['totals'];

const NAMES: Readonly<Record<string, MessageKey>> = {
  direct_point: 'points.direct',
  indirect_point_yes: 'points.indirect_yes',
  indirect_point_no: 'points.indirect_no',
  mistake_point_n: 'points.mistake_n',
  mistake_point_t: 'points.mistake_t',
  pro_index: 'points.pro',
  total_point_1: 'points.total_1',
};

/**
 * The two steps from the figures to the total, each in words and with this month's figures, by the expressions in force. The figures have all their
 * places, and all points as many: of rounded ones 46.43 − 0.68 = 45.76.
 */
function TotalSteps({ statement }: { statement: Statement }) {
  const { t } = useText();
  const { totals, expressions } = statement;
  const beside = pointsOfWorking(statement);
  const step = { totals, beside };
  return (
    <div>
      <h3 className="mb-1.5 text-table font-medium text-muted">{t('points.how_total')}</h3>
      <ol className="flex flex-col gap-2 text-table">
        <Step label={t('points.total_1')} expression={expressions.total_point_1} value={totals.total_point_1} {...step} />
        <Step label={t('points.total_2')} expression={expressions.total_point_2} value={totals.total_point_2} {...step} />
      </ol>
    </div>
  );
}

/** The points that a statement's total is worked out with, step by step. */
const pointsOfWorking = ({ totals, lines }: Statement): unknown[] => [
  ...Object.keys(NAMES).flatMap((name) => (name === 'pro_index' ? [] : [totals[name as keyof Totals]])),
  ...[totals.total_point_2, lines.design.sum, lines.check.sum],
];

interface StepProps {
  label: string;
  expression: string;
  value: number | null;
  totals: Totals;
  beside: readonly unknown[];
}

function Step({ label, expression, value, totals, beside }: StepProps) {
  const { t } = useText();
  const labelOf = (name: string) => (NAMES[name] ? t(NAMES[name]) : undefined);
  const formatVariable = (name: string) => {
    if (!NAMES[name]) return undefined;
    const value = totals[name as keyof Totals];
    return name === 'pro_index' ? formatFactor(value) : formatExactPoint(value, beside);
  };
  return (
    <li className="border-l-2 border-line pl-3">
      <span className="font-medium">{label}</span> = {replaceVariables(expression, labelOf)}
      <span className="block text-muted tabular-nums">
        = {replaceVariables(expression, formatVariable)} ={' '}
        <strong className="font-semibold text-text">{formatExactPoint(value, beside) || t('points.no_value')}</strong>
      </span>
    </li>
  );
}

const NAME = /[a-z_][a-z_0-9]*/gi;

/** An expression of the totals for display: each variable is replaced by its label or value, functions stay, `*` and `-` become × and −. */
function replaceVariables(expression: string, replace: (name: string) => string | undefined): string {
  return expression
    .replace(/\s+/g, ' ')
    .replaceAll('*', '×')
    .replaceAll(/\s-\s/g, ' − ')
    .replaceAll(NAME, (name) => replace(name) ?? name);
}

function usesVariable(expression: string, name: string): boolean {
  return expression.match(NAME)?.includes(name) ?? false;
}
