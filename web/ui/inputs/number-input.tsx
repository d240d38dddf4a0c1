import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { parseNumber } from '../../i18n/format.ts';
import { useText } from '../../i18n/index.ts';
import { cx } from '../cx.ts';
import { CONTROL, useFieldProps } from './field.tsx';

/** A number; null when empty; the typed text itself when it is no number, for the form's rules to refuse. */
export type NumberValue = number | string | null;

interface NumberInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'step' | 'min' | 'max'> {
  value: NumberValue | undefined;
  onChange: (value: NumberValue) => void;
  /** Shown behind the number, e.g. 坪 or phút. */
  unit?: string;
  /** What the arrow keys add. */
  step?: number;
  min?: number;
  max?: number;
}

/**
 * Dots and commas are both understood as the decimal mark; shown without grouping, so that what stands there can be typed again. Arrow keys step
 * within min and max, which otherwise only the form's rules enforce.
 */
export function NumberInput({
  value,
  onChange,
  unit,
  step = 1,
  min,
  max,
  className,
  id,
  disabled,
  onBlur,
  onFocus,
  ...rest
}: NumberInputProps) {
  const field = useFieldProps({ id, disabled });
  const { lang } = useText();
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? formatTyped(value, lang === 'vi' ? ',' : '.');

  const stepBy = (event: KeyboardEvent, direction: 1 | -1) => {
    event.preventDefault();
    const from = typeof value === 'number' ? value : 0;
    const digits = Math.max(countDecimals(step), countDecimals(from));
    setTyped(null);
    onChange(Number(Math.min(max ?? Infinity, Math.max(min ?? -Infinity, from + direction * step)).toFixed(digits)));
  };

  return (
    <div className="relative">
      <input
        type="text"
        inputMode={min !== undefined && min >= 0 ? 'decimal' : 'text'}
        autoComplete="off"
        value={shown}
        className={cx(CONTROL, 'text-right tabular-nums', unit && 'pr-11', className)}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(parseTyped(event.target.value));
        }}
        onFocus={(event) => {
          event.target.select();
          onFocus?.(event);
        }}
        onBlur={(event) => {
          setTyped(null);
          onBlur?.(event);
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowUp') stepBy(event, 1);
          else if (event.key === 'ArrowDown') stepBy(event, -1);
        }}
        {...field}
        {...rest}
      />
      {unit && (
        <span className="pointer-events-none absolute inset-y-0 right-2.5 flex items-center text-legend text-muted" aria-hidden>
          {unit}
        </span>
      )}
    </div>
  );
}

function parseTyped(typed: string): NumberValue {
  return typed.trim() === '' ? null : (parseNumber(typed) ?? typed);
}

function formatTyped(value: NumberValue | undefined, mark: string): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'number' ? toDecimalText(value).replace('.', mark) : value;
}

function toDecimalText(value: number): string {
  const text = String(value);
  return text.includes('e')
    ? value
        .toFixed(12)
        .replace(/(?<!0)0+$/, '')
        .replace(/\.$/, '')
    : text;
}

function countDecimals(value: number): number {
  return toDecimalText(value).split('.')[1]?.length ?? 0;
}
