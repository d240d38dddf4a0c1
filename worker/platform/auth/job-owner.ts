import { type SQL, sql } from 'drizzle-orm';
import { type Grant, isGranted } from '../../contracts/roles.ts';
import { query } from '../db/query.ts';
import { asJson, readColumn } from '../db/typed-rows.ts';
import type { Deps } from '../deps.ts';
import { COUNTING_ROLES, isUsable } from './sessions.ts';

/** Whether whoever asked for work of the queue may still have it done: active, not locked, with the right. `owner`: the person's id; null for nobody. */
export async function mayOwnerGoOn({ db, clock }: Deps, owner: SQL | number | null, grant: Grant): Promise<boolean> {
  if (owner === null) return true;
  const [roles] = await db.read(
    query(sql`SELECT ${COUNTING_ROLES} AS roles FROM users u WHERE u.id = ${owner} AND ${isUsable(clock)}`, readColumn(asJson<string[]>())),
  );
  return roles !== undefined && isGranted(roles, grant);
}
