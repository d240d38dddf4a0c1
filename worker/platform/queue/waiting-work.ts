import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Grant } from '../../contracts/roles.ts';
import type { Actor, Caller } from '../caller.ts';
import { type Query, query } from '../db/query.ts';
import { asNumber, readValue } from '../db/typed-rows.ts';
import { AppError } from '../errors.ts';

/** Runs of one person that may wait or be at work, of all kinds together. */
const MAX_WAITING = 10;

/** What a kind of queued work is counted by. */
export interface OwnedWork {
  table: SQLiteTable;
  /** Statuses of a run that is not over. */
  activeStatuses: readonly string[];
  /** Whose run it is, as SQL over the row `r` of the table: NULL for one that nobody asked for. */
  owner: SQL;
}

/** How much a person has in the queue. */
function queryWaiting({ queuedWork }: { queuedWork: readonly OwnedWork[] }, personId: number): Query<number> {
  const counts = queuedWork.map(({ table, activeStatuses, owner }) => {
    const active = sql.raw(activeStatuses.map((status) => `'${status}'`).join(', '));
    return sql`SELECT COUNT(*) AS n FROM ${sql.identifier(getTableName(table))} r WHERE r.status IN (${active}) AND ${owner} = ${personId}`;
  });
  return query(sql`SELECT SUM(n) AS n FROM (${sql.join(counts, sql` UNION ALL `)})`, readValue(asNumber));
}

/** Throws `work_waiting` where a person has as much in the queue as one may have. */
function refuseWhenFull(waiting: number): void {
  if (waiting >= MAX_WAITING) throw new AppError('work_waiting', { count: MAX_WAITING }, { retryAfter: 30 });
}

/** Who calls, with the right to, and has room in the queue. */
export async function requireRoomInQueue(
  deps: { queuedWork: readonly OwnedWork[] },
  caller: Caller,
  grant: Grant | undefined,
): Promise<Actor> {
  const { actor, results } = await caller.read(grant, ({ id }) => queryWaiting(deps, id));
  refuseWhenFull(results);
  return actor;
}
