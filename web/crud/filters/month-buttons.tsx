import { monthRange } from '#contracts/months.ts';
import { useText } from '../../i18n/index.ts';
import { officeToday } from '../../i18n/office-today.ts';
import { cx } from '../../ui/cx.ts';
import { useFilters } from './filters.tsx';

/** 'Tháng này' and 'Tháng trước' beside the dates of a list: both dates at one press. */
export function MonthButtons() {
  const { filters, set } = useFilters();
  const { t } = useText();
  const today = officeToday();
  return (
    <div className="flex gap-0.5 rounded bg-sunken p-0.5">
      {([0, -1] as const).map((offset) => {
        const range = monthRange(today, offset);
        const chosen = filters.exc_start_time === range.exc_start_time && filters.exc_end_time === range.exc_end_time;
        return (
          <button
            key={offset}
            type="button"
            aria-pressed={chosen}
            onClick={() => set({ ...range })}
            className={cx(
              'h-7 flex-1 rounded-sm px-1.5 text-table whitespace-nowrap',
              chosen ? 'bg-surface font-medium shadow-float' : 'text-muted hover:text-text',
            )}
          >
            {t(offset === 0 ? 'list.this_month' : 'list.last_month')}
          </button>
        );
      })}
    </div>
  );
}
