import type { TrendMonth } from '#contracts/calls/dashboard.ts';
import { formatMonthKey, formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { cx } from '../../ui/cx.ts';
import { CHART_FONT_SIZE, singleMeasureOptions, useBarChart, useLatest } from './draw-chart.ts';
import { formatExact, formatMeasure, type Measure } from './measures.ts';

interface TrendBarsProps {
  months: readonly TrendMonth[];
  measure: Measure;
  label: string;
  printing: boolean;
  dark: boolean;
  onPick: (month: string) => void;
}

/** A bar for each of twelve months, the month in view in full colour; the same as words for who does not see it. */
export function TrendBars({ months, measure, label, printing, dark, onPick }: TrendBarsProps) {
  const { lang } = useText();
  const pick = useLatest(onPick);
  const canvas = useBarChart(
    (colour) => {
      const full = colour(measure.token);
      const pale = colour(`color-mix(in oklab, var(${measure.token}) 42%, var(--surface))`);
      const colours = months.map((_, index) => (index === months.length - 1 ? full : pale));
      return {
        type: 'bar',
        data: {
          labels: months.map(monthLabel),
          datasets: [
            {
              data: months.map((row) => row[measure.key] / measure.unit),
              backgroundColor: colours,
              hoverBackgroundColor: colours,
              borderRadius: 2,
              maxBarThickness: 32,
            },
          ],
        },
        options: {
          ...singleMeasureOptions({
            title: (index) => formatMonthKey(months[index]!.month),
            label: (index) => `${measure.label[lang]}: ${formatExact(months[index]![measure.key], measure)}`,
            pick: () => (index) => pick.current(months[index]!.month),
          }),
          scales: {
            x: {
              ticks: { color: colour('--muted'), maxRotation: 0, autoSkip: false, font: { size: CHART_FONT_SIZE } },
              grid: { display: false },
              border: { color: colour('--line-strong') },
            },
            y: {
              beginAtZero: true,
              ticks: {
                color: colour('--muted'),
                maxTicksLimit: 5,
                callback: (value) => formatNumber(value),
                font: { size: CHART_FONT_SIZE },
              },
              grid: { color: colour('--line') },
              border: { display: false },
            },
          },
        },
      };
    },
    [months, measure, lang, printing, dark],
  );
  return (
    <div className={cx('relative', printing ? 'h-44' : 'min-h-60 flex-1 lg:min-h-0')}>
      <canvas ref={canvas} role="img" aria-label={label} />
      <ul className="sr-only">
        {months.map((row) => (
          <li key={row.month}>
            {formatMonthKey(row.month)}: {formatMeasure(row[measure.key], measure)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** '03', with its year below it where the year begins; at the left end, too, unless the next label has one. */
function monthLabel({ month }: TrendMonth, index: number): string | string[] {
  const [year, number] = month.split('-') as [string, string];
  return number === '01' || (index === 0 && number !== '12') ? [number, year] : number;
}
