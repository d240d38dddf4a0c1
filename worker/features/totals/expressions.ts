import { sql } from 'drizzle-orm';
import type { TotalsExpressions } from '../../contracts/calls/answers/totals-expressions.ts';
import type { calculationCalls } from '../../contracts/calls/declared/calculation.ts';
import { DEFAULT_TOTALS } from '../../contracts/calls/formula-language.ts';
import { formulaProblemMessage } from '../../contracts/calls/formula-problems.ts';
import type { Caller } from '../../crud/caller.ts';
import { warnOfLockedMonths } from '../../crud/update-rows.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { asNumber, asText, hasRows, orNull, readColumn, readRows } from '../../platform/db/typed-rows.ts';
import { AppError } from '../../platform/errors.ts';
import { checkFormulaFields } from '../calculation/engine/check-formula-fields.ts';
import { computeTotalPoints, type TotalsSource } from '../calculation/engine/totals.ts';
import { compileExpressions } from './live-totals.ts';
import { toPeriodUpTo } from './period.ts';
import type { TotalEntry } from './total-entries.ts';
import { selectTotals } from './totals.ts';

/** `GET /totals-expressions`. */
export async function readTotalsExpressions({
  caller,
  grant,
}: CallInput<typeof calculationCalls.readExpressions>): Promise<TotalsExpressions> {
  return (await caller.read(grant, () => EXPRESSIONS)).results;
}

/**
 * `PUT /totals-expressions {total_point_1, total_point_2, version?, accept_undefined?}`: both are checked and tried on the last three months; 422 names the
 * people whose total would have no value, unless that is accepted. A stale `version` is a 409.
 */
export async function writeTotalsExpressions({
  caller,
  grant,
  values: request,
}: CallInput<typeof calculationCalls.saveExpressions>): Promise<TotalsExpressions> {
  const problems = Object.entries(checkFormulaFields('totals', request));
  if (problems.length > 0) {
    const messages = problems.map(([field, problem]) => [field, formulaProblemMessage(problem, caller.lang)]);
    throw new AppError('invalid', {}, { messages: Object.fromEntries(messages) });
  }
  const thisMonth = caller.clock.today().slice(0, 7);
  const { results: readTotals } = await caller.read(grant, () => selectTotals(toPeriodUpTo(thisMonth, TRIED_MONTHS), {}));
  if (!request.accept_undefined) refuseUndefined(caller, request, (await readTotals(caller)).entries);
  const unchanged = request.version === undefined ? sql`` : sql` AND version = ${request.version}`;
  const update = (name: keyof typeof DEFAULT_TOTALS) =>
    sql`UPDATE totals_expressions SET expression = ${request[name]}, version = version + 1, updated_at = ${caller.clock.time()}
      WHERE key = ${name} AND valid_from = ''${unchanged} RETURNING key`;
  const lockedWithOthers = sql`SELECT l.month FROM month_locks l JOIN month_seals s ON s.id = l.seal_id WHERE l.status = 1
    AND (s.total_point_1 <> ${request.total_point_1} OR s.total_point_2 <> ${request.total_point_2}) ORDER BY l.month`;
  const { isWritten, current, locked } = await caller.write({
    isWritten: query(update('total_point_1'), hasRows),
    second: update('total_point_2'),
    current: EXPRESSIONS,
    locked: query(lockedWithOthers, readColumn(asText)),
  });
  if (!isWritten) throw new AppError('stale', {}, { current: { ...current } });
  warnOfLockedMonths(caller, locked);
  return current;
}

const TRIED_MONTHS = 3;
const MAX_NAMES = 5;

function refuseUndefined({ lang }: Caller, request: TotalsSource, entries: readonly TotalEntry[]): void {
  const compiled = compileExpressions(request);
  const people = new Map<number, string>();
  for (const { person, points } of entries) {
    const { total_point_1, total_point_2 } = computeTotalPoints(compiled, points);
    if (total_point_1 === null || total_point_2 === null) people.set(person.user_id, person.name);
  }
  if (people.size === 0) return;
  const names = [...people.values()].slice(0, MAX_NAMES).join(', ') + (people.size > MAX_NAMES ? ', …' : '');
  const text = {
    vi: `Trong ba tháng gần nhất, ${people.size} người sẽ không có tổng điểm với công thức này: ${names}. Hãy sửa công thức (ví dụ if(x = 0, 0, a / x)), hoặc lưu lần nữa để chấp nhận`,
    en: `In the last three months ${people.size} people would have no total by these expressions: ${names}. Mend them, as in if(x = 0, 0, a / x), or save once more to accept it`,
  };
  throw new AppError('invalid', {}, { messages: { accept_undefined: text[lang] } });
}

const EXPRESSION_READERS = { key: asText, expression: asText, version: asNumber, updated_at: orNull(asText) };
const EXPRESSIONS: Query<TotalsExpressions> = query(
  query(sql`SELECT key, expression, version, updated_at FROM totals_expressions WHERE valid_from = ''`, readRows(EXPRESSION_READERS)),
  (rows) => {
    const found = new Map(rows.map(({ key, expression }) => [key, expression]));
    return {
      total_point_1: found.get('total_point_1') ?? DEFAULT_TOTALS.total_point_1,
      total_point_2: found.get('total_point_2') ?? DEFAULT_TOTALS.total_point_2,
      version: Math.max(1, ...rows.map(({ version }) => version)),
      updated_at:
        rows
          .map(({ updated_at }) => updated_at)
          .sort()
          .at(-1) ?? null,
    };
  },
);
