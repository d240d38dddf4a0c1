import { type SQL, sql } from 'drizzle-orm';
import type { Values } from '../contracts/fields.ts';
import { MAX_TABLE_ROWS } from '../contracts/rule-tables.ts';
import type { Lang } from '../contracts/text.ts';
import { type Query, query } from '../platform/db/query.ts';
import { listedRows, type RowInput } from '../platform/db/row-source.ts';
import type { TableVersions } from '../platform/db/rule-versions.ts';
import { asJson, asNumber, countWritten, readRows } from '../platform/db/typed-rows.ts';
import { AppError } from '../platform/errors.ts';
import { deriveColumn } from '../platform/text/text-keys.ts';
import { isSameValue, planColumns, toStoredValue } from './column-values.ts';
import { requireVisible, requireWritable } from './read.ts';
import { type Refs, requireRefs } from './refs.ts';
import type { DeriveContext, Resource, WriteContext } from './resource.ts';
import type { FoundRow } from './row.ts';
import { findProblem, type RowProblem, toProblemError } from './row-problems.ts';

/** Rows written by one statement: whole tables of rules. Others come by the thousand. */
const MAX_PLANNED_ROWS = MAX_TABLE_ROWS;

/** A row as somebody wants it: a record that is there, by its id, or a new one. */
export interface RowWrite {
  id?: number;
  /** The record is written only at this version; without one at whatever version it was read. */
  version?: number | undefined;
  /** Validated values; fields that are left out stay as they are. */
  values: Values;
  /** The record is written only where it holds these values still. */
  expected?: Values;
}

/** What a plan depends on: everything that was read for it. */
export interface PlanContext extends Pick<WriteContext, 'actor' | 'lang' | 'clock'>, Pick<DeriveContext, 'source'> {
  /** The records, by id. */
  found: ReadonlyMap<number, FoundRow>;
  refs: Refs;
  images?: ReadonlySet<string> | undefined;
  warnings?: string[];
  /** YYYY-MM. */
  lockedMonths: readonly string[];
  /** `new`: the rows are all of versions of rules that are not there yet. */
  tableVersions?: TableVersions;
}

export interface PlannedRow extends RowInput {
  /** The record as it was read; undefined for a new one. */
  before: Values | undefined;
}

export interface WritePlan {
  /** What will be written, each at its place in the given rows. */
  rows: readonly PlannedRow[];
  /** Places of rows that say what is there already: nothing is written for them. */
  unchanged: readonly number[];
  /** Why rows are not written, by their place. */
  refused: ReadonlyMap<number, AppError>;
  /** Query of the ids of the records that are going to be updated, for statements that run before `write`. */
  updated: SQL;
  /** Answers what `write` would, without writing: for a dry run. */
  check: Query<ReadonlyMap<number, AppError>>;
  /**
   * Writes the rows; one that may no longer be written, since somebody else wrote after it was read, is left out. Answers `refused` with
   * those. The write of new records comes last in it.
   */
  write: Query<ReadonlyMap<number, AppError>>;
  /** The same without asking first why a row is left out: answers whether all are written. Of a single row `check` says it afterwards. */
  writeOrLeave: Query<boolean>;
}

/**
 * Decides what is written for each of up to 1,000 rows, of whole tables 5,000, with which statements, and why not. Reads and writes nothing itself. Each row stands
 * for itself: one that is refused leaves the others as they are. Of two rows for one record, or with one unique key, the first counts.
 */
