import { formatMonthKey } from './months.ts';

/** Languages the interface speaks; Vietnamese is the default. */
export const LANGS = ['vi', 'en'] as const;
export type Lang = (typeof LANGS)[number];

/** A text in both languages; `ja` is the trade's own word, where there is one. */
export interface Text {
  vi: string;
  en: string;
  ja?: string;
  /** Further words that files and the source write for it, as it was called before. */
  also?: readonly string[];
}

/** All words for the same thing. */
export function listWords({ vi, en, ja, also = [] }: Text): string[] {
  return [vi, en, ...(ja === undefined ? [] : [ja]), ...also];
}

/** Picks the language of an Accept-Language header by its order of preference; Vietnamese when none is ours. */
export function langOf(header: string | null | undefined): Lang {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', q] = part.trim().split(';q=');
      return { lang: tag.slice(0, 2).toLowerCase(), q: q === undefined ? 1 : Number(q) };
    })
    .filter((part) => part.q > 0)
    .sort((a, b) => b.q - a.q);
  const known = wanted.find((part) => (LANGS as readonly string[]).includes(part.lang));
  return (known?.lang as Lang | undefined) ?? 'vi';
}

/** A label in the middle of a sentence: without its capital, unless an abbreviation (`CAD`) begins it. */
export function lowerFirstLetter(label: string): string {
  return label.replace(/^\p{Lu}(?!\p{Lu})/u, (letter) => letter.toLowerCase());
}

/** One of what an English label lists, inside a sentence: 'work category' of 'Work categories', 'scale factor (坪)' of 'Scale factors (坪)'. */
export function oneOf(label: string): string {
  return lowerFirstLetter(label)
    .replace(/ies$/, 'y')
    .replace(/s(?=$| \()/, '');
}

/** Values of a text that are a month, a day or a time. */
const DATED = new Set(['month', 'months', 'deadline', 'until', 'expires', 'time']);

/**
 * Replaces `{name}` in a template, dates as people read them; a name without a value stays as it is. `{n|record|records}` is the first word where the
 * value is 1, else the second.
 */
export function fill(template: string, values: Record<string, string | number | undefined>): string {
  return template.replace(/\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g, (all, name: string, one?: string, many?: string) => {
    const value = String(values[name] ?? all);
    if (many !== undefined) return (value === '1' ? one : many) ?? '';
    return DATED.has(name) ? formatMonthKey(value) : value;
  });
}

/** A template of both languages, filled; a value may be of both too. */
export function fillText({ vi, en }: Text, values: Record<string, string | number | Text | undefined>): Text {
  const of = (lang: Lang) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? value[lang] : value]));
  return { vi: fill(vi, of('vi')), en: fill(en, of('en')) };
}

/** What is wrong, and for who can mend it, how: two parts of one sentence. */
export interface ProblemText extends Text {
  mend?: Text;
}

/** The sentence of a problem, filled; without its advice for a reader who can't follow it. */
export function fillProblem(problem: ProblemText, lang: Lang, values: Record<string, string | number | undefined>, canMend = true): string {
  const parts = [problem, ...(problem.mend && canMend ? [problem.mend] : [])];
  return parts.map((part) => fill(part[lang], values)).join('; ');
}

const WAITS = [
  { above: 7200, unit: 3600, text: { vi: '{n} giờ', en: '{n} {n|hour|hours}' } },
  { above: 60, unit: 60, text: { vi: '{n} phút', en: '{n} {n|minute|minutes}' } },
  { above: -1, unit: 1, text: { vi: '{n} giây', en: '{n} {n|second|seconds}' } },
] satisfies { above: number; unit: number; text: Text }[];

/** A wait in words, never too short: '45 giây', above a minute '15 phút', above two hours '3 giờ'. */
export function waitInWords(seconds: number, lang: Lang): string {
  const { unit, text } = WAITS.find(({ above }) => seconds > above) ?? WAITS[2]!;
  return fill(text[lang], { n: Math.ceil(seconds / unit) });
}
