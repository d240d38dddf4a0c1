import { expect, test } from 'vitest';
import { HashTable } from '../../worker/features/imports/plan/hash-table.ts';
import { type Hash, shortHash } from '../../worker/features/imports/plan/short-hash.ts';
import { SeenKeys } from '../../worker/features/imports/read/seen-keys.ts';

const hashes = Array.from({ length: 200_000 }, (_, n) => shortHash(`key ${n}`));

test('a table keeps the first number of each hash, of 200,000 in 30 bytes each at most', () => {
  const table = new HashTable();
  expect(hashes.filter((hash, n) => table.add(hash, n + 1) !== undefined)).toEqual([]);
  expect(hashes.filter((hash, n) => table.get(hash) !== n + 1 || table.add(hash, 7) !== n + 1)).toEqual([]);
  expect(table.get(shortHash('another'))).toBeUndefined();
  expect(table.size).toBe(hashes.length);
  expect(table.bytes).toBeLessThanOrEqual(30 * hashes.length);
});

test('hashes that differ in one word only are told apart', () => {
  const table = new HashTable();
  const alike: Hash[] = [
    [1, 2, 3, 4],
    [0, 2, 3, 4],
    [1, 0, 3, 4],
    [1, 2, 0, 4],
    [1, 2, 3, 0],
    [0, 0, 0, 0],
    [2 ** 32 - 1, 2 ** 32 - 1, 2 ** 32 - 1, 2 ** 32 - 1],
  ];
  for (const [index, hash] of alike.entries()) expect(table.add(hash, index + 1)).toBeUndefined();
  expect(alike.map((hash) => table.get(hash))).toEqual(alike.map((_, index) => index + 1));
});

test('keys taken as texts, chunk by chunk, are the keys again', () => {
  const [seen, again] = [new SeenKeys(), new SeenKeys()];
  for (let from = 0; from < 5000; from += 1000) {
    for (const [n, hash] of hashes.slice(from, from + 1000).entries()) seen.note(hash, from + n + 2);
    expect(seen.note(hashes[from]!, 99_999)).toBe(from + 2);
    again.addTaken(seen.takeNew());
  }
  expect(seen.takeNew()).toBe('');
  expect(hashes.slice(0, 5000).map((hash) => again.note(hash, 1))).toEqual(Array.from({ length: 5000 }, (_, n) => n + 2));
  expect(again.takeNew()).toBe('');
});
