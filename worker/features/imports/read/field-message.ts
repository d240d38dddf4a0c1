import type { ImportText } from '../../../contracts/calls/imports.ts';
import type { Text } from '../../../contracts/text.ts';
import { importMessage } from '../importable.ts';

/** A sentence about what a cell of a field says, in both languages. */
export function fieldMessage(text: ImportText, label: Text, written: string, suggestions = ''): Text {
  const message = (lang: 'vi' | 'en') => importMessage(text, { field: label[lang], value: written.slice(0, 100), suggestions })[lang];
  return { vi: message('vi'), en: message('en') };
}
