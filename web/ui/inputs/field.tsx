import { CircleAlert } from 'lucide-react';
import { createContext, type ReactNode, use, useEffect, useId, useState } from 'react';
import { findTooLong, useText } from '../../i18n/index.ts';
import { cx } from '../cx.ts';

interface FieldProps {
  label: string;
  children: ReactNode;
  help?: ReactNode;
  error?: string | undefined;
  /** Says 'bắt buộc' behind the label. */
  required?: boolean;
  /** The label stays for screen readers only, as in a row of filters whose placeholders say it. */
  hideLabel?: boolean;
  disabled?: boolean;
  /** The error floats above what follows: for a field in a row, below which no room is left. */
  floatingError?: boolean;
  className?: string;
}

interface FieldState {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
  disabled: boolean;
  /** Says what the control finds wrong, in place of the owner's error: undefined where it has nothing to say, '' while one types what may become right. */
  report: (problem: string | undefined) => void;
}

const FieldContext = createContext<FieldState | null>(null);

/**
 * Label above, control and help under; the control inside takes its name from it. An error hangs below into the gap that forms leave between
 * fields (`FORM_GAP`), so that nothing moves when it appears; only one of more lines than there is room for moves what follows.
 */
export function Field({
  label,
  children,
  help,
  error: given,
  required = false,
  hideLabel = false,
  disabled = false,
  floatingError = false,
  className,
}: FieldProps) {
  const id = useId();
  const { t } = useText();
  const [problem, report] = useState<string>();
  const error = (problem ?? given) || undefined;
  // Words that stand there already turn into the error where they are.
  const repeated = error !== undefined && typeof help === 'string' && saysAll(error, help);
  const describedBy = cx(help && !repeated ? `${id}-help` : '', error ? `${id}-error` : '') || undefined;
  return (
    <FieldContext value={{ id, describedBy, invalid: error !== undefined, required, disabled, report }}>
      <div className={cx('relative flex min-w-0 flex-col gap-1', className)}>
        <label id={`${id}-label`} htmlFor={id} className={hideLabel ? 'sr-only' : 'text-table font-medium text-text'}>
          {label}
          {required && (
            <>
              <span className="sr-only">{` (${t('control.required')})`}</span>
              <span aria-hidden className="ml-1.5 font-normal text-legend text-muted whitespace-nowrap">
                {t('control.required')}
              </span>
            </>
          )}
        </label>
        {children}
        {help && !repeated && (
          <div id={`${id}-help`} className="text-legend text-muted">
            {help}
          </div>
        )}
        {error && (
          <div
            id={`${id}-error`}
            className={cx('flex items-start gap-1 text-legend text-danger', !repeated && (floatingError ? FLOATING : HANGING))}
          >
            <CircleAlert size={14} className="mt-px shrink-0" aria-hidden />
            <span className="min-w-0">{error}</span>
          </div>
        )}
      </div>
    </FieldContext>
  );
}

const saysAll = (error: string, help: string) => error.toLowerCase().includes(help.replace(/\.$/, '').toLowerCase());

const FLOATING = 'absolute top-full right-0 z-10 mt-1 w-max max-w-64 rounded bg-raised px-2 py-1.5 shadow-float';

/** In the room that the gaps around have, one line where they say nothing: only what needs more makes the field higher. It covers no control below. */
const HANGING =
  'pointer-events-none -mt-0.5 mb-[calc(-1*var(--error-room,1.125rem))] min-h-[calc(var(--error-room,1.125rem)-0.125rem)] *:pointer-events-auto';

/** Between the fields of a form and below them: one line of error and a little space; two lines where the container around them is narrow. */
export const FORM_GAP = 'gap-y-10 pb-4 [--error-room:2.125rem] @4xl:gap-y-7 @4xl:pb-2 @4xl:[--error-room:1.125rem]';

/** Attributes a control inside a Field puts on its input; none outside of a Field. */
export function useFieldProps(own: { id?: string | undefined; disabled?: boolean | undefined } = {}) {
  const field = use(FieldContext);
  return {
    id: own.id ?? field?.id,
    disabled: own.disabled ?? field?.disabled,
    'aria-describedby': field?.describedBy,
    'aria-invalid': field?.invalid || undefined,
    'aria-required': field?.required || undefined,
  };
}

/** Shows at the field around a control what the control finds wrong with what is typed in it; '' hides the error of the value of before. */
export function useFieldProblem(problem: string | undefined): void {
  const report = use(FieldContext)?.report;
  useEffect(() => {
    report?.(problem);
    return () => report?.(undefined);
  }, [report, problem]);
}

/**
 * The limit of an input as its attributes. Browsers cut what is pasted to `maxLength` in silence: in a field the whole text stays, and the field says how
 * much of it is too much.
 */
export function useTextLimit(text: unknown, max: number | undefined) {
  const isTold = use(FieldContext) !== null && typeof text === 'string';
  const problem = isTold ? findTooLong(text, max) : undefined;
  useFieldProblem(problem);
  return { maxLength: isTold ? undefined : max, 'data-too-long': problem !== undefined || undefined };
}

/** Whether a text within an element is too long to be sent; the first one gets the focus. */
export function focusTooLong(within: HTMLElement): boolean {
  const input = within.querySelector<HTMLElement>('[data-too-long]');
  input?.focus();
  return input !== null;
}

export function useFieldLabelId(): string | undefined {
  const field = use(FieldContext);
  return field ? `${field.id}-label` : undefined;
}

/** Classes of every typed control: 32 px high, one border, red when invalid. */
export const CONTROL =
  'h-8 w-full min-w-0 rounded border border-line-strong bg-surface px-2.5 text-text hover:not-disabled:not-aria-invalid:border-muted ' +
  'focus:outline-2 focus:-outline-offset-1 focus:outline-accent aria-invalid:border-danger aria-invalid:focus:outline-danger ' +
  'data-changed:not-aria-invalid:border-accent data-changed:not-aria-invalid:bg-accent-soft data-changed:not-aria-invalid:text-accent ' +
  'disabled:border-line disabled:bg-sunken disabled:text-muted [&[readonly]]:bg-sunken';
