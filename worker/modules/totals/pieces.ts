import type { ResultSet } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import type { Caller } from '../../crud/caller.ts';

/** Rows of one answer: however long their texts, they stay under the 10 MB that the database answers at once. */
const ROWS_PER_PIECE = 5000;

/** A statement for one piece of `rows`, a query of packed rows `cells` that is ordered by their first cell, the id. */
export function selectPiece(rows: SQL): SQL {
  return sql`SELECT json_group_array(json(cells)) AS packed FROM (${rows} LIMIT ${ROWS_PER_PIECE})`;
}

/** All rows of `pieceOf` statements: the first piece rode with the call's check, any other is read here. */
export async function readAllPieces<Cell extends [id: number, ...unknown[]]>(
  caller: Pick<Caller, 'readMore'>,
  first: ResultSet,
  after: (id: number) => SQL,
): Promise<Cell[]> {
  let piece = unpackCells<Cell>(first);
  const all = [...piece];
  while (piece.length === ROWS_PER_PIECE) {
    const [next] = await caller.readMore([after(piece.at(-1)![0])]);
    piece = unpackCells(next!);
    for (const cell of piece) all.push(cell);
  }
  return all;
}

export function unpackCells<Cell>(result: ResultSet): Cell[] {
  return JSON.parse(String(result.rows[0]!.packed)) as Cell[];
}
