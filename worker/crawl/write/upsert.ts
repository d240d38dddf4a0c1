import { type SQL, sql } from 'drizzle-orm';
import { fold } from '../../text/fold.ts';
import { sortKey } from '../../text/sort-key.ts';
import { CRAWLED_COLUMNS } from '../match/candidates.ts';
import type { Finding } from '../plan/findings.ts';
import type { Plan, PlannedRow } from '../plan/plan.ts';

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
  if (inserts.length > 0) {
    statements.push(sql`INSERT INTO directs (upsert_by, created_at, updated_at, ${sql.join(CRAWLED_COLUMNS.map(identifier), COMMA)})
      SELECT 0, ${time}, ${time}, ${sql.join(CRAWLED_COLUMNS.map(cell), COMMA)}
      FROM json_each(${JSON.stringify(inserts.map(cells))}) j WHERE ${allowed} ORDER BY j."key"`);
  }
  if (updates.length > 0) {
    const rows = JSON.stringify(updates.map((update) => [...cells(update), update.id]));
    const sets = CRAWLED_COLUMNS.map((column, index) => sql`${identifier(column)} = ${cell(column, index)}`);
    statements.push(sql`UPDATE directs SET version = version + 1, updated_at = ${time}, ${sql.join(sets, COMMA)}
      FROM json_each(${rows}) j WHERE directs.id = j.value ->> ${arrayIndex(CRAWLED_COLUMNS.length + 2)} AND ${allowed}`);
  }
  return statements;
}

/** Records what there is to report, after the directs are there. */
export function findingStatements(runId: number, findings: readonly Finding[], allowed: SQL): SQL[] {
  if (findings.length === 0) return [];
  const rows = findings.map(({ kind, code, external_id, name, column, field, value, reason }) => [
    ...[kind, code, external_id, name, column, field ?? null, value].map((text) => text && toStorableText(text)),
    JSON.stringify(reason),
  ]);
  return [
    sql`INSERT INTO crawl_skipped (run_id, direct_id, kind, code, external_id, name, "column", field, value, reason)
      SELECT ${runId}, (SELECT d.id FROM directs d WHERE d.external_id = j.value ->> 2), j.value ->> 0, j.value ->> 1, j.value ->> 2,
        j.value ->> 3, j.value ->> 4, j.value ->> 5, j.value ->> 6, j.value ->> 7
      FROM json_each(${JSON.stringify(rows)}) j WHERE ${allowed} ORDER BY j."key"`,
  ];
}

/** An unreadable job may contain characters the database cannot store as text. */
const toStorableText = (text: string) => text.toWellFormed().replaceAll('\u0000', '');

const COMMA = sql`, `;
const identifier = (column: string) => sql.identifier(column);
const arrayIndex = (index: number) => sql.raw(String(index));

/** The crawled columns in their order, then name and folded name of the customer to look up. */
function cells({ values, newCustomer }: PlannedRow): (string | number | null)[] {
  return [...CRAWLED_COLUMNS.map((column) => values[column] ?? null), newCustomer, newCustomer && fold(newCustomer)];
}

/** Keeps the source's name of a customer that is called otherwise here. */
function learnAliases(aliases: Plan['aliases'], allowed: SQL): SQL {
  const rows = JSON.stringify(aliases.map(({ text, target_id }) => [text, fold(text), target_id]));
  return sql`INSERT OR IGNORE INTO crawl_aliases (kind, text, text_fold, target_id)
    SELECT 'customer', j.value ->> 0, j.value ->> 1, j.value ->> 2 FROM json_each(${rows}) j WHERE ${allowed}`;
}

function cell(column: string, index: number): SQL {
  const value = sql`j.value ->> ${arrayIndex(index)}`;
  if (column !== 'customer_id') return value;
  const [name, folded] = [CRAWLED_COLUMNS.length, CRAWLED_COLUMNS.length + 1].map(arrayIndex);
  return sql`ifnull(${value}, (SELECT MIN(c.id) FROM customers c WHERE c.name_fold = j.value ->> ${folded} AND c.name = j.value ->> ${name}))`;
}
