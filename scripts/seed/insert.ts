import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, InStatement } from '@libsql/client';
import { deriveTextKeys } from '../../worker/platform/text/text-keys.ts';

export type Cell = string | number | null;
export type Row = Record<string, Cell>;

/** The server takes the writer from a transaction of over 5 s when others wait, so one must take far less even on a busy machine. */
const ROWS_A_TRANSACTION = 500;
const MAX_TRIES = 8;

/** Inserts rows, which all have the same columns, together with the search, sort and unique keys their table keeps. */
export async function insertRows(client: Client, table: string, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const info = await client.execute({ sql: 'SELECT name FROM pragma_table_info(?)', args: [table] });
  const known = new Set(info.rows.map(({ name }) => String(name)));
  const sources = Object.keys(rows[0]!);
  const keysOf = (row: Row) => Object.assign({}, ...sources.map((name) => deriveTextKeys({ columns: known }, name, row[name])));
  const columns = [...sources, ...Object.keys(keysOf(rows[0]!))];
  const sql = `INSERT INTO ${table} (${columns.map((name) => `"${name}"`).join(', ')})
    SELECT ${columns.map((_, index) => `value ->> ${index}`).join(', ')} FROM json_each(?)`;
  const cellsOf = (row: Row) => {
    const all: Row = { ...row, ...keysOf(row) };
    return columns.map((name) => all[name] ?? null);
  };
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

function pieces<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size));
}
