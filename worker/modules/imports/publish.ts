import { type SQL, sql } from 'drizzle-orm';
import type { ImportText } from '../../contracts/calls/imports.ts';
import type { Text } from '../../contracts/text.ts';
import type { Database } from '../../db/client.ts';
import { isMonthLocked } from '../../db/month-lock.ts';
import { type Importable, said } from './importable.ts';
import { ACTIVE, authorOf, claimed, type ImportRow, importById, importOf, type Job, NOW } from './job.ts';
import type { Problem } from './rows.ts';
import { sameAs } from './targets.ts';

/** Writing a file holds the database's only writer, so its time is limited, but a large one takes seconds. */
const PUBLISH_MS = 60_000;
/** Staged rows removed in a transaction, so that nobody waits long. */
const PIECE = 5000;

/** What the database has against the staged rows: locked months, checked, edited and deleted records, records that are there already. */
export async function obstacles(
  db: Database,
  job: Job,
  importable: Importable,
  column: (field: string) => string | null,
): Promise<Problem[]> {
  const [result] = await db.read([obstacleRows(job, importable)], PUBLISH_MS);
  return result!.rows.map((found) => {
    const [code, detail] = JSON.parse(String(found.problem)) as [ImportText, string | number | undefined];
    const message: Text = said(code, code === 'month_locked' ? { month: String(detail) } : { id: String(detail ?? '') });
    const { dated } = importable.resource.contract;
    return { row: Number(found.row), column: code === 'month_locked' && dated ? column(dated) : null, message };
  });
}

/**
 * Writes all staged rows in one transaction, each with its history row, and ends the import. Writes nothing, and answers the import as it
 * is, when the database has something against a row, or when the import was cancelled or taken over.
 */
export async function publish(
  db: Database,
  job: Job,
  importable: Importable,
  columns: { inserted: ReadonlySet<string>; updated: ReadonlySet<string> },
  message: Text | undefined,
): Promise<ImportRow> {
  const table = sql.identifier(importable.resource.table);
  const published = sql`EXISTS (SELECT 1 FROM imports WHERE id = ${job.id} AND claim = ${job.claim} AND status = 'done')`;
  const staged = (kind: SQL) => sql`(SELECT COUNT(*) FROM import_rows WHERE import_id = ${job.id} AND target_id IS ${kind})`;
  const statements = [
    sql`UPDATE imports SET status = 'done', done = total, inserted = ${staged(sql`NULL`)}, updated = ${staged(sql`NOT NULL`)},
      message = ${message ? JSON.stringify(message) : null}, progress_at = ${NOW}, finished_at = ${NOW}
      WHERE id = ${job.id} AND ${claimed(job)} AND NOT EXISTS (${obstacleRows(job, importable)})`,
  ];
  if (columns.inserted.size > 0) {
    const names = [...columns.inserted];
    statements.push(sql`INSERT INTO ${table} (${list(names.map((name) => sql`${sql.identifier(name)}`))})
      SELECT ${list(names.map((name) => sql`r."values" ->> ${path(name)}`))} FROM import_rows r
      WHERE r.import_id = ${job.id} AND r.target_id IS NULL AND ${published} ORDER BY r."row"`);
  }
  if (columns.updated.size > 0) {
    const sets = [...columns.updated].map((name) => {
      const column = sql.identifier(name);
      return sql`${column} = iif(json_type(r."values", ${path(name)}) IS NULL, t.${column}, r."values" ->> ${path(name)})`;
    });
    statements.push(sql`UPDATE ${table} AS t SET version = t.version + 1, ${list(sets)} FROM import_rows r
      WHERE r.import_id = ${job.id} AND r.target_id = t.id AND ${published}`);
  }
  // Without its claim the import is not `published` any more for a second run of this batch.
  statements.push(sql`UPDATE imports SET claim = NULL WHERE id = ${job.id} AND ${published}`, importById(job.id));
  const results = await db.write(statements, authorOf(job), PUBLISH_MS);
  return importOf(results.at(-1))!;
}

/** Removes the staged rows of an import that has ended. */
export async function clearStaged(db: Database, job: Job): Promise<void> {
  for (let removed = PIECE; removed === PIECE; ) {
    const [result] = await db.write(
      [
        sql`DELETE FROM import_rows WHERE rowid IN (SELECT rowid FROM import_rows WHERE import_id = ${job.id} LIMIT ${PIECE})
          AND NOT EXISTS (SELECT 1 FROM imports WHERE id = ${job.id} AND status IN ${ACTIVE})`,
      ],
      authorOf(job),
    );
    removed = Number(result!.rowsAffected);
  }
}

function obstacleRows(job: Job, { resource, same, source }: Importable): SQL {
  const { contract, columns } = resource;
  const table = sql.identifier(resource.table);
  const value = (name: string) => sql`(r."values" ->> ${path(name)})`;
  const dated = contract.dated!;
  const month = (date: SQL) => sql`WHEN ${isMonthLocked(date)} THEN json_array('month_locked', substr(${date}, 1, 7))`;
  const twin = sql`(SELECT json_array('duplicate', t.id) FROM ${table} t WHERE ${sameAs(resource, same, (index) => value(same[index]!))} LIMIT 1)`;
  const known = source
    ? sql`(SELECT json_array('duplicate', t.id) FROM ${table} t WHERE t.${sql.identifier(source)} = ${value(source)}), `
    : sql``;
  return sql`SELECT * FROM (SELECT r."row", CASE
      WHEN r.target_id IS NOT NULL AND d.id IS NULL THEN json_array('gone')
      ${columns.has('is_checked') ? sql`WHEN d.is_checked = 1 THEN json_array('record_checked')` : sql``}
      ${month(sql`d.${sql.identifier(dated)}`)} ${month(value(dated))}
      WHEN d.version <> r.target_version THEN json_array('edited_meanwhile')
      WHEN r.target_id IS NULL THEN ifnull(${known}${twin}${source ? sql`` : sql`, NULL`}) END AS problem
    FROM import_rows r LEFT JOIN ${table} d ON d.id = r.target_id WHERE r.import_id = ${job.id}) WHERE problem IS NOT NULL`;
}

const path = (name: string): SQL => sql.raw(`'$.${name}'`);
const list = (parts: SQL[]): SQL => sql.join(parts, sql`, `);
