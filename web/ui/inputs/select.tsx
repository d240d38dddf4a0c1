import { ChevronDown } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import { cx } from '../cx.ts';
import { useAsked } from '../hooks/store.ts';
import { CONTROL, useFieldLabelId, useFieldProps } from './field.tsx';

export interface SelectOption {
  value: string;
  label: string;
}

interface SelectProps extends Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'children'> {
  value: string;
  onChange: (value: string) => void;
  options: readonly SelectOption[];
  /** First entry with the value '': 'Tất cả' in a filter, 'Chọn…' in a form. */
  empty?: string | undefined;
}

/** A choice from a short list (years, months, types); the system's own list on every device. */
export function Select({ value, onChange, options, empty, className, id, disabled, ...rest }: SelectProps) {
  const field = useFieldProps({ id, disabled });
  return (
    <div className={cx('relative', className)}>
      <select
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={cx(CONTROL, 'appearance-none truncate pr-8 [&>option]:bg-raised [&>option]:text-text', value === '' && 'text-muted')}
        {...field}
        {...rest}
      >
        {empty !== undefined && <option value="">{empty}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown size={16} className="pointer-events-none absolute inset-y-0 right-2 my-auto text-muted" aria-hidden />
    </div>
  );
}

interface RadioGroupProps {
  value: string;
  onChange: (value: string) => void;
  options: readonly SelectOption[];
  /** The name; needed unless a Field around it gives one. */
  label?: string;
  className?: string;
}

/** A choice of two or three, all in sight. */
export function RadioGroup({ value, onChange, options, label, className }: RadioGroupProps) {
  const name = useId();
  const labelId = useFieldLabelId();
  const { id, 'aria-describedby': describedBy, 'aria-invalid': invalid, disabled } = useFieldProps();
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
            disabled={disabled}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}

interface SegmentedControlProps {
  value: string;
  onChange: (value: string) => void | Promise<void>;
  options: readonly SelectOption[];
  label: string;
}

/** One of a few views of the same thing, all in sight; arrow keys move between them as between radio buttons. */
export function SegmentedControl({ value, onChange, options, label }: SegmentedControlProps) {
  const name = useId();
  const [chosen, choose] = useAsked(value, onChange);
  return (
    <div role="radiogroup" aria-label={label} className="grid grid-cols-3 rounded sm:flex border border-line bg-sunken p-0.5">
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            'relative flex h-7 shrink-0 cursor-pointer items-center justify-center rounded-sm px-2.5 text-table whitespace-nowrap',
            'has-focus-visible:outline-2 has-focus-visible:-outline-offset-1 has-focus-visible:outline-accent',
            option.value === chosen ? 'bg-accent-soft font-medium text-accent' : 'text-muted hover:text-text',
          )}
        >
          <input
            type="radio"
            name={name}
            className="absolute inset-0 cursor-pointer appearance-none outline-none"
            checked={option.value === chosen}
            onChange={() => choose(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
