import { type ReactNode, useEffect, useRef, useState } from 'react';

const DELAY_MS = 400;

/** A text on hover and keyboard focus, for icons. The child must have its own accessible name; Esc hides the text. */
export function Tooltip({ text, children, side = 'bottom' }: { text: string; children: ReactNode; side?: Side }) {
  const anchor = useRef<HTMLSpanElement>(null);
  const timer = useRef(0);
  const [open, setOpen] = useState(false);

  const show = (delay: number) => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setOpen(true), delay);
  };
  const hide = () => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what happens on the control inside.
    <span
      ref={anchor}
      className="inline-flex"
      onPointerEnter={(event) => event.pointerType === 'mouse' && show(DELAY_MS)}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && show(0)}
      onBlur={hide}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {children}
      {open && <Bubble anchor={anchor.current} text={text} side={side} />}
    </span>
  );
}

function Bubble({ anchor, text, side }: { anchor: HTMLElement | null; text: string; side: Side }) {
  const bubble = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (bubble.current && anchor) placeBubble(bubble.current, anchor.firstElementChild ?? anchor, side);
  }, [anchor, side]);
  return (
    <span ref={bubble} popover="manual" role="tooltip" className={BUBBLE}>
      {text}
    </span>
  );
}

export const BUBBLE =
  'pointer-events-none fixed inset-auto m-0 max-w-80 rounded-sm border-0 bg-text px-2 py-1 text-legend font-normal whitespace-pre-line text-page';

/** Shows a popover of such a look at what it is about. */
export function placeBubble(bubble: HTMLElement, target: Element, side: Side): void {
  bubble.showPopover();
  const { left, top } = tooltipPosition(target.getBoundingClientRect(), bubble.getBoundingClientRect(), side);
  bubble.style.left = `${left}px`;
  bubble.style.top = `${top}px`;
}

type Side = 'bottom' | 'right';

const GAP = 6;

function tooltipPosition(anchor: DOMRect, bubble: DOMRect, side: Side) {
  if (side === 'right') return { left: anchor.right + GAP, top: anchor.top + (anchor.height - bubble.height) / 2 };
  const below = anchor.bottom + GAP;
  const fits = below + bubble.height < innerHeight - 4;
  const middle = anchor.left + (anchor.width - bubble.width) / 2;
  return { left: Math.max(4, Math.min(middle, innerWidth - bubble.width - 4)), top: fits ? below : anchor.top - GAP - bubble.height };
}
