import { type SQL, sql } from 'drizzle-orm';
import { type Plan, type Query, query, type ResultsOf } from './query.ts';
import { unlessTooLarge } from './too-large.ts';
import { asJson, readValue } from './typed-rows.ts';

/** Rows of one answer: however long their texts, they stay under the 10 MB that the database answers at once. */
export const ROWS_PER_PIECE = 5000;

/** Reads on from what a first round trip has answered, and asks for more only where that was not all. */
export type ReadOn<Result> = (reader: Reader) => Result;
export interface Reader {
  readMore<P extends Plan>(plan: P): Promise<ResultsOf<P>>;
}

/**
 * Rows in pieces of one size: the first piece comes with the other queries of a plan, each further one is read behind the last row of the one
 * before, and asked for only where that was full.
 */
export function selectPieces<Row>(pieceAfter: (last?: Row) => Query<Row[]>, size: number): Query<ReadOn<AsyncGenerator<Row[]>>> {
  return query(
    pieceAfter(),
    (first) =>
      async function* (reader) {
        for (let piece = first; ; piece = await reader.readMore(pieceAfter(piece.at(-1)))) {
          yield piece;
          if (piece.length < size) return;
        }
      },
  );
}

/** All of them, as packed rows `cells` that `rowsAfter` gives in the order of their first cell, the key; without a key from the beginning. */
export function selectInPieces<Cell extends readonly [key: unknown, ...unknown[]]>(
  rowsAfter: (key?: Cell[0]) => SQL,
  size = ROWS_PER_PIECE,
): Query<ReadOn<Promise<Cell[]>>> {
  return query(
    selectPieces<Cell>((last) => packCells(rowsAfter(last?.[0]), size), size),
    (readPieces) => async (reader) => {
      const all: Cell[] = [];
      for await (const piece of readPieces(reader)) for (const cell of piece) all.push(cell);
      return all;
    },
  );
}

/** The first packed rows `cells` of a statement. */
export function packCells<Cell>(rows: SQL, limit: number): Query<Cell[]> {
  return query(sql`SELECT json_group_array(json(cells)) AS packed FROM (${rows} LIMIT ${limit})`, readValue(asJson<Cell[]>()));
}

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

/** Rows in lists of as many as one statement takes. */
export function splitRows<Row>(rows: readonly Row[], size = 1000): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, place) => rows.slice(place * size, (place + 1) * size));
}
