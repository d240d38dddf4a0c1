import { unlessTooLarge } from './too-large.ts';

/** What is read of the ids, in pieces of `size`: while one is worked on, the next is being read. */
export async function* readPieces<Row>(
  ids: readonly number[],
  size: number,
  read: (piece: readonly number[]) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const begin = (start: number) => {
    const reading = readByHalves(ids.slice(start, start + size), read);
    // Not an unhandled rejection when the reader has cancelled meanwhile.
    reading.catch(() => {});
    return reading;
  };
  let next = ids.length > 0 ? begin(0) : undefined;
  for (let start = size; next; start += size) {
    const rows = await next;
    next = start < ids.length ? begin(start) : undefined;
    yield rows;
  }
}

/** What is read of the keys, by halves where the database does not answer all of it at once. */
export function readByHalves<Key, Row>(keys: readonly Key[], read: (piece: readonly Key[]) => Promise<Row[]>): Promise<Row[]> {
  if (keys.length <= 1) return read(keys);
  const half = Math.ceil(keys.length / 2);
  return unlessTooLarge(
    () => read(keys),
    async () => [...(await readByHalves(keys.slice(0, half), read)), ...(await readByHalves(keys.slice(half), read))],
  );
}
