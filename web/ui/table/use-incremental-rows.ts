import { startTransition, useEffect, useState } from 'react';
import { afterPaint } from '../hooks/after-paint.ts';

/** Rows rendered at once: those of a window 900 px high. Each further one makes every press in a long list slower. */
export const FIRST_ROWS = 20;

interface Steps<T> {
  rows: readonly T[] | undefined;
  shown: readonly T[];
}

/**
 * The rows to render now. Of a long page the visible rows are rendered at once and the rest after they were painted, in a rendering that input
 * interrupts; more steps would lay out the table more often. Until then an index keeps its previous row; rows that keep theirs are not delayed.
 */
export function useIncrementalRows<T extends { id: unknown }>(rows: readonly T[] | undefined): readonly T[] {
  const [steps, setSteps] = useState<Steps<T>>({ rows: undefined, shown: [] });
  const now = steps.rows === rows ? steps : { rows, shown: takeRows(rows, steps.shown, FIRST_ROWS) };
  if (now !== steps) setSteps(now);
  const { shown } = now;
  const isPending = rows?.some((row, at) => row !== shown[at]) ?? false;
  useEffect(() => {
    if (!isPending || rows === undefined) return;
    return afterPaint(() => startTransition(() => setSteps((last) => (last.rows === rows ? { rows, shown: rows } : last))));
  }, [rows, isPending]);
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
