import { type SQL, sql } from 'drizzle-orm';
import type { ImportText } from '../../contracts/calls/imports.ts';
import { NOW } from '../../db/client.ts';
import { isMonthLocked } from '../../db/month-lock.ts';
import { type Importable, importMessage } from '../importable.ts';
import { holdsImport, type Job } from '../work.ts';
import { MAX_ERRORS } from './stage-rows.ts';
import { idsWithNaturalKey } from './targets.ts';

/*
 * What the database has against staged rows. `import_conflicts` fills and empties within one transaction: rows in it are not written,
 * and `reportConflicts` makes errors of it.
 */

/** Rows [row, problem]: locked months, and checked, edited and deleted records, of the rows `r` that meet a condition; with `duplicates` also records like them. */
export function selectConflicts(importable: Importable, rows: SQL, { duplicates }: { duplicates: boolean }): SQL {
  const { contract, columns, table } = importable.resource;
  const month = (date: SQL) => sql`WHEN ${isMonthLocked(date)} THEN json_array('month_locked', replace(substr(${date}, 1, 7), '-', '/'))`;
  return sql`SELECT "row", problem FROM (SELECT r."row", CASE
      WHEN r.target_id IS NOT NULL AND d.id IS NULL THEN json_array('gone')
      ${columns.has('is_checked') ? sql`WHEN d.is_checked = 1 THEN json_array('record_checked')` : sql``}
      ${month(sql`d.${sql.identifier(contract.dated!)}`)} ${month(sql`r.dated`)}
      WHEN d.version <> r.target_version THEN json_array('edited_meanwhile')
      ${duplicates ? sql`WHEN r.target_id IS NULL THEN ${duplicateOf(importable)}` : sql``} END AS problem
      FROM import_rows r LEFT JOIN ${sql.identifier(table)} d ON d.id = r.target_id WHERE ${rows})
    WHERE problem IS NOT NULL`;
}

/** Keeps conflicts that were read before, `found` as [row, problem]. */
export function keepConflicts(job: Job, found: readonly (readonly [number, string])[]): SQL {
  return sql`INSERT OR IGNORE INTO import_conflicts (import_id, "row", problem)
    SELECT ${job.id}, j.value ->> 0, j.value ->> 1 FROM json_each(${JSON.stringify(found)}) j WHERE ${holdsImport(job)}`;
}

/** Finds conflicts within the transaction that writes the rows. */
export function findConflicts(job: Job, importable: Importable, rows: SQL, options: { duplicates: boolean }): SQL {
  return sql`INSERT OR IGNORE INTO import_conflicts (import_id, "row", problem)
    SELECT ${job.id}, "row", problem FROM (${selectConflicts(importable, rows, options)}) WHERE ${holdsImport(job)}`;
}

/** Finds records like the new rows among those that somebody wrote since the rows were last compared with all of them. */
export function findNewDuplicates(job: Job, importable: Importable): SQL {
  const { contract, table } = importable.resource;
  const written = sql`SELECT record_id FROM history WHERE id > (SELECT history_id FROM imports WHERE id = ${job.id}) AND +entity = ${table}`;
  const days = sql`SELECT ifnull(t.${sql.identifier(contract.dated!)}, '') FROM ${sql.identifier(table)} t WHERE t.id IN (${written})`;
  return findConflicts(job, importable, sql`r.import_id = ${job.id} AND r.target_id IS NULL AND r.dated IN (${days})`, {
    duplicates: true,
  });
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

/** A record with the row's source id, or one equal in the fields that tell records apart. */
function duplicateOf(importable: Importable): SQL {
  const { resource, naturalKey, sourceField } = importable;
  const value = (name: string) => sql`(r."values" ->> ${sql.raw(`'$.${name}'`)})`;
  const alike = sql`(SELECT json_array('duplicate', id) FROM (${idsWithNaturalKey(importable, (index) => value(naturalKey[index]!))}) LIMIT 1)`;
  if (!sourceField) return alike;
  return sql`ifnull((SELECT json_array('duplicate', t.id) FROM ${sql.identifier(resource.table)} t
    WHERE t.${sql.identifier(sourceField)} = ${value(sourceField)}), ${alike})`;
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
