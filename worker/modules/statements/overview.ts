import { sql } from 'drizzle-orm';
import { STATEMENT_PARAMS, type StatementOverview, type StatementState } from '../../contracts/calls/statements.ts';
import { STAFF } from '../../contracts/roles.ts';
import { paramValues } from '../../crud/call-values.ts';
import { authorizeThenValidate, type Caller } from '../../crud/caller.ts';
import { departmentFor } from '../totals/scope.ts';
import { sortEntries, toTotalRow } from '../totals/total-entries.ts';
import { planTotals, TOTALS_RESULTS } from '../totals/totals.ts';
import { confirmationsStatement, readConfirmations, readReview, reviewStatement, stateOf } from './confirmations.ts';
import { figuresOf, figuresStatement, hashFigures, noLines, readFigures } from './figures.ts';
import { askedMonth, periodOfMonth } from './month.ts';

export interface StatementOverviews {
  data: StatementOverview[];
  /** People by state. */
  counts: Record<StatementState, number>;
}

/** `GET /statements?year=&month=`: how each person of the reader's department stands to their month. One round trip. */
export async function listStatements(caller: Caller, params: URLSearchParams): Promise<StatementOverviews> {
  const asked = await authorizeThenValidate(caller, STAFF, () =>
    askedMonth(paramValues(STATEMENT_PARAMS, params, caller.lang), caller.clock),
  );
  const period = periodOfMonth(asked.key);
  const plan = planTotals(period);
  // Only who confirmed has something to compare; all of them are few enough to be read whole.
  const confirmed = sql`SELECT DISTINCT user_id FROM statement_confirmations WHERE month = ${asked.key}`;
  const concerned = sql`SELECT user_id AS id FROM statement_confirmations WHERE month = ${asked.key}
    UNION SELECT user_id FROM questions WHERE month = ${asked.key} AND status <> 'closed'`;
  const { actor, results } = await caller.read(STAFF, (actor) => [
    reviewStatement(asked.key),
    confirmationsStatement(asked.key, concerned),
    figuresStatement(period, confirmed),
    ...plan.statements({ department: departmentFor(actor, undefined) }),
  ]);
  const [reviews, confirmations, lines, ...rest] = results;
  const { entries } = await plan.read(caller, rest.slice(0, TOTALS_RESULTS), { department: departmentFor(actor, undefined) });
  const review = readReview(reviews!);
  const stored = readConfirmations(confirmations!);
  const figures = readFigures(lines!);
  const counts: StatementOverviews['counts'] = { none: 0, confirmed: 0, changed: 0, asked: 0, silent: 0 };
  const data: StatementOverview[] = [];
  for (const entry of sortEntries(entries, { key: 'name', descending: false })) {
    const totals = toTotalRow(entry);
    const own = stored.get(totals.user_id);
    const current = own?.sha256
      ? await hashFigures(totals.user_id, asked.key, figuresOf(totals, figures.get(totals.user_id) ?? noLines()))
      : '';
    const state = stateOf(own, current, review, caller.clock.today());
    counts[state]++;
    data.push({
      user_id: totals.user_id,
      username: totals.username,
      name: totals.name,
      state,
      total_point_1: totals.total_point_1,
      total_point_2: totals.total_point_2,
      confirmed_at: own?.confirmed_at ?? null,
      open_questions: own?.open_questions ?? 0,
    });
  }
  return { data, counts };
}
