import { createHash } from 'node:crypto';
import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { SealedRecords } from '../../../contracts/calls/answers/month-seals.ts';
import { SEALED_RECORDS, type SealedTable } from '../../../contracts/calls/month-seals.ts';
import type { Caller } from '../../../platform/caller.ts';
import { inMonth } from '../../../platform/db/date-ranges.ts';
import { type Query, query } from '../../../platform/db/query.ts';
import { directs, indirects, mistakes, pro } from '../../../platform/db/schema/records.ts';
import { asBoolean, asJson, asNumber, orNull, readOne } from '../../../platform/db/typed-rows.ts';
import { readFormColumn } from '../../../platform/text/text-forms.ts';

export const SEALED_TABLES = Object.keys(SEALED_RECORDS) as SealedTable[];

/** Columns that follow from other columns are no facts of their own. */
const isDerived = (column: string): boolean => readFormColumn(column) !== undefined || column === 'nani_keisuu' || column === 'naniten';
const TABLES = { directs, indirects, mistakes, pro } satisfies Record<SealedTable, unknown>;

/** Columns of a record in the order in which a seal hashes them. */
export function listHashedColumns(table: SealedTable): string[] {
  return Object.keys(getTableColumns(TABLES[table]))
    .filter((column) => !isDerived(column))
    .sort();
}

/** Rows and bytes that are read at once, so that an answer of the database stays far below its 10 MB. */
const MAX_ROWS = 2500;
const MAX_BYTES = 3_000_000;

/**
 * The next records of a month by id, packed, as many as fit into one answer, or one, and whether more follow. The ids are chosen first and by
 * the date: a search by id would read the records of other months.
 */
export function selectRecordsAfter(
  table: SealedTable,
  columns: readonly string[],
  month: string,
  after: number,
  maxRows = MAX_ROWS,
): Query<RecordPiece> {
  const name = sql.identifier(table);
  const date = sql.identifier(SEALED_RECORDS[table]);
  const isLater = (id: SQL) => sql`${inMonth(sql`${date}`, month)} AND +id > ${id}`;
  const cells = columns.map((column) => sql`r.${sql.identifier(column)}`);
  const records = sql`SELECT r.id, json_array(${sql.join(cells, sql`, `)}) AS cells
    FROM (SELECT id FROM ${name} WHERE ${isLater(sql`${after}`)} ORDER BY +id LIMIT ${maxRows}) p CROSS JOIN ${name} r ON r.id = p.id ORDER BY r.id`;
  const piece = sql`SELECT packed, last, rows, EXISTS (SELECT 1 FROM ${name} WHERE ${isLater(sql`last`)}) AS has_more
    FROM (SELECT '[' || ifnull(group_concat(cells), '') || ']' AS packed, MAX(id) AS last, COUNT(*) AS rows
      FROM (SELECT id, cells, SUM(octet_length(cells)) OVER (ORDER BY id) AS bytes FROM (${records}))
      WHERE bytes <= ${MAX_BYTES} OR bytes = octet_length(cells))`;
  return query(piece, readOne({ packed: asJson<unknown[][]>(), last: orNull(asNumber), rows: asNumber, has_more: asBoolean }));
}

interface RecordPiece {
  packed: unknown[][];
  /** Null where there is no record. */
  last: number | null;
  rows: number;
  has_more: boolean;
}

interface HashOptions {
  columns?: readonly string[];
  /** The result of `selectRecordsAfter` from the beginning; further pieces are read. */
  first?: RecordPiece | undefined;
  maxRows?: number;
}

/** Number and SHA-256 of a month's records: each record is the JSON array of its columns and a line feed, in order of id. */
export async function hashRecords(
  read: Caller['readMore'],
  table: SealedTable,
  month: string,
  { columns = listHashedColumns(table), first, maxRows }: HashOptions = {},
): Promise<SealedRecords> {
  const hash = createHash('sha256');
  let [count, lastId] = [0, 0];
  const readPiece = () => read(selectRecordsAfter(table, columns, month, lastId, maxRows));
  for (let piece = first ?? (await readPiece()); ; ) {
    const { packed, last, rows, has_more } = piece;
    lastId = last ?? lastId;
    // The database packs the next piece while this one is hashed.
    const next = has_more ? readPiece() : undefined;
    // Written by one program only: the database and its versions write the same number in different ways.
    hash.update(packed.map((record) => `${JSON.stringify(record)}\n`).join(''));
    count += rows;
    if (!next) return { columns: [...columns], count, sha256: hash.digest('hex') };
    piece = await next;
  }
}
