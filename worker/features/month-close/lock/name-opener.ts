import { sql } from 'drizzle-orm';
import { query } from '../../../platform/db/query.ts';
import { monthLocks } from '../../../platform/db/schema/month-locks.ts';
import { asText, orNull, readFirst } from '../../../platform/db/typed-rows.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';

/** The error of a write into a locked month says of one that is open for a short while to whom, and until when. Other errors stay as they are. */
export async function nameOpener({ db, clock }: Pick<Deps, 'db' | 'clock'>, error: unknown): Promise<unknown> {
  if (!(error instanceof AppError) || error.code !== 'month_locked') return error;
  const months = JSON.stringify(String(error.params.month).split(', '));
  const opened = sql`SELECT l.month, l.open_until, u.name FROM month_locks l LEFT JOIN users u ON u.id = l.user_id
    WHERE l.open_until IS NOT NULL AND l.month IN (SELECT value FROM json_each(${months}))`;
  const lock = await db
    .read(query(opened, readFirst({ month: monthLocks.month, open_until: asText, name: orNull(asText) })))
    .catch(() => undefined);
  if (!lock) return error;
  const { month, open_until, name } = lock;
  const code = clock.time() < open_until ? 'month_open_to_others' : 'month_open_ended';
  return new AppError(code, { month, name: name ?? '–', until: open_until.slice(11, 16) });
}
