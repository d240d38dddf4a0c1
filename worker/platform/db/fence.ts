import { type SQL, sql } from 'drizzle-orm';
import { DatabaseError } from './database-error.ts';

/**
 * Ends the transaction by an error unless the condition is true: for a write that holds only while what it was decided by is as it was read. The
 * time of the write context takes no NULL.
 */
export function requireUnchanged(condition: SQL): SQL {
  return sql`UPDATE write_context SET at = iif(${condition}, at, NULL)`;
}

/** Whether a write ended at `requireUnchanged`. */
export function isOutdated(error: unknown): boolean {
  return error instanceof DatabaseError && error.kind === 'outdated';
}
