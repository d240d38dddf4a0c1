import { sql } from 'drizzle-orm';
import { COUNTING_ROLES } from '../../platform/auth/sessions.ts';
import type { Actor } from '../../platform/caller.ts';
import type { Database } from '../../platform/db/client.ts';
import { query } from '../../platform/db/query.ts';
import { users } from '../../platform/db/schema/organisation.ts';
import { asJson, readOne } from '../../platform/db/typed-rows.ts';

/** Whoever asked for an import, with the rights of this moment: the file waits in the queue, and rights may be taken meanwhile. */
export async function readImportActor(db: Database, userId: number): Promise<Actor> {
  const { id, username, name, department_id, dept_grp_id } = users;
  const person = await db.read(
    query(
      sql`SELECT u.id, u.username, u.name, u.department_id, u.dept_grp_id, ${COUNTING_ROLES} AS roles FROM users u WHERE u.id = ${userId}`,
      readOne({ id, username, name, department_id, dept_grp_id, roles: asJson<string[]>() }),
    ),
  );
  return { ...person, hasFreshProof: false };
}
