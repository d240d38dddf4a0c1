import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { formatMonthKey, monthBefore, monthsBetween } from '#contracts/months.ts';
import { officeToday, useText } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/inputs/field.tsx';
import { Select } from '../../ui/inputs/select.tsx';

export interface MonthSpan {
  from: string;
  to: string;
}

interface MonthsFormProps {
  label: string;
  icon: LucideIcon;
  loading: boolean;
  /** A month after this one that can be chosen too, with those before it. */
  latest?: string | undefined;
  onSubmit: (months: MonthSpan) => void;
}

/** Two months, the last three at first, and a button for them. */
export function MonthsForm({ label, icon, loading, latest, onSubmit }: MonthsFormProps) {
  const { t } = useText();
  const now = officeToday().slice(0, 7);
  const [{ from, to }, set] = useState<MonthSpan>({ from: monthBefore(now, 3), to: monthBefore(now, 1) });
  const options = monthsBetween(monthBefore(now, 23), later(now, latest ?? now))
    .reverse()
    .map((month) => ({ value: month, label: formatMonthKey(month) }));
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label={t('scenarios.from_month')} className="w-36">
        <Select value={from} onChange={(month) => set({ from: month, to: later(month, to) })} options={options} />
      </Field>
      <Field label={t('scenarios.to_month')} className="w-36">
        <Select value={to} onChange={(month) => set({ from: earlier(month, from), to: month })} options={options} />
      </Field>
      <Button icon={icon} loading={loading} onClick={() => onSubmit({ from, to })}>
        {label}
      </Button>
    </div>
  );
}

const later = (one: string, other: string): string => (one.localeCompare(other) > 0 ? one : other);
const earlier = (one: string, other: string): string => (one.localeCompare(other) < 0 ? one : other);
