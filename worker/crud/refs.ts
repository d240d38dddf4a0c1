import type { ResultSet } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import { type Contract, labelOf } from '../contracts/contract.ts';
import { listRefColumns, type RefRow, readRefRow } from '../contracts/ref-columns.ts';
import { ruleMessage, ruleToken } from '../contracts/rules.ts';
import type { Lang } from '../contracts/text.ts';
import { AppError } from '../errors.ts';
import { tableNameOf, type Values } from './resource.ts';

type Ref = { field: string; table: SQL; entity: string; value: unknown };

/** One statement, for `requireRefs`: what is needed of the records that the body points to. */
export function selectRefs(contract: Contract, values: Values): SQL {
  const cells = listRefs(contract, values).map((ref) => {
    if (Array.isArray(ref.value)) return isHeld(ref);
    const columns = listRefColumns(ref.entity).map((name) => sql.identifier(name));
    return sql`json((SELECT json_array(${sql.join(columns, sql`, `)}) FROM ${ref.table} WHERE id = ${ref.value}))`;
  });
  return sql`SELECT json_array(${sql.join(cells, sql`, `)}) AS packed`;
}

/** The record of each field that points to one; throws a 422 that names the fields that point to none. */
export function requireRefs(contract: Contract, values: Values, result: ResultSet | undefined, lang: Lang): Record<string, RefRow> {
  const refs: Record<string, RefRow> = {};
  const messages: Record<string, string> = {};
  const cells = JSON.parse(String(result?.rows[0]?.packed)) as (unknown[] | number | null)[];
  listRefs(contract, values).forEach(({ field, entity }, index) => {
    const cell = cells[index];
    if (!cell) messages[field] = ruleMessage(ruleToken('exists'), labelOf(contract, field, lang), lang);
    else if (Array.isArray(cell)) refs[field] = readRefRow(entity, cell);
  });
  if (Object.keys(messages).length > 0) throw new AppError('invalid', {}, { messages });
  return refs;
}

/** A version number while every ref of the body points to a row, else null, which no version may be: the write is undone. */
export function versionWithRefs(contract: Contract, values: Values, version: SQL): SQL {
  const held = listRefs(contract, values).map(isHeld);
  return held.length === 0 ? version : sql`CASE WHEN ${sql.join(held, sql` AND `)} THEN ${version} END`;
}

/** Whether all that a field points to is there. */
function isHeld({ table, value }: Ref): SQL {
  if (!Array.isArray(value)) return sql`EXISTS (SELECT 1 FROM ${table} WHERE id = ${value})`;
  return sql`(SELECT COUNT(*) FROM json_each(${JSON.stringify(value)}) j JOIN ${table} r ON r.id = j.value) = ${value.length}`;
}

function listRefs(contract: Contract, values: Values): Ref[] {
  return Object.entries(contract.fields)
    .filter(([name, field]) => field.entity !== undefined && values[name] !== undefined && values[name] !== null)
    .map(([field, { entity = '' }]) => ({ field, entity, table: sql`${sql.identifier(tableNameOf(entity))}`, value: values[field] }));
}
