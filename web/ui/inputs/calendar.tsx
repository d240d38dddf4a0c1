import { DayPicker } from 'react-day-picker';
import { enUS } from 'react-day-picker/locale/en-US';
import { vi } from 'react-day-picker/locale/vi';
import { toOfficeTime } from '#text/office-time.ts';
import { parseDate, useText } from '../../i18n/index.ts';

export interface CalendarProps {
  value: string | null;
  onPick: (date: string) => void;
  min?: string | undefined;
}

/** A month of days, weeks from Monday; arrow keys walk, Enter picks. Days go in and out as text; today is the office's. */
export default function Calendar({ value, onPick, min }: CalendarProps) {
  const { lang } = useText();
  const selected = toDay(value);
  return (
    <DayPicker
      mode="single"
      autoFocus
      locale={lang === 'vi' ? vi : enUS}
      weekStartsOn={1}
      captionLayout="dropdown"
      startMonth={new Date(2000, 0)}
      endMonth={new Date(new Date().getFullYear() + 5, 11)}
      showOutsideDays
      fixedWeeks
      selected={selected}
      today={toDay(toOfficeTime(Date.now()).slice(0, 10))}
      defaultMonth={selected}
      disabled={min ? { before: toDay(min)! } : undefined}
      onSelect={(_date, day) => onPick(toDateText(day))}
      classNames={CLASSES}
      formatters={lang === 'vi' ? VIETNAMESE_FORMATTERS : {}}
    />
  );
}

function toDay(text: string | null): Date | undefined {
  const date = text ? parseDate(text) : null;
  if (!date) return undefined;
  const [year, month, day] = date.split('-').map(Number);
  return new Date(year!, month! - 1, day);
}

function toDateText(day: Date): string {
  return `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}-${String(day.getDate()).padStart(2, '0')}`;
}

// date-fns spells Vietnamese months and weekdays out ('tháng mười một'); calendars here are numbered.
const VIETNAMESE_FORMATTERS = {
  formatMonthDropdown: (month: Date) => `Tháng ${month.getMonth() + 1}`,
  formatWeekdayName: (day: Date) => (day.getDay() === 0 ? 'CN' : `T${day.getDay() + 1}`),
};

const STEP = 'relative z-2 inline-flex size-8 items-center justify-center rounded hover:bg-hover aria-disabled:opacity-40';
const CLASSES = {
  root: 'relative w-63 pointer-coarse:w-77',
  months: '',
  nav: 'absolute inset-x-0 top-0 flex justify-between',
  button_previous: STEP,
  button_next: STEP,
  chevron: 'size-4 fill-muted',
  month_caption: 'flex h-8 items-center justify-center',
  dropdowns: 'flex gap-1',
  dropdown_root: 'group relative',
  dropdown: 'absolute inset-0 z-2 w-full cursor-pointer appearance-none opacity-0 [&>option]:bg-raised',
  caption_label:
    'flex h-7 items-center gap-1 rounded px-1.5 font-medium group-hover:bg-hover group-focus-within:outline-2 group-focus-within:outline-accent',
  month_grid: 'mt-2 border-collapse',
  weekday: 'size-9 pointer-coarse:w-11 text-legend font-normal text-muted',
  day: 'p-0 text-center text-table tabular-nums',
  day_button: 'size-9 rounded pointer-coarse:size-11 hover:bg-hover focus-visible:-outline-offset-2',
  today: 'font-semibold text-accent',
  selected: '[&>button]:bg-accent [&>button]:text-on-accent [&>button]:hover:bg-accent-hover',
  outside: 'text-faint',
  disabled: 'opacity-40 [&>button]:pointer-events-none',
  hidden: 'invisible',
};
