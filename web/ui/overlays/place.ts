const EDGE = 8;

/** Puts a top-layer panel under its anchor, or above it when there is no room below, never past the window's edges. */
export function placeBelow(panel: HTMLElement, anchor: Element, gap = 4, align: 'start' | 'end' = 'start'): void {
  const from = anchor.getBoundingClientRect();
  const { width, height } = panel.getBoundingClientRect();
  const left = align === 'start' ? from.left : from.right - width;
  const fitsBelow = from.bottom + gap + height <= innerHeight - EDGE || from.top - gap - height < EDGE;
  panel.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`;
  panel.style.top = `${fitsBelow ? from.bottom + gap : from.top - gap - height}px`;
}
