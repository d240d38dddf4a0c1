import type { CSSProperties, KeyboardEvent, PointerEvent } from 'react';
import type { Column } from '#contracts/contract.ts';
import type { ColumnLayout } from '#contracts/view-state.ts';
import { isNumeric } from './cell.tsx';

const MIN_COLUMN_WIDTH = 48;
const MAX_COLUMN_WIDTH = 1200;
const STEP = 16;
/** A press moves a little by itself: less than this is no wish for another width. */
const DRAG_AFTER_PX = 3;

/** Figures behind so many columns are sought at the far end of a row; others have their place. */
const FAR_COLUMNS = 5;

/** What a column of each kind takes with the values of a year, in px: reckoned, not measured, so that no page of rows has another order. */
function reckonWidth(column: Column): number {
  if (column.kind === 'date') return 95;
  return isNumeric(column) || /(code|username)$/.test(column.key) ? 105 : 165;
}
const reckonWidths = (columns: readonly Column[]): number => columns.reduce((sum, column) => sum + reckonWidth(column), 0);

const figuresOf = (columns: readonly Column[]) => columns.filter(isNumeric).slice(0, 2);

/** What one reads a row for: its day and its first two figures. */
const findKeyFacts = ([, ...others]: readonly Column[]) => [
  ...others.filter(({ kind }) => kind === 'date').slice(0, 1),
  ...figuresOf(others),
];

/** How many columns behind the name have room before the key facts in so many px; undefined where the figures are in sight as they are. */
export function countBeforeFigures(shown: readonly Column[], room: number): number | undefined {
  const figures = figuresOf(shown);
  const end = shown.indexOf(figures.at(-1)!) + 1;
  if (shown.indexOf(figures[0]!) < FAR_COLUMNS || reckonWidths(shown.slice(0, end)) <= room) return undefined;
  const facts = findKeyFacts(shown);
  const [name, ...others] = shown.filter((column) => !facts.includes(column));
  const left = room - reckonWidths([name!, ...facts]);
  const count = others.findIndex((_, at) => reckonWidths(others.slice(0, at + 1)) > left);
  return count < 0 ? others.length : count;
}

/** The columns where a person has chosen no order: key facts that would be out of sight come forward, behind the name and so many others. */
export function bringFiguresForward(shown: readonly Column[], before: number | undefined): readonly Column[] {
  if (before === undefined) return shown;
  const facts = findKeyFacts(shown);
  const others = shown.filter((column) => !facts.includes(column));
  return [...others.slice(0, before + 1), ...facts, ...others.slice(before + 1)];
}

/** How many of the shown columns stay in sight on the left: the pinned ones, else the first. */
export function countPins({ pinned = [] }: ColumnLayout, shown: readonly Column[]): number {
  return Math.max(1, shown.filter(({ key }) => pinned.includes(key)).length);
}

/** Attribute of the cells of a column that stays in sight; the last of them throws the shadow. */
export function pinOf(at: number, pins: number): 'last' | 'true' | undefined {
  return at >= pins ? undefined : at === pins - 1 ? 'last' : 'true';
}

/** Place of a further pinned column, whose offset the table measures, and the width that a person chose; nothing for most columns. */
export function cellStyle(at: number, pins: number, width: number | undefined): CSSProperties | undefined {
  const left = at > 0 && at < pins ? { left: `var(--left-${at})` } : undefined;
  if (width === undefined) return left;
  const size = `var(--width-${at}, ${width}px)`;
  return { ...left, width: size, minWidth: size, maxWidth: size };
}

/** Measures where further pinned columns stand: behind the ones before them. Returns how to stop. */
export function placePins(row: HTMLTableRowElement): () => void {
  const heads = [...row.querySelectorAll<HTMLElement>('th[data-pin]')];
  if (heads.length < 2) return () => undefined;
  const table = row.closest('table')!;
  const measure = () => {
    let left = 0;
    for (const [at, head] of heads.entries()) {
      table.style.setProperty(`--left-${at}`, `${left}px`);
      left += head.offsetWidth;
    }
  };
  const sized = new ResizeObserver(measure);
  for (const head of heads) sized.observe(head);
  measure();
  return () => sized.disconnect();
}

export function withWidth(layout: ColumnLayout, key: string, width: number | undefined): ColumnLayout {
  const { [key]: _before, ...others } = layout.widths ?? {};
  return { ...layout, widths: width === undefined ? others : { ...others, [key]: clamp(width) } };
}

const clamp = (width: number) => Math.round(Math.min(MAX_COLUMN_WIDTH, Math.max(MIN_COLUMN_WIDTH, width)));

/** Shift with an arrow makes the column of the head wider or narrower; undefined for another key. */
export function widthByKeys({ shiftKey, key, target }: KeyboardEvent): number | undefined {
  const step = { ArrowRight: STEP, ArrowLeft: -STEP }[key];
  const head = (target as Element).closest<HTMLElement>('th, [data-width]');
  if (!shiftKey || step === undefined || !head) return undefined;
  return clamp((Number(head.dataset.width) || head.offsetWidth) + step);
}

/** Follows a press on a head's edge: the column is as wide as the pointer says at once, and `onWidth` keeps it, first for its cells to follow. */
export function dragWidth(event: PointerEvent<HTMLElement>, at: number, onWidth: (width: number) => void): void {
  const handle = event.currentTarget;
  const head = handle.closest('th')!;
  const table = head.closest('table')!;
  const [from, before] = [event.clientX, head.offsetWidth];
  const variable = `--width-${at}`;
  let width: number | undefined;
  handle.setPointerCapture(event.pointerId);
  const move = ({ clientX }: globalThis.PointerEvent) => {
    if (width === undefined && Math.abs(clientX - from) < DRAG_AFTER_PX) return;
    if (width === undefined) onWidth(before);
    width = clamp(before + clientX - from);
    table.style.setProperty(variable, `${width}px`);
  };
  const end = () => {
    handle.removeEventListener('pointermove', move);
    if (width !== undefined) onWidth(width);
    table.style.removeProperty(variable);
  };
  handle.addEventListener('pointermove', move);
  handle.addEventListener('lostpointercapture', end, { once: true });
}
