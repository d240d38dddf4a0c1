import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { tryEachFrame } from '../ui/hooks/after-paint.ts';

const STORAGE_KEY = 'tensu.links_left';
const KEPT = 50;

/** Gives the focus back to the link that led away, when the browser's Back shows its page again and nothing else there has taken the focus. */
export function useFocusReturn(): void {
  const { key } = useLocation();
  const cameBack = useNavigationType() === 'POP';
  useEffect(() => {
    const keep = ({ target }: MouseEvent) => {
      const address = (target as Element).closest('main a[href]')?.getAttribute('href');
      if (address) keepLink(key, address);
    };
    addEventListener('click', keep, { capture: true });
    return () => removeEventListener('click', keep, { capture: true });
  }, [key]);
  const isFirst = useRef(true);
  useEffect(() => {
    const isLoaded = isFirst.current && isPageLoaded();
    isFirst.current = false;
    const address = cameBack && !isLoaded ? readLinks().get(key) : undefined;
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

/** Whether the page that is shown is the one that the browser has loaded, perhaps anew: it begins at its top. Older browsers do not tell. */
function isPageLoaded(): boolean {
  const history = (window as Partial<Pick<Window, 'navigation'>>).navigation;
  return history?.activation?.entry !== undefined && history.activation.entry.key === history.currentEntry?.key;
}

/** By the key of an entry of the browser's history, the address of the link by which the page was left. */
function readLinks(): Map<string, string> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]') as [string, string][]);
  } catch {
    return new Map();
  }
}

function keepLink(key: string, address: string): void {
  const links = readLinks();
  links.delete(key);
  const last = [...links, [key, address]].slice(-KEPT);
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(last));
  } catch {
    // Storage may be blocked: the focus then begins at the top of the page.
  }
}
