import { sql } from 'drizzle-orm';
import type * as z from 'zod';
import type { TotalsExpressions } from '../../contracts/calls/answers/totals-expressions.ts';
import type { calculationCalls } from '../../contracts/calls/declared/calculation.ts';
import { formulaProblemMessage } from '../../contracts/calls/formula-problems.ts';
import { EXPRESSION_PARAMS, type totalsExpressionsRequest } from '../../contracts/calls/totals-expressions.ts';
import { formatMonthKey } from '../../contracts/months.ts';
import type { Grant } from '../../contracts/roles.ts';
import { PATTERNS, padMonth } from '../../contracts/value-forms.ts';
import { warnOfLockedMonths } from '../../crud/update-rows.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import type { Caller } from '../../platform/caller.ts';
import { query } from '../../platform/db/query.ts';
import { asText, hasRows, readColumn } from '../../platform/db/typed-rows.ts';
import { AppError } from '../../platform/errors.ts';
import { invalidField } from '../../platform/parse-call.ts';
import { checkFormulaFields } from '../calculation/engine/check-formula-fields.ts';
import { compileTotals, computeTotalPoints, type TotalsSource } from '../calculation/engine/totals.ts';
import { expressionsInForce, TOTALS_VERSIONS } from './expressions-in-force.ts';
import { toPeriodUpTo } from './period.ts';
import type { TotalEntry } from './total-entries.ts';
import { selectTotals } from './totals.ts';

/** `GET /totals-expressions?as_of=`: those of the version without a month, of the one that counts in a month, or `{data}` of all. */
export async function readTotalsExpressions({
  caller,
  grant,
  values,
}: CallInput<typeof calculationCalls.readExpressions>): Promise<TotalsExpressions | { data: TotalsExpressions[] }> {
  const month = values.as_of ? padMonth(values.as_of) : '';
  if (month !== '' && month !== 'all' && !PATTERNS.year_month.test(month)) {
    throw invalidField(EXPRESSION_PARAMS, 'as_of', 'year_month', caller.lang);
  }
  const { results } = await caller.read(grant, () => TOTALS_VERSIONS);
  return month === 'all' ? { data: results } : expressionsInForce(results, month);
}

/** `DELETE /totals-expressions?valid_from=`: the version before counts again. 404 where there is none of that month. */
export async function deleteTotalsExpressions({
  caller,
  grant,
  values: { valid_from },
}: CallInput<typeof calculationCalls.deleteExpressions>): Promise<TotalsExpressions> {
  await caller.require(grant);
  const { isDeleted, versions, locked } = await caller.write({
    isDeleted: query(sql`DELETE FROM totals_expressions WHERE valid_from = ${valid_from} RETURNING key`, hasRows),
    versions: TOTALS_VERSIONS,
    locked: query(sql`SELECT month FROM month_locks WHERE status = 1 AND month >= ${valid_from} ORDER BY month`, readColumn(asText)),
  });
  if (!isDeleted) throw new AppError('not_found', { what: formatMonthKey(valid_from) });
  const current = expressionsInForce(versions, valid_from);
  warnOfLockedMonths(
    caller,
    locked.filter((month) => expressionsInForce(versions, month) === current),
  );
  return current;
}

/**
 * `PUT /totals-expressions {total_point_1, total_point_2, version?, valid_from?, accept_undefined?}`: both are checked and tried on the last three months; 422 names the
 * people whose total would have no value, unless that is accepted. What changes nothing writes nothing. A stale `version` is a 409, and so is a month that somebody made a version of.
 */
