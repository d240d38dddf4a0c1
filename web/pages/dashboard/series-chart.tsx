import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from 'chart.js';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Column } from '#contracts/contract.ts';
import type { Row } from '../../crud/list/cell.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { useDark } from '../../ui/hooks/appearance.ts';
import { seriesFill } from './series-fill.ts';

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);
Chart.defaults.font.family = 'Inter Variable, Noto Sans JP Variable';

/** Series of which the largest is this many times another's are drawn each on a scale of its own. */
const MAGNITUDE = 20;
const AXIS_WIDTH = 64;
const DIGIT_WIDTH = 7;
/** More rows than this have slanted names. */
const FEW = 8;
const NAMES_HEIGHT = 112;
/** Longer names are cut below the bars; hovering and the table tell the whole. */
const NAME_LENGTH = 15;
/** A narrower chart has upright names: slanted, the first would begin outside. */
const NARROW = 600;
const TOKENS = ['--chart-tsubo', '--chart-worktime', '--chart-difficulty', '--chart-unit'];

interface SeriesChartProps {
  rows: readonly Row[];
  series: readonly Column[];
  label: string;
}

/** The four series as grouped bars; as small multiples under each other when their magnitudes are too far apart. The table below says the same. */
export default function SeriesChart({ rows, series, label }: SeriesChartProps) {
  const { lang } = useText();
  const dark = useDark();
  const printing = usePrinting();
  const peaks = series.map(({ key }) => Math.max(0, ...rows.map((row) => Number(row[key] ?? 0))));
  const present = peaks.filter((peak) => peak > 0);
  const apart = present.length > 1 && Math.max(...present) / Math.min(...present) > MAGNITUDE;
  const groups = apart ? series.map((column, index) => [{ column, index }]) : [series.map((column, index) => ({ column, index }))];
  return (
    <figure className="flex flex-col gap-3">
      <figcaption className="flex flex-wrap gap-x-5 gap-y-1 text-legend text-muted">
        {series.map((column, index) => (
          <span key={column.key} className="flex items-center gap-1.5">
            <span aria-hidden className="size-3 rounded-sm" style={{ backgroundColor: `var(${TOKENS[index]})` }} />
            {column.label[lang]}
          </span>
        ))}
      </figcaption>
      {groups.map((group, at) => (
        <Bars
          // The colours are read when a chart is made, so others make it anew.
          key={`${dark} ${printing} ${group[0]!.column.key}`}
          still={printing}
          rows={rows}
          group={group}
          label={`${label}: ${group.map(({ column }) => column.label[lang]).join(', ')}`}
          height={(apart ? 110 : 300) + (at === groups.length - 1 && rows.length > FEW ? NAMES_HEIGHT : 0)}
          names={at === groups.length - 1}
          axis={axisWidth(Math.max(...peaks))}
        />
      ))}
    </figure>
  );
}

/** Whether the page is on its way to paper, where the colours are always the light ones. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const turn = (on: boolean) => () => {
      document.documentElement.style.colorScheme = on ? 'light' : '';
      flushSync(() => setPrinting(on));
    };
    const [before, after] = [turn(true), turn(false)];
    addEventListener('beforeprint', before);
    addEventListener('afterprint', after);
    return () => {
      removeEventListener('beforeprint', before);
      removeEventListener('afterprint', after);
    };
  }, []);
  return printing;
}

interface BarsProps {
  rows: readonly Row[];
  group: readonly { column: Column; index: number }[];
  label: string;
  height: number;
  /** Drawn at once, without movement. */
  still: boolean;
  /** Names of the rows below the bars. */
  names: boolean;
  /** Room for the numbers of the scale, the same for all that stand below each other. */
  axis: number;
}

function Bars({ rows, group, label, height, names, still, axis }: BarsProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { lang } = useText();
  useEffect(() => {
    const colour = colourReader(canvas.current!.parentElement!);
    const ink = colour('--muted');
    const line = colour('--line');
    const calm = still || matchMedia('(prefers-reduced-motion: reduce)').matches;
    const chart = new Chart(canvas.current!, {
      type: 'bar',
      data: {
        labels: rows.map((row) => String(row.name)),
        datasets: group.map(({ column, index }) => ({
          label: column.label[lang],
          data: rows.map((row) => Number(row[column.key] ?? 0)),
          backgroundColor: seriesFill(colour(TOKENS[index]!), index),
          borderRadius: 2,
          maxBarThickness: 28,
        })),
      },
      options: {
        responsive: true,
        maintainAspectRatio: false,
        animation: calm ? false : { duration: 150 },
        interaction: { mode: 'index', intersect: false },
        plugins: { tooltip: { callbacks: { label: (item) => `${item.dataset.label}: ${formatNumber(item.raw)}` } } },
        scales: {
          x: {
            ticks: {
              display: names,
              color: ink,
              autoSkip: true,
              minRotation: rows.length <= FEW ? 0 : canvas.current!.parentElement!.clientWidth < NARROW ? 90 : 45,
              maxRotation: 90,
              callback: (_, index) => shortened(String(rows[index]!.name)),
            },
            // A slanted first name may reach below the scale; it must not move the bars.
            afterFit: (scale) => {
              scale.paddingLeft = 0;
              scale.paddingRight = 0;
            },
            grid: { display: false },
            border: { color: line },
          },
          y: {
            // The scales of small multiples begin below each other.
            afterFit: (scale) => {
              scale.width = axis;
            },
            beginAtZero: true,
            ticks: { color: ink, maxTicksLimit: names && group.length > 1 ? 8 : 4, callback: (value) => formatNumber(value) },
            grid: { color: line },
            border: { display: false },
          },
        },
      },
    });
    return () => chart.destroy();
  }, [rows, group, names, lang, still, axis]);
  return (
    <div className="relative" style={{ height }}>
      <canvas ref={canvas} role="img" aria-label={label} />
    </div>
  );
}

/** The scale may end at the next power of ten above the highest bar. */
function axisWidth(peak: number): number {
  const longest = formatNumber(10 ** Math.ceil(Math.log10(Math.max(1, peak))));
  return Math.max(AXIS_WIDTH, DIGIT_WIDTH * longest.length + 16);
}

function shortened(name: string): string {
  return name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH - 1).trimEnd()}…` : name;
}

/** Reads colour tokens as plain colours: a canvas knows neither variables nor light-dark(). */
function colourReader(place: HTMLElement): (token: string) => string {
  return (token) => {
    const probe = place.appendChild(document.createElement('span'));
    probe.style.color = `var(${token})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
}
