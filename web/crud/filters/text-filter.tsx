import { memo, useEffect, useRef, useState } from 'react';
import { searchedColumns } from '#contracts/columns.ts';
import type { Contract } from '#contracts/contract.ts';
import { SEARCH } from '#contracts/field-filters.ts';
import { translate, useText } from '../../i18n/index.ts';
import { isInputMethodKey } from '../../ui/hooks/shortcuts.ts';
import { useDrawerWidth } from '../../ui/hooks/use-narrow.ts';
import { Field } from '../../ui/inputs/field.tsx';
import { SearchInput } from '../../ui/inputs/text-input.tsx';
import { focusFirstMatch } from '../../ui/table/roving-tab-index.ts';
import { FILTER_WIDTH, type FilterLabel, type FilterProps, localize, useFilterField } from './filters.tsx';

/** Wide enough to read a building's name in it, and what is searched. */
const SEARCH_WIDTH = 'lg:flex-3 lg:min-w-50 lg:max-w-80';

/** The search box of an entity's list: one parameter for every text that a row shows. */
export const SearchFilter = memo(function SearchFilter({ contract: { fields, columns } }: { contract: Contract }) {
  const { t, lang } = useText();
  const hideLabel = useDrawerWidth();
  const searched = searchedColumns(fields, columns).map(({ label }) => label[lang]);
  return (
    <TextFilter
      name={SEARCH}
      label={t('control.search')}
      placeholder={hideLabel ? undefined : searched.join(', ')}
      hideLabel={hideLabel}
      className={SEARCH_WIDTH}
    />
  );
});

/** Labels of the texts that an address may search by: all of a row, or one field. */
export function listTextFilterLabels({ fields, filters }: Contract): FilterLabel[] {
  return Object.entries(filters)
    .filter(([name, { op }]) => name === SEARCH || op === 'contains')
    .map(([name, { field, via }]) => ({ name, label: name === SEARCH ? translate('control.search') : fields[via?.field ?? field]!.label }));
}

interface TextFilterProps extends FilterProps {
  placeholder?: string | undefined;
  hideLabel?: boolean;
}

/** A search box; the list is read 500 ms after the last key, at once on Enter or blur. ↓ leads to its first row. */
export function TextFilter({ name, label, className = FILTER_WIDTH, placeholder, hideLabel = false }: TextFilterProps) {
  const field = useFilterField(name);
  const { lang } = useText();
  const { typed, setTyped, apply } = useTypedText(field.applied ?? '', field.apply, 500);
  const [left, setLeft] = useState<HTMLInputElement | null>(null);
  // The rows are those of what is typed, or on their way, once the list has it.
  const isApplied = typed.trim() === (field.applied ?? '');
  useEffect(() => {
    if (!left || !isApplied) return;
    setLeft(null);
    focusFirstMatch(left);
  }, [left, isApplied]);
  return (
    <Field label={localize(label, lang)} className={className} hideLabel={hideLabel}>
      <SearchInput
        value={typed}
        {...(placeholder !== undefined && { placeholder, title: placeholder })}
        onChange={setTyped}
        onKeyDown={(event) => {
          if (!['Enter', 'ArrowDown'].includes(event.key) || event.altKey || isInputMethodKey(event.nativeEvent)) return;
          apply();
          if (event.key === 'ArrowDown') setLeft(event.currentTarget);
        }}
        onBlur={apply}
      />
    </Field>
  );
}

/**
 * What is typed of a text that is kept elsewhere, and applied there some time after the last key, or at once by `apply`. Another text from
 * there replaces what is typed, but not one that was applied here: while that came about, the next keys were typed already.
 */
function useTypedText(applied: string, applyText: (text: string) => void, delayMs: number) {
  const [typed, setTyped] = useState(applied);
  const pending = useRef<string[]>([]);
  useEffect(() => {
    const place = pending.current.indexOf(applied);
    pending.current = pending.current.slice(place + 1);
    if (place === -1) setTyped(applied);
  }, [applied]);
  const apply = () => {
    const text = typed.trim();
    if (text === applied) return;
    if (text !== pending.current.at(-1)) pending.current.push(text);
    applyText(text);
  };
  useEffect(() => {
    const timer = setTimeout(apply, delayMs);
    return () => clearTimeout(timer);
  });
  return { typed, setTyped, apply };
}
