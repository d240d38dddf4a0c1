import { expect, test } from 'vitest';
import { AppError } from '../../worker/platform/errors.ts';
import { PieceSize } from '../../worker/platform/queue/piece-size.ts';

let now = 0;
const clock = { now: () => now, today: () => '2026-06-15', time: () => '2026-06-15 09:00:00' };
const after = (ms: number, error?: Error) => async (rows: number) => {
  now += ms;
  if (error) throw error;
  return rows;
};
const unavailable = new AppError('database_unavailable');

test('pieces are halved after each that lasts too long, down to a sixteenth, and never grow again', async () => {
  const pieces = new PieceSize(clock, 1000);
  const sizes: (number | string)[] = [];
  for (const ms of [10, 2500, 2501, 10, 6000, 6000, 6000, 6000, 10]) sizes.push(await pieces.attempt(after(ms)));
  expect(sizes).toEqual([1000, 1000, 1000, 500, 500, 250, 125, 63, 63]);
});

test('one that fails for lasting too long is to be done again in a smaller size; at the smallest it fails', async () => {
  const pieces = new PieceSize(clock, 100, { rows: 13 });
  expect(await pieces.attempt(after(6000, unavailable))).toBe('too_long');
  expect(await pieces.attempt(after(10))).toBe(7);
  await expect(pieces.attempt(after(6000, unavailable))).rejects.toBe(unavailable);
  expect({ rows: pieces.rows, wasSlow: pieces.wasSlow }).toEqual({ rows: 7, wasSlow: true });
});

test('one whose texts are too long for the server is to be done again in a smaller size, however soon it failed', async () => {
  const pieces = new PieceSize(clock, 100);
  const tooLarge = new AppError('rows_too_large');
  expect(await pieces.attempt(after(10, tooLarge))).toBe('too_long');
  expect(await pieces.attempt(after(10))).toBe(50);
  expect(await pieces.attempt(after(10))).toBe(50);
  for (const rows of [25, 13, 7]) {
    expect(await pieces.attempt(after(10, tooLarge))).toBe('too_long');
    expect(pieces.rows).toEqual(rows);
  }
  await expect(pieces.attempt(after(10, tooLarge))).rejects.toBe(tooLarge);
});

test('what fails at once, or for another reason, fails in the same size', async () => {
  const pieces = new PieceSize(clock, 100);
  const refused = new AppError('stale');
  await expect(pieces.attempt(after(10, unavailable))).rejects.toBe(unavailable);
  expect({ rows: pieces.rows, wasSlow: pieces.wasSlow }).toEqual({ rows: 100, wasSlow: false });
  await expect(pieces.attempt(after(6000, refused))).rejects.toBe(refused);
});

test('pieces of a former message go on in its size, which is none that a full piece does not have', () => {
  expect([500, 50, 5].map((rows) => new PieceSize(clock, 160, { rows }).rows)).toEqual([160, 50, 10]);
  expect(new PieceSize(clock, 160, { min: 160 }).rows).toBe(160);
});

test('quick pieces are doubled up to the largest, and one that lasted too long is never as large again', async () => {
  const pieces = new PieceSize(clock, 1000, { max: 4000 });
  const sizes: (number | string)[] = [];
  for (const ms of [400, 399, 10, 10, 2501, 10, 10]) sizes.push(await pieces.attempt(after(ms)));
  expect(sizes).toEqual([1000, 1000, 2000, 4000, 4000, 2000, 2000]);
});

test('a later message goes on with large pieces, and with no larger ones where a full piece lasted too long', async () => {
  const sizes: (number | string)[] = [];
  for (const rows of [1000, 3000, 500]) {
    const pieces = new PieceSize(clock, 1000, { rows, max: 4000 });
    for (const ms of [10, 10]) sizes.push(await pieces.attempt(after(ms)));
  }
  expect(sizes).toEqual([1000, 2000, 3000, 4000, 500, 500]);
});
