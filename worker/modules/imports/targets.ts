import type { ResultSet } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import type { Entity } from '../../contracts/entity.ts';
import type { Resource } from '../../crud/resource.ts';
import { packedRow, unpackRow } from '../../crud/row.ts';
import type { Importable } from './importable.ts';
import type { Draft, Target } from './rows.ts';

/** The records that rows of a file name: by their source id, or by being the only one equal in the fields that tell records apart. */
export interface Targets {
  of(draft: Draft): Target | 'several' | undefined;
}

/** One statement whose result `targetsOf` reads; undefined when nothing can be found. */
export function targetStatement({ resource, source, same, adjusts }: Importable, drafts: readonly Draft[]): SQL | undefined {
  if (!source) return undefined;
  const ids = drafts.flatMap(({ values }) => (typeof values[source] === 'string' ? [values[source]] : []));
  const packed = packedRow(bare(resource));
  const table = sql.identifier(resource.table);
  const bySource = sql`SELECT ${packed} AS packed FROM json_each(${JSON.stringify(ids)}) j CROSS JOIN ${table} t ON t.${sql.identifier(source)} = j.value`;
  const keys = adjusts ? drafts.filter(({ values }) => !values[source] && same.every((name) => values[name] !== null)) : [];
  if (keys.length === 0) return bySource;
  const list = JSON.stringify(keys.map(({ values }) => same.map((name) => values[name] ?? null)));
  return sql`${bySource} UNION ALL SELECT ${packed} FROM json_each(${list}) j CROSS JOIN ${table} t ON ${sameAs(resource, same, (index) => sql`j.value ->> ${sql.raw(String(index))}`)}`;
}

export function targetsOf(importable: Importable, result: ResultSet | undefined): Targets {
  const { resource, source, same, adjusts } = importable;
  const bySource = new Map<unknown, Target>();
  const bySame = new Map<string, Target | 'several'>();
  for (const { packed } of result?.rows ?? []) {
    const before = unpackRow(bare(resource), packed);
    const target = { id: Number(before.id), version: Number(before.version), before };
    bySource.set(before[source!], target);
    const key = sameKey(same, before);
    const twin = bySame.get(key);
    bySame.set(key, twin && (twin === 'several' || twin.id !== target.id) ? 'several' : target);
  }
  return {
    of({ values }) {
      if (source && values[source]) return bySource.get(values[source]);
      return adjusts ? bySame.get(sameKey(same, values)) : undefined;
    },
  };
}

export function sameKey(same: readonly string[], values: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(same.map((name) => values[name] ?? null));
}

/** `t` equals these values; found by the index of person and date, which every record has. */
export function sameAs({ contract }: Resource, same: readonly string[], value: (index: number) => SQL): SQL {
  const conditions = same.map((name, index) => {
    const indexed = name === 'user_id' || name === contract.dated;
    return indexed ? sql`t.${sql.identifier(name)} = ${value(index)}` : sql`+t.${sql.identifier(name)} IS ${value(index)}`;
  });
  return sql.join(conditions, sql` AND `);
}

/** Only the columns of the record itself: a file is compared with them, not with the names behind its references. */
function bare(resource: Resource): Resource {
  const contract: Entity = { ...resource.contract, relations: {} };
  return { ...resource, contract };
}
