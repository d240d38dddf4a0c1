import { type RefObject, useEffect } from 'react';
import { afterPaint } from '../../ui/hooks/after-paint.ts';

const FIRST_INVALID = ':is(input, textarea, select)[aria-invalid=true], [aria-invalid=true] input';

/**
 * Gives the focus to the first control that was refused, once that is drawn, after each sending; the form library knows pickers and dates not. As with
 * Tab, what is typed next takes the place of what it holds. What no control is at fault for comes into sight. Returns how to do so at another time.
 */
export function useFocusRefused(form: RefObject<HTMLFormElement | null>, isRefused: boolean, sendings: number): () => void {
  const focusRefused = () => {
    const control = form.current?.querySelector<HTMLElement>(FIRST_INVALID);
    if (!control) form.current?.querySelector('[role=alert]:not(:empty)')?.scrollIntoView({ block: 'nearest' });
    control?.focus();
    if (control instanceof HTMLInputElement) control.select();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it finds the control anew each time.
  useEffect(() => (isRefused ? afterPaint(focusRefused) : undefined), [isRefused, sendings]);
  return focusRefused;
}

type Input = HTMLInputElement;
const INPUTS = ':is(input, textarea, select):not([type=hidden], :disabled, [readonly])';

/** The label of the form's field that has the focus. */
export const labelOfFocused = (): string | undefined => labelOf(document.activeElement);

const labelOf = (element: Element | null) => (element as Input | null)?.labels?.[0]?.textContent;

/**
 * Begins in a field of a form, unless another control there has the focus; on a phone the keyboard would cover the form. `wanted`: the label of the field, or
 * the first one; undefined: nowhere. Begins again with every `round`, then in the first field without a value. Returns how to go to the first field.
 */
export function useFieldFocus(form: RefObject<HTMLFormElement | null>, wanted: string | undefined, round: number): () => void {
  const focusField = () => {
    const inputs = [...(form.current?.querySelectorAll<Input>(INPUTS) ?? [])];
    const first = round > 0 ? inputs.find(({ value }) => value === '') : undefined;
    (inputs.find((input) => labelOf(input) === wanted) ?? first ?? inputs[0])?.focus();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it finds the field anew each time.
  useEffect(() => {
    if (wanted === undefined || matchMedia('(pointer: coarse)').matches) return;
    return afterPaint(() => {
      // A control of the page or of the dialog keeps the focus; one of the sidebar or the top bar only led here.
      if (!document.activeElement?.matches(':is(#content, [role=dialog], [role=alertdialog], [popover]) :not(:has(form))')) focusField();
    });
  }, [form, wanted, round]);
  return focusField;
}

/** The first field, whatever its label. */
export const FIRST_FIELD = '';
