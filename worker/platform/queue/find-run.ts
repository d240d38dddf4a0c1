import { sql } from 'drizzle-orm';
import { query } from '../db/query.ts';
import { hasRows } from '../db/typed-rows.ts';
import type { Deps } from '../deps.ts';
import type { JobMessage } from './messages.ts';
import { activeStatuses, type QueuedWork, tableOf } from './run.ts';

/** The run that a message works on, if it is the message of one. */
export function findRunOf(kinds: readonly QueuedWork[], message: JobMessage): { work: QueuedWork; id: number } | undefined {
  const work = kinds.find((kind) => kind.messageFor(0).type === message.type);
  const id = Object.values(message).find((value): value is number => typeof value === 'number');
  return work && id !== undefined ? { work, id } : undefined;
}

/** Whether a message works on a run at this moment. */
export function isAtWork({ db, clock }: Deps, work: QueuedWork, id: number): Promise<boolean> {
  const isHeld = sql`status IN ${activeStatuses(work)} AND claim IS NOT NULL AND lease_until > ${clock.now()}`;
  return db.read(query(sql`SELECT 1 AS held FROM ${tableOf(work)} WHERE id = ${id} AND ${isHeld}`, hasRows));
}
