import { useEffect, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { Field } from '../../ui/inputs/field.tsx';
import { SearchInput } from '../../ui/inputs/text-input.tsx';
import { FILTER_WIDTH, type FilterProps, localize, useFilterField } from './filters.tsx';

/** A search box; the list is read 500 ms after the last key, at once on Enter or blur. */
export function TextFilter({ name, label, className = FILTER_WIDTH }: FilterProps) {
  const field = useFilterField(name);
  const { lang } = useText();
  const applied = field.applied ?? '';
  const [typed, setTyped] = useState(applied);
  useEffect(() => setTyped(applied), [applied]);
  const apply = () => field.apply(typed.trim());
  useEffect(() => {
    if (typed === applied) return;
    const timer = setTimeout(apply, 500);
    return () => clearTimeout(timer);
  });
  return (
    <Field label={localize(label, lang)} className={className}>
      <SearchInput
        value={typed}
        onChange={setTyped}
        onKeyDown={(event) => event.key === 'Enter' && apply()}
        onBlur={() => typed.trim() !== applied && apply()}
      />
    </Field>
  );
}
