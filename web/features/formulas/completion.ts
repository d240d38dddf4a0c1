import { FORMULA_FUNCTIONS, type FormulaScope, SCALE_VARIABLES, variablesIn } from '#contracts/calls/formula-language.ts';
import type { Lang } from '#contracts/text.ts';
import { fold } from '#text/fold.ts';
import type { Option } from '../../ui/inputs/option.ts';

/** What may stand in a field: a formula, only the name of a variable, or only that of a number of the job. */
export type FormulaKind = 'formula' | 'name' | 'scale_name';

/** The word that the cursor stands in or behind, from `start` up to `end`. */
export interface TypedWord {
  start: number;
  end: number;
  text: string;
}

/** No meaning has more. */
const MAX_WORDS = 5;
const LETTER = /[\p{L}\p{M}\p{N}_]/u;

/** The word before the cursor; undefined in a quoted text, in a number, and where there is none. */
export function findTypedWord(source: string, cursor: number): TypedWord | undefined {
  const before = source.slice(0, cursor);
  if ((before.match(/["']/g)?.length ?? 0) % 2 === 1) return undefined;
  let start = cursor;
  while (start > 0 && LETTER.test(source[start - 1]!)) start--;
  let end = cursor;
  while (end < source.length && LETTER.test(source[end]!)) end++;
  const text = source.slice(start, cursor);
  return text === '' || /^\d/.test(text) || source[start - 1] === '.' ? undefined : { start, end, text };
}

/** The names for what is typed before the cursor, and that: as many of the last words as a meaning has, else the last word. */
export function completeAt(names: readonly Option[], source: string, cursor: number): { word: TypedWord; found: Option[] } | undefined {
  const last = findTypedWord(source, cursor);
  if (!last) return undefined;
  const starts = [last.start];
  while (starts.length < MAX_WORDS && source[starts[0]! - 1] === ' ' && LETTER.test(source[starts[0]! - 2] ?? '')) {
    let start = starts[0]! - 1;
    while (start > 0 && LETTER.test(source[start - 1]!)) start--;
    starts.unshift(start);
  }
  for (const start of starts.slice(0, -1)) {
    const text = source.slice(start, cursor);
    const found = names.filter((name) => isMeant(name, fold(text)));
    if (found.length > 0) return { word: { ...last, start, text }, found };
  }
  return { word: last, found: completeName(names, last.text) };
}

/** Every name of a field, its key as the value and its meaning as the hint. */
export function listNames(scope: FormulaScope, kind: FormulaKind, lang: Lang): Option[] {
  const variables = (kind === 'scale_name' ? SCALE_VARIABLES : variablesIn(scope)).map(({ name, label }) => ({
    value: name,
    label: name,
    hint: label[lang],
  }));
  if (kind !== 'formula') return variables;
  return [...variables, ...FORMULA_FUNCTIONS.map(({ name, usage, text }) => ({ value: `${name}(`, label: usage, hint: text[lang] }))];
}

/** The names that begin so, then those that mean it: a word of the meaning begins so, whatever its accents. */
export function completeName(names: readonly Option[], typed: string): Option[] {
  const wanted = fold(typed);
  const beginning = names.filter(({ value }) => fold(String(value)).startsWith(wanted));
  const inside = names.filter((name) => !beginning.includes(name) && isMeant(name, wanted));
  return [...beginning, ...inside];
}

function isMeant({ value, hint = '' }: Option, wanted: string): boolean {
  return ` ${fold(hint)}`.includes(` ${wanted}`) || fold(String(value)).includes(`_${wanted}`);
}
