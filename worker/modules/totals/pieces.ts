import type { ResultSet } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import type { Caller } from '../../crud/caller.ts';

/** Rows of one answer: however long their texts, they stay under the 10 MB that the database answers at once. */
export const ROWS_PER_PIECE = 5000;

/** A statement for one piece of `rows`, a query of packed rows `cells` that is ordered by their first cell, the key. */
export function selectPiece(rows: SQL, size = ROWS_PER_PIECE): SQL {
  return sql`SELECT json_group_array(json(cells)) AS packed FROM (${rows} LIMIT ${size})`;
}

/** The pieces of `selectPiece` statements of one size: the first rode with the call's check, each other is read here, after the key before it. */
export async function* readPieces<Cell extends readonly [key: unknown, ...unknown[]]>(
  caller: Pick<Caller, 'readMore'>,
  first: ResultSet,
  after: (key: Cell[0]) => SQL,
  size = ROWS_PER_PIECE,
): AsyncGenerator<Cell[]> {
  for (let piece = unpackCells<Cell>(first); ; ) {
    yield piece;
    if (piece.length < size) return;
    const [next] = await caller.readMore([after(piece.at(-1)![0])]);
    piece = unpackCells(next!);
  }
}

/** All rows of those pieces. */
export async function readAllPieces<Cell extends readonly [key: unknown, ...unknown[]]>(
  caller: Pick<Caller, 'readMore'>,
  first: ResultSet,
  after: (key: Cell[0]) => SQL,
  size = ROWS_PER_PIECE,
): Promise<Cell[]> {
  const all: Cell[] = [];
  for await (const piece of readPieces(caller, first, after, size)) for (const cell of piece) all.push(cell);
  return all;
}

export function unpackCells<Cell>(result: ResultSet): Cell[] {
  return JSON.parse(String(result.rows[0]!.packed)) as Cell[];
}
