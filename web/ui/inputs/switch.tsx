import { disabledWithReason } from '../button.tsx';
import { cx } from '../cx.ts';
import { Tooltip } from '../overlays/tooltip.tsx';
import { useFieldProps } from './field.tsx';

interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** The name; needed unless a Field around it gives one. */
  label?: string;
  /** A change is being saved: the knob has moved, a ring shows that it is not confirmed. */
  pending?: boolean;
  disabled?: boolean;
  /** Why it is disabled; shown on hover and focus. */
  reason?: string | undefined;
}

/** On or off, at once. The owner moves `checked` back when the server refuses. */
export function Switch({ checked, onChange, label, pending = false, disabled, reason }: SwitchProps) {
  const { 'aria-required': _, ...field } = useFieldProps({ disabled });
  const control = (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      aria-busy={pending || undefined}
      onClick={() => !pending && onChange(!checked)}
      className={cx(
        'relative inline-flex h-6 w-10 shrink-0 items-center rounded-full border-4 border-transparent bg-clip-padding transition-colors',
        'disabled:opacity-50 aria-disabled:opacity-50',
        checked ? 'bg-accent' : 'bg-line-strong',
      )}
      {...field}
      {...disabledWithReason(reason)}
    >
      <span
        className={cx('ml-0.5 size-3 rounded-full bg-page transition-transform', checked && 'translate-x-4', pending && 'animate-pulse')}
      />
    </button>
  );
  return reason ? <Tooltip text={reason}>{control}</Tooltip> : control;
}
