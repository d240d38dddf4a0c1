import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import type { LockedMonth } from '#contracts/calls/answers/month-lock.ts';
import type { Contract } from '#contracts/contract.ts';
import type { Row } from '../../api/client.ts';
import { useFindLock } from '../../api/month-locks.ts';
import { formatMonth, useText } from '../../i18n/index.ts';
import { LockNotice } from '../../layout/lock-notice.tsx';
import type { FormValues } from './form-state.ts';

export interface FormLock {
  /** The lock of the saved record's month. */
  record: LockedMonth | undefined;
  /** Why nothing can be saved now: the record's own month is locked, or that of the date in the form. */
  reason: string | undefined;
  /** The error of a date in the field that dates the record. */
  dateReason: (date: unknown) => string | undefined;
}

/** Month locks of a form: of the record as saved, and of the date chosen in the form. */
export function useFormLock({ dated }: Contract, base: Row | undefined, control: Control<FormValues>): FormLock {
  const { t } = useText();
  const findLock = useFindLock(dated !== undefined);
  const chosen = useWatch({ control, name: dated ?? 'id' });
  if (dated === undefined) return NO_LOCK;
  const record = findLock(base?.[dated]);
  // A locked record has its notice above the form, not at the date: another date would not unlock it.
  const dateReason = (date: unknown) => {
    const lock = record ? undefined : findLock(date);
    return lock && t('form.date_locked', { month: monthOf(lock) });
  };
  return { record, reason: record ? t('form.month_locked', { month: monthOf(record) }) : dateReason(chosen), dateReason };
}

/** Shown above a form whose record is in a locked month; `kept`: there is input from before the lock was known. */
export function FormLockNotice({ lock, kept }: { lock: LockedMonth; kept: boolean }) {
  const { t } = useText();
  return <LockNotice kept={kept} lock={lock} text={t(kept ? 'form.month_locked_kept' : 'form.month_locked', { month: monthOf(lock) })} />;
}

const monthOf = ({ year, month }: LockedMonth) => formatMonth(year, month);
const NO_LOCK: FormLock = { record: undefined, reason: undefined, dateReason: () => undefined };

/** Why nothing of a record can be changed, and the button that mends it. */
export function ReadOnlyNotice({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded border border-line bg-sunken px-3 py-2 text-table">
      <p role="status" className="flex min-w-56 flex-1 items-start gap-2">
        <Lock size={15} className="mt-0.5 shrink-0 text-muted" aria-hidden />
        {text}
      </p>
      {children}
    </div>
  );
}
