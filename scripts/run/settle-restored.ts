import type { Client } from '@libsql/client';
import { sql } from 'drizzle-orm';
import { noteFormerDigests } from '../../worker/features/notices/digest.ts';
import { endSessions } from '../../worker/platform/auth/sessions.ts';
import type { Clock } from '../../worker/platform/clock.ts';
import { createDatabase, SCRIPT_AUTHOR } from '../../worker/platform/db/client.ts';
import { query } from '../../worker/platform/db/query.ts';
import { asNumber, readValue } from '../../worker/platform/db/typed-rows.ts';

/**
 * Brings a restored database to the present: nobody is told again by mail of what came before the backup's last mail was due, and all sessions end,
 * since one that somebody ended after the backup would count again. Answers how many sessions ended, and how many access tokens still count.
 */
export async function settleRestored(client: Client, clock: Clock): Promise<{ sessions: number; accessTokens: number }> {
  const open = sql`SELECT COUNT(*) FROM sessions WHERE ended_at IS NULL AND expires_at > ${Math.floor(clock.now() / 1000)}`;
  const usable = sql`SELECT COUNT(*) FROM access_tokens WHERE ended_at IS NULL AND expires_at > ${clock.time()}`;
  const { sessions, accessTokens } = await createDatabase(() => client, clock.time).write(
    {
      sessions: query(open, readValue(asNumber)),
      accessTokens: query(usable, readValue(asNumber)),
      ended: endSessions(clock, 'restored', sql`1`),
      digests: noteFormerDigests(clock),
    },
    SCRIPT_AUTHOR,
  );
  return { sessions, accessTokens };
}
