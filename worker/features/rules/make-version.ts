import { type SQL, sql } from 'drizzle-orm';
import { updateSchema } from '../../contracts/body-schemas.ts';
import type { RuleVersionRequest } from '../../contracts/calls/rule-versions.ts';
import type { Values } from '../../contracts/fields.ts';
import { MAX_TABLE_ROWS, type RuleTable } from '../../contracts/rule-tables.ts';
import { throwApiError } from '../../crud/api-error.ts';
import { parseBody } from '../../crud/parse-body.ts';
import { planWrite, queryProblems, type WritePlan } from '../../crud/plan-write.ts';
import { notFoundError } from '../../crud/read.ts';
import { queryRefs } from '../../crud/refs.ts';
import { type Resource, resourceFor } from '../../crud/resource.ts';
import { packRow, unpackRow } from '../../crud/row.ts';
import { findProblem } from '../../crud/row-problems.ts';
import type { GrantedCaller } from '../../platform/call-routes.ts';
import type { Caller } from '../../platform/caller.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { listedRows, type RowSource } from '../../platform/db/row-source.ts';
import { isSameRule, selectIdentity } from '../../platform/db/rule-versions.ts';
import { asNumber, asText, readColumn, readFirst } from '../../platform/db/typed-rows.ts';
import { AppError } from '../../platform/errors.ts';
import { codeKey } from '../../platform/text/rule-identity.ts';

type Input = GrantedCaller & { values: RuleVersionRequest };

/** Rows of the answer that are read at once: of the longest formulas they fit into one answer of the database. */
const ROWS_PER_PIECE = 1000;

/**
 * `POST {entity}/versions {valid_from, copy_of, values?}`: the rule of a row, or of a code, as a version that counts from a month on. Of a table
 * all rows are copied, or none is. 409 where the rule has a version of that month, 422 where the table has too many rows.
 */
export async function makeVersion(bound: Resource, { caller, grant, values: request }: Input): Promise<{ data: Values[] }> {
  const resource = resourceFor(caller, bound);
  const { contract } = resource;
  const rule = contract.versions!;
  const given = parseBody(resource, updateSchema(contract.fields), request.values ?? {}, caller.lang);
  const { actor, results } = await caller.read(grant, () => ({ source: querySource(resource, rule, request) }));
  if (!results.source) throw notFoundError(contract, caller.lang);
  const { row, rows } = results.source;
  const max = resource.store.maxTableRows ?? MAX_TABLE_ROWS;
  if (rows > max) throw new AppError('table_too_long', { n: rows, max });
  const wanted = copyRow(resource, rule, row, request, rows === 1 || row.id === request.copy_of ? given : {});

  const { lang, clock } = caller;
  const refs = await caller.readMore(queryRefs(contract, [wanted.values]));
  const context = { actor, lang, clock, warnings: caller.warnings, source: 'screen', refs, found: new Map(), lockedMonths: [] } as const;
  const plan = planWrite(resource, [wanted], context);
  throwFirst(plan.refused);
  const made = sql`FROM ${sql.identifier(resource.table)} t CROSS JOIN ${sql.identifier(resource.table)} o ON o.id = ${row.id}
    WHERE ${isSameRule(rule, sql`t`, sql`o`)} AND t.valid_from = ${request.valid_from}`;
  const written = await caller
    .write({
      refused: copyVersion(resource, rule, row, plan, caller),
      first: queryMade(resource, made, 0),
    })
    .catch((error) => throwApiError(resource, caller, error, []));
  throwFirst(written.refused);
  // Somebody deleted it since it was read.
  if (written.first.length === 0) throw notFoundError(contract, lang);
  const data = [...written.first];
  for (let piece = data; piece.length === ROWS_PER_PIECE; data.push(...piece))
    piece = await caller.readMore(queryMade(resource, made, Number(piece.at(-1)!.id)));
  return { data };
}

/** The rows of a new version by id, behind one of them. */
function queryMade(resource: Resource, made: SQL, after: number): Query<Values[]> {
  const rows = sql`SELECT ${packRow(resource)} AS packed ${made} AND t.id > ${after} ORDER BY t.id LIMIT ${ROWS_PER_PIECE}`;
  return query(query(rows, readColumn(asText)), (packed) => packed.map((cell) => unpackRow(resource, cell)));
}

