import { Calendar as CalendarIcon, X } from 'lucide-react';
import { lazy, type RefObject, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { findDateProblem, formatDate, isWholeDate, parseDate, useText } from '../../i18n/index.ts';
import { IconButton } from '../button.tsx';
import { cx } from '../cx.ts';
import { Skeleton } from '../feedback/feedback.tsx';
import { isInputMethodKey } from '../hooks/shortcuts.ts';
import { keepAtAnchor } from '../overlays/position-popover.ts';
import type { CalendarProps } from './calendar.tsx';
import { CONTROL, useFieldProps } from './field.tsx';

const Calendar = lazy(() => import('./calendar.tsx'));

interface DateInputProps {
  /** `YYYY-MM-DD`, null when empty, or a typed text that is no date. */
  value: string | null | undefined;
  /**
   * Gets `YYYY-MM-DD`, null, or the typed text when it is no date, for the owner to reject. Typing is committed once it is a whole date, by
   * Enter or Ctrl+S, and on blur.
   */
  onChange: (value: string | null) => void;
  onBlur?: (() => void) | undefined;
  name?: string | undefined;
  min?: string;
  /** For a filter: no button that clears it, and what is typed replaces the date that is there. */
  compact?: boolean;
  className?: string;
  'aria-label'?: string;
}

/**
 * A date, typed year first or day first (`parseDate`) or picked from a calendar; shown as yyyy/MM/dd. It is one stop of the Tab key: Alt+↓ opens the
 * calendar, and an emptied field has no date.
 */
export function DateInput({ value, onChange, onBlur, min, compact = false, className, ...rest }: DateInputProps) {
  const { disabled, ...field } = useFieldProps();
  const { t } = useText();
  const frame = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const problem = typed === null && value ? findDateProblem(value) : undefined;

  // A day that was taken while the field keeps the focus is replaced by what is typed next, as when one comes to the field.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another day counts.
  useLayoutEffect(() => {
    if (compact && document.activeElement === input.current) input.current?.select();
  }, [value]);

  const commit = (text: string) => {
    const next = text.trim() === '' ? null : (parseDate(text) ?? text.trim());
    if (next !== (value ?? null)) onChange(next);
    // A day that was understood is shown as everywhere else, also while the field keeps the focus.
    if (next !== null && parseDate(next) !== null) setTyped(null);
  };
  const clear = () => {
    setTyped(null);
    onChange(null);
    input.current?.focus();
  };
  const close = () => {
    setOpen(false);
    input.current?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the keys of the controls inside.
    <div
      ref={frame}
      className={cx('relative', className)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        event.stopPropagation();
        close();
      }}
    >
      <input
        ref={input}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        placeholder={t('control.date_format')}
        aria-keyshortcuts={disabled ? undefined : 'Alt+ArrowDown'}
        title={problem && t(problem.key, problem)}
        value={typed ?? formatDate(value)}
        className={cx(CONTROL, 'tabular-nums', compact ? 'pr-7 pl-2' : value && !disabled ? 'pr-14' : 'pr-8')}
        onFocus={compact ? (event) => event.target.select() : undefined}
        onChange={(event) => {
          const text = event.target.value;
          setTyped(text);
          if (text.trim() === '' || isWholeDate(text)) commit(text);
        }}
        onBlur={() => {
          if (typed !== null) commit(typed);
          setTyped(null);
          onBlur?.();
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' && event.altKey && !disabled) {
            // Else it would lead to the next record, too.
            event.preventDefault();
            setOpen(true);
          }
          if (isInputMethodKey(event.nativeEvent)) return;
          const saves = event.key === 'Enter' || ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's');
          if (saves && typed !== null) commit(typed);
        }}
        disabled={disabled}
        {...field}
        aria-invalid={field['aria-invalid'] ?? (problem !== undefined || undefined)}
        {...rest}
      />
      {!disabled && (
        <span className="absolute inset-y-0 right-0.5 flex items-center">
          {value && !compact && (
            <IconButton icon={X} size="sm" className="w-6" label={t('control.clear_date')} tabIndex={-1} onClick={clear} />
          )}
          <IconButton
            icon={CalendarIcon}
            size="sm"
            className={compact ? 'w-6' : undefined}
            label={t('control.open_calendar')}
            aria-expanded={open}
            tabIndex={-1}
            onClick={() => setOpen(true)}
          />
        </span>
      )}
      {open && (
        <CalendarPanel
          anchor={frame}
          value={value ?? null}
          min={min}
          onPick={(date) => {
            setTyped(null);
            onChange(date);
            close();
          }}
          onClosed={() => setOpen(false)}
        />
      )}
    </div>
  );
}

/** The calendar below a field; it takes the focus. */
function CalendarPanel({ anchor, onClosed, ...calendar }: CalendarProps & { anchor: RefObject<HTMLElement | null>; onClosed: () => void }) {
  const { t } = useText();
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    panel.current!.showPopover();
    return keepAtAnchor(panel.current!, anchor.current!);
  }, [anchor]);
  return (
    <div
      ref={panel}
      popover="auto"
      role="dialog"
      aria-label={t('control.calendar')}
      onToggle={(event) => event.newState === 'closed' && onClosed()}
      className="fixed inset-auto m-0 min-h-80 min-w-69 rounded border-0 bg-raised p-3 text-text shadow-float"
    >
      <Suspense fallback={<Skeleton className="h-72 w-63" />}>
        <Calendar {...calendar} />
      </Suspense>
    </div>
  );
}
