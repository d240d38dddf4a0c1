import type { Plugin } from 'chart.js';
import type { Row } from '../../api/client.ts';
import { useText } from '../../i18n/index.ts';
import { scaled } from '../../ui/scaled.ts';
import { CHART_FONT, CHART_FONT_SIZE, singleMeasureOptions, useBarChart, useLatest } from './draw-chart.ts';
import { formatExact, formatMeasure, type Measure, readMeasure } from './measures.ts';

/** Heights in px at usual letters, the second where a name may need two lines; on paper, which has room for the names of most people, all stand closer. */
const ROW_HEIGHTS = { screen: [26, 32], paper: [19, 28] } as const;
const LONG_NAME = { screen: 22, paper: 38 };
const AXIS_HEIGHT = 12;
const NAME_GAP = scaled(10);
/** The names take at most this share of the width and are broken into lines where they need more. */
const NAMES_SHARE = 0.4;

export interface RankedBarsProps {
  /** In the order in which they are drawn, the largest first. */
  rows: readonly Row[];
  /** The rows of all parts of the chart, which share one scale and the room for names and figures. */
  all: readonly Row[];
  measure: Measure;
  label: string;
  /** Whether it is drawn for paper: at once, in light colours. */
  printing: boolean;
  dark: boolean;
  onPick?: ((row: Row) => void) | undefined;
}

/** One bar a row: the whole name before it, the figure at its end. */
export function RankedBars({ rows, all, measure, label, printing, dark, onPick }: RankedBarsProps) {
  const { lang } = useText();
  const pick = useLatest(onPick);
  const canvas = useBarChart(
    (colour, place) => {
      const context = document.createElement('canvas').getContext('2d')!;
      context.font = CHART_FONT;
      const width = (text: string) => context.measureText(text).width;
      const toLines = (row: Row) => breakIntoLines(String(row.name), place.clientWidth * NAMES_SHARE, width);
      const toFigure = (row: Row) => formatMeasure(readMeasure(row, measure), measure);
      const figures = rows.map(toFigure);
      const namesWidth = Math.max(...all.flatMap(toLines).map(width)) + NAME_GAP + 2;
      return {
        type: 'bar',
        data: {
          labels: rows.map(toLines),
          datasets: [
            {
              data: rows.map((row) => readMeasure(row, measure) / measure.unit),
              backgroundColor: colour(measure.token),
              hoverBackgroundColor: colour(measure.token),
              borderRadius: 2,
              barThickness: scaled(14),
              minBarLength: 2,
            },
          ],
        },
        plugins: [figuresAtTheEnd(figures, colour('--text'))],
        options: {
          indexAxis: 'y',
          ...singleMeasureOptions({
            title: (index) => String(rows[index]!.name),
            label: (index) => `${measure.label[lang]}: ${formatExact(readMeasure(rows[index]!, measure), measure)}`,
            pick: () => pick.current && ((index) => pick.current?.(rows[index]!)),
          }),
          layout: { padding: { right: Math.max(...all.map((row) => width(toFigure(row)))) + NAME_GAP } },
          scales: {
            y: {
              afterFit: (scale) => {
                scale.width = namesWidth;
              },
              ticks: { color: colour('--text'), autoSkip: false, padding: NAME_GAP, font: { size: CHART_FONT_SIZE, lineHeight: 1.15 } },
              grid: { display: false, drawTicks: false },
              border: { color: colour('--line-strong') },
            },
            // Its numbers are not shown, and not formatted.
            x: { display: false, min: 0, max: readMeasure(all[0]!, measure) / measure.unit || 1, ticks: { callback: () => '' } },
          },
        },
      };
    },
    printing,
    [rows, all, measure, lang, dark],
  );
  return (
    <div className="relative break-inside-avoid" style={{ height: rankedHeight(rows, printing ? 'paper' : 'screen') }}>
      <canvas ref={canvas} role="img" aria-label={label} />
    </div>
  );
}

function rankedHeight(rows: readonly Row[], medium: 'screen' | 'paper'): number {
  const [level, tall] = ROW_HEIGHTS[medium];
  return scaled(rows.length * (rows.some(({ name }) => String(name).length > LONG_NAME[medium]) ? tall : level) + AXIS_HEIGHT);
}

/** Writes each bar's figure behind its end. */
function figuresAtTheEnd(figures: readonly string[], colour: string): Plugin<'bar'> {
  return {
    id: 'figures',
    afterDatasetsDraw: (chart) => {
      const { ctx } = chart;
      ctx.save();
      ctx.font = CHART_FONT;
      ctx.fillStyle = colour;
      ctx.textBaseline = 'middle';
      for (const [index, bar] of chart.getDatasetMeta(0).data.entries()) ctx.fillText(figures[index] ?? '', bar.x + 6, bar.y + 1);
      ctx.restore();
    },
  };
}

/** A name as the lines it needs: broken between words only. */
function breakIntoLines(name: string, most: number, width: (text: string) => number): string | string[] {
  if (width(name) <= most) return name;
  const lines: string[] = [];
  for (const word of name.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && width(`${last} ${word}`) <= most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
