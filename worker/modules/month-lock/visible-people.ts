import type { ResultSet } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../crud/caller.ts';
import { visibleDepartment } from '../../department-scope.ts';

/** Whose names the reader may see in what is derived from totals: null for everybody's. Others are counted, never named. */
export type VisiblePeople = ReadonlySet<number> | null;

/** A statement for `readVisiblePeople`. */
export function selectVisiblePeople(actor: Actor): SQL {
  const department = visibleDepartment(actor, 'people');
  if (department === null) return sql`SELECT NULL AS ids`;
  return sql`SELECT json_group_array(id) AS ids FROM users WHERE department_id = ${department}`;
}

export function readVisiblePeople(result: ResultSet): VisiblePeople {
  const ids = result.rows[0]!.ids;
  return ids === null ? null : new Set(JSON.parse(String(ids)) as number[]);
}

/** Whether this person may be named; what is about nobody may be named to all. */
export function isPersonVisible(visible: VisiblePeople, person: number | undefined): boolean {
  return visible === null || person === undefined || visible.has(person);
}
