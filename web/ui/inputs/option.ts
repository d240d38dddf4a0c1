import { fold } from '#text/fold.ts';

/** An entry of a search-as-you-type list. `hint` is a second, quieter text such as a code. */
export interface Option {
  value: string | number;
  label: string;
  hint?: string;
  /** Does something instead of being a choice: only Enter or a press takes it. */
  isAction?: true;
}

/**
 * The options that have every word of the search in label or hint, in any order, blind to case, accents and character width; those in which a word stands
 * alone come first, then those with a word that begins so.
 */
export function filterOptions(options: readonly Option[], search: string): Option[] {
  const words = fold(search.trim()).split(' ').filter(Boolean);
  const texts = options.map((option) => ({ option, text: ` ${fold(`${option.label} ${option.hint ?? ''}`)} ` }));
  const matches = texts.filter(({ text }) => words.every((word) => text.includes(word)));
  const rank = (text: string) =>
    words.filter((word) => text.includes(` ${word}`)).length + words.filter((word) => text.includes(` ${word} `)).length;
  return matches.sort((one, other) => rank(other.text) - rank(one.text)).map(({ option }) => option);
}
