import { sql } from 'drizzle-orm';
import { SCRIPT_AUTHOR } from '../../platform/db/client.ts';
import type { Deps } from '../../platform/deps.ts';

/** Fewer rows are not worth a write; an isolate that ends with them is undercounted by as many. */
export const FEWEST_ROWS = 10_000;

/** The month in which the plan counts, YYYY-MM, of epoch milliseconds. */
export const utcMonth = (now: number): string => new Date(now).toISOString().slice(0, 7);

/** Adds what this isolate has read and written to the month's rows. */
export async function noteRowUse({ db, clock, rowUse }: Pick<Deps, 'db' | 'clock' | 'rowUse'>): Promise<void> {
  const { read, written } = rowUse;
  if (read < FEWEST_ROWS) return;
  Object.assign(rowUse, { read: 0, written: 0 });
  await db.write(
    [
      sql`INSERT INTO row_use (month, rows_read, rows_written) VALUES (${utcMonth(clock.now())}, ${read}, ${written})
        ON CONFLICT (month) DO UPDATE SET rows_read = rows_read + excluded.rows_read, rows_written = rows_written + excluded.rows_written`,
    ],
    SCRIPT_AUTHOR,
  );
}
