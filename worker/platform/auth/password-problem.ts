import type { Rule } from '../../contracts/rules.ts';
import { PATTERNS } from '../../contracts/value-forms.ts';
import { fold } from '../text/fold.ts';
import { foldPassword, readLookalikes, stemOf } from '../text/fold-password.ts';
import { COMMON_PASSWORD_LIST } from './common-password-list.ts';

const PRODUCT = 'Tensu';
const MIN_NAME = 2;

/** Filled at the first use, so that an isolate which sets no password starts without it. */
let common: ReadonlySet<string> | undefined;

/**
 * The rule that a new password breaks, if any. `names` are what the person and their company are called: full names, username, e-mail
 * address. A password of nothing but words of them, or one of the 10,000 commonest, is refused with any digits and signs around or between.
 */
export function findPasswordProblem(password: unknown, names: readonly unknown[]): Rule | undefined {
  if (typeof password !== 'string' || password === '') return 'required';
  if (!PATTERNS.strong_password.test(password)) return 'strong_password';
  const stem = stemOf(fold(password));
  const readings = [foldPassword(password), foldPassword(stem), foldPassword(readLookalikes(stem))];
  common ??= decodeList(COMMON_PASSWORD_LIST);
  if (readings.some((reading) => common!.has(reading))) return 'common_password';
  const words = [...names, PRODUCT].flatMap(wordsOf);
  return readings.some((reading) => isMadeOf(reading.replace(/\P{L}/gu, ''), words)) ? 'password_of_names' : undefined;
}

/** The words of a name, and all of them in one; of an address those before the @. */
function wordsOf(name: unknown): string[] {
  const words = fold(String(name ?? '').split('@')[0]!).split(/[^\p{L}]+/u);
  return words.filter((word) => word.length >= MIN_NAME);
}

/** True where the text is a row of these words, each as often as you like. */
function isMadeOf(text: string, words: readonly string[]): boolean {
  const reached = new Set([0]);
  for (let end = 1; end <= text.length; end++) {
    if (words.some((word) => reached.has(end - word.length) && text.endsWith(word, end))) reached.add(end);
  }
  return text.length > 0 && reached.has(text.length);
}

function decodeList(list: string): Set<string> {
  let before = '';
  const entries = list.split(' ').map((coded) => {
    before = before.slice(0, Number.parseInt(coded[0]!, 36)) + coded.slice(1);
    return before;
  });
  return new Set(entries);
}
