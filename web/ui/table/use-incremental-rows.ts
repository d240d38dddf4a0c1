import { startTransition, useEffect, useState } from 'react';
import { afterPaint } from '../hooks/after-paint.ts';

/** Rows rendered at once: those of a window 900 px high. Each further one makes every press in a long list slower. */
export const FIRST_ROWS = 20;

/** Of the others so many at once, in long pages half as many as there are: a table lays out the cells that have changed in one task. */
const FURTHER_ROWS = 27;

interface Steps<T> {
  rows: readonly T[] | undefined;
  shown: readonly T[];
  /** How many of the rows are shown; behind them stand those of before. */
  count: number;
}

/**
 * The rows to render now. Of a long page the visible rows are rendered at once and the rest in few steps after they were painted, in renderings that
 * input interrupts: all at once a page of 100 rows was laid out in a task of 75 ms. Until its step an index keeps its previous row; rows that keep
 * theirs are not delayed. `isDrawing`: some rows still wait for their step.
 */
export function useIncrementalRows<T extends { id: unknown }>(rows: readonly T[] | undefined): { drawn: readonly T[]; isDrawing: boolean } {
  const [steps, setSteps] = useState<Steps<T>>({ rows: undefined, shown: [], count: 0 });
  const now = steps.rows === rows ? steps : { rows, shown: takeRows(rows, steps.shown, FIRST_ROWS), count: FIRST_ROWS };
  if (now !== steps) setSteps(now);
  const { shown, count } = now;
  const isDrawing = rows?.some((row, at) => row !== shown[at]) ?? false;
  useEffect(() => {
    if (!isDrawing || rows === undefined) return;
    const next = count + Math.max(FURTHER_ROWS, Math.floor(count / 2));
    return afterPaint(() =>
      startTransition(() =>
        setSteps((last) => (last.rows === rows ? { rows, shown: takeRows(rows, last.shown, next), count: next } : last)),
      ),
    );
  }, [rows, isDrawing, count]);
  return { drawn: shown, isDrawing };
}

/**
 * Whether the first rows were painted. What nobody sees of a row until it is pointed at, such as its buttons, is drawn after them, beside the rows out
 * of sight: it is half of a row's elements.
 */
export function useRowsPainted(hasRows: boolean): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    if (hasRows && !isPainted) return afterPaint(() => startTransition(() => setPainted(true)));
  }, [hasRows, isPainted]);
  return isPainted;
}

/** The first `count` rows, and at later indexes the row shown there already: the same row, or the previous one until its step. */
function takeRows<T extends { id: unknown }>(rows: readonly T[] = [], before: readonly T[], count: number): readonly T[] {
  const unchanged = before.slice(count, rows.length).map((old, at) => {
    const row = rows[count + at]!;
    return row.id === old.id ? row : old;
  });
  return [...rows.slice(0, count), ...unchanged];
}
