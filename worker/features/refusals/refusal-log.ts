import { sql } from 'drizzle-orm';
import type { MiddlewareHandler } from 'hono';
import { createDelayedFlush } from '../../platform/after-answer.ts';
import type { SessionEnv } from '../../platform/auth/authenticate.ts';
import { NOW, SCRIPT_AUTHOR } from '../../platform/db/client.ts';
import type { Deps } from '../../platform/deps.ts';
import { apiPattern } from '../../platform/route-pattern.ts';
import { toOfficeTime } from '../../platform/text/office-time.ts';
import { ADMINS } from '../notify/notify.ts';

const REFUSALS = [401, 403, 429];
const FLUSH_MS = 5_000;
const MAX_PENDING = 1_000;
const BURST = 50;
const BURST_MS = 600_000;

interface Pending {
  user_id: number;
  route: string;
  status: number;
  count: number;
  first_at: string;
  last_at: string;
}

export interface RefusalLog {
  count: MiddlewareHandler<SessionEnv>;
  /** Writes what this isolate has counted. A failure is logged, and those counts are lost. */
  flush(): Promise<void>;
}

/**
 * Counts what signed-in people are refused, in memory, and writes the counts at most every five seconds, so that a flood of refusals is no
 * flood of writes. Fifty of one person within ten minutes make a notice for Admins, one an hour.
 */
export function createRefusalLog({ db, clock }: Pick<Deps, 'db' | 'clock'>): RefusalLog {
  let pending = new Map<string, Pending>();

  async function flush(): Promise<void> {
    const counted = [...pending.values()];
    pending = new Map();
    if (counted.length === 0) return;
    await db
      .write(statements(counted, clock.now()), SCRIPT_AUTHOR)
      .catch((error: Error) => console.error(JSON.stringify({ task: 'security_refusals', error: error.message })));
  }

  const flushLater = createDelayedFlush(clock, FLUSH_MS, flush);

  function add(userId: number, route: string, status: number): void {
    const key = `${userId} ${status} ${route}`;
    const at = clock.time();
    const known = pending.get(key);
    if (known) Object.assign(known, { count: known.count + 1, last_at: at });
    else if (pending.size < MAX_PENDING) pending.set(key, { user_id: userId, route, status, count: 1, first_at: at, last_at: at });
  }

  return {
    flush,
    async count(c, next) {
      await next();
      const userId = c.get('userId') as number | undefined;
      if (userId === undefined || !REFUSALS.includes(c.res.status)) return;
      add(userId, `${c.req.method} ${apiPattern(c)}`, c.res.status);
      await flushLater(c);
    },
  };
}

function statements(counted: readonly Pending[], now: number) {
  const rows = sql`SELECT value ->> 'user_id' AS user_id, value ->> 'route' AS route, value ->> 'status' AS status, value ->> 'count' AS count,
    value ->> 'first_at' AS first_at, value ->> 'last_at' AS last_at FROM json_each(${JSON.stringify(counted)})`;
  const since = toOfficeTime(now - BURST_MS).slice(0, 16);
  const hour = toOfficeTime(now).slice(0, 13);
  return [
    sql`INSERT INTO security_refusals (user_id, route, status, count, first_at, last_at) SELECT * FROM (${rows}) WHERE true
      ON CONFLICT (user_id, route, status) DO UPDATE SET count = count + excluded.count, last_at = excluded.last_at`,
    sql`INSERT INTO refusal_minutes (user_id, minute, count)
      SELECT user_id, substr(last_at, 1, 16) AS minute, SUM(count) FROM (${rows}) WHERE true GROUP BY user_id, minute
      ON CONFLICT (user_id, minute) DO UPDATE SET count = count + excluded.count`,
    sql`INSERT OR IGNORE INTO notices (user_id, event, kind, params, at)
      SELECT a.id, 'many_refusals:' || b.user_id || ':' || ${hour}, 'many_refusals', json_object('name', u.name, 'count', b.count),
        ${NOW}
      FROM (SELECT user_id, SUM(count) AS count FROM refusal_minutes
          WHERE minute > ${since} AND user_id IN (SELECT value ->> 'user_id' FROM json_each(${JSON.stringify(counted)})) GROUP BY user_id) b
        JOIN users u ON u.id = b.user_id CROSS JOIN (${ADMINS}) a WHERE b.count >= ${BURST}`,
  ];
}
