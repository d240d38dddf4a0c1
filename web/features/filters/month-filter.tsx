import { MONTH, monthRange } from '#contracts/months.ts';
import { useFilterField, useFilters } from '../../crud/filters/filters.tsx';
import { FIRST_DAY, LAST_DAY } from '../../crud/filters/join-period.ts';
import { formatDate, officeToday, useText } from '../../i18n/index.ts';
import { useAsked } from '../../ui/hooks/store.ts';
import { Field } from '../../ui/inputs/field.tsx';
import { Select } from '../../ui/inputs/select.tsx';

const MONTHS_BEFORE = 36;

/** The days of a list as a month; others that stand in the address are named by their first and last one. */
export function MonthFilter() {
  const { t, lang } = useText();
  const { set } = useFilters();
  const first = useFilterField(FIRST_DAY).applied ?? '';
  const last = useFilterField(LAST_DAY).applied ?? '';
  const days = first || last ? `${first} ${last}` : '';
  const [chosen, choose] = useAsked(days, (value: string) => {
    const [exc_start_time, exc_end_time] = value.split(' ');
    return set({ exc_start_time: exc_start_time || null, exc_end_time: exc_end_time || null });
  });
  const options = Array.from({ length: MONTHS_BEFORE }, (_, index) => {
    const month = monthRange(officeToday(), -index);
    const label = index < 2 ? t(index === 0 ? 'page.this_month' : 'page.last_month') : month.exc_start_time.slice(0, 7).replace('-', '/');
    return { value: `${month.exc_start_time} ${month.exc_end_time}`, label };
  });
  if (days && !options.some(({ value }) => value === days))
    options.unshift({ value: days, label: `${first && formatDate(first)} – ${last && formatDate(last)}` });
  return (
    <Field label={MONTH[lang]} className="lg:w-36">
      <Select value={chosen} onChange={choose} options={options} empty={t('control.all')} />
    </Field>
  );
}
