import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { tryEachFrame } from '../ui/hooks/try-each-frame.ts';

/** By the key of an entry of the browser's history, the address of the link by which the page was left. */
const linksLeft = new Map<string, string>();

/** Gives the focus back to the link that led away, when the browser's Back shows its page again and nothing else there has taken the focus. */
export function useFocusReturn(): void {
  const { key } = useLocation();
  const cameBack = useNavigationType() === 'POP';
  useEffect(() => {
    const keep = ({ target }: MouseEvent) => {
      const link = (target as Element).closest('main a[href]');
      if (link) linksLeft.set(key, link.getAttribute('href')!);
    };
    addEventListener('click', keep, { capture: true });
    return () => removeEventListener('click', keep, { capture: true });
  }, [key]);
  useEffect(() => {
    const address = cameBack ? linksLeft.get(key) : undefined;
    if (address === undefined) return;
    return tryEachFrame(() => {
      const { activeElement } = document;
      if (activeElement !== document.body && activeElement?.id !== 'content') return true;
      const link = document.querySelector<HTMLElement>(`main a[href="${CSS.escape(address)}"]`);
      link?.focus({ preventScroll: true });
      return false;
    });
  }, [key, cameBack]);
}
