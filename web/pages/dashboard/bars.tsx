import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from 'chart.js';
import { useEffect, useRef } from 'react';
import type { Column } from '#contracts/contract.ts';
import type { Row } from '../../crud/list/cell.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { shortenNames } from './shorten-names.ts';

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);
Chart.defaults.font.family = 'Inter Variable, Noto Sans JP Variable';

/** Up to so many rows have level names; more have slanted ones. */
export const MAX_LEVEL_NAMES = 8;
/** Room below the bars for slanted names, in px. */
export const NAMES_HEIGHT = 112;
/** Colours of the series, in their order. */
export const TOKENS = ['--chart-tsubo', '--chart-worktime', '--chart-difficulty', '--chart-unit'];
/** Between two level names, in px. */
const NAME_GAP = 8;
/** A narrower chart has upright names: slanted, the first would begin outside. */
const NARROW = 600;
const PATTERN_SIZE = 8;

export interface BarsProps {
  rows: readonly Row[];
  group: readonly { column: Column; index: number }[];
  label: string;
  height: number;
  /** Drawn at once, without movement. */
  still: boolean;
  /** Names of the rows below the bars. */
  names: boolean;
  /** Width of the axis labels, the same for charts below each other. */
  axis: number;
}

/** One chart of grouped bars; made again only when what it shows has changed. */
export function Bars({ rows, group, label, height, names, still, axis }: BarsProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { lang } = useText();
  useEffect(() => {
    const place = canvas.current!.parentElement!;
    const colour = colourReader(place);
    const ink = colour('--muted');
    const line = colour('--line');
    const rotation = rows.length <= MAX_LEVEL_NAMES ? 0 : place.clientWidth < NARROW ? 90 : 45;
    const labels = rows.map((row) => String(row.name));
    const calm = still || matchMedia('(prefers-reduced-motion: reduce)').matches;
    const chart = new Chart(canvas.current!, {
      type: 'bar',
      data: {
        labels,
        datasets: group.map(({ column, index }) => ({
          label: column.label[lang],
          data: rows.map((row) => Number(row[column.key] ?? 0)),
          // Patterns distinguish the series on greyscale prints.
          backgroundColor: still ? patternFill(colour(TOKENS[index]!), index) : colour(TOKENS[index]!),
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
              minRotation: rotation,
              maxRotation: rotation,
              callback(_, index) {
                const { ctx, width } = this.chart;
                const room =
                  rotation === 0
                    ? (width - axis) / labels.length - NAME_GAP
                    : NAMES_HEIGHT / Math.sin((rotation * Math.PI) / 180) - NAME_GAP;
                return shortenNames(labels, room, (name) => ctx.measureText(name).width)[index];
              },
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

/** A series' colour with a pattern of its own over it. */
function patternFill(colour: string, index: number): CanvasPattern | string {
  const tile = document.createElement('canvas');
  tile.width = PATTERN_SIZE;
  tile.height = PATTERN_SIZE;
  const context = tile.getContext('2d');
  if (!context || index === 0) return colour;
  context.fillStyle = colour;
  context.fillRect(0, 0, PATTERN_SIZE, PATTERN_SIZE);
  context.strokeStyle = 'rgb(255 255 255 / 0.45)';
  context.lineWidth = 1.5;
  context.beginPath();
  for (const [fromX, fromY, toX, toY] of PATTERN_LINES[index] ?? []) {
    context.moveTo(fromX, fromY);
    context.lineTo(toX, toY);
  }
  context.stroke();
  return context.createPattern(tile, 'repeat') ?? colour;
}

type Line = [number, number, number, number];
const PATTERN_LINES: Record<number, Line[]> = {
  1: [[0, PATTERN_SIZE, PATTERN_SIZE, 0]],
  2: [[0, PATTERN_SIZE / 2, PATTERN_SIZE, PATTERN_SIZE / 2]],
  3: [[PATTERN_SIZE / 2, 0, PATTERN_SIZE / 2, PATTERN_SIZE]],
};
