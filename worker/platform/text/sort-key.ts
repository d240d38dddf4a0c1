import { cleanText, isAscii } from './clean-text.ts';
import { foldLookalikes } from './fold-lookalikes.ts';
import { trimEnd } from './trim-end.ts';

const LETTER_MARKS: Record<string, string> = { '\u0306': '1', '\u0302': '2', '\u031b': '3' };
const TONES = '\u0300\u0309\u0303\u0301\u0323';

/**
 * A key whose byte order is the Vietnamese alphabet's: a ă â b c d đ e ê … o ô ơ u ư, and among equal letters the
 * tones in the order none, grave, hook, tilde, acute, dot. Case does not matter; digits stay before letters.
 */
export function sortKey(text: string): string {
  const clean = cleanText(text);
  let letters = '';
  let tones = '';
  if (isAscii(clean)) {
    for (const char of clean.toLowerCase().trim()) letters += `${char}0`;
    return `${letters}\u0001`;
  }
  for (const char of foldLookalikes(clean).normalize('NFKC').toLowerCase().normalize('NFD').trim()) {
    if (TONES.includes(char)) tones = `${tones.slice(0, -1)}${TONES.indexOf(char) + 1}`;
    else if (LETTER_MARKS[char]) letters = `${letters.slice(0, -1)}${LETTER_MARKS[char]}`;
    else {
      letters += char === 'đ' ? 'd1' : `${char}0`;
      tones += '0';
    }
  }
  return `${letters}\u0001${trimEnd(tones, '0')}`;
}
