import { cleanText } from './clean-text.ts';

/** What `__~` compares: without case, Vietnamese accents, đ and width; kana keep their marks. */
export function fold(text: string): string {
  return cleanText(text, 'lines')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/đ/g, 'd')
    .normalize('NFC')
    .replace(/\s+/g, ' ');
}
