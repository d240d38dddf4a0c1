import { type RefObject, useEffect, useRef } from 'react';
import { scaled } from '../scaled.ts';

/** Around what is in sight: five rows at their highest, in pixels. A share of a low window would be less than the rows that one stands for. */
const MARGIN = scaled(5 * 44);

/**
 * Marks the rows of a table's body that are out of sight. What stays in place in a row while the table scrolls sideways is a layer of its own, and each
 * press pays for all of them: only rows in and near sight have it. One row of `step` is watched, as each one costs every frame: so many rows must not
 * be higher than the margin.
 */
export function useRowsOutOfSight(count: number, step: number): RefObject<HTMLTableSectionElement | null> {
  const body = useRef<HTMLTableSectionElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of rows is other elements.
  useEffect(() => {
    const { rows } = body.current!;
    const mark = (changes: IntersectionObserverEntry[]) => {
      for (const { target, isIntersecting } of changes) {
        const at = (target as HTMLTableRowElement).sectionRowIndex;
        for (const row of [...rows].slice(at, at + step)) row.toggleAttribute('data-out-of-sight', !isIntersecting);
      }
    };
    const observer = new IntersectionObserver(mark, { scrollMargin: `${MARGIN}px 0px` });
    for (let at = 0; at < rows.length; at += step) observer.observe(rows[at]!);
    return () => observer.disconnect();
  }, [count, step]);
  return body;
}