/** The row that names the version to be copied, of a code its first one, and how many rows the version has: of a code that which counts in the month, else its first. */
function querySource(
  resource: Resource,
  rule: RuleTable,
  { valid_from, copy_of }: RuleVersionRequest,
): Query<{ row: Values; rows: number } | undefined> {
  const table = sql.identifier(resource.table);
  const isNumber = typeof copy_of === 'number' || /^\d{1,15}$/.test(copy_of);
  const byId = sql`SELECT 1 AS place, o.id, o.valid_from FROM ${table} o WHERE o.id = ${isNumber ? Number(copy_of) : 0}`;
  const byCode = sql`SELECT 0 AS place, o.id, o.valid_from FROM ${table} o
    WHERE ${selectIdentity(rule, sql`o`, rule.identity[0]!)} = ${codeKey(String(copy_of))}`;
  const named = typeof copy_of === 'string' && rule.byCode ? sql`${byCode} UNION ALL ${byId}` : byId;
  const one = sql`SELECT id FROM (${named}) ORDER BY place, iif(valid_from <= ${valid_from}, valid_from, '') DESC, valid_from, id LIMIT 1`;
  const count = sql`SELECT COUNT(*) FROM ${table} v WHERE ${isOfVersion(rule, sql`v`, sql`t`)}`;
  const source = sql`SELECT ${packRow(resource)} AS packed, (${count}) AS rows FROM ${table} t WHERE t.id = (${one})`;
  return query(
    query(source, readFirst({ packed: asText, rows: asNumber })),
    (found) => found && { row: unpackRow(resource, found.packed), rows: found.rows },
  );
}

/** Whether a row is of the version that another names: of a table all its rows are. */
const isOfVersion = (rule: RuleTable, row: SQL, named: SQL): SQL =>
  rule.whole ? sql`${isSameRule(rule, row, named)} AND ${row}.valid_from = ${named}.valid_from` : sql`${row}.id = ${named}.id`;

/** What the copy of a row says: all that the row says, but for its month and what is given. The rule it is of stays. */
function copyRow({ contract, columns }: Resource, rule: RuleTable, row: Values, { valid_from }: RuleVersionRequest, given: Values) {
  const names = Object.keys(contract.fields).filter((name) => !contract.fields[name]!.readonly);
  const copied = Object.fromEntries(names.map((name) => [name, row[name]]));
  const kept = Object.fromEntries(rule.identity.map((name) => [name, row[name]]));
  const origin = columns.has('copied_from') ? { copied_from: row.copied_from ?? row.id } : {};
  return { values: { ...copied, ...given, ...kept, ...origin, valid_from } };
}

/** Columns in which all rows of a new version are alike. */
const SHARED_COLUMNS: readonly string[] = ['valid_from', 'created_at', 'updated_at'];

/**
 * Copies all rows of the version of a row within the database, that row as it is planned, or none. Answers why none may be written as `planWrite`
 * does, for the row that is planned.
 */
function copyVersion(
  resource: Resource,
  rule: RuleTable,
  row: Values,
  { rows }: WritePlan,
  { lang }: Caller,
): Query<ReadonlyMap<number, AppError>> {
  const table = sql.identifier(resource.table);
  const planned = listedRows(rows);
  const isNamed = sql`t.id = ${row.id}`;
  const columns = Object.keys(rows[0]!.columns);
  const source: RowSource = {
    from: sql`(SELECT t.* FROM ${table} v CROSS JOIN ${table} t ON ${isOfVersion(rule, sql`t`, sql`v`)} WHERE v.id = ${row.id}) t`,
    where: sql`1`,
    order: sql`t.id`,
    id: sql`NULL`,
    version: sql`NULL`,
    cell: (column) => {
      if (SHARED_COLUMNS.includes(column)) return planned.cell(column);
      const copied = column === 'copied_from' ? sql`ifnull(t.copied_from, t.id)` : sql`t.${sql.identifier(column)}`;
      return sql`iif(${isNamed}, ${planned.cell(column)}, ${copied})`;
    },
    sets: () => undefined,
  };
  const problem = findProblem(resource, columns, source, 'create', 'new');
  // What may be against a version is against its planned row: the others are copies of rows that are there.
  const problems = sql`SELECT 0 AS "index", problem FROM (SELECT ${problem} AS problem FROM ${source.from} WHERE ${isNamed}) WHERE problem IS NOT NULL`;
  return query(
    {
      problems: queryProblems(resource, problems, lang),
      written: resource.store.insert(columns, { ...source, where: sql`NOT EXISTS (${problems})` }),
    },
    ({ problems }) => problems,
  );
}

function throwFirst(refused: ReadonlyMap<number, Error>): void {
  for (const error of refused.values()) throw error;
}
