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

/** By halves where the database does not answer all of it at once. */
function readByHalves<Row>(ids: readonly number[], read: (piece: readonly number[]) => Promise<Row[]>): Promise<Row[]> {
  if (ids.length <= 1) return read(ids);
  const half = Math.ceil(ids.length / 2);
  return unlessTooLarge(
    () => read(ids),
    async () => [...(await readByHalves(ids.slice(0, half), read)), ...(await readByHalves(ids.slice(half), read))],
  );
}
