import { sql } from 'drizzle-orm';
import type { Statement, StatementFigures } from '../../../contracts/calls/answers/statements.ts';
import type { ListedTotal } from '../../../contracts/calls/answers/totals.ts';
import type { statementCalls } from '../../../contracts/calls/declared/statements.ts';
import type { CallInput, GrantedCaller } from '../../../platform/call-routes.ts';
import type { Actor } from '../../../platform/caller.ts';
import { query } from '../../../platform/db/query.ts';
import { hasRows } from '../../../platform/db/typed-rows.ts';
import { toMonthPeriod, toPeriodUpTo } from '../../totals/period.ts';
import { toListedTotal } from '../../totals/total-entries.ts';
import { selectTotals } from '../../totals/totals.ts';
import { deriveState, selectConfirmations, selectReview, toConfirmation } from './confirmations.ts';
import { emptyLines, hashFigures, selectLineFigures, toFigures } from './figures.ts';
import { selectInProgress, sumInProgress } from './in-progress.ts';
import { emptyMonth, type MonthAsked, resolveMonth } from './month.ts';
import { buildTotalsFilter, parseOwner, requireReadablePerson, type StatementPerson, selectPerson } from './reader.ts';

/** A person's month as the statement and its confirmation need it. */
export interface StatementRead {
  actor: Actor;
  statement: Statement;
  figures: StatementFigures;
  /** Questions about the month that nobody has answered. */
  unanswered: number;
}

/** `GET /statements/{user_id|me}?year=&month=`: one person's month, from the seal where the month is locked. One round trip. */
export async function readStatement(
  { caller, grant, values }: CallInput<typeof statementCalls.read>,
  ownerText: string,
): Promise<StatementRead> {
  return readOwnerStatement({ caller, grant }, parseOwner(ownerText, caller), resolveMonth(values, caller.clock));
}

/** The month and those before it, of which a statement has the totals. */
const MONTHS_SHOWN = 12;

export async function readOwnerStatement(
  { caller, grant }: GrantedCaller,
  owner: number | 'me',
  asked: MonthAsked,
): Promise<StatementRead> {
  const year = toPeriodUpTo(asked.key, MONTHS_SHOWN);
  const { actor, results } = await caller.read(grant, (actor) => {
    const user = owner === 'me' ? actor.id : owner;
    const person = sql`SELECT ${user} AS id`;
    return {
      person: selectPerson(user, actor, asked.key),
      isLocked: query(sql`SELECT 1 FROM month_locks WHERE month = ${asked.key} AND status = 1`, hasRows),
      review: selectReview(asked.key),
      confirmations: selectConfirmations(asked.key, person),
      figures: selectLineFigures(toMonthPeriod(asked.key), person),
      totals: selectTotals(year, buildTotalsFilter(actor, user)),
      inProgress: selectInProgress(user, asked.key, caller.clock.today()),
    };
  });
  const { isLocked, review } = results;
  const person = requireReadablePerson(results.person, caller);
  const user = person.id;
  const { entries, seals, expressionsOf } = await results.totals(caller);
  const rows = new Map(entries.map((entry) => [entry.month, toListedTotal(entry)]));
  const totals = rows.get(asked.key) ?? emptyTotals(person, asked.key);
  const figures = toFigures(totals, results.figures.get(user) ?? emptyLines());
  const hash = await hashFigures(user, asked.key, figures);
  const stored = results.confirmations.get(user);
  const seal = seals.find(({ month }) => month === asked.key);
  const statement: Statement = {
    user: {
      id: user,
      username: totals.username,
      code: totals.code,
      name: totals.name,
      employee_code: totals.employee_code,
      position_name: totals.position_name,
    },
    year: asked.year,
    month: asked.month,
    state: isLocked ? 'locked' : review ? 'review' : 'open',
    totals,
    lines: withoutMarks(figures.lines),
    in_progress: sumInProgress(results.inProgress),
    expressions: seal?.expressions ?? expressionsOf(asked.key),
    previous: year.months.map((month) => {
      const row = rows.get(month);
      return row ? { month, total_point_1: row.total_point_1, total_point_2: row.total_point_2 } : emptyMonth(month);
    }),
    sha256: hash,
    confirmation: toConfirmation(stored, deriveState(stored, hash, review, caller.clock.today()), hash),
    review,
    sealed: seal ? { version: seal.version, sealed_at: seal.sealed_at, sha256: seal.sha256 } : null,
    open_questions: stored?.open_questions ?? 0,
  };
  return { actor, statement, figures, unanswered: stored?.unanswered ?? 0 };
}

/** Somebody who is not active and has no record in the month has no row of totals. */
export function emptyTotals({ id, readable: _, ...person }: StatementPerson, month: string): ListedTotal {
  return {
    ...person,
    user_id: id,
    direct_point: 0,
    mistake_point_n: 0,
    mistake_point_t: 0,
    indirect_point_yes: 0,
    indirect_point_no: 0,
    total_point_1: 0,
    total_point_2: 0,
    pro_index: 1,
    pro_id: null,
    month,
  };
}

function withoutMarks(lines: StatementFigures['lines']): Statement['lines'] {
  const sums = Object.entries(lines).map(([kind, { count, sum }]) => [kind, { count, sum }]);
  return Object.fromEntries(sums) as Statement['lines'];
}
