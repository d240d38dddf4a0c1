import { expect, test } from 'vitest';
import { shortHash } from '../../worker/features/imports/plan/short-hash.ts';

const keys = Array.from({ length: 50_000 }, (_, n) => JSON.stringify([`J-${n}`, `山田邸 ${n % 7}`, n % 100, `2026-03-${1 + (n % 28)}`]));

test('texts that differ in little have different hashes of four words, which differ in every half', () => {
  const hashes = keys.map(shortHash);
  const isWord = (word: number) => Number.isInteger(word) && word >= 0 && word < 2 ** 32;
  expect(hashes.filter((hash) => hash.length !== 4 || !hash.every(isWord))).toEqual([]);
  for (const from of [0, 2]) expect(new Set(hashes.map((hash) => `${hash[from]} ${hash[from + 1]}`)).size).toBe(keys.length);
});

test('the hash of a text is the same in every program: it is kept while a file is read', () => {
  expect(shortHash('["J-1","山田邸",3]')).toEqual([0x74da432c, 0xddfeaf8a, 0x5ce7384a, 0x2f53cb9a]);
});
