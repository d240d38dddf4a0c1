import { CircleAlert } from 'lucide-react';
import { createContext, type ReactNode, use, useId } from 'react';
import { useText } from '../../i18n/index.ts';
import { cx } from '../cx.ts';

interface FieldProps {
  label: string;
  children: ReactNode;
  help?: ReactNode;
  error?: string | undefined;
  /** The longest error there can be: where it takes two lines, they are kept free for it. */
  longest?: string | undefined;
  /** Says 'bắt buộc' beside the label. */
  required?: boolean;
  /** The label stays for screen readers only, as in a row of filters whose placeholders say it. */
  hideLabel?: boolean;
  disabled?: boolean;
  className?: string;
}

interface FieldState {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
  disabled: boolean;
}

const FieldContext = createContext<FieldState | null>(null);

/**
 * Label above, control, help and error under; the control inside names itself by it. A line of error stands in the space of 20 px that forms leave
 * below a field, and a longer one in what `longest` keeps free, so that nothing moves away from a finger or pointer when it appears.
 */
export function Field({
  label,
  children,
  help,
  error,
  longest,
  required = false,
  hideLabel = false,
  disabled = false,
  className,
}: FieldProps) {
  const id = useId();
  const { t } = useText();
  const describedBy = cx(help ? `${id}-help` : '', error ? `${id}-error` : '') || undefined;
  return (
    <FieldContext value={{ id, describedBy, invalid: error !== undefined, required, disabled }}>
      <div className={cx('flex min-w-0 flex-col gap-1', className)}>
        <label id={`${id}-label`} htmlFor={id} className={hideLabel ? 'sr-only' : 'text-table font-medium text-text'}>
          {label}
          {required && <span className="font-normal text-muted"> ({t('control.required')})</span>}
        </label>
        {children}
        {help && (
          <div id={`${id}-help`} className="text-legend text-muted">
            {help}
          </div>
        )}
        {(error || longest) && (
          <div data-longest={longest ?? ''} className={ROOM}>
            {error && (
              <div id={`${id}-error`} className="col-start-1 row-start-1 flex items-start gap-1 text-danger">
                <CircleAlert size={14} className="mt-px shrink-0" aria-hidden />
                <span className="min-w-0">{error}</span>
              </div>
            )}
          </div>
        )}
      </div>
    </FieldContext>
  );
}

/** The longest error stands in it unseen, beside nobody's text: the room is as high as that is at this width. */
const ROOM =
  '-mt-0.5 -mb-4.5 grid text-legend before:invisible before:col-start-1 before:row-start-1 before:pl-4.5 before:content-[attr(data-longest)]';

/** What a control inside a Field puts on its input; outside one, nothing. */
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

export function useFieldLabelId(): string | undefined {
  const field = use(FieldContext);
  return field ? `${field.id}-label` : undefined;
}

/** The frame of every typed control: 32 px, one border, red when refused. */
export const CONTROL =
  'h-8 w-full min-w-0 rounded border border-line-strong bg-surface px-2.5 text-text transition-colors hover:not-disabled:border-muted ' +
  'focus:outline-2 focus:-outline-offset-1 focus:outline-accent aria-invalid:border-danger ' +
  'disabled:border-line disabled:bg-sunken disabled:text-muted [&[readonly]]:bg-sunken';
