import { sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { planStates } from './states.ts';

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
  const [months] = await db.read([sql`SELECT DISTINCT month FROM statement_confirmations ORDER BY month DESC LIMIT ${MAX_MONTHS}`]);
  const changed: ChangedStatement[] = [];
  for (const row of months!.rows) {
    const month = String(row.month);
    const plan = planStates(month);
    const reader = { readMore: db.read };
    const { people } = await plan.read(reader, await db.read(plan.statements({})), {}, clock.today());
    for (const { totals, confirmation, sha256 } of people)
      if (sha256 && sha256 !== confirmation?.sha256) changed.push({ user: totals.user_id, month, sha256 });
  }
  return changed;
}
