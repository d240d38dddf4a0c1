import { fold } from '../../../platform/text/fold.ts';
import { readDay } from '../../../platform/text/read-day.ts';
import { listNumberReadings } from '../../../platform/text/read-number.ts';
import type { Importable } from '../importable.ts';
import { createTitleReader, type HeadingMapping, listFieldTitles, listRequiredFields, toHeadingKey } from './headings.ts';
import type { Lookups } from './lookups.ts';

/** A column of a file with its first values. */
export interface FileColumn {
  heading: string;
  samples: readonly string[];
}

/** A guess at a field by words that is less sure than this is none. */
const MIN_SIMILARITY = 0.6;
/** Of two fields that a heading is like, the one that new records need is likelier. */
const REQUIRED_BONUS = 0.3;

/**
 * The field that each column of a file is likely to fill, '' where none is: what former mappings said of its heading, the newest first, else what its
 * words say, else its values. A field is guessed once, unless it names a record: that may have a column for its code and one for its name.
 */
export function guessFields(
  importable: Importable,
  columns: readonly FileColumn[],
  former: readonly HeadingMapping[] = [],
  lookups?: Lookups,
): string[] {
  const { contract } = importable.resource;
  const required = listRequiredFields(importable);
  const guesses: (string | undefined)[] = columns.map(
    ({ heading }) => former.find((mapping) => Object.hasOwn(mapping, heading))?.[heading],
  );
  const isFree = (field: string) => !guesses.includes(field);
  const fieldOf = createTitleReader(importable);
  const titles = listFieldTitles(importable).map(([title, field]) => ({ words: wordsOf(title), key: toHeadingKey(title), field }));
  const likely = columns.flatMap(({ heading }, at) => {
    const known = guesses[at] === undefined ? fieldOf(heading) : undefined;
    if (guesses[at] !== undefined) return [];
    if (known !== undefined) return [{ at, field: known, score: Number.POSITIVE_INFINITY }];
    const words = wordsOf(heading);
    return titles.flatMap(({ words: others, key, field }) => {
      const similarity = Math.max(compareWords(words, others), compareSigns(toHeadingKey(heading), key));
      return similarity < MIN_SIMILARITY ? [] : [{ at, field, score: similarity + (required.includes(field) ? REQUIRED_BONUS : 0) }];
    });
  });
  for (const { at, field } of likely.sort((left, right) => right.score - left.score))
    if (guesses[at] === undefined && (isFree(field) || contract.fields[field]?.kind === 'ref')) guesses[at] = field;

  // Values tell only where one column that is left has those of one field that is left.
  for (const field of importable.fields.filter(isFree)) {
    const { kind, entity = '' } = contract.fields[field]!;
    const isLike =
      kind === 'ref' ? (text: string) => (lookups?.find(entity, text).length ?? 0) > 0 : required.includes(field) && VALUE_TESTS[kind];
    if (!isLike) continue;
    const rivals = required.filter(
      (name) => isFree(name) && contract.fields[name]!.kind === kind && contract.fields[name]!.entity === entity,
    );
    const fitting = columns.flatMap(({ samples }, at) =>
      guesses[at] === undefined && samples.length > 0 && samples.every(isLike) ? at : [],
    );
    if (fitting.length === 1 && rivals.every((name) => name === field)) guesses[fitting[0]!] = field;
  }
  return guesses.map((field) => field ?? '');
}

const VALUE_TESTS: Partial<Record<string, (text: string) => boolean>> = {
  date: (text) => readDay(text) !== undefined,
  decimal: (text) => listNumberReadings(text).length > 0,
  integer: (text) => listNumberReadings(text).length > 0,
};

const wordsOf = (title: string): string[] => fold(title).match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * How alike two titles are, from 0 to 1: 0 unless all words of one are in the other. A word of the heading may be the first letters of several of the
 * title, as `KH` is of `Khách hàng`.
 */
function compareWords(heading: readonly string[], title: readonly string[]): number {
  const covered = new Set<number>();
  const used = heading.filter((word) => {
    const spans = [word.length, 1].map((length) => ({ length, start: findSpan(word, title, length) }));
    const span = spans.find(({ start }) => start >= 0);
    for (let at = 0; span && at < span.length; at++) covered.add(span.start + at);
    return span !== undefined;
  });
  if (used.length === 0 || (used.length < heading.length && covered.size < title.length)) return 0;
  return (used.length / heading.length + covered.size / title.length) / 2;
}

/** Where so many words begin with the letters of a word, or where it stands itself; -1 where neither. */
function findSpan(word: string, title: readonly string[], length: number): number {
  if (length === 1) return title.indexOf(word);
  return title.findIndex((_, start) => [...word].every((letter, at) => title[start + at]?.startsWith(letter) ?? false));
}

/** The same for titles in Japanese, which have no spaces between their words. */
function compareSigns(heading: string, title: string): number {
  const [short, long] = heading.length < title.length ? [heading, title] : [title, heading];
  return short.length >= 2 && /[\u3040-\u30ff\u4e00-\u9fff]/.test(short) && long.includes(short) ? (1 + short.length / long.length) / 2 : 0;
}
