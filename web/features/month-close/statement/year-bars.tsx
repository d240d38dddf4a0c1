import { Link } from 'react-router';
import type { StatementMonth } from '#contracts/calls/answers/statements.ts';
import { formatMonthKey } from '#contracts/months.ts';
import { formatPoint, useText } from '../../../i18n/index.ts';
import { cx } from '../../../ui/cx.ts';
import { Figure } from '../../../ui/table/figure.tsx';
import { monthPhase } from '../../filters/month-selects.tsx';

/** The totals of the twelve months up to that in view as bars, the oldest first, without those to come; each leads to its month. */
export function YearBars({ months }: { months: readonly StatementMonth[] }) {
  const { t } = useText();
  const shown = months.at(-1)?.month;
  const begun = months.filter(({ month }) => monthPhase(month) !== 'to_come');
  const running = begun.find(({ month }) => monthPhase(month) === 'running');
  const totals = months.map(({ total_point_2 }) => total_point_2 ?? 0);
  const [largest, smallest] = [Math.max(...totals, 0), Math.min(...totals, 0)];
  return (
    <section className="break-inside-avoid rounded border border-line bg-surface p-4 sm:p-5">
      <h2 className="font-semibold">{t('points.year')}</h2>
      <p className="mb-3 text-legend text-muted">
        {t('points.year_measure')}
        {running && ` · ${t('dashboard.running_month', { month: formatMonthKey(running.month) })}`}
      </p>
      <ol className="flex h-40 gap-0.5 sm:gap-2">
        {begun.map(({ month, total_point_2: point }) => {
          const [year, number] = month.split('-') as [string, string];
          const isCurrent = month === shown;
          const isNegative = point !== null && point < 0;
          const share = point === null || point === 0 ? 0 : point / (isNegative ? smallest : largest);
          const name = formatMonthKey(month);
          return (
            <li key={month} className="min-w-0 flex-1">
              <Link
                to={`?year=${year}&month=${Number(number)}`}
                aria-current={isCurrent ? 'page' : undefined}
                title={point === null ? undefined : `${name}: ${formatPoint(point)}`}
                className="group flex h-full flex-col items-center rounded-sm"
              >
                <span className="sr-only">
                  {point === null ? t('points.bar_none', { month: name }) : t('points.bar', { month: name, n: formatPoint(point) })}
                </span>
                {/* Totals below zero hang from the line of zero, as long by their points as the others are high. */}
                <span
                  aria-hidden
                  style={{ flexGrow: largest || 1 }}
                  className="flex min-h-0 w-full basis-0 flex-col items-center justify-end"
                >
                  {!isNegative && (
                    <>
                      <span className={cx('text-legend tabular-nums', isCurrent ? 'font-semibold text-text' : 'text-muted')}>
                        {point !== null && <Figure value={point} decimals={0} />}
                      </span>
                      <span
                        data-bar
                        style={{ height: `${Math.max(share * 82, 1.5)}%` }}
                        className={cx(
                          'w-full max-w-12 rounded-t-sm',
                          month === running?.month
                            ? 'border-2 border-b-0 border-accent'
                            : isCurrent
                              ? 'bg-accent'
                              : share > 0
                                ? 'bg-accent/35 group-hover:bg-accent/60'
                                : 'bg-line',
                        )}
                      />
                    </>
                  )}
                </span>
                {smallest < 0 && (
                  <span
                    aria-hidden
                    style={{ flexGrow: -smallest }}
                    className="flex min-h-9 w-full basis-0 flex-col items-center border-t border-line"
                  >
                    {isNegative && (
                      <>
                        <span
                          data-bar="negative"
                          style={{ height: `${Math.max(share * 60, 1.5)}%` }}
                          className={cx('w-full max-w-12 rounded-b-sm', isCurrent ? 'bg-danger-fill' : 'bg-danger-fill/50')}
                        />
                        <span className={cx('text-legend tabular-nums', isCurrent ? 'font-semibold text-text' : 'text-muted')}>
                          <Figure value={point} decimals={0} />
                        </span>
                      </>
                    )}
                  </span>
                )}
                <span
                  aria-hidden
                  className={cx(
                    'w-full border-t border-line pt-1 text-center text-legend tabular-nums',
                    isCurrent ? 'font-semibold' : 'text-muted',
                  )}
                >
                  {number}
                </span>
              </Link>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
