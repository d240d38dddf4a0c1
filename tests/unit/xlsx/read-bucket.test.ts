import { expect, test } from 'vitest';
import { readRows } from '../../../worker/platform/xlsx/read/read.ts';
import { BLOCK_BYTES, bucketSource } from '../../../worker/platform/xlsx/read/source.ts';
import { memoryBucket } from '../../support/bucket.ts';
import { workbookOf } from '../../support/workbooks.ts';
import { readAll } from './read-all.ts';

test('a sheet of several blocks is read from a bucket as from memory, its blocks into one buffer', async () => {
  // Of what repeats as little, a megabyte stays a megabyte.
  const file = await workbookOf(
    Array.from({ length: 24_000 }, (_, n) => Array.from({ length: 8 }, (_, at) => Math.sin(n * 8 + at + 1) * 1e9)),
  );
  expect(file.length).toBeGreaterThan(2 * BLOCK_BYTES);
  const bucket = memoryBucket();
  await bucket.put('file', new Blob([new Uint8Array(file)]));
  const source = (await bucketSource(bucket, 'file'))!;
  const buffers: ArrayBuffer[] = [];
  const watched = {
    ...source,
    readInto(buffer: ArrayBuffer, offset: number, length: number) {
      buffers.push(buffer);
      return source.readInto!(buffer, offset, length);
    },
  };
  const rows = [];
  for await (const { cells } of readRows(watched, { maxRows: 30_000 })) rows.push(cells);
  expect(rows).toEqual((await readAll(file)).map(({ cells }) => cells));
  expect(buffers.length).toBeGreaterThan(2);
  // Each was handed on to the next reading, so that none has bytes of its own any more.
  expect(buffers.filter(({ byteLength }) => byteLength > 0)).toEqual([]);
});
