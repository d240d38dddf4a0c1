import {
  type ActiveElement,
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartConfiguration,
  type ChartEvent,
  LinearScale,
  Tooltip,
  type TooltipItem,
} from 'chart.js';
import { type DependencyList, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { afterPaint } from '../../ui/hooks/after-paint.ts';
import { scaled } from '../../ui/scaled.ts';

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);
export const CHART_FONT_SIZE = scaled(12);
Chart.defaults.font.family = 'Inter Variable, Noto Sans JP Variable';
Chart.defaults.font.size = CHART_FONT_SIZE;

/** Font of text that is measured or drawn beside the bars. */
export const CHART_FONT = `${CHART_FONT_SIZE}px ${Chart.defaults.font.family}`;
const PATTERN_SIZE = 8;

type Configure = (colour: (token: string) => string, place: HTMLElement) => ChartConfiguration<'bar', number[], string | string[]>;

/**
 * Draws a chart of bars on a canvas, and draws it again when one of `dependencies` changes: once what stands around it is painted, or `atOnce` for
 * paper. `configure` is given the colour of a token.
 */
export function useBarChart(configure: Configure, atOnce: boolean, dependencies: DependencyList): RefObject<HTMLCanvasElement | null> {
  const canvas = useRef<HTMLCanvasElement>(null);
  const chart = useRef<Chart<'bar', number[], string | string[]>>(null);
  // Layout effects: what is put off to the next paint is called off together with the canvas that goes, not some time after it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller says what the drawing depends on.
  useLayoutEffect(() => {
    const draw = () => {
      const place = canvas.current!.parentElement!;
      // The former drawing stays until then.
      chart.current?.destroy();
      chart.current = new Chart(canvas.current!, configure(colourReader(place), place));
    };
    return atOnce ? draw() : afterPaint(draw);
  }, [atOnce, ...dependencies]);
  useLayoutEffect(() => () => chart.current?.destroy(), []);
  return canvas;
}

/** The latest value of a prop, such as a callback, for a chart that is not redrawn when it changes. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

interface BarTexts {
  title: (index: number) => string;
  label: (index: number) => string;
  /** Answers a press on a bar; undefined while bars cannot be pressed. */
  pick: () => ((index: number) => void) | undefined;
}

/** Options of a chart that shows one measure: no movement, a tooltip of two lines, and the hand of a link over bars that can be pressed. */
export function singleMeasureOptions({ title, label, pick }: BarTexts) {
  return {
    responsive: true,
    maintainAspectRatio: false,
    animation: false,
    onClick: (_: ChartEvent, [hit]: ActiveElement[]) => hit && pick()?.(hit.index),
    onHover: ({ native }: ChartEvent, hits: ActiveElement[]) => {
      if (native?.target instanceof HTMLElement) native.target.style.cursor = hits.length > 0 && pick() ? 'pointer' : '';
    },
    plugins: {
      tooltip: {
        displayColors: false,
        callbacks: {
          title: ([item]: TooltipItem<'bar'>[]) => title(item!.dataIndex),
          label: (item: TooltipItem<'bar'>) => label(item.dataIndex),
        },
      },
    },
  } satisfies ChartConfiguration<'bar'>['options'];
}

/** Reads colour tokens, or colours made of them, as plain colours: a canvas knows neither variables nor light-dark(). */
function colourReader(place: HTMLElement): (colour: string) => string {
  return (wanted) => {
    const probe = place.appendChild(document.createElement('span'));
    probe.style.color = wanted.startsWith('--') ? `var(${wanted})` : wanted;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
}

/** A series' colour with a pattern of its own over it, for paper, where colours may be greys. */
export function patternFill(colour: string, index: number): CanvasPattern | string {
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
