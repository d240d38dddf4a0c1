const WINDOW_MARGIN = 8;

/** Puts a top-layer panel under its anchor, or above it when there is no room below, never past the window's edges. */
export function positionPopover(panel: HTMLElement, anchor: Element, gap = 4, align: 'start' | 'end' = 'start'): void {
  const from = anchor.getBoundingClientRect();
  const { width, height } = panel.getBoundingClientRect();
  const left = align === 'start' ? from.left : from.right - width;
  const fitsBelow = from.bottom + gap + height <= innerHeight - WINDOW_MARGIN || from.top - gap - height < WINDOW_MARGIN;
  panel.style.left = `${Math.max(WINDOW_MARGIN, Math.min(left, innerWidth - width - WINDOW_MARGIN))}px`;
  panel.style.top = `${fitsBelow ? from.bottom + gap : from.top - gap - height}px`;
}
