import { createHash, timingSafeEqual } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Hono } from 'hono';
import { crawlCalls as calls } from '../../contracts/calls/declared/crawl.ts';
import { bindRoute } from '../../platform/call-routes.ts';
import type { AppEnv } from '../../platform/caller.ts';
import { query } from '../../platform/db/query.ts';
import { crawlPush } from '../../platform/db/schema/crawl.ts';
import { readRows } from '../../platform/db/typed-rows.ts';
import type { Deps } from '../../platform/deps.ts';
import { AppError } from '../../platform/errors.ts';
import { selectSourceSettings } from './settings/saved.ts';
import { startCrawl } from './start.ts';
import { CRAWL_AUTHOR } from './work.ts';

/** Between two readings that the source asks for. */
const INTERVAL_MS = 10_000;

/**
 * `POST crawl_push/{secret}`: the source says that a job changed. Nothing of what it sends is read: what changed is asked of the source itself,
 * by one message for all calls until then. Throws `not_found` for another secret, which takes as long as the right one.
 */
export function pushRoutes(app: Hono<AppEnv>, deps: Deps): void {
  bindRoute(app, calls.push, async (c) => {
    const { crawlPushSecret } = deps.settings;
    if (!crawlPushSecret || !isSame(c.req.param('secret'), crawlPushSecret)) throw new AppError('not_found', { what: '/crawl_push' });
    await requestReading(deps);
    return c.json({ message: 'OK' });
  });
}

const isSame = (given: string, secret: string) => timingSafeEqual(digest(given), digest(secret));
const digest = (text: string) => createHash('sha256').update(text).digest();

/** Puts a reading on the queue unless one waits there. One that waits for over a minute was lost. */
async function requestReading({ db, clock, jobs }: Deps): Promise<void> {
  const now = clock.now();
  const { due } = await db.write(
    {
      due: query(
        sql`INSERT INTO crawl_push (id, is_due, due_at) VALUES (1, 1, ${now})
          ON CONFLICT (id) DO UPDATE SET is_due = 1, due_at = max(${now}, iif(is_due, ${now}, due_at))
          WHERE is_due = 0 OR due_at < ${now - 60_000} RETURNING due_at`,
        readRows({ due_at: crawlPush.due_at }, ({ due_at }) => due_at),
      ),
    },
    CRAWL_AUTHOR,
  );
  const [dueAt] = due;
  if (dueAt !== undefined) await jobs.send({ type: 'crawl_pushed' }, { delaySeconds: Math.ceil((dueAt - now) / 1000) });
}

/** What a pushed reading does: a crawl of what changed. One that is at work may have passed the job already, so it is asked for again. */
export async function readPushed(deps: Deps): Promise<void> {
  const { settings } = await deps.db.write(
    {
      done: sql`UPDATE crawl_push SET is_due = 0, due_at = ${deps.clock.now() + INTERVAL_MS}`,
      settings: selectSourceSettings,
    },
    CRAWL_AUTHOR,
  );
  const crawl = await startCrawl(deps, settings, { kind: 'pushed', requested_by: null });
  if (crawl && !crawl.created) await requestReading(deps);
}
