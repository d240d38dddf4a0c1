import { type SQL, sql } from 'drizzle-orm';
import { MADE_BY_NAME } from '../../../contracts/calls/imports.ts';
import { selectUses } from '../../../crud/references.ts';
import type { Resource } from '../../../crud/resource.ts';
import { listReferencesTo, RESOURCES } from '../../../resources/registry.ts';
import { importableOf } from '../importable.ts';
import { importRequest, type Job } from '../work.ts';

/**
 * In the transaction that ends an import which made names: removes those of rows that were not written after all, and has its operation go by the
 * records of the file, not by the names that came before them.
 */
export function settleNames({ id, entity }: Job): SQL[] {
  const request = importRequest(id);
  const isDone = sql`(SELECT status FROM imports WHERE id = ${id}) = 'done'`;
  const made = RESOURCES.filter(({ contract: { name } }) => Object.hasOwn(MADE_BY_NAME, name) && name !== entity);
  // What belongs to another goes first: the other is in use until then.
  const inOrder = made.toSorted((left, right) => Number(isChild(right)) - Number(isChild(left)));
  const removed = inOrder.map((resource) => {
    const unused = listReferencesTo(resource).map((reference) => sql` AND NOT EXISTS (SELECT 1 FROM ${selectUses(reference, sql`t.id`)})`);
    return sql`DELETE FROM ${sql.identifier(resource.table)} AS t WHERE t.id IN (SELECT h.record_id FROM history h
      WHERE h.request_id = ${request} AND +h.entity = ${resource.table} AND h.action = 'insert')
      AND ${isDone}${sql.join(unused)}`;
  });
  const { table } = importableOf(entity).resource;
  return [...removed, sql`UPDATE operations SET entity = ${table} WHERE request_id = ${request} AND ${isDone}`];
}

const isChild = ({ contract: { name } }: Resource): boolean => MADE_BY_NAME[name]?.parent !== undefined;
