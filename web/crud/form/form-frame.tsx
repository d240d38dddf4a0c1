import { type ReactNode, useRef } from 'react';
import { useFormState } from 'react-hook-form';
import { isInputMethodKey } from '../../ui/hooks/shortcuts.ts';
import { FIRST_FIELD, useFieldFocus, useFocusRefused } from './use-focus-refused.ts';

interface FormFrameProps {
  /** A button outside of the form submits it by `form={id}`. */
  id: string;
  /** The last sending was refused: the first control with a fault gets the focus. */
  isRefused: boolean;
  /** Grows with each sending. */
  sendings: number;
  /** One begins in its first field. */
  begins?: boolean | undefined;
  onSubmit: (form: HTMLFormElement) => void;
  className: string;
  children: ReactNode;
}

/** The `<form>` inside a dialog. Ctrl+Enter sends it from any of its fields, also from one of several lines. */
export function FormFrame({ id, isRefused, sendings, begins, onSubmit, className, children }: FormFrameProps) {
  const form = useRef<HTMLFormElement>(null);
  useFieldFocus(form, begins ? FIRST_FIELD : undefined, 0);
  useFocusRefused(form, isRefused, sendings);
  return (
    <form
      ref={form}
      id={id}
      noValidate
      className={className}
      onKeyDown={(event) => {
        const { target, currentTarget, nativeEvent } = event;
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented || isInputMethodKey(nativeEvent)) return;
        // A dialog over this one is another form's, though React has it inside.
        if (!currentTarget.contains(target as Node)) return;
        event.preventDefault();
        // By its button, which may be disabled and then says why.
        const controls = [...currentTarget.elements] as HTMLButtonElement[];
        controls.find(({ type }) => type === 'submit')?.click();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event.currentTarget);
      }}
    >
      {children}
    </form>
  );
}

/** What is wrong with a form as a whole. It is there before it is needed, so that it is read out. */
export function FormProblem() {
  const { errors } = useFormState();
  return (
    <div role="alert" className="text-table text-danger empty:hidden">
      {errors.root?.message}
    </div>
  );
}
