import { type SQL, sql } from 'drizzle-orm';
import type { RowStore } from '../../platform/db/row-source.ts';
import { mergedRows, RULE_COLUMNS, rowsOf } from './shadow.ts';

/** Ids of rows that a scenario adds begin here, so that none is an id of a live row. */
export const FIRST_NEW_ID = 1_000_000_000;

/** The rows of a scenario have no index: what is asked for each row of a table reads all of them. */
const MAX_TABLE_ROWS = 500;

/**
 * Writes rows of a scenario: a live row is copied at its first change (`base`) and changed in the copy (`row`, NULL for a removed one). The
 * statements run where the rules are shadowed by the scenario's.
 */
export function createScenarioStore(table: string, scenario: number): RowStore {
  const columns = RULE_COLUMNS.get(table)!;
  const name = sql.identifier(table);
  const into = sql`INSERT INTO rule_scenario_rows (scenario_id, entity, row_id, valid_from, row, base)`;
  const own = sql.raw(`${scenario}, '${table}'`);
  const base = sql`(SELECT ${packCells(columns, (column) => sql`b.${sql.identifier(column)}`)} FROM main.${name} b WHERE b.id = t.id)`;
  const newest = sql`(SELECT max(s.row_id) FROM ${rowsOf(table, scenario)} AND s.row_id > ${FIRST_NEW_ID})`;
  // In place of the shadowed table, which is read whole: of one record SQLite looks up the live row and the scenario's.
  const records = sql`(${mergedRows(table, scenario)})`;
  return {
    records,
    newestId: newest,
    maxTableRows: MAX_TABLE_ROWS,
    insert(set, { from, where, order, cell }) {
      const cells = packCells(columns, (column) => (column === 'version' ? sql`1` : set.includes(column) ? cell(column) : sql`NULL`));
      const rows = sql`SELECT ifnull(${newest}, ${FIRST_NEW_ID}) + row_number() OVER (${order ? sql`ORDER BY ${order}` : sql.empty()}) AS id, ${cells} AS cells FROM ${from} WHERE ${where}`;
      return sql`${into} SELECT ${own}, n.id, ifnull(n.cells ->> '$.valid_from', ''), json_set(n.cells, '$.id', n.id), NULL FROM (${rows}) n ORDER BY n.id`;
    },
    update(set, { from, where, id, cell, sets }) {
      const after = (column: string): SQL => {
        const stored = sql`t.${sql.identifier(column)}`;
        if (column === 'version') return sql`t.version + 1`;
        if (!set.includes(column)) return stored;
        const isSet = sets(column);
        return isSet ? sql`iif(${isSet}, ${cell(column)}, ${stored})` : cell(column);
      };
      return sql`${into} SELECT ${own}, t.id, ${after('valid_from')}, ${packCells(columns, after)}, ${base}
        FROM ${from} CROSS JOIN ${records} t ON t.id = ${id} WHERE ${where}
        ON CONFLICT (scenario_id, entity, row_id) DO UPDATE SET row = excluded.row, valid_from = excluded.valid_from, version = version + 1`;
    },
    remove: (where) => sql`${into} SELECT ${own}, t.id, '', NULL, ${base} FROM ${name} t WHERE ${where}
      ON CONFLICT (scenario_id, entity, row_id) DO UPDATE SET row = NULL, version = version + 1`,
  };
}

function packCells(columns: readonly string[], cell: (column: string) => SQL): SQL {
  return sql`json_object(${sql.join(
    columns.map((column) => sql`${sql.raw(`'${column}'`)}, ${cell(column)}`),
    sql`, `,
  )})`;
}
