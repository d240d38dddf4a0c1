import type { ResultSet } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import type { Contract } from '../../contracts/contract.ts';
import type { Resource } from '../../crud/resource.ts';
import { packRow, unpackRow } from '../../crud/row.ts';
import { exactNameKey } from '../../text/match-name.ts';
import type { Importable } from '../importable.ts';
import type { Draft, Target } from '../read/row-mapper.ts';

/** The records that rows of a file name: by their source id, or by being the only one equal in the fields that tell records apart. */
export interface Targets {
  of(draft: Draft): Target | 'several' | undefined;
}

/** One statement whose result `readTargets` reads; undefined when nothing can be found. */
export function selectTargets(importable: Importable, drafts: readonly Draft[]): SQL | undefined {
  const { resource, sourceField, naturalKey, updatableFields } = importable;
  if (!sourceField) return undefined;
  const ids = drafts.flatMap(({ values }) => (typeof values[sourceField] === 'string' ? [values[sourceField]] : []));
  const packed = packRow(withoutRelations(resource));
  const table = sql.identifier(resource.table);
  const bySource = sql`SELECT ${packed} AS packed FROM json_each(${JSON.stringify(ids)}) j CROSS JOIN ${table} t ON t.${sql.identifier(sourceField)} = j.value`;
  const keys = updatableFields
    ? drafts.filter(({ values }) => !values[sourceField] && naturalKey.every((name) => values[name] !== null))
    : [];
  if (keys.length === 0) return bySource;
  const list = JSON.stringify(keys.map(({ values }) => naturalKey.map((name) => values[name] ?? null)));
  const alike = idsWithNaturalKey(importable, (index) => sql`j.value ->> ${sql.raw(String(index))}`);
  return sql`${bySource} UNION ALL SELECT ${packed} FROM json_each(${list}) j CROSS JOIN ${table} t ON t.id IN (${alike})`;
}

export function readTargets(importable: Importable, result: ResultSet | undefined): Targets {
  const { resource, sourceField, naturalKey, updatableFields } = importable;
  const bySource = new Map<unknown, Target>();
  const byNaturalKey = new Map<string, Target | 'several'>();
  for (const { packed } of result?.rows ?? []) {
    const before = unpackRow(withoutRelations(resource), packed);
    const target = { id: Number(before.id), version: Number(before.version), before };
    bySource.set(before[sourceField!], target);
    const key = naturalKeyOf(naturalKey, before);
    const earlier = byNaturalKey.get(key);
    byNaturalKey.set(key, earlier && (earlier === 'several' || earlier.id !== target.id) ? 'several' : target);
  }
  return {
    of({ values }) {
      if (sourceField && values[sourceField]) return bySource.get(values[sourceField]);
      return updatableFields ? byNaturalKey.get(naturalKeyOf(naturalKey, values)) : undefined;
    },
  };
}

/** One key for rows that people would call the same: texts count as names do, without case, width and spaces. */
export function naturalKeyOf(naturalKey: readonly string[], values: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(
    naturalKey.map((name) => {
      const value = values[name] ?? null;
      return typeof value === 'string' ? exactNameKey(value) : value;
    }),
  );
}

/**
 * Ids of the records that equal these values. The index of person and date finds them: with the names of a direct behind the date, as
 * thousands of jobs may share a name, and thousands a person and a day.
 */
export function idsWithNaturalKey({ resource, naturalKey }: Importable, value: (index: number) => SQL): SQL {
  const table = sql.identifier(resource.table);
  const indexed = new Set(['user_id', resource.contract.dated!, 'bukkenmei', 'name']);
  const conditions = naturalKey.map((name, index) => {
    const column = sql`t.${sql.identifier(name)}`;
    return indexed.has(name) ? sql`${column} IS ${value(index)}` : sql`+${column} IS ${value(index)}`;
  });
  return sql`SELECT t.id FROM ${table} t WHERE ${sql.join(conditions, sql` AND `)}`;
}

/** Only the columns of the record itself: a file is compared with them, not with the names behind its references. */
function withoutRelations(resource: Resource): Resource {
  const contract: Contract = { ...resource.contract, relations: {} };
  return { ...resource, contract };
}
