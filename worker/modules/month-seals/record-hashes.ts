import { createHash } from 'node:crypto';
import type { ResultSet } from '@libsql/client';
import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { SEALED_RECORDS, type SealedRecords, type SealedTable } from '../../contracts/calls/month-seals.ts';
import { lastDay } from '../../contracts/months.ts';
import { directs, indirects, mistakes, pro } from '../../db/schema/records.ts';

export const SEALED_TABLES = Object.keys(SEALED_RECORDS) as SealedTable[];

/** What follows from other columns is not a fact of its own. */
const DERIVED_COLUMNS = /_(fold|sort)$|^(nani_keisuu|naniten)$/;
const TABLES = { directs, indirects, mistakes, pro } satisfies Record<SealedTable, unknown>;

/** Columns of a record in the order in which a seal hashes them. */
export function hashedColumns(table: SealedTable): string[] {
  return Object.keys(getTableColumns(TABLES[table]))
    .filter((column) => !DERIVED_COLUMNS.test(column))
    .sort();
}

/** Rows and characters that are read at once, so that an answer of the database stays far below its 10 MB. */
const MAX_ROWS = 4000;
const MAX_CHARACTERS = 1_500_000;

/**
 * The next records of a month by id, packed, with how many are left from here on. The ids are chosen first: a sort of whole records would pack
 * all of the month for each piece (`npm run bench -- seals`).
 */
export function recordsAfter(table: SealedTable, columns: readonly string[], month: string, after: number): SQL {
  const name = sql.identifier(table);
  const date = sql.identifier(SEALED_RECORDS[table]);
  const ofMonth = sql`${date} >= ${`${month}-01`} AND ${date} <= ${lastDay(month)} AND id > ${after}`;
  const cells = columns.map((column) => sql`r.${sql.identifier(column)}`);
  return sql`SELECT '[' || ifnull(group_concat(cells), '') || ']' AS packed, MAX(id) AS last, COUNT(*) AS rows,
      (SELECT COUNT(*) FROM ${name} WHERE ${ofMonth}) AS remaining
    FROM (SELECT id, cells, SUM(length(cells)) OVER (ORDER BY id) AS size, ROW_NUMBER() OVER (ORDER BY id) AS place
      FROM (SELECT r.id, json_array(${sql.join(cells, sql`, `)}) AS cells
        FROM (SELECT id FROM ${name} WHERE ${ofMonth} ORDER BY id LIMIT ${MAX_ROWS}) p CROSS JOIN ${name} r ON r.id = p.id ORDER BY r.id))
    WHERE place = 1 OR size <= ${MAX_CHARACTERS}`;
}

/**
 * Number and SHA-256 of a month's records: each record is the JSON array of its columns and a line feed, in order of id. `first` is the
 * result of `recordsAfter` from the beginning; further pieces are read.
 */
export async function hashRecords(
  read: (statement: SQL) => Promise<ResultSet>,
  table: SealedTable,
  month: string,
  columns: readonly string[] = hashedColumns(table),
  first?: ResultSet,
): Promise<SealedRecords> {
  const hash = createHash('sha256');
  let count = 0;
  for (let piece = first ?? (await read(recordsAfter(table, columns, month, 0))); ; ) {
    const { packed, last, rows, remaining } = piece.rows[0]!;
    // Written by one program only: the database and its versions write the same number in different ways.
    for (const record of JSON.parse(String(packed)) as unknown[][]) hash.update(`${JSON.stringify(record)}\n`);
    count += Number(rows);
    if (Number(rows) >= Number(remaining)) return { columns: [...columns], count, sha256: hash.digest('hex') };
    piece = await read(recordsAfter(table, columns, month, Number(last)));
  }
}
