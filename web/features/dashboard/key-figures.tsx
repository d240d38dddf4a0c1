import type { TrendMonth } from '#contracts/calls/dashboard.ts';
import { formatMonthKey } from '#contracts/months.ts';
import { formatNumber, useText } from '../../i18n/index.ts';
import { Skeleton } from '../../ui/feedback/feedback.tsx';
import { LinkedFigure } from '../../ui/table/figure.tsx';
import { monthPhase } from '../filters/month-selects.tsx';
import { formatExact, formatMeasure, MEASURES, type Measure } from './measures.ts';

const SHOWN: readonly Measure['key'][] = ['total_point', 'total_unit', 'total_tsubo', 'total_worktime'];

interface KeyFiguresProps {
  /** By the measures' keys. */
  sum: Readonly<Record<string, number>> | undefined;
  /** Address of the jobs that a figure of the sum is made of. */
  toJobs?: ((figure: string, row: null) => string | undefined) | undefined;
  /** The month of the sums, YYYY-MM. */
  month: string;
  /** The month before; null where the filters leave nothing to compare with. */
  before: TrendMonth | null | undefined;
}

/** The figures one came for, each with its change to the month before; part of a month is not compared with a whole one. */
export function KeyFigures({ sum, toJobs, month, before }: KeyFiguresProps) {
  const { lang } = useText();
  return (
    <dl className="grid grid-cols-2 overflow-hidden rounded border border-line lg:grid-cols-4 print:mb-4 print:grid-cols-4">
      {MEASURES.filter(({ key }) => SHOWN.includes(key))
        .sort((a, b) => SHOWN.indexOf(a.key) - SHOWN.indexOf(b.key))
        .map((measure) => (
          <div
            key={measure.key}
            data-figure={measure.key}
            className="-mt-px -ml-px flex min-h-26 flex-col gap-0.5 border-t border-l border-line bg-surface px-3 py-3 sm:px-4 lg:min-h-23"
          >
            <dt className="text-legend text-muted">{measure.label[lang]}</dt>
            {sum ? (
              <>
                <dd className="text-title font-semibold tabular-nums" title={formatExact(sum[measure.key] ?? 0, measure)}>
                  <LinkedFigure to={sum[measure.key] ? toJobs?.(measure.key, null) : undefined}>
                    {formatMeasure(sum[measure.key] ?? 0, measure)}
                  </LinkedFigure>
                </dd>
                <dd className="text-legend text-muted tabular-nums">
                  {before && <Change now={sum[measure.key] ?? 0} month={month} before={before} measure={measure} />}
                </dd>
              </>
            ) : (
              <Skeleton className="mt-1 h-6 w-28" />
            )}
          </div>
        ))}
    </dl>
  );
}

function Change({ now, month: shown, before, measure }: { now: number; month: string; before: TrendMonth; measure: Measure }) {
  const { t } = useText();
  const then = before[measure.key];
  const month = formatMonthKey(before.month);
  const phase = monthPhase(shown);
  if (phase === 'to_come') return null;
  if (then === 0) return t('dashboard.no_before', { month });
  if (phase === 'running') return t('dashboard.running', { month, n: formatMeasure(then, measure) });
  const difference = now - then;
  const sign = difference > 0 ? '+' : difference < 0 ? '−' : '±';
  return (
    <span title={`${month}: ${formatExact(then, measure)}`}>
      {t('dashboard.change', {
        sign,
        n: formatMeasure(Math.abs(difference), measure),
        percent: formatNumber((Math.abs(difference) / then) * 100, 0, 1),
        month,
      })}
    </span>
  );
}
