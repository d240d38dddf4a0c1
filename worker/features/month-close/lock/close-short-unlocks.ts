import { sql } from 'drizzle-orm';
import { LONG_READ_MS, LONG_WRITE_MS, SCRIPT_AUTHOR } from '../../../platform/db/client.ts';
import { query } from '../../../platform/db/query.ts';
import { monthLocks } from '../../../platform/db/schema/month-locks.ts';
import { asText, readRows } from '../../../platform/db/typed-rows.ts';
import type { Deps } from '../../../platform/deps.ts';
import { toOfficeTime } from '../../../platform/text/office-time.ts';
import { ADMINS, notify } from '../../notify/notify.ts';
import { type SealStore, sealMonth } from '../seals/seal-month.ts';
import { pickOpenPoints, selectChecklist } from './checklist.ts';

/** A month that is not sealed so long after its end is told to Admins. */
const OVERDUE_MS = 5 * 60_000;

/**
 * Locks and seals the months whose short unlock has ended; writers are kept out of them by the clock already. What fails or dies is done again a minute
 * later: until then, nothing of it is written.
 */
export async function closeShortUnlocks({ db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>): Promise<void> {
  const { month } = monthLocks;
  const ended = sql`SELECT month, open_until FROM month_locks WHERE open_until <= ${clock.time()} ORDER BY open_until`;
  const errors: unknown[] = [];
  const months = await db.read(query(ended, readRows({ month, open_until: asText })));
  const store: SealStore = {
    read: (plan) => db.read(plan, LONG_READ_MS),
    write: (plan) => db.write(plan, SCRIPT_AUTHOR, LONG_WRITE_MS),
    clock,
  };
  for (const { month, open_until: until } of months) {
    const review = query(
      selectChecklist(month),
      (readChecklist) =>
        async (...people: Parameters<typeof readChecklist>) =>
          pickOpenPoints(await readChecklist(...people)),
    );
    try {
      await sealMonth(store, { month, by: null, reason: null, review, until });
    } catch (error) {
      errors.push(error);
      if (until > toOfficeTime(clock.now() - OVERDUE_MS)) continue;
      const told = { kind: 'month_not_sealed', event: `month_not_sealed:${month}:${until}`, people: ADMINS, params: { month } } as const;
      await db.write(notify(told), SCRIPT_AUTHOR);
    }
  }
  if (months.length > errors.length) await jobs.send({ type: 'maintain_seals' }).catch(() => undefined);
  if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join('; '));
}
