import { type SQL, sql } from 'drizzle-orm';
import type { Lang, Text } from '../contracts/text.ts';
import { type Query, query } from '../platform/db/query.ts';
import { asNumber, readRows } from '../platform/db/typed-rows.ts';

/** A column that holds ids of the entity that is deleted from. */
export interface Reference {
  label: Text;
  table: string;
  column: string;
  list: boolean;
}

/** Who uses each of the ids that is used, in words: `label (count)`, joined. */
export function queryUses(references: readonly Reference[], ids: readonly number[], lang: Lang): Query<ReadonlyMap<number, string>> {
  const counts = references.map(
    (reference, index) => sql`SELECT j.value AS id, ${index} AS reference, COUNT(*) AS uses FROM json_each(${JSON.stringify(ids)}) j
      CROSS JOIN ${selectUses(reference, sql`j.value`)} GROUP BY j.value`,
  );
  const readUses = readRows({ id: asNumber, reference: asNumber, uses: asNumber }, (row) => ({
    ...row,
    label: references[row.reference]!.label,
  }));
  return query(counts.length === 0 ? sql`SELECT 0 WHERE 0` : sql.join(counts, sql` UNION ALL `), (result) => {
    const found = Map.groupBy(readUses(result), ({ id }) => id);
    return new Map([...found].map(([id, rows]) => [id, rows.map(({ label, uses }) => `${label[lang]} (${uses})`).join(', ')]));
  });
}

/** Rows of the reference's table that use this id, as a FROM part with its condition. */
export function selectUses({ table, column, list }: Reference, id: SQL): SQL {
  const from = sql.identifier(table);
  if (!list) return sql`${from} u WHERE u.${sql.identifier(column)} = ${id}`;
  return sql`${from} u, json_each(u.${sql.identifier(column)}) l WHERE l.value = ${id}`;
}
