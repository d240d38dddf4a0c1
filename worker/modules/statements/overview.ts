import type { ResultSet } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import { STATEMENT_PARAMS, type StatementOverview, type StatementOverviews } from '../../contracts/calls/statements.ts';
import { STAFF } from '../../contracts/roles.ts';
import { paramValues } from '../../crud/call-values.ts';
import { type Actor, authorizeThenValidate, type Caller } from '../../crud/caller.ts';
import { departmentFor } from '../totals/scope.ts';
import { sortEntries, toTotalRow } from '../totals/total-entries.ts';
import { planTotals, TOTALS_RESULTS } from '../totals/totals.ts';
import { confirmationsStatement, readConfirmations, readReview, reviewStatement, stateOf } from './confirmations.ts';
import { figuresOf, figuresStatement, hashFigures, noLines, readFigures } from './figures.ts';
import { askedMonth, periodOfMonth } from './month.ts';

/** `GET /statements?year=&month=`: how each person of the reader's department stands to their month. One round trip. */
export async function listStatements(caller: Caller, params: URLSearchParams): Promise<StatementOverviews> {
  const asked = await authorizeThenValidate(caller, STAFF, () =>
    askedMonth(paramValues(STATEMENT_PARAMS, params, caller.lang), caller.clock),
  );
  const plan = planOverviews(asked.key);
  const { actor, results } = await caller.read(STAFF, (actor) => plan.statements(actor));
  return plan.read(caller, actor, results);
}

/** How people stand to a month (YYYY-MM): the statements of one round trip, and the reader of their results, which may be followed by others. */
export function planOverviews(month: string) {
  const period = periodOfMonth(month);
  const plan = planTotals(period);
  // Only who confirmed has something to compare; all of them are few enough to be read whole.
  const confirmed = sql`SELECT DISTINCT user_id FROM statement_confirmations WHERE month = ${month}`;
  const concerned = sql`SELECT user_id AS id FROM statement_confirmations WHERE month = ${month}
    UNION SELECT user_id FROM questions WHERE month = ${month} AND status <> 'closed'`;
  const filterFor = (actor: Actor) => ({ department: departmentFor(actor, undefined) });
  return {
    statements: (actor: Actor): SQL[] => [
      reviewStatement(month),
      confirmationsStatement(month, concerned),
      figuresStatement(period, confirmed),
      ...plan.statements(filterFor(actor)),
    ],
    async read(caller: Caller, actor: Actor, results: readonly ResultSet[]): Promise<StatementOverviews> {
      const [reviews, confirmations, lines, ...rest] = results;
      const { entries } = await plan.read(caller, rest.slice(0, TOTALS_RESULTS), filterFor(actor));
      const review = readReview(reviews!);
      const stored = readConfirmations(confirmations!);
      const figures = readFigures(lines!);
      const counts: StatementOverviews['counts'] = { none: 0, confirmed: 0, changed: 0, asked: 0, silent: 0 };
      const data: StatementOverview[] = [];
      for (const entry of sortEntries(entries, { key: 'name', descending: false })) {
        const totals = toTotalRow(entry);
        const own = stored.get(totals.user_id);
        const isConfirmed = typeof own?.sha256 === 'string';
        const current = isConfirmed
          ? await hashFigures(totals.user_id, month, figuresOf(totals, figures.get(totals.user_id) ?? noLines()))
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
      return { data, counts, review };
    },
  };
}
