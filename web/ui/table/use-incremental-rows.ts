import { useEffect, useState } from 'react';

/** What a window shows of a table; then so many more after each painting. A step fits into one frame. */
const FIRST_ROWS = 25;
const ROWS_PER_STEP = 25;

interface Steps<T> {
  rows: readonly T[] | undefined;
  shown: readonly T[];
}

/**
 * The rows to draw now. Of a long page those in sight come at once and the rest in steps, each painted before the next, so that a click or
 * a key never waits for a hundred rows; until its turn a place keeps the row that it showed. Rows that stay in their places do not wait.
 */
export function useIncrementalRows<T extends { id: unknown }>(rows: readonly T[] | undefined): readonly T[] {
  const [steps, setSteps] = useState<Steps<T>>({ rows: undefined, shown: [] });
  const now = steps.rows === rows ? steps : { rows, shown: takeRows(rows, steps.shown, FIRST_ROWS) };
  if (now !== steps) setSteps(now);
  const { shown } = now;
  const undrawn = rows === undefined ? -1 : rows.findIndex((row, at) => row !== shown[at]);
  useEffect(() => {
    if (rows === undefined || undrawn === -1) return;
    let timer = 0;
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() =>
        setSteps((last) => (last.rows === rows ? { rows, shown: takeRows(rows, last.shown, undrawn + ROWS_PER_STEP) } : last)),
      );
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [rows, undrawn]);
  return shown;
}

/** The first `count` rows, and of the others those whose place shows a row already: their own, or the one that stays until its turn. */
function takeRows<T extends { id: unknown }>(rows: readonly T[] = [], before: readonly T[], count: number): readonly T[] {
  const kept = before.slice(count, rows.length).map((old, at) => {
    const row = rows[count + at]!;
    return row.id === old.id ? row : old;
  });
  return [...rows.slice(0, count), ...kept];
}
