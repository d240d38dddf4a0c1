import { type RefObject, useEffect, useRef } from 'react';

/**
 * Marks the rows of a table's body that are out of sight. What stays in place in a row while the table scrolls sideways is a layer of its own, and each
 * press pays for all of them: only rows in and near sight have it.
 */
export function useRowsOutOfSight(count: number): RefObject<HTMLTableSectionElement | null> {
  const body = useRef<HTMLTableSectionElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of rows is other elements.
  useEffect(() => {
    const mark = (changes: IntersectionObserverEntry[]) => {
      for (const { target, isIntersecting } of changes) target.toggleAttribute('data-out-of-sight', !isIntersecting);
    };
    const observer = new IntersectionObserver(mark, { scrollMargin: '25% 0px' });
    for (const row of body.current!.rows) observer.observe(row);
    return () => observer.disconnect();
  }, [count]);
  return body;
}
