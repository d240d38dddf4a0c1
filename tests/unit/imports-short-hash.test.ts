import { expect, test } from 'vitest';
import { shortHash } from '../../worker/features/imports/plan/short-hash.ts';
import { SeenKeys } from '../../worker/features/imports/read/reading-state.ts';

const keys = Array.from({ length: 200_000 }, (_, n) => JSON.stringify([`J-${n}`, `山田邸 ${n % 7}`, n % 100, `2026-03-${1 + (n % 28)}`]));

test('texts that differ in little have different hashes, all of them whole numbers', () => {
  const hashes = keys.map(shortHash);
  expect(hashes.filter((hash) => !Number.isSafeInteger(hash) || hash < 0)).toEqual([]);
  expect(new Set(hashes).size).toBe(keys.length);
});

test('the hash of a text is the same in every program: it is kept while a file is read', () => {
  expect(shortHash('["J-1","山田邸",3]')).toBe(2923753452520432);
});

test('keys taken and kept, chunk by chunk, are the keys again', () => {
  const seen = new SeenKeys([]);
  const hashes = keys.slice(0, 5000).map(shortHash);
  const kept = [0, 1000, 2000, 3000, 4000].flatMap((from) => {
    for (const [n, hash] of hashes.slice(from, from + 1000).entries()) seen.note(hash, from + n + 2);
    expect(seen.note(hashes[from]!, 99_999)).toBe(from + 2);
    return seen.takeNew();
  });
  expect(seen.takeNew()).toEqual([]);
  const again = new SeenKeys(kept);
  expect(hashes.map((hash) => again.note(hash, 1))).toEqual(Array.from({ length: 5000 }, (_, n) => n + 2));
  expect(again.takeNew()).toEqual([]);
});
