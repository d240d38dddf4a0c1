import { type SQL, sql } from 'drizzle-orm';
import { findProblem } from '../../../crud/row-problems.ts';
import { insertFromSource, listedRows, type RowSource, updateFromSource } from '../../../platform/db/row-source.ts';
import { fold } from '../../../platform/text/fold.ts';
import { exactNameKey } from '../../../platform/text/match-name.ts';
import { sortKey } from '../../../platform/text/sort-key.ts';
import { directsResource } from '../../../resources/directs.ts';
import type { Finding } from '../plan/findings.ts';
import type { Plan, PlannedRow, PlannedUpdate } from '../plan/plan.ts';

/**
 * Statements that write a plan, each only where `allowed` holds: customers first, so that the directs find their ids. Rows go in as one JSON
 * array a statement.
 */
export function upsertStatements({ customers, aliases, inserts, updates }: Plan, allowed: SQL, time: string): SQL[] {
  const statements: SQL[] = [];
  if (customers.length > 0) {
    const rows = JSON.stringify(customers.map((name) => [name, fold(name), sortKey(name)]));
    statements.push(sql`INSERT INTO customers (name, name_fold, name_sort, is_updated, created_at, updated_at)
      SELECT j.value ->> 0, j.value ->> 1, j.value ->> 2, 1, ${time}, ${time} FROM json_each(${rows}) j
      WHERE ${allowed} AND NOT EXISTS (SELECT 1 FROM customers c WHERE c.name_fold = j.value ->> 1 AND c.name = j.value ->> 0)`);
  }
  if (aliases.length > 0) statements.push(learnAliases(aliases, allowed));
  if (inserts.length > 0) statements.push(insertFromSource('directs', columnsOf(inserts), sourceOf(inserts, allowed)));
  if (updates.length > 0) statements.push(updateFromSource('directs', columnsOf(updates), sourceOf(updates, allowed)));
  return statements;
}

/**
 * True in SQL while every direct of a plan may be written as it was planned: nobody edited, checked, locked or deleted it, or deleted whom it
 * names, or took its source id.
 */
export function isPlanValid({ inserts, updates }: Plan): SQL {
  const invalid = [
    sql`SELECT 1 FROM ${listOf(inserts).from} WHERE ${findProblem(directsResource, columnsOf(inserts), listOf(inserts), 'create')} IS NOT NULL`,
    sql`SELECT 1 FROM ${listOf(updates).from} LEFT JOIN directs t ON t.id = ${listOf(updates).id}
      WHERE ${findProblem(directsResource, columnsOf(updates), listOf(updates), 'update')} IS NOT NULL`,
  ];
  return sql`NOT EXISTS (${sql.join(invalid, sql` UNION ALL `)})`;
}

const columnsOf = (rows: readonly PlannedRow[]): string[] => [...new Set(rows.flatMap(({ columns }) => Object.keys(columns)))];

/** The rows as a list, each with the name of the customer that the plan makes for it. */
function listOf(rows: readonly (PlannedRow & Partial<PlannedUpdate>)[]): RowSource {
  return listedRows(
    rows.map(({ columns, newCustomer, id, version }, index) => {
      const customer = newCustomer === null ? {} : { new_customer: newCustomer, new_customer_fold: fold(newCustomer) };
      return { index, columns: { ...columns, ...customer }, ...(id !== undefined && { id }), ...(version !== undefined && { version }) };
    }),
  );
}

/** The same, to be written: the customer is looked up where it was just made. */
function sourceOf(rows: readonly PlannedRow[], where: SQL): RowSource {
  const source = listOf(rows);
  const customer = sql`(SELECT MIN(c.id) FROM customers c
    WHERE c.name_fold = ${source.cell('new_customer_fold')} AND c.name = ${source.cell('new_customer')})`;
  const cell = (column: string) => (column === 'customer_id' ? sql`ifnull(${source.cell(column)}, ${customer})` : source.cell(column));
  return { ...source, where, cell };
}

/** Records what there is to report, after the directs are there. */
export function findingStatements(runId: number, findings: readonly Finding[], allowed: SQL): SQL[] {
  if (findings.length === 0) return [];
  const rows = findings.map(({ kind, code, external_id, name, column, field, value, reason }) => [
    ...[kind, code, external_id, name, column, field ?? null, value],
    JSON.stringify(reason),
    external_id && exactNameKey(external_id),
  ]);
  return [
    sql`INSERT INTO crawl_skipped (run_id, direct_id, kind, code, external_id, name, "column", field, value, reason)
      SELECT ${runId}, (SELECT d.id FROM directs d WHERE d.external_id_key = j.value ->> 8), j.value ->> 0, j.value ->> 1, j.value ->> 2,
        j.value ->> 3, j.value ->> 4, j.value ->> 5, j.value ->> 6, j.value ->> 7
      FROM json_each(${JSON.stringify(rows)}) j WHERE ${allowed} ORDER BY j."key"`,
  ];
}

/** Keeps the source's name of a customer that is called otherwise here. */
function learnAliases(aliases: Plan['aliases'], allowed: SQL): SQL {
  const rows = JSON.stringify(aliases.map(({ text, target_id }) => [text, fold(text), target_id]));
  return sql`INSERT OR IGNORE INTO crawl_aliases (kind, text, text_fold, target_id)
    SELECT 'customer', j.value ->> 0, j.value ->> 1, j.value ->> 2 FROM json_each(${rows}) j WHERE ${allowed}`;
}
