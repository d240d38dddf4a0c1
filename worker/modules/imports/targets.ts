import type { ResultSet } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import type { Contract } from '../../contracts/contract.ts';
import type { Resource } from '../../crud/resource.ts';
import { packedRow, unpackRow } from '../../crud/row.ts';
import type { Importable } from './importable.ts';
import type { Draft, Target } from './rows.ts';

/** The records that rows of a file name: by their source id, or by being the only one equal in the fields that tell records apart. */
export interface Targets {
  of(draft: Draft): Target | 'several' | undefined;
}

/** One statement whose result `targetsOf` reads; undefined when nothing can be found. */
export function targetStatement(importable: Importable, drafts: readonly Draft[]): SQL | undefined {
  const { resource, source, same, adjusts } = importable;
  if (!source) return undefined;
  const ids = drafts.flatMap(({ values }) => (typeof values[source] === 'string' ? [values[source]] : []));
  const packed = packedRow(bare(resource));
  const table = sql.identifier(resource.table);
  const bySource = sql`SELECT ${packed} AS packed FROM json_each(${JSON.stringify(ids)}) j CROSS JOIN ${table} t ON t.${sql.identifier(source)} = j.value`;
  const keys = adjusts ? drafts.filter(({ values }) => !values[source] && same.every((name) => values[name] !== null)) : [];
  if (keys.length === 0) return bySource;
  const list = JSON.stringify(keys.map(({ values }) => same.map((name) => values[name] ?? null)));
  const alike = idsOfSame(importable, (index) => sql`j.value ->> ${sql.raw(String(index))}`);
  return sql`${bySource} UNION ALL SELECT ${packed} FROM json_each(${list}) j CROSS JOIN ${table} t ON t.id IN (${alike})`;
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

/** Records of one person and day that are looked at one by one. */
const FEW = 50;

/**
 * Ids of the records that equal these values: found by the index of person and date, which every record has, or, where that leaves
 * many, by the index of another field.
 */
export function idsOfSame({ resource, same, indexed = [] }: Importable, value: (index: number) => SQL): SQL {
  const { contract } = resource;
  const table = sql.identifier(resource.table);
  const byDay = same.filter((name) => name === 'user_id' || name === contract.dated);
  const ways = [byDay, ...indexed.map((name) => [name])];
  const equal = (names: readonly string[]) => all(names.map((name) => sql`t.${sql.identifier(name)} = ${value(same.indexOf(name))}`));
  const few = (way: readonly string[]) => sql`(SELECT COUNT(*) FROM (SELECT 1 FROM ${table} t WHERE ${equal(way)} LIMIT ${FEW})) < ${FEW}`;
  const selects = ways.map((way, place) => {
    const others = same.flatMap((name, index) => (way.includes(name) ? [] : [sql`+t.${sql.identifier(name)} IS ${value(index)}`]));
    const chosen = [...ways.slice(0, place).map((before) => sql`NOT ${few(before)}`), ...(place < ways.length - 1 ? [few(way)] : [])];
    return sql`SELECT t.id FROM ${table} t WHERE ${all([...chosen, equal(way), ...others])}`;
  });
  return sql.join(selects, sql` UNION ALL `);
}

const all = (conditions: SQL[]): SQL => sql.join(conditions, sql` AND `);

/** Only the columns of the record itself: a file is compared with them, not with the names behind its references. */
function bare(resource: Resource): Resource {
  const contract: Contract = { ...resource.contract, relations: {} };
  return { ...resource, contract };
}
