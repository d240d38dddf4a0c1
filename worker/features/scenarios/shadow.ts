import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { DATED_RULES } from '../../contracts/rule-tables.ts';
import { flattenPlan, type Plan, type Query, query, type ResultsOf, readResults } from '../../platform/db/query.ts';
import { findTable } from '../../platform/db/tables.ts';

/** Columns of the tables of rules. */
export const RULE_COLUMNS: ReadonlyMap<string, readonly string[]> = new Map(
  DATED_RULES.map(({ table }) => [table, Object.keys(getTableColumns(findTable(table)!))]),
);

/**
 * A plan whose statements find, under the names of the tables of rules, the rules as a scenario has them. Common table expressions shadow the
 * tables, so that every reader of rules reads a scenario by the statements that it has for the live ones.
 */
export function readInShadow<P extends Plan>(shadow: SQL, plan: P): Query<ResultsOf<P>> {
  const statements = flattenPlan(plan).map((statement) => query(sql`${shadow} ${statement}`, (result) => result));
  return query(statements, (results) => readResults(plan, results));
}

/** The same for a plan that reads the rules as a scenario has them. */
export function readInScenarioOf<P extends Plan>(id: number, plan: P): Query<ResultsOf<P>> {
  return readInShadow(shadowRules(id), plan);
}

/** The columns of a row of rules as JSON. */
export function packCells(table: string, alias: string): SQL {
  const pairs = RULE_COLUMNS.get(table)!.map((name) => `'${name}', ${alias}."${name}"`);
  return sql.raw(`json_object(${pairs.join(', ')})`);
}

/** `SELECT` of a live row as JSON, by its id. */
export function packLive(table: string, id: SQL): SQL {
  return sql`SELECT ${packCells(table, 'b')} FROM ${sql.identifier(table)} b WHERE b.id = ${id}`;
}

/** The tables of rules with the scenario's rows in place of those that it changes: read once, not anew for each row that asks about its table. */
export function shadowRules(id: number): SQL {
  return withTables(DATED_RULES.map(({ table }) => sql`${sql.identifier(table)} AS MATERIALIZED (${mergedRows(table, id)})`));
}

/** The rows of a scenario in one table, of alias s, with their condition. */
export function rowsOf(table: string, id: number): SQL {
  return sql.raw(`rule_scenario_rows s WHERE s.scenario_id = ${id} AND s.entity = '${table}'`);
}

export const jsonPath = (name: string): SQL => sql.raw(`'$.${name}'`);

export function mergedRows(table: string, id: number): SQL {
  const columns = RULE_COLUMNS.get(table)!;
  const cells = columns.map((name) =>
    name === 'id' ? sql`s.row_id` : name === 'valid_from' ? sql`s.valid_from` : sql`s.row ->> ${jsonPath(name)}`,
  );
  return sql`SELECT ${sql.join(
    columns.map((name) => sql.identifier(name)),
    sql`, `,
  )} FROM main.${sql.identifier(table)} WHERE id NOT IN (SELECT s.row_id FROM ${rowsOf(table, id)})
    UNION ALL SELECT ${sql.join(cells, sql`, `)} FROM ${rowsOf(table, id)} AND s.row IS NOT NULL`;
}

/** The counts of rows are those of the tables themselves, so they answer for none of these. */
export function withTables(tables: readonly SQL[]): SQL {
  const names = sql.raw(DATED_RULES.map(({ table }) => `'${table}'`).join(', '));
  const counts = sql`row_counts AS NOT MATERIALIZED (SELECT entity, "rows" FROM main.row_counts WHERE entity NOT IN (${names}))`;
  return sql`WITH ${sql.join([...tables, counts], sql`, `)}`;
}
