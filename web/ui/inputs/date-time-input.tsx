import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { cx } from '../cx.ts';
import { DateInput } from './date-input.tsx';
import { CONTROL, useFieldProps } from './field.tsx';

interface DateTimeInputProps {
  /** `YYYY-MM-DD HH:mm:ss`, null when empty, or what is typed of it so far. */
  value: string | null;
  onChange: (value: string | null) => void;
  onBlur?: () => void;
  name?: string;
}

/** A date and a time (HH:mm, 24 hours). A date alone means the start of that day. */
export function DateTimeInput({ value, onChange, onBlur, name }: DateTimeInputProps) {
  const { t } = useText();
  const field = useFieldProps();
  const [typed, setTyped] = useState<string | null>(null);
  const [date = '', time = ''] = (value ?? '').split(' ');
  const join = (day: string, clock: string) => onChange(day === '' && clock === '' ? null : `${day} ${clock}`.trimEnd());

  return (
    <div className="flex gap-2">
      <DateInput
        className="min-w-0 flex-1"
        value={date || null}
        onChange={(day) => join(day ?? '', day && time === '' ? '00:00:00' : time)}
        onBlur={onBlur}
        name={name}
      />
      <div className="w-18 shrink-0">
        <input
          type="text"
          inputMode="numeric"
          autoComplete="off"
          placeholder={t('control.time_format')}
          aria-label={t('control.time')}
          aria-invalid={field['aria-invalid']}
          aria-describedby={field['aria-describedby']}
          disabled={field.disabled}
          maxLength={5}
          className={cx(CONTROL, 'text-center tabular-nums')}
          value={typed ?? time.slice(0, 5)}
          onChange={(event) => {
            setTyped(event.target.value);
            join(date, parseTimeOfDay(event.target.value) ?? event.target.value.trim());
          }}
          onBlur={() => {
            setTyped(null);
            onBlur?.();
          }}
        />
      </div>
    </div>
  );
}

/** `8`, `8:05`, `0805` or `08:05` as `HH:mm:ss`; null when it is no time of the day. */
function parseTimeOfDay(typed: string): string | null {
  const match = /^(\d{1,2})(?::?(\d{2}))?$/.exec(typed.trim());
  if (!match) return null;
  const [hours, minutes] = [Number(match[1]), Number(match[2] ?? 0)];
  return hours < 24 && minutes < 60 ? `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}:00` : null;
}
