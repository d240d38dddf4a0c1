import { type SQL, sql } from 'drizzle-orm';
import type { RowSource } from '../../../platform/db/row-source.ts';
import type { ImportRow } from '../work.ts';

/** The place up to which the rows of an import are written, as a row value: two people's days may be one, the row of the sheet tells them apart. */
export function writtenPlace({ id }: ImportRow): SQL {
  const part = (column: string) => sql`(SELECT +${sql.raw(column)} FROM imports WHERE id = ${id})`;
  // As two queries of expressions (the signs +): otherwise the database finds what follows by its day only.
  return sql`(${part('written_dated')}, ${part('written_row')})`;
}

/** Condition on `import_rows r`: the next `size` rows of an import behind a place (a row value), in the order of writing. */
export function stagedAfter({ id }: ImportRow, size: number, place: SQL): SQL {
  // Nothing else about r, or the database would go through all rows of the import to find these.
  return sql`r.rowid IN (SELECT rowid FROM import_rows
    WHERE import_id = ${id} AND (dated, "row") > ${place} ORDER BY dated, "row" LIMIT ${size})`;
}

export function allStaged({ id }: ImportRow): SQL {
  return sql`r.import_id = ${id}`;
}

/** The rows of a condition that nothing is known against. */
export function withoutConflict(rows: SQL): SQL {
  return sql`${rows} AND NOT EXISTS (SELECT 1 FROM import_conflicts o WHERE o.import_id = r.import_id AND o."row" = r."row")`;
}

/** The same, none as soon as anything is known against any row of the import. */
export function withoutAnyConflict(rows: SQL): SQL {
  return sql`${rows} AND NOT EXISTS (SELECT 1 FROM import_conflicts o WHERE o.import_id = r.import_id)`;
}

/**
 * The staged rows `r` that meet a condition, to be written. New records come in the order of their days: most of a table's indexes go by day, and
 * the server keeps few of their pages in memory. In the order of a mixed file 20,000 directs beside 100,000 others take three times as long.
 */
export function stagedRows(where: SQL): RowSource {
  return {
    from: sql`import_rows r`,
    where,
    order: sql`r.dated, r."row"`,
    id: sql`r.target_id`,
    version: sql`r.target_version`,
    cell: (column) => sql`(r."values" ->> ${pathOf(column)})`,
    sets: (column) => sql`json_type(r."values", ${pathOf(column)}) IS NOT NULL`,
  };
}

/** In which order the values of rows that make new records are staged. */
export interface StagedOrder {
  inserted: readonly string[];
}

/** The same of rows that make new records. */
export function newStagedRows(where: SQL, plan: StagedOrder): RowSource {
  return { ...stagedRows(where), cell: newCell(plan), sets: () => undefined };
}

/** Reads a value of a staged row `r` that makes a new record, of which the values are a list; NULL where it sets none. */
export function newCell({ inserted }: StagedOrder): (column: string) => SQL {
  const places = new Map(inserted.map((name, place) => [name, place]));
  return (column) => (places.has(column) ? sql`(r."values" ->> ${sql.raw(String(places.get(column)))})` : sql`NULL`);
}

const pathOf = (column: string): SQL => sql.raw(`'$.${column}'`);
