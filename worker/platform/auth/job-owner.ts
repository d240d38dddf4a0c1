import { type SQL, sql } from 'drizzle-orm';
import { type Grant, isGranted } from '../../contracts/roles.ts';
import { query } from '../db/query.ts';
import { asJson, asNumber, orNull, readOne } from '../db/typed-rows.ts';
import type { Deps } from '../deps.ts';
import { COUNTING_ROLES, isUsable } from './sessions.ts';

const OWNER = { id: orNull(asNumber), roles: orNull(asJson<string[]>()) };

/** Whether whoever asked for work of the queue may still have it done: active, not locked, with the right. `owner`: the person's id; NULL for nobody. */
export async function mayOwnerGoOn({ db, clock }: Deps, owner: SQL, grant: Grant): Promise<boolean> {
  const roles = sql`(SELECT ${COUNTING_ROLES} FROM users u WHERE u.id = o.id AND ${isUsable(clock)})`;
  const { id, ...found } = await db.read(query(sql`SELECT o.id, ${roles} AS roles FROM (SELECT ${owner} AS id) o`, readOne(OWNER)));
  return id === null || (found.roles !== null && isGranted(found.roles, grant));
}
