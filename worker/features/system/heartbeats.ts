import { type SQL, sql } from 'drizzle-orm';
import { NOW, SCRIPT_AUTHOR } from '../../platform/db/client.ts';
import type { Deps } from '../../platform/deps.ts';
import type { JobMessage } from '../../platform/queue/messages.ts';

/** Jobs that keep no run of their own: how the last of each ended is their heartbeat. */
const WATCHED_JOBS: readonly JobMessage['type'][] = ['backup', 'cleanup', 'maintain_seals', 'verify_seals', 'queue_heartbeat'];

export function isWatchedJob(type: string | null): type is string {
  return (WATCHED_JOBS as readonly (string | null)[]).includes(type);
}

/** Notes that work of this name has ended well, and what it wants to know the next time. */
export async function noteSuccess({ db }: Pick<Deps, 'db'>, name: string, message: string | null = null): Promise<void> {
  await db.write(
    [heartbeat(name, sql`ok_at = excluded.first_at, message = excluded.message`, sql`${NOW}, NULL, ${message}`)],
    SCRIPT_AUTHOR,
  );
}

/** A statement that notes that work of this name has failed for good. */
export function failureStatement(name: string, message: SQL): SQL {
  return heartbeat(name, sql`failed_at = excluded.first_at, message = excluded.message`, sql`NULL, ${NOW}, ${message}`);
}

function heartbeat(name: string, update: SQL, rest: SQL): SQL {
  return sql`INSERT INTO heartbeats (name, first_at, ok_at, failed_at, message) VALUES (${name}, ${NOW}, ${rest})
    ON CONFLICT (name) DO UPDATE SET ${update}`;
}
