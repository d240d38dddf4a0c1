/** An entry of a search-as-you-type list. `hint` is a second, quieter text such as a code. */
export interface Option {
  value: string | number;
  label: string;
  hint?: string;
}

/** The options whose label or hint contains the search, blind to case, accents and character width. */
export function filterOptions(options: readonly Option[], search: string): Option[] {
  const wanted = folded(search.trim());
  if (wanted === '') return [...options];
  return options.filter((option) => folded(`${option.label} ${option.hint ?? ''}`).includes(wanted));
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[đĐ]/g, 'd').toLowerCase();
}
