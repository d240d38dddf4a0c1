import { fold } from './fold.ts';

const LOOKALIKES: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' };

/** Letters and digits only, without case and accents: `P@ss-Word1` is `psword1`. */
export const foldPassword = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]/gu, '');

/** Removes the digits and signs around a word: `#Dragon-2026!` is `Dragon`. */
export function stemOf(text: string): string {
  const characters = [...text];
  const isLetter = (character: string) => /\p{L}/u.test(character);
  return characters.slice(characters.findIndex(isLetter), characters.findLastIndex(isLetter) + 1).join('');
}

/** Digits and signs that stand for a letter as that letter: `p@ssw0rd` is `password`. */
export const readLookalikes = (text: string): string => [...text].map((character) => LOOKALIKES[character] ?? character).join('');
