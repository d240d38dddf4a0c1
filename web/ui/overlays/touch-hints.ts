import { BUBBLE, placeBubble } from './tooltip.tsx';

/** What says something to a pointer that rests on it. */
const HINTED = '[title], [aria-disabled=true][aria-description], .truncate';
const ACTS = 'a[href], button, input, select, textarea, summary, label, [role=option], [role^=menuitem]';

/**
 * A finger cannot rest on something: a tap shows what a pointer would be told (a title, why a control is disabled, a text that is cut off), where a tap
 * does nothing else. It goes with the next tap, and when the page is scrolled. Returns the clean-up.
 */
export function showHintsOnTouch(): () => void {
  let shown: HTMLElement | undefined;
  const hide = () => {
    shown?.remove();
    shown = undefined;
  };
  const show = ({ target, pointerType }: PointerEvent) => {
    hide();
    const hinted = pointerType === 'touch' && target instanceof Element ? target.closest<HTMLElement>(HINTED) : null;
    const text = hinted && readHint(hinted, (target as Element).closest(ACTS));
    if (!text) return;
    shown = Object.assign(document.createElement('span'), { className: BUBBLE, popover: 'manual', textContent: text });
    // The description is read out with the control already.
    shown.ariaHidden = 'true';
    // In a dialog, or what is behind it would be above.
    (hinted.closest('[role=dialog], [role=alertdialog]') ?? document.body).append(shown);
    placeBubble(shown, hinted, 'bottom');
  };
  document.addEventListener('pointerup', show);
  document.addEventListener('scroll', hide, { capture: true, passive: true });
  return () => {
    hide();
    document.removeEventListener('pointerup', show);
    document.removeEventListener('scroll', hide, { capture: true });
  };
}

function readHint(element: HTMLElement, control: Element | null): string {
  if (control?.matches('[aria-disabled=true], :disabled')) return control.getAttribute('aria-description') ?? element.title;
  if (control) return '';
  if (element.title) return element.title;
  return element.scrollWidth > element.clientWidth ? element.textContent : '';
}
