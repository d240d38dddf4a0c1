import { MONTH, monthBefore, YEAR, type YearMonth, yearMonthOf } from '#contracts/months.ts';
import { officeToday, useText } from '../../i18n/index.ts';
import { Field } from '../../ui/inputs/field.tsx';
import { Select } from '../../ui/inputs/select.tsx';

export function currentMonth(): YearMonth {
  return yearMonthOf(officeToday());
}

/** The month that was over last: the one that is closed, paid and delivered. */
export function lastMonth(): YearMonth {
  return yearMonthOf(monthBefore(officeToday().slice(0, 7), 1));
}

/** Whether a month (`YYYY-MM`) is over, goes on today, or has not come yet: only a month that is over can be compared with another. */
export function monthPhase(month: string, today = officeToday()): 'over' | 'running' | 'to_come' {
  const now = today.slice(0, 7);
  return month < now ? 'over' : month === now ? 'running' : 'to_come';
}

/** Next year and the ten before it. */
export function yearOptions(today = officeToday()): { value: string; label: string }[] {
  const next = Number(today.slice(0, 4)) + 1;
  return Array.from({ length: 11 }, (_, index) => String(next - index)).map((value) => ({ value, label: value }));
}

export function monthOptions(): { value: string; label: string }[] {
  return Array.from({ length: 12 }, (_, index) => ({ value: String(index + 1), label: String(index + 1).padStart(2, '0') }));
}

interface MonthSelectsProps {
  value: YearMonth;
  onChange: (value: YearMonth) => void;
}

/** A year and a month beside each other. */
export function MonthSelects({ value, onChange }: MonthSelectsProps) {
  const { lang } = useText();
  return (
    <div className="flex gap-3">
      <Field label={YEAR[lang]} className="min-w-28">
        <Select value={String(value.year)} onChange={(year) => onChange({ ...value, year: Number(year) })} options={yearOptions()} />
      </Field>
      <Field label={MONTH[lang]} className="min-w-24">
        <Select value={String(value.month)} onChange={(month) => onChange({ ...value, month: Number(month) })} options={monthOptions()} />
      </Field>
    </div>
  );
}
