import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { LOCKED_MONTHS } from './month-lock.ts';

/**
 * A value of the record `id`, a name or a factor, as it was when the month (YYYY-MM) was sealed; of an open month the present one. Rows of the
 * history hold whole records, so that the first one which the seal has not seen holds the value before it. A record that was made since the
 * seal has no former value: it has its present one.
 */
export function valueAsSealed(column: SQLiteColumn, id: SQL, month: SQL): SQL {
  const table = getTableName(column.table);
  // `id` and `month` may name any alias of the query around, so the aliases here are their own.
  const later = sql`(SELECT MIN(later_row.id) FROM ${LOCKED_MONTHS} locked_month JOIN month_seals seal ON seal.id = locked_month.seal_id
    CROSS JOIN history later_row ON later_row.entity = ${table} AND later_row.record_id = ${id} AND later_row.id > seal.history_id
    WHERE locked_month.month = ${month})`;
  return sql`(SELECT iif(later_row.before IS NULL, present_row.${sql.identifier(column.name)}, later_row.before ->> ${`$.${column.name}`})
    FROM (SELECT ${later} AS history_id, ${id} AS id) place LEFT JOIN history later_row ON later_row.id = place.history_id
      LEFT JOIN ${sql.identifier(table)} present_row ON present_row.id = place.id)`;
}
