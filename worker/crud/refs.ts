import { sql } from 'drizzle-orm';
import { type Contract, labelOf } from '../contracts/contract.ts';
import type { Values } from '../contracts/fields.ts';
import { listRefColumns, type RefRow, readRefRow } from '../contracts/ref-columns.ts';
import { ruleMessage, ruleToken } from '../contracts/rules.ts';
import type { Lang } from '../contracts/text.ts';
import { type Query, query } from '../platform/db/query.ts';
import { asJson, asText, readRows } from '../platform/db/typed-rows.ts';
import { AppError } from '../platform/errors.ts';
import { tableNameOf } from './resource.ts';

/** Records that rows to be written point to. */
export interface Refs {
  row(entity: string, id: unknown): RefRow | undefined;
}

/** What is needed of the records that the rows point to. */
export function queryRefs(contract: Contract, rows: readonly Values[]): Query<Refs> {
  const ids = new Map<string, Set<unknown>>();
  for (const { entity, value } of rows.flatMap((values) => listRefs(contract, values))) {
    const known = ids.get(entity) ?? new Set();
    ids.set(entity, known);
    for (const id of toList(value)) known.add(id);
  }
  const selects = [...ids].map(([entity, wanted]) => {
    const columns = listRefColumns(entity).map((name) => sql.identifier(name));
    return sql`SELECT ${entity} AS entity, json_group_array(json_array(${sql.join(columns, sql`, `)})) AS packed
      FROM ${sql.identifier(tableNameOf(entity))} WHERE id IN (SELECT value FROM json_each(${JSON.stringify([...wanted])}))`;
  });
  const statement = selects.length === 0 ? sql`SELECT 0 WHERE 0` : sql.join(selects, sql` UNION ALL `);
  return query(statement, (result) => {
    const known = new Map<string, RefRow>();
    for (const { entity, packed } of readRows({ entity: asText, packed: asJson<unknown[][]>() })(result)) {
      for (const cells of packed) known.set(`${entity} ${cells[0]}`, readRefRow(entity, cells));
    }
    return { row: (entity, id) => known.get(`${entity} ${id}`) };
  });
}

/** The record of each field that points to one; throws a 422 that names the fields that point to none. */
export function requireRefs(contract: Contract, values: Values, refs: Refs, lang: Lang): Record<string, RefRow> {
  const found: Record<string, RefRow> = {};
  const missing: string[] = [];
  for (const { field, entity, value } of listRefs(contract, values)) {
    const rows = toList(value).map((id) => refs.row(entity, id));
    if (rows.includes(undefined)) missing.push(field);
    else if (!Array.isArray(value)) found[field] = rows[0]!;
  }
  if (missing.length > 0) throw missingRefError(contract, missing, lang);
  return found;
}

/** 422: these fields point to records that are not there. */
export function missingRefError(contract: Contract, fields: readonly string[], lang: Lang): AppError {
  const messages = fields.map((field) => [field, ruleMessage(ruleToken('exists'), labelOf(contract, field, lang), lang)]);
  return new AppError('invalid', {}, { messages: Object.fromEntries(messages) });
}

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

function listRefs({ fields }: Contract, values: Values): { field: string; entity: string; value: unknown }[] {
  return Object.entries(values).flatMap(([field, value]) => {
    const entity = Object.hasOwn(fields, field) ? fields[field]!.entity : undefined;
    return entity === undefined || value === undefined || value === null ? [] : [{ field, entity, value }];
  });
}
