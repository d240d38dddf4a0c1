import { type SQL, sql } from 'drizzle-orm';
import { IMPORT_TEXTS, type ImportText } from '../../../contracts/calls/import-texts.ts';
import type { Lang } from '../../../contracts/text.ts';
import { findProblem, type RowProblem, toProblemError } from '../../../crud/row-problems.ts';
import { NOW } from '../../../platform/db/client.ts';
import { type Importable, importMessage } from '../importable.ts';
import { joinLabels } from '../read/field-message.ts';
import { holdsImport, type ImportRow } from '../work.ts';
import { newCell, newStagedRows, type StagedOrder, stagedRows, writtenPlace } from '../write/staged-rows.ts';
import type { ImportPlan } from './plan.ts';

/** Why a staged row is not written, and what that is about: the id of a record, a month, and of a version its rows, those now, its table and its place in the file. */
export type Conflict = readonly [code: RowProblem[0] | ImportText, ...details: string[]];

const isImportText = (code: Conflict[0]): code is ImportText => code in IMPORT_TEXTS;

/*
 * What the database has against staged rows. `import_conflicts` fills and empties within one transaction: rows in it are not written,
 * and `reportConflicts` makes errors of it.
 */

/**
 * Rows [row, problem] of the rows `r` that meet a condition and may not be written; `plan` names the columns that they set. Versions that new rows
 * begin are judged by themselves.
 */
export function selectConflicts({ resource }: Importable, plan: ImportPlan, rows: SQL): SQL {
  const source = stagedRows(rows);
  const changed = findProblem(resource, plan.updated, source, 'update');
  const made = findProblem(resource, plan.inserted, newStagedRows(rows, plan), 'create', 'any');
  return sql`SELECT "row", problem FROM (
      SELECT r."row", ${changed} AS problem FROM ${source.from} LEFT JOIN ${sql.identifier(resource.table)} t ON t.id = r.target_id
        WHERE ${rows} AND r.target_id IS NOT NULL
      UNION ALL SELECT r."row", ${made} FROM ${source.from} WHERE ${rows} AND r.target_id IS NULL)
    WHERE problem IS NOT NULL`;
}

/** Keeps conflicts that were read before, `found` as [row, problem]. */
export function keepConflicts(job: ImportRow, found: readonly (readonly [number, string])[]): SQL {
  return sql`INSERT OR IGNORE INTO import_conflicts (import_id, "row", problem)
    SELECT ${job.id}, j.value ->> 0, j.value ->> 1 FROM json_each(${JSON.stringify(found)}) j WHERE ${holdsImport(job)}`;
}

/** Finds conflicts within the transaction that writes the rows. */
export function findConflicts(job: ImportRow, importable: Importable, plan: ImportPlan, rows: SQL): SQL {
  return keepFound(job, selectConflicts(importable, plan, rows));
}

/**
 * Finds new rows equal, in the fields that tell records apart, to a record that somebody wrote since the reading of the file began, which compared
 * them with all records before. Unique keys are among the conflicts.
 */
export function findNewDuplicates(job: ImportRow, { resource, naturalKey }: Importable, plan: StagedOrder): SQL {
  const { dated } = resource.contract;
  const column = (name: string) => sql`t.${sql.identifier(name)}`;
  const written = sql`SELECT DISTINCT record_id AS id FROM history
    WHERE id > (SELECT history_id FROM imports WHERE id = ${job.id}) AND +entity = ${resource.table}`;
  const isOfItsDay = dated ? sql`AND r.dated = ifnull(${column(dated)}, '')` : sql``;
  const cell = newCell(plan);
  const equal = naturalKey.map((name) => sql`${column(name)} IS ${cell(name)}`);
  return keepFound(
    job,
    sql`SELECT r."row", json_array('same', t.id) AS problem FROM (${written}) w CROSS JOIN ${sql.identifier(resource.table)} t ON t.id = w.id
      CROSS JOIN import_rows r ON r.import_id = ${job.id} ${isOfItsDay} AND r.target_id IS NULL
      WHERE ${sql.join(equal, sql` AND `)} AND (r.dated, r."row") > ${writtenPlace(job)}`,
  );
}

function keepFound(job: ImportRow, found: SQL): SQL {
  return sql`INSERT OR IGNORE INTO import_conflicts (import_id, "row", problem)
    SELECT ${job.id}, "row", problem FROM (${found}) WHERE ${holdsImport(job)}`;
}

/** Makes errors of the conflicts found, worded when they are read, and takes their rows out of the staging. `column` is the header of the date. */
export function reportConflicts(job: ImportRow, column: string | null): SQL[] {
  const found = sql`FROM import_conflicts WHERE import_id = ${job.id}`;
  return [
    sql`INSERT INTO import_errors (import_id, "row", "column", message)
      SELECT import_id, "row", iif(problem ->> 0 = 'month_locked', ${column}, NULL), problem ${found} ORDER BY "row"`,
    sql`UPDATE imports SET failed = failed + (SELECT COUNT(*) ${found}), progress_at = ${NOW} WHERE id = ${job.id} AND ${holdsImport(job)}`,
    sql`DELETE FROM import_rows WHERE import_id = ${job.id} AND "row" IN (SELECT "row" ${found})`,
    sql`DELETE ${found}`,
  ];
}

/** A conflict in words: of the API's error where an import has none of its own. */
export function describeConflict({ resource, naturalKey }: Importable, [code, ...details]: Conflict, lang: Lang): string {
  if (!isImportText(code)) return toProblemError(resource, [code, ...details], lang).firstMessage(lang);
  const [of = '', rows = '', now = '', table = '', listed = ''] = details;
  const fields = joinLabels(resource.contract.fields, naturalKey);
  return importMessage(code, { id: of, month: of, rows, now, code: table, listed, fields })[lang];
}

/** Takes the values of rows that turned out to be refused out of those that a preview lists as changed. */
export function dropRefusedChanges(job: ImportRow): SQL {
  return sql`UPDATE imports SET plan = json_set(plan, '$.changes', (SELECT json_group_array(json(c.value)) FROM json_each(plan, '$.changes') c
      WHERE c.value ->> 'row' NOT IN (SELECT "row" FROM import_errors WHERE import_id = ${job.id})))
    WHERE id = ${job.id} AND failed > 0 AND ${holdsImport(job)}`;
}
