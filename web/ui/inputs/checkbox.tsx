import { type ChangeEvent, type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { cx } from '../cx.ts';
import { useFieldProps } from './field.tsx';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'checked' | 'ref'> {
  checked: boolean;
  onChange: (checked: boolean, event: ChangeEvent<HTMLInputElement>) => void;
  /** Words beside the box; without them give `aria-label`. */
  children?: ReactNode;
  /** Checked for some, not all, of the rows the box represents. */
  partial?: boolean;
}

export function Checkbox({ checked, onChange, children, partial = false, className, disabled, ...rest }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null);
  const { 'aria-required': _, ...field } = useFieldProps({ disabled });
  useEffect(() => {
    if (input.current) input.current.indeterminate = partial;
  }, [partial]);
  return (
    <label className={cx('inline-flex min-h-6 items-center gap-2', !children && 'min-w-6 justify-center', className)}>
      <input
        ref={input}
        type="checkbox"
        className="size-4 shrink-0"
        checked={checked}
        onChange={(event) => onChange(event.target.checked, event)}
        {...field}
        {...rest}
      />
      {children && <span>{children}</span>}
    </label>
  );
}
