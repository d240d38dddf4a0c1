import type { TrendMonth } from '#contracts/calls/dashboard.ts';
import { formatMonthKey } from '#contracts/months.ts';
import { formatNumber, useText } from '../../i18n/index.ts';
import { cx } from '../../ui/cx.ts';
import { scaled } from '../../ui/scaled.ts';
import { monthPhase } from '../filters/month-selects.tsx';
import { CHART_FONT_SIZE, singleMeasureOptions, useBarChart, useLatest } from './draw-chart.ts';
import { formatExact, formatMeasure, type Measure } from './measures.ts';

interface TrendBarsProps {
  months: readonly TrendMonth[];
  /** The month in view, YYYY-MM. */
  month: string;
  measure: Measure;
  label: string;
  printing: boolean;
  dark: boolean;
  onPick: (month: string) => void;
}

/** A bar for each month, that in view in full colour, that which goes on only framed; the same as words for who does not see it. */
export function TrendBars({ months, month: inView, measure, label, printing, dark, onPick }: TrendBarsProps) {
  const { t, lang } = useText();
  const nameMonth = (month: string) =>
    isRunning(month) ? t('dashboard.running_month', { month: formatMonthKey(month) }) : formatMonthKey(month);
  const pick = useLatest(onPick);
  const canvas = useBarChart(
    (colour) => {
      const full = colour(measure.token);
      const pale = colour(`color-mix(in oklab, var(${measure.token}) 42%, var(--surface))`);
      const colours = months.map(({ month }) => (isRunning(month) ? 'transparent' : month === inView ? full : pale));
      return {
        type: 'bar',
        data: {
          labels: months.map(({ month }) => month),
          datasets: [
            {
              data: months.map((row) => row[measure.key] / measure.unit),
              backgroundColor: colours,
              hoverBackgroundColor: colours,
              borderColor: months.map(({ month }) => (month === inView ? full : pale)),
              borderWidth: months.map(({ month }) => (isRunning(month) ? 2 : 0)),
              borderRadius: 2,
              maxBarThickness: scaled(32),
            },
          ],
        },
        options: {
          ...singleMeasureOptions({
            title: (index) => nameMonth(months[index]!.month),
            label: (index) => `${measure.label[lang]}: ${formatExact(months[index]![measure.key], measure)}`,
            pick: () => (index) => pick.current(months[index]!.month),
          }),
          scales: {
            x: {
              ticks: {
                color: colour('--muted'),
                maxRotation: 0,
                autoSkip: false,
                font: { size: CHART_FONT_SIZE },
                callback(_, index) {
                  return labelMonths(months, this.width / months.length < LABEL_WIDTH)[index];
                },
              },
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
    printing,
    [months, inView, measure, lang, dark],
  );
  return (
    <div className={cx('relative', printing ? 'h-44' : 'min-h-60 flex-1 lg:min-h-0')}>
      <canvas ref={canvas} role="img" aria-label={label} />
      <ul className="sr-only">
        {months.map((row) => (
          <li key={row.month}>
            {nameMonth(row.month)}: {formatMeasure(row[measure.key], measure)}
          </li>
        ))}
      </ul>
    </div>
  );
}

const isRunning = (month: string) => monthPhase(month) === 'running';

/** A month's label takes so many pixels with its distance to the next. */
const LABEL_WIDTH = scaled(22);

/**
 * '03', with its year below it where the year begins, and at the left end unless the next label has one. Where they would crowd, every other month
 * has none, so that January always has its own.
 */
export function labelMonths(months: readonly Pick<TrendMonth, 'month'>[], isCrowded: boolean): (string | string[])[] {
  const shown = months.map(({ month }) => month).filter((month) => !isCrowded || Number(month.slice(5)) % 2 === 1);
  return months.map(({ month }) => {
    const at = shown.indexOf(month);
    if (at < 0) return '';
    const [year, number] = month.split('-') as [string, string];
    const isLabelledNext = shown[at + 1]?.endsWith('-01');
    return number === '01' || (at === 0 && !isLabelledNext) ? [number, year] : number;
  });
}
