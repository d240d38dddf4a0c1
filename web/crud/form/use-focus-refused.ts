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

const FIRST_CONTROL = ':is(input, textarea, select):not([type=hidden], :disabled, [readonly])';

/** Begins in the first field of a form that asks for input, unless the focus is elsewhere already; on a phone the keyboard would cover the form. */
export function useFirstFieldFocus(form: RefObject<HTMLFormElement | null>, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || matchMedia('(pointer: coarse)').matches) return;
    return afterPaint(() => {
      const { activeElement } = document;
      const isFree = activeElement === document.body || activeElement?.id === 'content';
      if (isFree) form.current?.querySelector<HTMLElement>(FIRST_CONTROL)?.focus();
    });
  }, [form, isWanted]);
}
