import { useEffect, useMemo } from 'react';

/**
 * Gives the focus back to what had it when a dialog opened, or to the page when that has gone. Headless UI does so too, but only for what was
 * focused after its code was loaded: a first dialog would leave the focus on the body.
 */
export function useFocusReturn(open: boolean): void {
  const opener = useMemo(() => (open ? document.activeElement : null), [open]);
  useEffect(() => {
    if (!opener) return;
    return () => {
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        if (opener instanceof HTMLElement) opener.focus();
        if (document.activeElement === document.body) document.getElementById('content')?.focus();
      });
    };
  }, [opener]);
}
