import { useId } from 'react';
import { cx } from '../cx.ts';
import { useFieldLabelId, useFieldProps } from './field.tsx';
import type { SelectOption } from './select.tsx';

interface RadioGroupProps {
  value: string;
  onChange: (value: string) => void;
  options: readonly SelectOption[];
  /** The name; needed unless a Field around it gives one. */
  label?: string;
  disabled?: boolean;
  className?: string;
}

/** A choice of two or three, all in sight. */
export function RadioGroup({ value, onChange, options, label, disabled, className }: RadioGroupProps) {
  const name = useId();
  const labelId = useFieldLabelId();
  const { id, 'aria-describedby': describedBy, 'aria-invalid': invalid, disabled: off } = useFieldProps({ disabled });
  return (
    <div
      id={id}
      role="radiogroup"
      aria-label={label}
      aria-labelledby={label ? undefined : labelId}
      aria-describedby={describedBy}
      aria-invalid={invalid}
      className={cx('flex min-h-8 flex-wrap items-center gap-x-5 gap-y-1', className)}
    >
      {options.map((option) => (
        <label key={option.value} className="inline-flex min-h-6 items-center gap-2">
          <input
            type="radio"
            name={name}
            className="size-4 shrink-0"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            disabled={off}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
