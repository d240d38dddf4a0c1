import { type SQL, sql } from 'drizzle-orm';

/** Rows to be written, as SQL: a list sent along with the statement, or rows kept in a table. */
export interface RowSource {
  /** A FROM part. */
  readonly from: SQL;
  /** Condition on the rows that count. */
  readonly where: SQL;
  /** The order in which new records are made. */
  readonly order?: SQL;
  /** Id of the record, NULL for a new one. */
  readonly id: SQL;
  /** The record's version when the row was made. */
  readonly version: SQL;
  /** Value of a column, NULL where the row does not set it. */
  cell(column: string): SQL;
  /** Whether a row sets a column; undefined when every row does. */
  sets(column: string): SQL | undefined;
}

/** Rows that a statement lists. */
export interface ListedRows extends RowSource {
  /** Place of a row in the list it was asked for. */
  readonly index: SQL;
  /** What the database has against a row, its group included; `problem` is that of the row itself, `records` a FROM part of all rows as `problem` names them. */
  withGroup(problem: SQL, records: SQL): SQL;
}

/** A planned row as a statement takes it: `index` is its place in the list it was asked for. */
export interface RowInput {
  readonly index: number;
  readonly id?: number;
  readonly version?: number;
  readonly columns: Readonly<Record<string, unknown>>;
  readonly group?: RowGroup;
}

/** Rows of one group are written all or not at all: where one of them may not be written, the others have `problem`, a code with its details. */
export interface RowGroup {
  readonly key: string;
  readonly problem: readonly string[];
}

/**
 * Rows sent along with the statement. One row is bound value by value, as its sixty columns are not looked up in a text then: its insert takes
 * half the time. Several are one JSON text: writing a thousand so takes a fifth of what a thousand statements take.
 */
export function listedRows(rows: readonly RowInput[]): ListedRows {
  return rows.length === 1 ? boundRow(rows[0]!) : packedRows(rows);
}

function boundRow({ index, id, version, columns }: RowInput): ListedRows {
  return {
    from: sql`(SELECT 1)`,
    where: sql`1`,
    index: bind(index),
    id: bind(id),
    version: bind(version),
    cell: (column) => bind(columns[column]),
    sets: (column) => (columns[column] === undefined ? sql`0` : undefined),
    withGroup: (problem) => problem,
  };
}

/** A whole number is bound as an integer: as a float, a column of texts would keep '3.0'. */
const bind = (value: unknown): SQL => sql`${Number.isSafeInteger(value) ? BigInt(Number(value)) : (value ?? null)}`;

function packedRows(rows: readonly RowInput[]): ListedRows {
  const isGrouped = rows.some(({ group }) => group);
  const list = rows.map(({ index, id, version, columns, group }) => {
    const cells = [index, id ?? null, version ?? null, columns];
    return isGrouped ? [...cells, group?.key ?? null, group?.problem ?? null] : cells;
  });
  const group = sql`j.value ->> 4`;
  return {
    // Each row is parsed once into its binary form: as text it would be parsed again for each of its columns, which takes four times as long.
    from: sql`(WITH m AS MATERIALIZED (SELECT "key", jsonb(value) AS value FROM json_each(${JSON.stringify(list)})) SELECT * FROM m) j`,
    where: sql`1`,
    order: sql`j."key"`,
    index: sql`j.value ->> 0`,
    id: sql`j.value ->> 1`,
    version: sql`j.value ->> 2`,
    cell: (column) => sql`j.value ->> ${sql.raw(`'$[3].${column}'`)}`,
    sets: (column) =>
      rows.every(({ columns }) => columns[column] !== undefined)
        ? undefined
        : sql`json_type(j.value, ${sql.raw(`'$[3].${column}'`)}) IS NOT NULL`,
    withGroup: (problem, records) =>
      isGrouped
        ? sql`ifnull(${problem}, iif(${group} IN (SELECT ${group} FROM ${records} WHERE ${problem} IS NOT NULL), j.value ->> 5, NULL))`
        : problem,
  };
}

/** Where the records of an entity are written: its table, unless they are tried out elsewhere first. The statements take rows that may be written. */
export interface RowStore {
  /** The records as a table of a FROM part; a condition of a bound id on it is answered by an index. */
  readonly records: SQL;
  insert(columns: readonly string[], source: RowSource): SQL;
  update(columns: readonly string[], source: RowSource): SQL;
  /** Removes the records, of alias t, that meet a condition; the number of written rows is that of removed ones. */
  remove(where: SQL): SQL;
  /** Id of the newest record: after an insert, of the last one that it made. */
  readonly newestId: SQL;
  /** Rows of a table of rules that it makes together, where they are fewer than elsewhere. */
  readonly maxTableRows?: number;
}

export function tableStore(table: string): RowStore {
  return {
    records: sql`${sql.identifier(table)}`,
    insert: (columns, source) => insertFromSource(table, columns, source),
    update: (columns, source) => updateFromSource(table, columns, source),
    remove: (where) => sql`DELETE FROM ${sql.identifier(table)} AS t WHERE ${where}`,
    newestId: sql`(SELECT seq FROM sqlite_sequence WHERE name = ${table})`,
  };
}

/** Makes a record of each row; a column that a row does not set is NULL. */
export function insertFromSource(table: string, columns: readonly string[], { from, where, order, cell }: RowSource): SQL {
  return sql`INSERT INTO ${sql.identifier(table)} (${list(columns.map((name) => sql`${sql.identifier(name)}`))})
    SELECT ${list(columns.map(cell))} FROM ${from} WHERE ${where}${order ? sql` ORDER BY ${order}` : sql.empty()}`;
}

/** Writes the columns that each row sets into its record `t` and raises its version; `where` may name both. */
export function updateFromSource(table: string, columns: readonly string[], { from, where, id, cell, sets }: RowSource): SQL {
  const assignments = columns.map((name) => {
    const column = sql.identifier(name);
    const isSet = sets(name);
    return isSet ? sql`${column} = iif(${isSet}, ${cell(name)}, t.${column})` : sql`${column} = ${cell(name)}`;
  });
  return sql`UPDATE ${sql.identifier(table)} AS t SET version = t.version + 1, ${list(assignments)}
    FROM ${from} WHERE t.id = ${id} AND ${where}`;
}

const list = (parts: SQL[]): SQL => sql.join(parts, sql`, `);
