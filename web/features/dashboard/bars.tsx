import type { Column } from '#contracts/contract.ts';
import type { Row } from '../../api/client.ts';
import { formatNumber, useText } from '../../i18n/index.ts';
import { scaled } from '../../ui/scaled.ts';
import { patternFill, useBarChart } from './draw-chart.ts';

/** With more rows than this, the names below the bars are slanted. */
export const MAX_LEVEL_NAMES = 8;
/** Room below the bars for slanted names, in px. */
export const NAMES_HEIGHT = scaled(112);
/** Colours of the series, in their order. */
export const TOKENS = ['--chart-tsubo', '--chart-worktime', '--chart-difficulty', '--chart-unit'];
/** Between two level names, in px. */
const NAME_GAP = scaled(8);
/** A narrower chart has upright names: slanted, the first would begin outside. */
const NARROW = scaled(600);

export interface BarsProps {
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

/** One chart of grouped bars; made again only when what it shows has changed. */
export function Bars({ rows, group, label, height, names, still, axis }: BarsProps) {
  const { lang } = useText();
  const canvas = useBarChart(
    (colour, place) => {
      const ink = colour('--muted');
      const line = colour('--line');
      const rotation = rows.length <= MAX_LEVEL_NAMES ? 0 : place.clientWidth < NARROW ? 90 : 45;
      const labels = rows.map((row) => String(row.name));
      const calm = still || matchMedia('(prefers-reduced-motion: reduce)').matches;
      return {
        type: 'bar',
        data: {
          labels,
          datasets: group.map(({ column, index }) => ({
            label: column.label[lang],
            data: rows.map((row) => Number(row[column.key] ?? 0)),
            // Patterns distinguish the series on greyscale prints.
            backgroundColor: still ? patternFill(colour(TOKENS[index]!), index) : colour(TOKENS[index]!),
            borderRadius: 2,
            maxBarThickness: scaled(28),
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
      };
    },
    still,
    [rows, group, names, lang, axis],
  );
  return (
    <div className="relative" style={{ height }}>
      <canvas ref={canvas} role="img" aria-label={label} />
    </div>
  );
}

/**
 * Names cut to a width, no two of them alike: a name that is too long keeps its beginning, and where several would then read the same also the end
 * that tells them apart ('Phòng…kết cấu'). `measure` gives a text's width, in the unit of `width`.
 */
export function shortenNames(names: readonly string[], width: number, measure: (text: string) => number): string[] {
  const cut = names.map((name) => (measure(name) <= width ? name : cutToWidth(name, '', width, measure)));
  return cut.map((short, index) => {
    const name = names[index]!;
    const alike = names.filter((other, at) => other !== name && cut[at] === short);
    return alike.length === 0 || short === name ? short : cutToWidth(name, distinctEnd(name, alike), width, measure);
  });
}

/** As much of the beginning as fits before '…' and the end; at least one character. */
function cutToWidth(name: string, end: string, width: number, measure: (text: string) => number): string {
  let length = name.length - end.length;
  const build = () => `${name.slice(0, length).trimEnd()}…${end}`;
  while (length > 1 && measure(build()) > width) length--;
  return build();
}

/** The words from the first one in which a name differs from others. */
function distinctEnd(name: string, others: readonly string[]): string {
  const words = name.split(' ');
  const common = Math.min(...others.map((other) => commonWords(words, other.split(' '))));
  return words.slice(Math.min(common, words.length - 1)).join(' ');
}

function commonWords(words: readonly string[], others: readonly string[]): number {
  const first = words.findIndex((word, index) => word !== others[index]);
  return first === -1 ? words.length : first;
}
