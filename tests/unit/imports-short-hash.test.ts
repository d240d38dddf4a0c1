import { expect, test } from 'vitest';
import { shortHash } from '../../worker/features/imports/plan/short-hash.ts';

const keys = Array.from({ length: 50_000 }, (_, n) => JSON.stringify([`J-${n}`, `山田邸 ${n % 7}`, n % 100, `2026-03-${1 + (n % 28)}`]));

test('texts that differ in little have different hashes of 32 signs, which differ in every half', () => {
  const hashes = keys.map(shortHash);
  expect(hashes.filter((hash) => !/^[\da-f]{32}$/.test(hash))).toEqual([]);
  for (const [from, to] of [
    [0, 16],
    [16, 32],
  ])
    expect(new Set(hashes.map((hash) => hash.slice(from, to))).size).toBe(keys.length);
});

test('the hash of a text is the same in every program: it is kept while a file is read', () => {
  expect(shortHash('["J-1","山田邸",3]')).toBe('74da432cddfeaf8a5ce7384a2f53cb9a');
});
