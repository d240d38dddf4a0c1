import { type ReactNode, useMemo, useState } from 'react';
import type { TrendMonth } from '#contracts/calls/dashboard.ts';
import type { Column } from '#contracts/contract.ts';
import { formatMonthKey } from '#contracts/months.ts';
import type { Row } from '../../crud/list/cell.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { useDark } from '../../layout/appearance.ts';
import { cx } from '../../ui/cx.ts';
import { TextButton } from '../../ui/link.tsx';
import { monthPhase } from '../filters/month-selects.tsx';
import { CHARTS_HEIGHT, type ChartsSize } from './chart-shape.tsx';
import { MEASURES, type Measure, readMeasure } from './measures.ts';
import { RankedBars } from './ranked-bars.tsx';
import { SeriesChart } from './series-chart.tsx';
import { TrendBars } from './trend-bars.tsx';

/** The number of bars that are shown before a button shows the others. */
const SHOWN = 12;
/** As many bars stand on the first printed page, below the figures. Where there are more, so many are kept together. */
const PAGE_BARS = 38;
const PRINTED_BARS = 6;

interface ChartsPanelProps {
  rows: readonly Row[];
  /** Null: the four series beside each other. */
  measure: Measure | null;
  series: readonly Column[];
  months: readonly TrendMonth[] | null;
  /** Replaces the months where they could not be read. */
  problem: ReactNode;
  /** The month in view, YYYY-MM. */
  month: string;
  size: ChartsSize;
  heading: string;
  printing: boolean;
  /** Opens the jobs behind a bar. */
  onPick: ((row: Row, figure: string) => void) | undefined;
  onMonth: (month: string) => void;
}

/** Shows the amount by person, the largest first, and the sum over a year beside it. */
export function ChartsPanel(props: ChartsPanelProps) {
  const { rows, measure, series, months, problem, month, size, heading, printing, onPick, onMonth } = props;
  const { t, lang } = useText();
  const dark = useDark() && !printing;
  const [all, setAll] = useState(false);
  const followed = measure ?? MEASURES[0]!;
  const by = measure ?? MEASURES[2]!;
  // The charts are drawn again only for other rows than before.
  const ranked = useMemo(
    () => rows.filter((row) => readMeasure(row, by) > 0).sort((a, b) => readMeasure(b, by) - readMeasure(a, by)),
    [rows, by],
  );
  const shown = useMemo(() => (all || printing ? ranked : ranked.slice(0, SHOWN)), [ranked, all, printing]);
  const isCut = printing && (!measure || shown.length > PAGE_BARS);
  const parts = useMemo(() => chunk(shown, isCut ? PRINTED_BARS : shown.length), [shown, isCut]);
  const title = measure ? measure.label[lang] : t('dashboard.series');
  const trendTitle = t('dashboard.trend', { measure: followed.label[lang] });
  const running = months?.find((one) => monthPhase(one.month) === 'running');
  const idle = rows.length - ranked.length;
  return (
    // Charts for paper are drawn as wide as a standing A4 page.
    <div className={printing ? 'grid w-175 gap-4' : 'grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]'}>
      <figure
        className={cx(
          'rounded border border-line bg-surface p-4',
          isCut && 'break-inside-auto',
          !printing && `flex flex-col ${CHARTS_HEIGHT[size]}`,
        )}
      >
        <figcaption className="mb-2 font-semibold">{title}</figcaption>
        <div className="flex-1">
          {parts.map((part) =>
            measure ? (
              <RankedBars
                key={part[0]?.id ?? 0}
                rows={part}
                all={shown}
                measure={measure}
                label={`${heading}: ${title}`}
                printing={printing}
                dark={dark}
                onPick={onPick && ((row) => onPick(row, measure.key))}
              />
            ) : (
              <SeriesChart key={part[0]?.id ?? 0} rows={part} series={series} label={heading} printing={printing} />
            ),
          )}
        </div>
        <p className="flex min-h-7 flex-wrap items-center gap-x-3 pt-1 text-legend text-muted max-lg:empty:hidden">
          {idle > 0 && t(size === 'many' ? 'dashboard.idle_people' : 'dashboard.idle_departments', { n: formatNumber(idle) })}
          {ranked.length > SHOWN && !printing && (
            <TextButton aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? t('dashboard.show_first', { n: SHOWN }) : t('dashboard.show_all', { n: formatNumber(ranked.length) })}
            </TextButton>
          )}
        </p>
      </figure>
      {months && (
        <figure
          className={cx(
            'flex flex-col self-start rounded border border-line bg-surface p-4',
            printing ? 'w-full' : size === 'many' ? 'lg:h-104' : 'lg:h-68',
          )}
        >
          <figcaption className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3 font-semibold">
            {trendTitle}
            {running && (
              <span className="text-legend font-normal text-muted">
                {t('dashboard.running_month', { month: formatMonthKey(running.month) })}
              </span>
            )}
          </figcaption>
          <TrendBars
            months={months}
            month={month}
            measure={followed}
            label={`${heading}: ${trendTitle}`}
            printing={printing}
            dark={dark}
            onPick={onMonth}
          />
        </figure>
      )}
      {problem && !printing && (
        <section className="self-start rounded border border-line bg-surface p-4">
          <h2 className="font-semibold">{trendTitle}</h2>
          {problem}
        </section>
      )}
    </div>
  );
}

function chunk<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));
}
