import type { Client } from '@libsql/client';
import { fold } from '../../worker/text/fold.ts';
import { sortKey } from '../../worker/text/sort-key.ts';

export type Cell = string | number | null;
export type Row = Record<string, Cell>;

const ROWS_A_STATEMENT = 1000;
/** Fewer and larger transactions write each page of the many indexes less often. */
const STATEMENTS_A_TRANSACTION = 5;

/** Inserts rows, which all have the same columns, together with the search and sort keys their table keeps. */
export async function insertRows(client: Client, table: string, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const info = await client.execute({ sql: 'SELECT name FROM pragma_table_info(?)', args: [table] });
  const known = new Set(info.rows.map(({ name }) => String(name)));
  const sources = Object.keys(rows[0]!);
  const folded = sources.filter((name) => known.has(`${name}_fold`));
  const sorted = sources.filter((name) => known.has(`${name}_sort`));
  const columns = [...sources, ...folded.map((name) => `${name}_fold`), ...sorted.map((name) => `${name}_sort`)];
  const sql = `INSERT INTO ${table} (${columns.map((name) => `"${name}"`).join(', ')})
    SELECT ${columns.map((_, index) => `value ->> ${index}`).join(', ')} FROM json_each(?)`;
  const cellsOf = (row: Row) => [
    ...sources.map((name) => row[name] ?? null),
    ...folded.map((name) => keyOf(fold, row[name])),
    ...sorted.map((name) => keyOf(sortKey, row[name])),
  ];
  for (const transaction of pieces(rows, ROWS_A_STATEMENT * STATEMENTS_A_TRANSACTION)) {
    const statements = pieces(transaction, ROWS_A_STATEMENT).map((piece) => ({ sql, args: [JSON.stringify(piece.map(cellsOf))] }));
    await client.batch(statements, 'write');
  }
}

function keyOf(make: (text: string) => string, cell: Cell | undefined): Cell {
  return typeof cell === 'string' ? make(cell) : null;
}

function pieces<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size));
}
