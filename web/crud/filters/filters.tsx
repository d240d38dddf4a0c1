import { FunnelX, ListFilter } from 'lucide-react';
import { createContext, memo, type ReactNode, use, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Text } from '#contracts/text.ts';
import type { Query } from '../../api/client.ts';
import { findDateProblem, formatDate, parseDate, useText } from '../../i18n/index.ts';
import { lazyPart } from '../../layout/lazy-part.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/feedback/feedback.tsx';
import { useShortcuts } from '../../ui/hooks/shortcuts.ts';
import { useAsked } from '../../ui/hooks/store.ts';
import { useDrawerWidth } from '../../ui/hooks/use-narrow.ts';
import { CONTROL, Field, useFieldProps } from '../../ui/inputs/field.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import type { ListChange, ListState } from '../list/list-state.ts';
import { FIRST_DAY, type Joined, joinPeriod, LAST_DAY } from './join-period.ts';

const DateInput = lazyPart(() => import('../../ui/inputs/date-input.tsx').then((m) => m.DateInput), {
  isSeenAtOnce: true,
  placeholder: ({ value }) => <ControlPlaceholder words={formatDate(value)} />,
});
const RefPicker = lazyPart(() => import('../pickers/ref-picker.tsx').then((m) => m.RefPicker), {
  isSeenAtOnce: true,
  placeholder: ({ value, all = '' }) => <ControlPlaceholder words={value === null ? all : ''} />,
});
const RefChip = lazyPart(() => import('../pickers/ref-chip.tsx').then((m) => m.RefChip), {
  placeholder: ({ label, onRemove }) => <Chip label={`${label}: …`} onRemove={onRemove} />,
});
const FilterSheet = lazyPart(() => import('./filter-sheet.tsx').then((m) => m.FilterSheet));

interface FilterControls {
  filters: ListState['filters'];
  set: (filters: Record<string, string | null>) => Promise<void>;
  /** Says that a filter has a field on screen, which shows its value; returns the clean-up. */
  addField: (name: string) => () => void;
}

const FilterContext = createContext<FilterControls>({ filters: {}, set: async () => undefined, addField: () => () => undefined });

/** The filters of the list, for what changes several at once. */
export const useFilters = () => use(FilterContext);

/** The value of the filter that a field is for. */
export function useFilterField(name: string) {
  const { filters, set, addField } = use(FilterContext);
  useLayoutEffect(() => addField(name), [addField, name]);
  return { applied: filters[name] ?? null, apply: (value: string | null) => set({ [name]: value }) };
}

/** One filter as its chip names it. */
export interface FilterLabel {
  name: string;
  label: Text | string;
  /** Words for the value: of an entity's record, a date, how many of what its ids list, or given ones. */
  entity?: string;
  date?: boolean;
  count?: Text;
  valueLabels?: Readonly<Record<string, Text | string>>;
}

interface FilterBarProps {
  state: ListState;
  change: (change: ListChange) => Promise<void>;
  clear: () => void;
  labels: readonly FilterLabel[];
  /** Names every filter: paper shows no fields. */
  printing?: boolean;
  /** The search box: in sight in every window. */
  search?: { name: string; box: ReactNode } | undefined;
  children: ReactNode;
}

/** One row of filters; in a narrow window a sheet behind a button. Chips name what is set by a link or in the sheet, where no field shows it. */
export function FilterBar({ state, change, clear, labels, printing = false, search, children }: FilterBarProps) {
  const { t } = useText();
  const folded = useDrawerWidth();
  const row = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [fields, setFields] = useState<readonly string[]>([]);
  const addField = useCallback((name: string) => {
    setFields((before) => [...before, name]);
    return () => setFields((before) => before.toSpliced(before.indexOf(name), 1));
  }, []);
  const active = labels.filter(({ name }) => state.filters[name]);
  const inSheet = active.filter(({ name }) => name !== search?.name);
  const chips = printing ? active : folded ? inSheet : active.filter(({ name }) => !fields.includes(name));
  const n = joinPeriod(inSheet, state.filters).length;
  const sheetLabel = n > 0 ? t('list.filters', { n }) : t('list.no_filters');
  // The same until the filters are others: only then its fields are drawn again.
  const controls = useMemo<FilterControls>(
    () => ({ filters: state.filters, set: (filters) => change({ filters }), addField }),
    [state.filters, change, addField],
  );
  useShortcuts({
    '/': () => {
      const input = row.current?.querySelector('input');
      if (input) input.focus();
      else setOpen(true);
    },
  });
  const clearAll = <IconButton data-chrome icon={FunnelX} label={t('control.clear_all')} onClick={clear} />;
  const clearsSeveral = active.length > 1;
  const chipRow = joinPeriod(chips, state.filters).map((label) => (
    <FilterChip
      key={label.name}
      label={label}
      value={state.filters[label.name]!}
      onRemove={() => controls.set(Object.fromEntries([label.name, ...(label.also ?? [])].map((name) => [name, null])))}
    />
  ));
  return (
    <FilterContext value={controls}>
      {folded ? (
        <div ref={row} className="flex flex-wrap items-center gap-2">
          {children && (
            <Button data-chrome icon={ListFilter} aria-expanded={open} onClick={() => setOpen(true)}>
              {sheetLabel}
            </Button>
          )}
          {search && (
            <div data-chrome className="min-w-36 flex-1">
              {search.box}
            </div>
          )}
          {chips.length > 0 && (
            <div className="flex min-w-0 items-center gap-1.5 max-sm:flex-1 sm:max-w-full sm:flex-none max-sm:nth-3:basis-full">
              <div data-strip className="flex min-w-0 flex-1 gap-1.5 max-sm:overflow-x-auto max-sm:[scrollbar-width:none] sm:flex-wrap">
                {chipRow}
              </div>
              {clearsSeveral && clearAll}
            </div>
          )}
          {open && (
            <FilterSheet open onClose={() => setOpen(false)} label={sheetLabel}>
              {children}
            </FilterSheet>
          )}
        </div>
      ) : (
        <div className="flex flex-col gap-2">
          <search data-chrome>
            <div ref={row} className="flex flex-wrap items-end gap-x-1.5 gap-y-2">
              {search?.box}
              {children}
            </div>
          </search>
          {chips.length > 0 && (
            <div className="flex flex-wrap items-center gap-1.5">
              {chipRow}
              {clearsSeveral && clearAll}
            </div>
          )}
        </div>
      )}
    </FilterContext>
  );
}