export function planWrite(resource: Resource, wanted: readonly RowWrite[], context: PlanContext): WritePlan {
  if (wanted.length > MAX_PLANNED_ROWS) throw new RangeError(`${wanted.length} rows in one plan`);
  const rows: PlannedRow[] = [];
  const unchanged: number[] = [];
  const refused = new Map<number, AppError>();
  const taken = new Set<string>();
  wanted.forEach((row, index) => {
    try {
      const planned = planRow(resource, row, index, context);
      if (!planned) unchanged.push(index);
      else {
        takeKeys(resource, planned, taken, context);
        rows.push(planned);
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.set(index, error);
    }
  });
  const { problems, updated, written } = planStatements(resource, rows, context.lang, context.tableVersions);
  const withLate = (late: ReadonlyMap<number, AppError>) => new Map([...refused, ...late]);
  return {
    rows,
    unchanged,
    refused,
    updated,
    check: query(problems, withLate),
    write: query({ problems, written }, ({ problems }) => withLate(problems)),
    writeOrLeave: query(
      written.map((statement) => query(statement, countWritten)),
      (counts) => counts.reduce((sum, count) => sum + count, 0) === rows.length,
    ),
  };
}

/** The columns to write for a row; undefined when they are all there. Throws why it may not be written. */
function planRow(resource: Resource, wanted: RowWrite, index: number, context: PlanContext): PlannedRow | undefined {
  const { contract, guard } = resource;
  const { actor, lang, clock, source, images = new Set(), warnings } = context;
  const before = wanted.id === undefined ? undefined : requireExpected(resource, wanted, context);
  const refs = requireRefs(contract, wanted.values, context.refs, lang);
  const verb = before ? 'update' : 'create';
  guard?.(wanted.values, { verb, actor, lang, clock, source, before, refs, images, ...(warnings && { warnings }) });
  const columns = planColumns(resource, wanted.values, { verb, source, before, refs, time: clock.time() });
  if (!columns) return undefined;
  const month = String(columns[contract.dated ?? ''] ?? '').slice(0, 7);
  if (context.lockedMonths.includes(month)) throw new AppError('month_locked', { month });
  return before ? { index, id: Number(before.id), version: Number(before.version), before, columns } : { index, before, columns };
}

function requireExpected(resource: Resource, { id, version, values, expected = {} }: RowWrite, { found, lang }: PlanContext): Values {
  const existing = requireVisible(resource, found.get(id!), lang);
  const { row } = existing;
  const isStale = version !== undefined && version !== row.version;
  if (isStale || Object.keys(expected).some((name) => !isSameValue(expected[name], row[name]))) throw new AppError('stale');
  requireWritable(resource, existing, values);
  return row;
}

/** Refuses a record, or a unique key, that an earlier row of the plan has. */
function takeKeys(resource: Resource, { id, before, columns }: PlannedRow, taken: Set<string>, { lang }: PlanContext): void {
  if (id !== undefined && taken.has(`id ${id}`)) throw new AppError('stale');
  const keys = listUniqueKeys(resource, columns, { ...before, ...columns });
  const double = keys.find(({ key }) => taken.has(key));
  if (double) throw toProblemError(resource, ['duplicate', ...double.names], lang);
  for (const { key } of keys) taken.add(key);
  if (id !== undefined) taken.add(`id ${id}`);
}

/** The unique keys of a row that it sets a part of: their columns, and what two rows have in common that may not both be written. */
export function listUniqueKeys(resource: Resource, columns: Values, after: Values): { names: readonly string[]; key: string }[] {
  return (resource.contract.unique ?? []).flatMap((names) => {
    if (!names.some((name) => columns[name] !== undefined)) return [];
    const values = names.map((name) => toStoredValue(resource, name, deriveColumn(resource, name, after)));
    return values.includes(null) ? [] : [{ names, key: JSON.stringify([names, values]) }];
  });
}

export interface RowStatements {
  /** What the database has against rows at the moment of the write, by their index. */
  problems: Query<ReadonlyMap<number, AppError>>;
  /** Query of the ids of the records that are going to be updated. */
  updated: SQL;
  /** Write the rows that the database has nothing against. */
  written: SQL[];
}

/** The statements that update records at the version that was read, and make new ones where a row has no version. */
export function planStatements(resource: Resource, rows: readonly RowInput[], lang: Lang, tableVersions?: TableVersions): RowStatements {
  const updates = rows.filter(({ version }) => version !== undefined);
  const creates = rows.filter(({ version }) => version === undefined);
  const problems: SQL[] = [sql`SELECT NULL AS "index", NULL AS problem`];
  const written: SQL[] = [];
  let updated = sql`SELECT NULL WHERE 0`;
  if (updates.length > 0) {
    const columns = [...new Set(updates.flatMap((row) => Object.keys(row.columns)))];
    const source = listedRows(updates);
    const records = sql`${source.from} LEFT JOIN ${resource.store.records} t ON t.id = ${source.id}`;
    const problem = source.withGroup(findProblem(resource, columns, source, 'update'), records);
    problems.push(sql`SELECT ${source.index}, ${problem} FROM ${records}`);
    written.push(resource.store.update(columns, { ...source, where: sql`${problem} IS NULL` }));
    updated = sql`SELECT t.id FROM ${records} WHERE ${problem} IS NULL`;
  }
  // A column that no row of a statement sets keeps its default, so new rows with the same columns go together.
  for (const alike of Map.groupBy(creates, ({ columns }) => Object.keys(columns).join()).values()) {
    const columns = Object.keys(alike[0]!.columns);
    const source = listedRows(alike);
    const problem = source.withGroup(findProblem(resource, columns, source, 'create', tableVersions), source.from);
    problems.push(sql`SELECT ${source.index}, ${problem} FROM ${source.from}`);
    written.push(resource.store.insert(columns, { ...source, where: sql`${problem} IS NULL` }));
  }
  const all = sql`SELECT * FROM (${sql.join(problems, sql` UNION ALL `)}) WHERE problem IS NOT NULL`;
  return { problems: queryProblems(resource, all, lang), updated, written };
}

/** What a statement of `index` and `problem` finds, as the API's errors. */
export function queryProblems(resource: Resource, statement: SQL, lang: Lang): Query<ReadonlyMap<number, AppError>> {
  const readProblems = readRows({ index: asNumber, problem: asJson<RowProblem>() });
  return query(
    statement,
    (result) => new Map(readProblems(result).map(({ index, problem }) => [index, toProblemError(resource, problem, lang)])),
  );
}