export async function writeTotalsExpressions({
  caller,
  grant,
  values,
}: CallInput<typeof calculationCalls.saveExpressions>): Promise<TotalsExpressions> {
  const request = await checkTotalsExpressions(caller, grant, values);
  const month = request.valid_from ?? '';
  const given = sql`VALUES ('total_point_1', ${request.total_point_1}), ('total_point_2', ${request.total_point_2})`;
  // Both rows or none, so that they have one version between them.
  const write = sql`INSERT INTO totals_expressions (key, valid_from, expression, updated_at)
      SELECT column1, ${month}, column2, ${caller.clock.time()} FROM (${given})
      WHERE (SELECT count(*) FROM totals_expressions WHERE valid_from = ${month} AND (key, expression) IN (${given})) < 2
      ON CONFLICT (key, valid_from) DO UPDATE SET expression = excluded.expression, version = version + 1, updated_at = excluded.updated_at
        WHERE version = ${request.version ?? (month === '' ? sql`version` : null)} RETURNING key`;
  // Those in which this version counts, and whose seal has others.
  const lockedWithOthers = sql`SELECT l.month FROM month_locks l JOIN month_seals s ON s.id = l.seal_id WHERE l.status = 1 AND l.month >= ${month}
    AND NOT EXISTS (SELECT 1 FROM totals_expressions n WHERE n.valid_from > ${month} AND n.valid_from <= l.month)
    AND (s.total_point_1 <> ${request.total_point_1} OR s.total_point_2 <> ${request.total_point_2}) ORDER BY l.month`;
  const { isWritten, versions, locked } = await caller.write({
    isWritten: query(write, hasRows),
    versions: TOTALS_VERSIONS,
    locked: query(lockedWithOthers, readColumn(asText)),
  });
  const current = expressionsInForce(versions, month);
  const isSame = current.total_point_1 === request.total_point_1 && current.total_point_2 === request.total_point_2;
  if (!isWritten && !isSame) throw new AppError('stale', {}, { current: { ...current } });
  warnOfLockedMonths(caller, locked);
  return current;
}

/**
 * Both expressions of a request, one that it leaves out as it is in force in the month. Throws a 422 for expressions that can't be understood, or
 * that leave people without a total unless that is accepted.
 */
export async function checkTotalsExpressions(
  caller: Caller,
  grant: Grant,
  values: z.infer<typeof totalsExpressionsRequest>,
): Promise<z.infer<typeof totalsExpressionsRequest> & TotalsSource> {
  const request = await completeExpressions(caller, grant, values);
  const problems = Object.entries(checkFormulaFields('totals', request));
  if (problems.length > 0) {
    const messages = problems.map(([field, problem]) => [field, formulaProblemMessage(problem, caller.lang)]);
    throw new AppError('invalid', {}, { messages: Object.fromEntries(messages) });
  }
  const thisMonth = caller.clock.today().slice(0, 7);
  const { results: readTotals } = await caller.read(grant, () => selectTotals(toPeriodUpTo(thisMonth, TRIED_MONTHS), {}));
  if (!request.accept_undefined) refuseUndefined(caller, request, (await readTotals(caller)).entries);
  return request;
}

async function completeExpressions(caller: Caller, grant: Grant, values: z.infer<typeof totalsExpressionsRequest>) {
  const { total_point_1, total_point_2 } = values;
  if (total_point_1 !== undefined && total_point_2 !== undefined) return { ...values, total_point_1, total_point_2 };
  const { results: versions } = await caller.read(grant, () => TOTALS_VERSIONS);
  const present = expressionsInForce(versions, values.valid_from ?? '');
  return { ...values, total_point_1: total_point_1 ?? present.total_point_1, total_point_2: total_point_2 ?? present.total_point_2 };
}

const TRIED_MONTHS = 3;
const MAX_NAMES = 5;

function refuseUndefined({ lang }: Caller, request: TotalsSource, entries: readonly TotalEntry[]): void {
  const compiled = compileTotals(request);
  const people = new Map<number, string>();
  for (const { person, points } of entries) {
    const { total_point_1, total_point_2 } = computeTotalPoints(compiled, points);
    if (total_point_1 === null || total_point_2 === null) people.set(person.user_id, person.name);
  }
  if (people.size === 0) return;
  const names = [...people.values()].slice(0, MAX_NAMES).join(', ') + (people.size > MAX_NAMES ? ', …' : '');
  const text = {
    vi: `Trong ba tháng gần nhất, ${people.size} người sẽ không có tổng điểm với công thức này: ${names}. Hãy sửa công thức (ví dụ if(x = 0, 0, a / x)), hoặc lưu lần nữa để chấp nhận`,
    en: `In the last three months ${people.size === 1 ? '1 person' : `${people.size} people`} would have no total by these expressions: ${names}. Mend them, as in if(x = 0, 0, a / x), or save once more to accept it`,
  };
  throw new AppError('invalid', {}, { messages: { accept_undefined: text[lang] } });
}
