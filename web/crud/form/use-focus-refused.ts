import { type RefObject, useEffect } from 'react';
import { afterPaint } from '../../ui/hooks/after-paint.ts';

const FIRST_INVALID = ':is(input, textarea, select)[aria-invalid=true], [aria-invalid=true] input';

/**
 * Gives the focus to the first control that was refused, once that is drawn, after each sending; the form library knows pickers and dates not. Returns
 * how to do so at another time.
 */
export function useFocusRefused(form: RefObject<HTMLFormElement | null>, isRefused: boolean, sendings: number): () => void {
  const focusRefused = () => form.current?.querySelector<HTMLElement>(FIRST_INVALID)?.focus();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it finds the control anew each time.
  useEffect(() => (isRefused ? afterPaint(focusRefused) : undefined), [isRefused, sendings]);
  return focusRefused;
}
