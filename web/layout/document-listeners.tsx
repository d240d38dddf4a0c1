import { useEffect } from 'react';
import { revealClippedText } from '../ui/table/clipped-text.ts';
import { useFocusReturn } from './focus-return.ts';

/** Behaviour of every page that listens to the document: no page needs it to be drawn. */
export function DocumentListeners(): null {
  useFocusReturn();
  useEffect(revealClippedText, []);
  useEffect(hideLeftPanels, []);
  return null;
}

/** Closes a panel that the focus has left, unless for its own button or field, or for what it opened. Returns the clean-up. */
function hideLeftPanels(): () => void {
  document.addEventListener('focusin', hideLeft);
  return () => document.removeEventListener('focusin', hideLeft);
}

function hideLeft({ target: to }: FocusEvent): void {
  if (!(to instanceof Element) || to.closest('[popover], [role=dialog]')) return;
  for (const panel of document.querySelectorAll<HTMLElement>('[popover=auto]:popover-open')) {
    const opener = document.querySelector(`[popovertarget="${panel.id}"]`) ?? panel.parentElement;
    if (!opener?.contains(to)) panel.hidePopover();
  }
}
