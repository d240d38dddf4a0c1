import { sql } from 'drizzle-orm';
import type { Actor } from '../../../platform/caller.ts';
import { type Query, query } from '../../../platform/db/query.ts';
import { asJson, readValue } from '../../../platform/db/typed-rows.ts';
import { visibleDepartment } from '../../../platform/department-scope.ts';

/** Whose names the reader may see in what is derived from totals: null for everybody's. Others are counted, never named. */
export type VisiblePeople = ReadonlySet<number> | null;

export function selectVisiblePeople(actor: Actor): Query<VisiblePeople> {
  const department = visibleDepartment(actor, 'people');
  if (department === null) return query({}, () => null);
  const ids = sql`SELECT json_group_array(id) AS ids FROM users WHERE department_id = ${department}`;
  return query(query(ids, readValue(asJson<number[]>())), (read) => new Set(read));
}

/** Whether this person may be named; what is about nobody may be named to all. */
export function isPersonVisible(visible: VisiblePeople, person: number | undefined): boolean {
  return visible === null || person === undefined || visible.has(person);
}
