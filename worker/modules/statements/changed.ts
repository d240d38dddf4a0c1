import { sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { toTotalRow } from '../totals/total-entries.ts';
import { planTotals, TOTALS_RESULTS } from '../totals/totals.ts';
import { confirmationsStatement, readConfirmations } from './confirmations.ts';
import { figuresOf, figuresStatement, hashFigures, noLines, readFigures } from './figures.ts';
import { periodOfMonth } from './month.ts';

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
export async function findChangedStatements({ db }: Pick<Deps, 'db'>): Promise<ChangedStatement[]> {
  const [months] = await db.read([sql`SELECT DISTINCT month FROM statement_confirmations ORDER BY month DESC LIMIT ${MAX_MONTHS}`]);
  const changed: ChangedStatement[] = [];
  for (const row of months!.rows) changed.push(...(await changedOf(db, String(row.month))));
  return changed;
}

async function changedOf(db: Deps['db'], month: string): Promise<ChangedStatement[]> {
  const plan = planTotals(periodOfMonth(month));
  const people = sql`SELECT DISTINCT user_id AS id FROM statement_confirmations WHERE month = ${month}`;
  const [confirmations, lines, ...rest] = await db.read([
    confirmationsStatement(month, people),
    figuresStatement(periodOfMonth(month), people),
    ...plan.statements({}),
  ]);
  const { entries } = await plan.read({ readMore: (statements) => db.read(statements) }, rest.slice(0, TOTALS_RESULTS), {});
  const totals = new Map(entries.map((entry) => [entry.person.user_id, toTotalRow(entry)]));
  const figures = readFigures(lines!);
  const changed: ChangedStatement[] = [];
  for (const [user, stored] of readConfirmations(confirmations!)) {
    const row = totals.get(user);
    if (!row || !stored.sha256) continue;
    const sha256 = await hashFigures(user, month, figuresOf(row, figures.get(user) ?? noLines()));
    if (sha256 !== stored.sha256) changed.push({ user, month, sha256 });
  }
  return changed;
}
