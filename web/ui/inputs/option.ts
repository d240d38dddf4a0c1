import { fold } from '#text/fold.ts';

/** An entry of a search-as-you-type list. `hint` is a second, quieter text such as a code. */
export interface Option {
  value: string | number;
  label: string;
  hint?: string;
}

/** The options whose label or hint contains the search, blind to case, accents and character width. */
export function filterOptions(options: readonly Option[], search: string): Option[] {
  const wanted = fold(search.trim());
  if (wanted === '') return [...options];
  return options.filter((option) => fold(`${option.label} ${option.hint ?? ''}`).includes(wanted));
}
