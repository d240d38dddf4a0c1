import { type SQL, sql } from 'drizzle-orm';
import type { Caller } from '../../platform/caller.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { asJson, readValue } from '../../platform/db/typed-rows.ts';

/** Rows of one answer: however long their texts, they stay under the 10 MB that the database answers at once. */
export const ROWS_PER_PIECE = 5000;

/** Reads on from what a first round trip has answered, and asks for more only where that was not all. */
export type ReadOn<Result> = (reader: Reader) => Result;
export type Reader = Pick<Caller, 'readMore'>;

/**
 * Rows in pieces of one size. `rowsAfter` gives a statement of packed rows `cells`, ordered by their first cell, the key; without a key from
 * the beginning. The first piece comes with the other queries of a plan, each other is read after the key before it.
 */
export function selectPieces<Cell extends readonly [key: unknown, ...unknown[]]>(
  rowsAfter: (key?: Cell[0]) => SQL,
  size = ROWS_PER_PIECE,
): Query<ReadOn<AsyncGenerator<Cell[]>>> {
  const pieceAfter = (key?: Cell[0]) =>
    query(sql`SELECT json_group_array(json(cells)) AS packed FROM (${rowsAfter(key)} LIMIT ${size})`, readValue(asJson<Cell[]>()));
  return query(
    pieceAfter(),
    (first) =>
      async function* (reader) {
        for (let piece = first; ; piece = await reader.readMore(pieceAfter(piece.at(-1)![0]))) {
          yield piece;
          if (piece.length < size) return;
        }
      },
  );
}

/** All rows of those pieces. */
export function selectInPieces<Cell extends readonly [key: unknown, ...unknown[]]>(
  rowsAfter: (key?: Cell[0]) => SQL,
  size = ROWS_PER_PIECE,
): Query<ReadOn<Promise<Cell[]>>> {
  return query(selectPieces(rowsAfter, size), (readPieces) => async (reader) => {
    const all: Cell[] = [];
    for await (const piece of readPieces(reader)) for (const cell of piece) all.push(cell);
    return all;
  });
}
