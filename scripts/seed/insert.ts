import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, InStatement } from '@libsql/client';
import { fold } from '../../worker/platform/text/fold.ts';
import { sortKey } from '../../worker/platform/text/sort-key.ts';

export type Cell = string | number | null;
export type Row = Record<string, Cell>;

/** The server takes the writer from a transaction of over 5 s when others wait, so one must take far less even on a busy machine. */
const ROWS_A_TRANSACTION = 500;
const MAX_TRIES = 8;

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
  for (const piece of pieces(rows, ROWS_A_TRANSACTION)) await insertPiece(client, { sql, args: [JSON.stringify(piece.map(cellsOf))] });
}

/** One statement is one transaction. A busy server is asked again: it has done nothing by then. */
async function insertPiece(client: Client, statement: InStatement): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.batch([statement], 'write');
      return;
    } catch (error) {
      if (attempt === MAX_TRIES || !isBusy(error)) throw error;
      await sleep(250 * attempt);
    }
  }
}

function isBusy(error: unknown): boolean {
  const { code = '', message } = error as { code?: string; message: string };
  return /SQLITE_BUSY|TRANSACTION_TIMEOUT|STREAM_EXPIRED/.test(`${code} ${message}`) || message.includes('status 429');
}

function keyOf(make: (text: string) => string, cell: Cell | undefined): Cell {
  return typeof cell === 'string' ? make(cell) : null;
}

function pieces<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size));
}
