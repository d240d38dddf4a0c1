import { type SQL, sql } from 'drizzle-orm';
import { MADE_BY_NAME } from '../../../contracts/calls/imports.ts';
import { selectUses } from '../../../crud/references.ts';
import { listReferencesTo, RESOURCES } from '../../../resources/registry.ts';
import { importRequest, type Job } from '../work.ts';

/** Removes, in the transaction that ends an import, the records that it made for names of rows which were not written after all. */
export function removeUnusedNames({ id, entity }: Job): SQL[] {
  const made = RESOURCES.filter(({ contract: { name } }) => Object.hasOwn(MADE_BY_NAME, name) && name !== entity);
  return made.map((resource) => {
    const unused = listReferencesTo(resource).map((reference) => sql` AND NOT EXISTS (SELECT 1 FROM ${selectUses(reference, sql`t.id`)})`);
    return sql`DELETE FROM ${sql.identifier(resource.table)} AS t WHERE t.id IN (SELECT h.record_id FROM history h
      WHERE h.request_id = ${importRequest(id)} AND +h.entity = ${resource.table} AND h.action = 'insert')
      AND (SELECT status FROM imports WHERE id = ${id}) = 'done'${sql.join(unused)}`;
  });
}
