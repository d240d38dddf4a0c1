import { useEffect, useState } from 'react';

/** Rows rendered at once (about one window), then per frame. */
export const FIRST_ROWS = 25;
const ROWS_PER_STEP = 25;

interface Steps<T> {
  rows: readonly T[] | undefined;
  shown: readonly T[];
}

/**
 * The rows to render now. Of a long page the visible rows are rendered at once and the rest in steps of one frame each, so that input never waits
 * for a hundred rows. Until its step, an index keeps its previous row; rows that keep their index are not delayed.
 */
export function useIncrementalRows<T extends { id: unknown }>(rows: readonly T[] | undefined): readonly T[] {
  const [steps, setSteps] = useState<Steps<T>>({ rows: undefined, shown: [] });
  const now = steps.rows === rows ? steps : { rows, shown: takeRows(rows, steps.shown, FIRST_ROWS) };
  if (now !== steps) setSteps(now);
  const { shown } = now;
  const firstPending = rows === undefined ? -1 : rows.findIndex((row, at) => row !== shown[at]);
  useEffect(() => {
    if (rows === undefined || firstPending === -1) return;
    let timer = 0;
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() =>
        setSteps((last) => (last.rows === rows ? { rows, shown: takeRows(rows, last.shown, firstPending + ROWS_PER_STEP) } : last)),
      );
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [rows, firstPending]);
  return shown;
}

/** The first `count` rows, and at later indexes the row shown there already: the same row, or the previous one until its step. */
function takeRows<T extends { id: unknown }>(rows: readonly T[] = [], before: readonly T[], count: number): readonly T[] {
  const unchanged = before.slice(count, rows.length).map((old, at) => {
    const row = rows[count + at]!;
    return row.id === old.id ? row : old;
  });
  return [...rows.slice(0, count), ...unchanged];
}
