import { type RefObject, useEffect, useRef, useState } from 'react';

/** How far outside of the window a part is drawn, in pixels. */
const MARGIN = '1200px 0px';

/**
 * Whether a part of a long document is to be drawn: once it was in or near sight, and from then on. Until then `ref` is on what keeps its place. All of
 * a book of 20,000 rules at once is laid out in a task of many seconds.
 */
export function useDrawnInSight<Part extends Element>(): { ref: RefObject<Part | null>; isDrawn: boolean } {
  const ref = useRef<Part>(null);
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    if (isDrawn || !ref.current) return;
    const observer = new IntersectionObserver((entries) => setDrawn(entries.some(({ isIntersecting }) => isIntersecting)), {
      rootMargin: MARGIN,
      scrollMargin: MARGIN,
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [isDrawn]);
  return { ref, isDrawn };
}
