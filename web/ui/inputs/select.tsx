import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';
import { CONTROL, useFieldProps } from './field.tsx';

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
