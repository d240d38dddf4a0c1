import { sql } from 'drizzle-orm';
import { ACTIVE_FIELDS } from '../../contracts/calls/users.ts';
import { ADMIN } from '../../contracts/roles.ts';
import { throwApiError } from '../../crud/api-error.ts';
import { wholeValues } from '../../crud/call-values.ts';
import { authorizeThenValidate, type Caller } from '../../crud/caller.ts';
import { visible } from '../../crud/read.ts';
import type { Resource, Values } from '../../crud/resource.ts';
import { foundRow, rowById } from '../../crud/row.ts';
import { AppError } from '../../errors.ts';
import { endSessions } from '../auth/sessions.ts';

/** Activates or deactivates a user and answers the row; a deactivated one is signed out everywhere. Never oneself, never the last Admin. */
export async function setActive(users: Resource, caller: Caller, readBody: () => Promise<Values>): Promise<Values> {
  const { userId, active } = await authorizeThenValidate(caller, ADMIN, async () =>
    wholeValues(ACTIVE_FIELDS, await readBody(), caller.lang),
  );
  const { actor, results } = await caller.read(ADMIN, () => [rowById(users, userId)]);
  const { row } = visible(users, foundRow(users, results[0]), caller.lang);
  if (userId === actor.id && active === 0) throw new AppError('own_account');
  const written = await caller
    .write([
      sql`UPDATE users SET active = ${active}, updated_at = ${caller.clock.time()}, version = version + 1 WHERE id = ${userId} AND active <> ${active}`,
      ...(active === 0 ? [endSessions(caller.clock, 'inactive', sql`user_id = ${userId}`)] : []),
      rowById(users, userId),
    ])
    .catch((error) => throwApiError(users, caller, error, [row]));
  return visible(users, foundRow(users, written.at(-1)), caller.lang).row;
}
