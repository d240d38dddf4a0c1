import { sql } from 'drizzle-orm';
import type { TotalsExpressions } from '../../contracts/calls/answers/totals-expressions.ts';
import type { calculationCalls } from '../../contracts/calls/declared/calculation.ts';
import { formulaProblemMessage } from '../../contracts/calls/formula-problems.ts';
import { EXPRESSION_PARAMS } from '../../contracts/calls/totals-expressions.ts';
import { formatMonthKey } from '../../contracts/months.ts';
import { PATTERNS, padMonth } from '../../contracts/value-forms.ts';
import { planStatements } from '../../crud/plan-write.ts';
import { resourceFor } from '../../crud/resource.ts';
import { warnOfLockedMonths } from '../../crud/update-rows.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import type { Caller } from '../../platform/caller.ts';
import { type Plan, query } from '../../platform/db/query.ts';
import type { RowInput } from '../../platform/db/row-source.ts';
import { asText, hasRows, readColumn } from '../../platform/db/typed-rows.ts';
import { AppError } from '../../platform/errors.ts';
import { invalidField } from '../../platform/parse-call.ts';
import { lockedMonthsOfRules } from '../../resources/locked-months.ts';
import { totalsExpressionsResource } from '../../resources/totals-expressions.ts';
import { checkFormulaFields } from '../calculation/engine/check-formula-fields.ts';
import { compileTotals, computeTotalPoints, type TotalsSource } from '../calculation/engine/totals.ts';
import { EXPRESSION_ROWS, expressionsInForce, TOTALS_VERSIONS } from './expressions-in-force.ts';
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
  const deleted = query(sql`DELETE FROM totals_expressions WHERE valid_from = ${valid_from} RETURNING id`, hasRows);
  const { written: isDeleted, current } = await writeExpressions(caller, deleted, valid_from);
  if (!isDeleted) throw new AppError('not_found', { what: formatMonthKey(valid_from) });
  return current;
}

/**
 * `PUT /totals-expressions {total_point_1?, total_point_2?, version?, valid_from?, accept_undefined?}`: both are checked and tried on the last three months, one that is left
 * out as it is in force; 422 names the people whose total would have no value, unless that is accepted. What changes nothing writes nothing. A
 * stale `version` is a 409, and so is a month that somebody made a version of.
 */
export async function writeTotalsExpressions({
  caller,
  grant,
  values,
}: CallInput<typeof calculationCalls.saveExpressions>): Promise<TotalsExpressions> {
  const { accept_undefined, version } = values;
  const month = values.valid_from ?? '';
  const thisMonth = caller.clock.today().slice(0, 7);
  const { results } = await caller.read(grant, () => ({
    versions: TOTALS_VERSIONS,
    own: query(EXPRESSION_ROWS, (rows) => new Map(rows.flatMap((row) => (row.valid_from === month ? [[row.key, row] as const] : [])))),
    readTotals: selectTotals(toPeriodUpTo(thisMonth, TRIED_MONTHS), {}),
  }));
  const { own } = results;
  const present = expressionsInForce(results.versions, month);
  const { total_point_1 = present.total_point_1, total_point_2 = present.total_point_2 } = values;
  const wanted = { total_point_1, total_point_2 };
  refuseFaults(caller, wanted);
  if (!accept_undefined) refuseUndefined(caller, wanted, (await results.readTotals(caller)).entries);
  const expressions = Object.entries(wanted);
  if (expressions.every(([key, expression]) => own.get(key)?.expression === expression)) return present;
  const isStale = own.size > 0 && (version === undefined ? month !== '' : version !== present.version);
  if (isStale) throw new AppError('stale', {}, { current: { ...present } });
  const updated_at = caller.clock.time();
  // Both rows or none, so that they have one version between them.
  const rows = expressions.map(([key, expression], index): RowInput => {
    const { id, version } = own.get(key) ?? {};
    const columns = { expression, updated_at };
    if (id === undefined) return { index, columns: { ...columns, key, valid_from: month, created_at: updated_at } };
    return { index, id, version: version!, columns, group: { key: month, problem: ['stale'] } };
  });
  const { problems, written: statements } = planStatements(resourceFor(caller, totalsExpressionsResource), rows, caller.lang);
  const { written, current } = await writeExpressions(caller, { problems, statements }, month);
  if (written.problems.size > 0) throw new AppError('stale', {}, { current: { ...current } });
  return current;
}

/** Writes, warns which locked months keep what counted before, and answers the version that counts in the month now. */
async function writeExpressions<P extends Plan>(caller: Caller, plan: P, month: string) {
  const { written, versions, locked } = await caller.write({
    written: plan,
    versions: TOTALS_VERSIONS,
    locked: query(lockedMonthsOfRules(caller.requestId), readColumn(asText)),
  });
  warnOfLockedMonths(caller, locked);
  return { written, current: expressionsInForce(versions, month) };
}

/** Throws a 422 for expressions that can't be understood. */
function refuseFaults({ lang }: Caller, wanted: Readonly<Record<string, string>>): void {
  const problems = Object.entries(checkFormulaFields('totals', wanted));
  if (problems.length === 0) return;
  const messages = problems.map(([field, problem]) => [field, formulaProblemMessage(problem, lang)]);
  throw new AppError('invalid', {}, { messages: Object.fromEntries(messages) });
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
