import { type ComponentProps, useState } from 'react';
import { readTypedNumber } from '#text/read-number.ts';
import { trimEnd } from '#text/trim-end.ts';
import { useText } from '../../i18n/index.ts';
import { cx } from '../cx.ts';
import { CONTROL, useFieldProps } from './field.tsx';

/** A number; null when empty; the typed text itself when it is no number, for the form's rules to refuse. */
export type NumberValue = number | string | null;

interface NumberInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'min'> {
  value: NumberValue | undefined;
  onChange: (value: NumberValue) => void;
  /** Shown behind the number, e.g. 坪 or phút. */
  unit?: string | undefined;
  /** 0 or more: phones offer a keypad without a minus. The form's rules enforce the limit. */
  min?: number | undefined;
}

/**
 * A number, with a dot or a comma as decimal mark; shown without grouping, so that the shown text can be typed again. Arrow keys never change it:
 * in a table of inputs they move to another cell.
 */
export function NumberInput({ value, onChange, unit, min, className, id, disabled, onBlur, onFocus, ...rest }: NumberInputProps) {
  const field = useFieldProps({ id, disabled });
  const { lang } = useText();
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? formatTyped(value, lang === 'vi' ? ',' : '.');

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
  return typed.trim() === '' ? null : (readTypedNumber(typed) ?? typed);
}

function formatTyped(value: NumberValue | undefined, mark: string): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'number' ? toDecimalText(value).replace('.', mark) : value;
}

function toDecimalText(value: number): string {
  const text = String(value);
  return text.includes('e') ? trimEnd(value.toFixed(12), '0').replace(/\.$/, '') : text;
}
