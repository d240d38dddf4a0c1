import { useEffect } from 'react';
import { afterPaint } from '../ui/hooks/after-paint.ts';
import { FIELDS, isTabStop, listFocusable } from '../ui/hooks/tab-stops.ts';

/** Dialogs and panels keep the focus inside, and give it back to what opened them. */
const LAYER = '[role=dialog], [role=alertdialog], [popover]';

/**
 * Keeps the focus where it was when what had it goes, such as a button with what it was for: it comes to the next control in that place, or to the
 * one before. What takes the focus by itself meanwhile, such as the next page, keeps it. A field of a dialog that loses the focus because it is
 * disabled, as while its form is sent, has it again when it is enabled.
 */
export function useFocusKept(): void {
  useEffect(() => {
    let focused: HTMLElement | null = null;
    /** Whether it lost the focus because it was disabled, in a layer: what a page puts in the place of a button takes the focus by itself. */
    let wasDisabled = false;
    /** The part of the page in which it has the focus. */
    let around: Element | null = null;
    let stop = () => {};
    const note = ({ target }: Pick<FocusEvent, 'target'>) => {
      focused = target instanceof HTMLElement && target !== document.body ? target : null;
      wasDisabled = false;
      around = focused?.closest(LAYER) ?? document.getElementById('content');
    };
    note({ target: document.activeElement });
    const forget = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (!focused?.isConnected || focused !== target) return;
        wasDisabled = (around?.matches(LAYER) ?? false) && focused.matches(':disabled');
        if (!wasDisabled) focused = null;
      });
    const observer = new MutationObserver((records) => {
      if (!focused) return;
      if (focused.isConnected) {
        const isBack = wasDisabled && !focused.matches(':disabled') && document.activeElement === document.body;
        if (isBack) focused.focus({ preventScroll: true });
        return;
      }
      const [gone, part] = [focused, around];
      focused = null;
      if (!part?.isConnected) return;
      const from = records.find(({ target, removedNodes }) => target.isConnected && [...removedNodes].some((node) => node.contains(gone)));
      if (!from) return;
      stop();
      stop = afterPaint(() => {
        if (document.activeElement === document.body) findStop(from, part)?.focus({ preventScroll: true });
      });
    });
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', note);
    document.addEventListener('focusout', forget);
    return () => {
      observer.disconnect();
      stop();
      document.removeEventListener('focusin', note);
      document.removeEventListener('focusout', forget);
    };
  }, []);
}

/** The control after a place of a part of the page, or the last one before it, of the smallest part around it that has one; or else the whole part. */
function findStop({ target, nextSibling }: MutationRecord, within: Element): HTMLElement {
  for (let part = target as Element | null; part && part !== within; part = part.parentElement) {
    // No fields: on a phone they would bring up the keyboard.
    const stops = listFocusable(part).filter((stop) => !stop.matches(FIELDS));
    const isBehind = (stop: HTMLElement) =>
      nextSibling?.isConnected &&
      (nextSibling.contains(stop) || (nextSibling.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING) > 0);
    const found = stops.find((stop) => isBehind(stop) && isTabStop(stop)) ?? stops.findLast(isTabStop);
    if (found) return found;
  }
  return within as HTMLElement;
}
