import { type SQL, sql } from 'drizzle-orm';
import { MADE_BY_NAME } from '../../contracts/calls/imports.ts';
import { selectUses } from '../../crud/references.ts';
import type { Resource } from '../../crud/resource.ts';
import { listReferencesTo, RESOURCES } from '../../resources/registry.ts';

/** Removes the records that were made for names of an import's file and that nothing uses where it `ends`: their rows were refused after all. */
export function removeUnusedNames(id: number, ends: SQL): SQL[] {
  const made = RESOURCES.filter(({ contract: { name } }) => Object.hasOwn(MADE_BY_NAME, name));
  // What belongs to another goes first: the other is in use until then.
  return made
    .toSorted((left, right) => Number(isChild(right)) - Number(isChild(left)))
    .map((resource) => {
      const unused = listReferencesTo(resource).map(
        (reference) => sql` AND NOT EXISTS (SELECT 1 FROM ${selectUses(reference, sql`t.id`)})`,
      );
      return sql`DELETE FROM ${sql.identifier(resource.table)} AS t WHERE ${ends} AND t.id IN (SELECT h.record_id FROM imports i
        JOIN history h ON h.request_id = 'import-' || i.id AND +h.entity = ${resource.table} AND h.action = 'insert'
        WHERE i.id = ${id} AND i.entity <> ${resource.contract.name})${sql.join(unused)}`;
    });
}

const isChild = ({ contract: { name } }: Resource): boolean => MADE_BY_NAME[name]?.parent !== undefined;
