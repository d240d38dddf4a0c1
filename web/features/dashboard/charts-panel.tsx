import { type ReactNode, useMemo, useState } from 'react';
import type { TrendMonth } from '#contracts/calls/dashboard.ts';
import type { Column } from '#contracts/contract.ts';
import { formatMonthKey } from '#contracts/months.ts';
import type { Row } from '../../api/client.ts';
import { formatNumber, useText } from '../../i18n/index.ts';
import { useDark } from '../../layout/appearance.ts';
import { TextButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { scaled } from '../../ui/scaled.ts';
import { monthPhase } from '../filters/month-selects.tsx';
import { Bars, MAX_LEVEL_NAMES, NAMES_HEIGHT, TOKENS } from './bars.tsx';
import { CHARTS_HEIGHT, type ChartsSize } from './chart-shape.tsx';
import { MEASURES, type Measure, readMeasure } from './measures.ts';
import { RankedBars } from './ranked-bars.tsx';
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

/** Series of which the largest is this many times another's are drawn each on a scale of its own. */
const MAGNITUDE = 20;
const AXIS_WIDTH = scaled(64);
const DIGIT_WIDTH = scaled(7);

interface SeriesChartProps {
  rows: readonly Row[];
  series: readonly Column[];
  label: string;
  printing: boolean;
}

/** The four series as grouped bars; as small multiples under each other when their magnitudes are too far apart. The table below says the same. */
function SeriesChart({ rows, series, label, printing }: SeriesChartProps) {
  const { lang } = useText();
  const dark = useDark();
  const { groups, apart, peak } = useMemo(() => groupSeries(rows, series), [rows, series]);
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-legend text-muted">
        {series.map((column, index) => (
          <span key={column.key} className="flex items-center gap-1.5">
            <span aria-hidden className="size-3 rounded-sm" style={{ backgroundColor: `var(${TOKENS[index]})` }} />
            {column.label[lang]}
          </span>
        ))}
      </p>
      {groups.map((group, at) => (
        <Bars
          // The colours are read when a chart is made, so others make it again.
          key={`${dark} ${printing} ${group[0]!.column.key}`}
          still={printing}
          rows={rows}
          group={group}
          label={`${label}: ${group.map(({ column }) => column.label[lang]).join(', ')}`}
          height={scaled(apart ? 110 : 300) + (at === groups.length - 1 && rows.length > MAX_LEVEL_NAMES ? NAMES_HEIGHT : 0)}
          names={at === groups.length - 1}
          axis={axisWidth(peak)}
        />
      ))}
    </div>
  );
}

/** The series as one group, or each as its own where their magnitudes are too far apart; and the highest value. */
function groupSeries(rows: readonly Row[], series: readonly Column[]) {
  const peaks = series.map(({ key }) => Math.max(0, ...rows.map((row) => Number(row[key] ?? 0))));
  const present = peaks.filter((peak) => peak > 0);
  const apart = present.length > 1 && Math.max(...present) / Math.min(...present) > MAGNITUDE;
  const all = series.map((column, index) => ({ column, index }));
  return { groups: apart ? all.map((one) => [one]) : [all], apart, peak: Math.max(...peaks) };
}

/** The scale may end at the next power of ten above the highest bar. */
function axisWidth(peak: number): number {
  const longest = formatNumber(10 ** Math.ceil(Math.log10(Math.max(1, peak))));
  return Math.max(AXIS_WIDTH, DIGIT_WIDTH * longest.length + scaled(16));
}
