import { sql } from 'drizzle-orm';
import { query } from '../../../platform/db/query.ts';
import { asText, readColumn } from '../../../platform/db/typed-rows.ts';
import type { Deps } from '../../../platform/deps.ts';
import { selectStates } from './states.ts';

export interface ChangedStatement {
  user: number;
  /** YYYY-MM. */
  month: string;
  /** Hash of the statement as it is now. */
  sha256: string;
}

/** Months that are looked at: the newest that somebody confirmed. */
const MAX_MONTHS = 6;

/** Statements that are no longer what their person confirmed. */
export async function findChangedStatements({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<ChangedStatement[]> {
  const newest = sql`SELECT DISTINCT month FROM statement_confirmations ORDER BY month DESC LIMIT ${MAX_MONTHS}`;
  const changed: ChangedStatement[] = [];
  for (const month of await db.read(query(newest, readColumn(asText)))) {
    const readStates = await db.read(selectStates(month, {}));
    const { people } = await readStates({ readMore: db.read }, clock.today());
    for (const { totals, confirmation, sha256 } of people)
      if (sha256 && sha256 !== confirmation?.sha256) changed.push({ user: totals.user_id, month, sha256 });
  }
  return changed;
}
