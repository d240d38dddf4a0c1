import { sql } from 'drizzle-orm';
import type { MonthReview } from '../../../contracts/calls/answers/statements.ts';
import type { TotalRow } from '../../../contracts/calls/answers/totals.ts';
import type { StatementState } from '../../../contracts/calls/statements.ts';
import type { Reader } from '../../../platform/db/pieces.ts';
import { type Query, query } from '../../../platform/db/query.ts';
import { toMonthPeriod } from '../../totals/period.ts';
import { sortEntries, toTotalRow } from '../../totals/total-entries.ts';
import { selectTotals } from '../../totals/totals.ts';
import type { TotalsFilter } from '../../totals/totals-filter.ts';
import { deriveState, type StoredConfirmation, selectConfirmations, selectReview } from './confirmations.ts';
import { emptyLines, hashFigures, selectLineFigures, toFigures } from './figures.ts';

/** The state of a person's month. */
export interface PersonState {
  totals: TotalRow;
  state: StatementState;
  confirmation: StoredConfirmation | undefined;
  /** Hash of the statement as it is now; only of who has confirmed one. */
  sha256: string | null;
  /** It is no longer what was confirmed; a question about it (`asked`) does not hide that. */
  isChanged: boolean;
}

/** How people stand to a month (YYYY-MM), by name; further read only where there are thousands. */
export function selectStates(month: string, filter: TotalsFilter): Query<(reader: Reader, today: string) => Promise<MonthStates>> {
  const period = toMonthPeriod(month);
  // Only who confirmed has something to compare; all of them are few enough to be read whole.
  const confirmed = sql`SELECT DISTINCT user_id FROM statement_confirmations WHERE month = ${month}`;
  const concerned = sql`SELECT user_id AS id FROM statement_confirmations WHERE month = ${month}
    UNION SELECT user_id FROM questions WHERE month = ${month} AND status <> 'closed'`;
  const plan = {
    review: selectReview(month),
    confirmations: selectConfirmations(month, concerned),
    figures: selectLineFigures(period, confirmed),
    totals: selectTotals(period, filter),
  };
  return query(plan, ({ review, confirmations, figures, totals: readTotals }) => async (reader, today) => {
    const { entries } = await readTotals(reader);
    const people: PersonState[] = [];
    for (const entry of sortEntries(entries, { key: 'name', descending: false })) {
      const totals = toTotalRow(entry);
      const user = totals.user_id;
      const confirmation = confirmations.get(user);
      const sha256 = confirmation?.sha256 ? await hashFigures(user, month, toFigures(totals, figures.get(user) ?? emptyLines())) : null;
      const isChanged = sha256 !== null && sha256 !== confirmation?.sha256;
      people.push({ totals, confirmation, sha256, isChanged, state: deriveState(confirmation, sha256 ?? '', review, today) });
    }
    return { people, review };
  });
}

export interface MonthStates {
  people: PersonState[];
  review: MonthReview | null;
}

/** Counts the people in each state; somebody who has asked about a changed statement counts as both. */
export function countStates(people: readonly PersonState[]): Record<StatementState, number> {
  const counts = { none: 0, confirmed: 0, changed: 0, asked: 0, silent: 0 };
  for (const { state, isChanged } of people) {
    counts[state]++;
    if (isChanged && state !== 'changed') counts.changed++;
  }
  return counts;
}
