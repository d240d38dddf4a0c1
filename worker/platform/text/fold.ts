import { cleanText, isAscii } from './clean-text.ts';

/** What `__~` compares: without case, Vietnamese accents, đ with its look-alikes (a raised one becomes a letter only here) and width; kana keep their marks. */
export function fold(text: string): string {
  const clean = cleanText(text, 'lines');
  if (isAscii(clean)) return clean.toLowerCase().replace(/ +/g, ' ');
  return clean
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[đðɖ]/g, 'd')
    .normalize('NFC')
    .replace(/\s+/g, ' ');
}
