import { sql } from 'drizzle-orm';
import { CLAIM_COLUMNS, CLAIM_READERS } from '../../platform/auth/sessions.ts';
import type { Actor } from '../../platform/caller.ts';
import type { Database } from '../../platform/db/client.ts';
import { query } from '../../platform/db/query.ts';
import { users } from '../../platform/db/schema/organisation.ts';
import { readOne } from '../../platform/db/typed-rows.ts';

/** Whoever asked for an import, with the rights of this moment: the file waits in the queue, and rights may be taken meanwhile. */
export async function readImportActor(db: Database, userId: number): Promise<Actor> {
  const { username, name } = users;
  const person = await db.read(
    query(
      sql`SELECT ${CLAIM_COLUMNS}, u.username, u.name FROM users u WHERE u.id = ${userId}`,
      readOne({ ...CLAIM_READERS, username, name }),
    ),
  );
  return { ...person, hasFreshProof: false };
}
