import { cleanText, isAscii } from './clean-text.ts';
import { foldLookalikes } from './fold-lookalikes.ts';

/** What `__~` compares: without case, Vietnamese accents, đ with its look-alikes (a raised one becomes a letter only here) and signs that read alike; kana keep their marks. */
export function fold(text: string): string {
  const clean = cleanText(text, 'lines');
  if (isAscii(clean)) return clean.toLowerCase().replace(/ +/g, ' ');
  const plain = foldLookalikes(clean)
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[đðɖ]/g, 'd');
  // What a compatible sign is made of can be a look-alike again: ½ has a fraction slash.
  return foldLookalikes(plain).replace(/\s+/g, ' ');
}