function FilterChip({ label, value, onRemove }: { label: FilterLabel & Joined; value: string; onRemove: () => void }) {
  const { lang } = useText();
  const name = localize(label.label, lang);
  if (label.words) return <Chip label={label.words} onRemove={onRemove} />;
  if (label.entity) {
    return <RefChip label={name} entity={label.entity} id={Number(value) || null} onRemove={onRemove} />;
  }
  const words = localize(label.valueLabels?.[value] ?? value, lang);
  const shown = label.date ? formatDate(value) : label.count ? `${value.split(',').length} ${label.count[lang]}` : words;
  return <Chip label={`${name}: ${shown}`} onRemove={onRemove} />;
}

export interface FilterProps {
  name: string;
  label: Text | string;
  className?: string;
}

/** Filters share a row as far as they fit; on a laptop of 1366 px they leave the search box room for a building's name. */
export const FILTER_WIDTH = 'lg:flex-1 lg:min-w-23 lg:max-w-60';

/** A record of an entity, 'Tất cả' first. */
export const RefFilter = memo(function RefFilter(props: FilterProps & { entity: string; query?: Query }) {
  const { name, label, entity, query, className = FILTER_WIDTH } = props;
  const { applied, apply } = useFilterField(name);
  const { t, lang } = useText();
  return (
    <Field label={localize(label, lang)} className={className} floatingError>
      <RefPicker
        entity={entity}
        value={Number(applied) || null}
        onChange={(id) => apply(id === null ? null : String(id))}
        all={t('control.all')}
        query={query}
      />
    </Field>
  );
});

/** Placeholder of a picker or date input while its chunk loads: the first load does not contain them. */
function ControlPlaceholder({ words }: { words: string }) {
  const field = useFieldProps({ disabled: true });
  return <input type="text" readOnly value={words} className={CONTROL} {...field} />;
}

/** A day. Text that is no date stays in the field with a message; the list keeps its rows. */
export const DateFilter = memo(function DateFilter({ name, label, className = 'lg:w-31 lg:pointer-coarse:w-33' }: FilterProps) {
  const { applied, apply } = useFilterField(name);
  const first = useFilters().filters[FIRST_DAY];
  const { t, lang } = useText();
  const [invalid, setInvalid] = useState<string | null>(null);
  // Another value from elsewhere (a chip removed, Back) replaces what was typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another applied value counts.
  useEffect(() => setInvalid(null), [applied]);
  const change = (next: string | null) => {
    const readable = next === null || parseDate(next) !== null;
    setInvalid(readable ? null : next);
    if (readable) apply(next);
  };
  const problem = invalid === null ? undefined : findDateProblem(invalid);
  const isReversed = name === LAST_DAY && applied !== null && (first ?? '') > applied;
  const error = problem ? t(problem.key, problem) : isReversed ? t('control.days_reversed') : undefined;
  return (
    <Field label={localize(label, lang)} className={className} error={error} floatingError>
      <DateInput compact value={invalid ?? applied} onChange={change} />
    </Field>
  );
});

export function SelectFilter({
  name,
  label,
  options,
  required = false,
  className = 'lg:w-36',
}: FilterProps & { options: readonly { value: string; label: string }[]; required?: boolean }) {
  const { applied, apply } = useFilterField(name);
  const [chosen, choose] = useAsked(applied, apply);
  const { t, lang } = useText();
  return (
    <Field label={localize(label, lang)} className={className}>
      <Select value={chosen ?? ''} onChange={choose} options={options} empty={required ? undefined : t('control.all')} />
    </Field>
  );
}

export const localize = (label: Text | string, lang: 'vi' | 'en'): string => (typeof label === 'string' ? label : label[lang]);
