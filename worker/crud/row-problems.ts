import { type SQL, sql } from 'drizzle-orm';
import { formatMonthKey } from '../contracts/months.ts';
import type { Lang } from '../contracts/text.ts';
import { isMonthLocked } from '../platform/db/month-lock.ts';
import type { RowSource } from '../platform/db/row-source.ts';
import { findTableProblem, selectTakenKey, type TableVersions } from '../platform/db/rule-versions.ts';
import { AppError } from '../platform/errors.ts';
import { duplicateError, requiredError, takenNameError } from './api-error.ts';
import { notFoundError } from './read.ts';
import { missingRefError } from './refs.ts';
import { type Resource, tableNameOf } from './resource.ts';

/** Why a row can't be written: a code, and the month, the field or the columns of the key that it is about. */
export type RowProblem = readonly [code: ProblemCode | 'version_missing' | 'version_taken' | 'table_rows', ...details: string[]];
type ProblemCode =
  | 'gone'
  | 'record_checked'
  | 'month_locked'
  | 'stale'
  | 'exists'
  | 'duplicate'
  | 'id_taken'
  | 'referenced'
  | 'name_taken'
  | 'required';

/**
 * What the database has against rows at the moment of the write, as SQL: a RowProblem as JSON, NULL for a row that may be written. `columns` are
 * those that any of the rows sets. An update may name the record as `t`; `t` is NULL where it is gone.
 */
export function findProblem(
  resource: Resource,
  columns: readonly string[],
  source: RowSource,
  verb: 'create' | 'update',
  versions: TableVersions = 'present',
): SQL {
  const { contract, table } = resource;
  const { dated, fields, unique = [] } = contract;
  const sets = new Set(columns);
  const stored = (column: string) => (verb === 'update' ? sql`t.${sql.identifier(column)}` : sql`NULL`);
  const after = (column: string) => {
    const isSet = sets.has(column) ? source.sets(column) : sql`0`;
    return isSet ? sql`iif(${isSet}, ${source.cell(column)}, ${stored(column)})` : source.cell(column);
  };
  const arms: SQL[] = [];
  if (verb === 'update') {
    arms.push(sql`WHEN t.id IS NULL THEN json_array('gone')`);
    if (resource.columns.has('is_checked'))
      arms.push(sql`WHEN t.is_checked = 1 AND ${after('is_checked')} = 1 THEN json_array('record_checked')`);
  }
  if (verb === 'create' && sets.has('id'))
    arms.push(sql`WHEN EXISTS (SELECT 1 FROM ${sql.identifier(table)} o WHERE o.id = ${source.cell('id')}) THEN json_array('id_taken')`);
  const dates = dated === undefined ? [] : [...(verb === 'update' ? [stored(dated)] : []), ...(sets.has(dated) ? [after(dated)] : [])];
  for (const date of dates) arms.push(sql`WHEN ${isMonthLocked(date)} THEN json_array('month_locked', substr(${date}, 1, 7))`);
  if (verb === 'update') arms.push(sql`WHEN t.version <> ${source.version} THEN json_array('stale')`);
  arms.push(...(resource.problems?.({ sets, before: stored, after }) ?? []));
  for (const name of columns) {
    const { entity, kind } = fields[name] ?? {};
    if (entity === undefined) continue;
    const target = sql`${sql.identifier(tableNameOf(entity))} r`;
    const isMissing =
      kind === 'refs'
        ? sql`EXISTS (SELECT 1 FROM json_each(${source.cell(name)}) l WHERE NOT EXISTS (SELECT 1 FROM ${target} WHERE r.id = l.value))`
        : sql`${source.cell(name)} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${target} WHERE r.id = ${source.cell(name)})`;
    arms.push(sql`WHEN ${isMissing} THEN json_array('exists', ${sql.raw(`'${name}'`)})`);
  }
  for (const key of unique.filter((names) => names.some((name) => sets.has(name)))) {
    const equals = key.map((column) => sql`o.${sql.identifier(column)} = ${after(column)}`);
    const taken = sql`json_array('duplicate', ${sql.raw(key.map((name) => `'${name}'`).join(', '))})`;
    const others = verb === 'update' ? sql` AND o.id <> t.id` : sql``;
    arms.push(sql`WHEN EXISTS (SELECT 1 FROM ${sql.identifier(table)} o WHERE ${sql.join(equals, sql` AND `)}${others})
      THEN ${selectTakenKey(contract.versions, after, taken)}`);
  }
  if (contract.versions?.whole && versions !== 'any') arms.push(findTableProblem(contract.versions, after, versions));
  return arms.length === 0 ? sql`NULL` : sql`CASE ${sql.join(arms, sql` `)} END`;
}

/** The problem as the API's error. */
export function toProblemError({ contract }: Resource, [code, ...details]: RowProblem, lang: Lang): AppError {
  switch (code) {
    case 'gone':
      return notFoundError(contract, lang);
    case 'month_locked':
      return new AppError(code, { month: details[0] });
    case 'version_missing':
    case 'version_taken':
    case 'table_rows':
      return new AppError(code, { month: formatMonthKey(details[0]!) });
    case 'exists':
      return missingRefError(contract, details, lang);
    case 'referenced':
      return new AppError(code, { users: details[0] });
    case 'duplicate':
      return duplicateError(contract, details, lang);
    case 'name_taken':
      return takenNameError(contract, details, lang);
    case 'required':
      return requiredError(contract, details[0]!, lang);
    default:
      return new AppError(code);
  }
}
