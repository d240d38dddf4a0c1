const SEPARATOR = /[;；\n,、，]/g;

/** A name with more separators in it than this is not looked for in a list. */
const MAX_PARTS = 20;

/** The names that a list can hold. */
export interface KnownNames {
  isName(text: string): boolean;
  /** Whether a name is the text or goes on after it: what is no beginning of one is not looked for any further. */
  isBeginning(text: string): boolean;
}

/**
 * The names of a list: with line breaks or semicolons between them, or else commas. Where a part is no name by itself, the longest run of parts
 * that is one counts: names may have commas in them, and exports write such a list too. Two lists where the parts are names and a run of them is one as
 * well, as `A, B` beside `A` and `B`.
 */
export function readNameLists(text: string, known: KnownNames): string[][] {
  const separator = /[;；\n]/.test(text) ? /[;；\n]/ : /[,、，]/;
  const parts = text.split(separator).flatMap((name) => name.trim() || []);
  const longest = joinParts(text, separator, known);
  return longest.length < parts.length && parts.every(known.isName) ? [parts, longest] : [longest];
}

function joinParts(text: string, separator: RegExp, { isName, isBeginning }: KnownNames): string[] {
  const names: string[] = [];
  const ends = [...[...text.matchAll(SEPARATOR)].map(({ index }) => index), text.length];
  let start = 0;
  for (let at = 0; at < ends.length; at++) {
    let known = -1;
    for (let last = at; last < Math.min(at + MAX_PARTS, ends.length); last++) {
      const whole = text.slice(start, ends[last]).trim();
      if (!isBeginning(whole)) break;
      if (isName(whole)) known = last;
    }
    // What is no name goes to the next separator of its kind, as it would in a list without such names.
    const isEnd = (end: number) => end === text.length || separator.test(text.charAt(end));
    at = known < 0 ? ends.findIndex((end, index) => index >= at && isEnd(end)) : known;
    const name = text.slice(start, ends[at]).trim();
    if (name) names.push(name);
    start = ends[at]! + 1;
  }
  return names;
}
