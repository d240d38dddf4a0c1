import { type SQL, sql } from 'drizzle-orm';
import type { ImportText } from '../../../contracts/calls/imports.ts';
import { NOW } from '../../../platform/db/client.ts';
import { isMonthLocked } from '../../../platform/db/month-lock.ts';
import { type Importable, importMessage } from '../importable.ts';
import { holdsImport, type Job } from '../work.ts';
import { MAX_ERRORS } from './stage-rows.ts';

/*
 * What the database has against staged rows. `import_conflicts` fills and empties within one transaction: rows in it are not written,
 * and `reportConflicts` makes errors of it.
 */

/** Rows [row, problem] of the rows `r` that meet a condition: locked months, and checked, edited and deleted records. */
export function selectConflicts(importable: Importable, rows: SQL): SQL {
  const { contract, columns, table } = importable.resource;
  const month = (date: SQL) => sql`WHEN ${isMonthLocked(date)} THEN json_array('month_locked', replace(substr(${date}, 1, 7), '-', '/'))`;
  return sql`SELECT "row", problem FROM (SELECT r."row", CASE
      WHEN r.target_id IS NOT NULL AND d.id IS NULL THEN json_array('gone')
      ${columns.has('is_checked') ? sql`WHEN d.is_checked = 1 THEN json_array('record_checked')` : sql``}
      ${month(sql`d.${sql.identifier(contract.dated!)}`)} ${month(sql`r.dated`)}
      WHEN d.version <> r.target_version THEN json_array('edited_meanwhile') END AS problem
      FROM import_rows r LEFT JOIN ${sql.identifier(table)} d ON d.id = r.target_id WHERE ${rows})
    WHERE problem IS NOT NULL`;
}

/** Keeps conflicts that were read before, `found` as [row, problem]. */
export function keepConflicts(job: Job, found: readonly (readonly [number, string])[]): SQL {
  return sql`INSERT OR IGNORE INTO import_conflicts (import_id, "row", problem)
    SELECT ${job.id}, j.value ->> 0, j.value ->> 1 FROM json_each(${JSON.stringify(found)}) j WHERE ${holdsImport(job)}`;
}

/** Finds conflicts within the transaction that writes the rows. */
export function findConflicts(job: Job, importable: Importable, rows: SQL): SQL {
  return keepFound(job, selectConflicts(importable, rows));
}

/**
 * Finds new rows equal to a record that somebody wrote since the reading of the file began, which compared them with all records before: in the
 * fields that tell records apart, or in their source id. `rows` are those about to be written.
 */
export function findNewDuplicates(job: Job, importable: Importable, rows: SQL): SQL {
  const { resource, naturalKey, sourceField } = importable;
  const table = sql.identifier(resource.table);
  const column = (name: string) => sql`t.${sql.identifier(name)}`;
  const value = (name: string) => sql`(r."values" ->> ${sql.raw(`'$.${name}'`)})`;
  const written = sql`SELECT DISTINCT record_id AS id FROM history
    WHERE id > (SELECT history_id FROM imports WHERE id = ${job.id}) AND +entity = ${resource.table}`;
  const isNew = sql`r.import_id = ${job.id} AND r.target_id IS NULL`;
  const alike = naturalKey.map((name) => sql`${column(name)} IS ${value(name)}`);
  const equal = sql`SELECT r."row", json_array('duplicate', t.id) AS problem FROM (${written}) w CROSS JOIN ${table} t ON t.id = w.id
    CROSS JOIN import_rows r ON r.dated = ifnull(${column(resource.contract.dated!)}, '') AND ${isNew} WHERE ${sql.join(alike, sql` AND `)}`;
  if (!sourceField) return keepFound(job, equal);
  return keepFound(
    job,
    sql`${equal} UNION ALL SELECT r."row", json_array('duplicate', t.id) FROM import_rows r CROSS JOIN ${table} t
      ON ${column(sourceField)} = ${value(sourceField)} WHERE ${rows} AND r.target_id IS NULL`,
  );
}

function keepFound(job: Job, found: SQL): SQL {
  return sql`INSERT OR IGNORE INTO import_conflicts (import_id, "row", problem)
    SELECT ${job.id}, "row", problem FROM (${found}) WHERE ${holdsImport(job)}`;
}

/** Makes errors of the conflicts found and takes their rows out of the staging. `column` is the header of the date. */
export function reportConflicts(job: Job, column: string | null): SQL[] {
  const found = sql`FROM import_conflicts WHERE import_id = ${job.id}`;
  const room = sql`max(0, ${MAX_ERRORS} - (SELECT COUNT(*) FROM import_errors WHERE import_id = ${job.id}))`;
  return [
    sql`INSERT INTO import_errors (import_id, "row", "column", message)
      SELECT import_id, "row", iif(problem ->> 0 = 'month_locked', ${column}, NULL),
        replace(json_extract(${MESSAGES}, '$.' || (problem ->> 0)), '{detail}', ifnull(problem ->> 1, '')) ${found} ORDER BY "row" LIMIT ${room}`,
    sql`UPDATE imports SET failed = failed + (SELECT COUNT(*) ${found}), progress_at = ${NOW} WHERE id = ${job.id} AND ${holdsImport(job)}`,
    sql`DELETE FROM import_rows WHERE import_id = ${job.id} AND "row" IN (SELECT "row" ${found})`,
    sql`DELETE ${found}`,
  ];
}

const DETAIL = '{detail}';
/** The sentences of conflicts, by their name, as JSON texts; `{detail}` is filled in by the database. */
const MESSAGES = JSON.stringify(
  Object.fromEntries(
    (['gone', 'record_checked', 'month_locked', 'edited_meanwhile', 'duplicate'] satisfies ImportText[]).map((text) => [
      text,
      JSON.stringify(importMessage(text, { month: DETAIL, id: DETAIL })),
    ]),
  ),
);
