const WINDOW_MARGIN = 8;

/**
 * Puts a top-layer panel under its anchor, or above it when there is no room below, never past the window's edges: where neither side has room, over the
 * anchor. The keyboard of a phone lies over the window: what it covers is no room.
 */
export function positionPopover(panel: HTMLElement, anchor: Element, gap = 4, align: 'start' | 'end' = 'start'): void {
  const from = anchor.getBoundingClientRect();
  const { width, height } = panel.getBoundingClientRect();
  const { above, below } = roomAround(from, gap);
  const left = align === 'start' ? from.left : from.right - width;
  const isBelow = height <= below || (height > above && below >= above);
  panel.style.left = `${Math.max(WINDOW_MARGIN, Math.min(left, innerWidth - width - WINDOW_MARGIN))}px`;
  panel.style.top = `${Math.max(WINDOW_MARGIN, isBelow ? from.bottom + gap + Math.min(0, below - height) : from.top - gap - height)}px`;
}

/**
 * Keeps a panel that is shown at its anchor: when either of them grows, the page is scrolled, and the window or a phone's keyboard takes another size.
 * `size` gives the panel its size before it is placed. Answers what ends it.
 */
export function keepAtAnchor(
  panel: HTMLElement,
  anchor: HTMLElement,
  { align, size }: { align?: 'start' | 'end'; size?: () => void } = {},
): () => void {
  const place = () => {
    size?.();
    positionPopover(panel, anchor, undefined, align);
  };
  place();
  const sized = new ResizeObserver(place);
  for (const element of [panel, anchor]) sized.observe(element);
  const end = new AbortController();
  addEventListener('scroll', place, { capture: true, passive: true, signal: end.signal });
  for (const sight of [globalThis, visualViewport]) sight?.addEventListener('resize', place, { signal: end.signal });
  return () => {
    sized.disconnect();
    end.abort();
  };
}

/** How high a panel above or below this part of the window may be. */
export function roomAround({ top, bottom }: DOMRect, gap = 4): { above: number; below: number } {
  const { offsetTop, height } = visualViewport ?? { offsetTop: 0, height: innerHeight };
  return { above: top - gap - offsetTop - WINDOW_MARGIN, below: offsetTop + height - WINDOW_MARGIN - bottom - gap };
}
