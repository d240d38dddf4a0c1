import { type ComponentProps, type KeyboardEvent, useRef, useState } from 'react';
import { readTypedNumber } from '#text/read-number.ts';
import { decimalMark, formatPlainNumber, useText } from '../../i18n/index.ts';
import { cx } from '../cx.ts';
import { CONTROL, useFieldProps } from './field.tsx';
import { isUnreadNumber, NumberReadings, type NumberValue } from './number-readings.tsx';

interface NumberInputProps extends Pick<ComponentProps<'input'>, 'ref' | 'name' | 'placeholder' | 'onBlur'> {
  value: NumberValue | undefined;
  onChange: (value: NumberValue) => void;
  /** Shown behind the number, e.g. 坪 or phút. */
  unit?: string | undefined;
  /** Below 0, or undefined: a phone's keypad of figures has no minus, so that a button changes the sign. The form's rules enforce the limit. */
  min?: number | undefined;
}

/**
 * A number as the language of the screen writes it (`readTypedNumber`); what could be two numbers is asked about. Shown without grouping, so that the
 * shown text can be typed again. Arrow keys never change it: in a table of inputs they move to another cell.
 */
export function NumberInput({ value, onChange, unit, min, onBlur, ...rest }: NumberInputProps) {
  const field = useFieldProps();
  const frame = useRef<HTMLDivElement>(null);
  const { t } = useText();
  const [typed, setTyped] = useState<string | null>(null);
  const [hasFocus, setFocus] = useState(false);
  const readings = isUnreadNumber(value) ? value.readings : [];
  const choose = (number: number) => {
    setTyped(null);
    onChange(number);
    frame.current?.querySelector('input')?.focus();
  };
  const mayBeNegative = !field.disabled && (min === undefined || min < 0);
  const changeSign = () => {
    const text = typed ?? formatTyped(value);
    const changed = /^[-−]/.test(text) ? text.slice(1) : `-${text}`;
    setTyped(changed);
    onChange(parseTyped(changed));
    frame.current?.querySelector('input')?.focus();
  };
  const enterReadings = (event: KeyboardEvent<HTMLInputElement>) => {
    const first = frame.current?.querySelector<HTMLElement>('[data-reading]');
    if (event.key !== 'Tab' || event.shiftKey || !first) return;
    event.preventDefault();
    first.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the focus of the controls inside.
    <div
      ref={frame}
      className="relative"
      onFocus={() => setFocus(true)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setFocus(false)}
    >
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        value={typed ?? formatTyped(value)}
        className={cx(CONTROL, 'text-right tabular-nums', unit && 'pr-11', mayBeNegative && 'pointer-coarse:pl-11')}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(parseTyped(event.target.value));
        }}
        onFocus={(event) => event.target.select()}
        onBlur={(event) => {
          setTyped(null);
          onBlur?.(event);
        }}
        onKeyDown={enterReadings}
        {...field}
        {...rest}
      />
      {mayBeNegative && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={t('control.change_sign')}
          onClick={changeSign}
          className="absolute inset-y-0 left-0 hidden w-11 items-center justify-center rounded text-muted pointer-coarse:flex"
        >
          <span aria-hidden>±</span>
        </button>
      )}
      {unit && (
        <span className="pointer-events-none absolute inset-y-0 right-2.5 flex items-center text-legend text-muted" aria-hidden>
          {unit}
        </span>
      )}
      {hasFocus && readings.length > 0 && (
        <NumberReadings anchor={frame} typed={formatTyped(value)} readings={readings} onChoose={choose} />
      )}
    </div>
  );
}

function parseTyped(typed: string): NumberValue {
  if (typed.trim() === '') return null;
  const read = readTypedNumber(typed, decimalMark());
  return typeof read === 'number' ? read : { typed, readings: read };
}

function formatTyped(value: NumberValue | undefined): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'number' ? formatPlainNumber(value) : value.typed;
}
