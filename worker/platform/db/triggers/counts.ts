/** The statement by which a recorded write keeps the number of rows of its table; part of the trigger that inserts the history row. */
export const COUNT_ROW = `UPDATE row_counts SET "rows" = "rows" + iif(NEW.action = 'insert', 1, -1) WHERE entity = NEW.entity AND NEW.action <> 'update'`;

/** Counts a table again, after its triggers were replaced. */
export function generateRowCount(table: string): string {
  return `INSERT OR REPLACE INTO row_counts SELECT '${table}', COUNT(*) FROM ${table}`;
}
