import { sql } from 'drizzle-orm';
import type { CallInput, GrantedCaller } from '../../call-routes.ts';
import type { statementCalls } from '../../contracts/calls/declared/statements.ts';
import { DEFAULT_TOTALS } from '../../contracts/calls/formula-language.ts';
import type { Statement, StatementFigures } from '../../contracts/calls/statements.ts';
import type { ListedTotal } from '../../contracts/calls/totals.ts';
import type { Actor } from '../../crud/caller.ts';
import { toMonthPeriod } from '../totals/period.ts';
import { toListedTotal } from '../totals/total-entries.ts';
import { planTotals, TOTALS_RESULTS } from '../totals/totals.ts';
import {
  deriveState,
  readConfirmations,
  readReview,
  type StoredConfirmation,
  selectConfirmations,
  selectReview,
  toConfirmation,
} from './confirmations.ts';
import { emptyLines, hashFigures, readFigures, selectFigures, toFigures } from './figures.ts';
import { readInProgress, selectInProgress, sumInProgress } from './in-progress.ts';
import { emptyMonth, type MonthAsked, resolveMonth, toYearUpTo } from './month.ts';
import { buildTotalsFilter, parseOwner, requireReadablePerson, selectPerson } from './reader.ts';

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

export async function readOwnerStatement(
  { caller, grant }: GrantedCaller,
  owner: number | 'me',
  asked: MonthAsked,
): Promise<StatementRead> {
  const year = toYearUpTo(asked);
  const plan = planTotals(year);
  const { actor, results } = await caller.read(grant, (actor) => {
    const user = owner === 'me' ? actor.id : owner;
    const person = sql`SELECT ${user} AS id`;
    return [
      selectPerson(user, actor, asked.key),
      sql`SELECT status FROM month_locks WHERE month = ${asked.key}`,
      selectReview(asked.key),
      selectConfirmations(asked.key, person),
      selectFigures(toMonthPeriod(asked.key), person),
      ...plan.statements(buildTotalsFilter(actor, user)),
      ...selectInProgress(user, caller.clock.today()),
    ];
  });
  const [people, lock, reviews, confirmed, lines, ...rest] = results;
  const person = requireReadablePerson(people, caller);
  const user = Number(person.id);
  const { entries, seals, expressionsOf } = await plan.read(caller, rest.slice(0, TOTALS_RESULTS), buildTotalsFilter(actor, user));
  const rows = new Map(entries.map((entry) => [entry.month, toListedTotal(entry)]));
  const totals = rows.get(asked.key) ?? emptyTotals(person, asked.key);
  const figures = toFigures(totals, readFigures(lines!).get(user) ?? emptyLines());
  const hash = await hashFigures(user, asked.key, figures);
  const review = readReview(reviews!);
  const stored: StoredConfirmation | undefined = readConfirmations(confirmed!).get(user);
  const expressions = expressionsOf(asked.key);
  const seal = seals.find(({ month }) => month === asked.key);
  const isLocked = lock!.rows[0]?.status === 1;
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
    in_progress: sumInProgress(readInProgress(rest.slice(TOTALS_RESULTS), user)),
    expressions: seal?.expressions ?? {
      total_point_1: expressions.total_point_1?.trim() || DEFAULT_TOTALS.total_point_1,
      total_point_2: expressions.total_point_2?.trim() || DEFAULT_TOTALS.total_point_2,
    },
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
function emptyTotals(person: Record<string, unknown>, month: string): ListedTotal {
  const text = (value: unknown) => (value === null || value === undefined ? null : String(value));
  return {
    user_id: Number(person.id),
    username: String(person.username),
    code: text(person.code),
    name: String(person.name),
    employee_code: text(person.employee_code),
    area: text(person.area),
    position_name: text(person.position_name),
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
