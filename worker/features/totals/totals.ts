import type { SealedTotal } from '../../contracts/calls/answers/month-seals.ts';
import type { TotalsPage } from '../../contracts/calls/answers/totals-page.ts';
import { TOTAL_COLUMNS, totalsFields } from '../../contracts/calls/totals.ts';
import { MAX_IDS, readPage, toEnvelope } from '../../contracts/paging.ts';
import { EVERYONE, type Grant } from '../../contracts/roles.ts';
import { type Actor, authorizeThenValidate, type Caller } from '../../platform/caller.ts';
import type { ReadOn } from '../../platform/db/pieces.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { visibleDepartment } from '../../platform/department-scope.ts';
import { AppError } from '../../platform/errors.ts';
import { invalidField, parseParams } from '../../platform/parse-call.ts';
import { compileTotals } from '../calculation/engine/totals.ts';
import { compileByMonth, EXPRESSIONS, type ExpressionsOf } from './expressions-in-force.ts';
import { computeMonthPoints, isPartial, type SumsByPersonAndMonth, selectPeople, selectSums, toLiveEntries } from './live-totals.ts';
import { type Period, resolvePeriod } from './period.ts';
import { readRowOrder } from './row-order.ts';
import {
  coversWholeMonth,
  type SealInForce,
  type SealRowCell,
  sealsInForce,
  selectSealRows,
  selectSeals,
  toSealMark,
} from './seals-in-force.ts';
import { sortEntries, sumEntries, type TotalEntry, type TotalPerson, type TotalsOrder, toListedTotal } from './total-entries.ts';
import type { TotalsFilter } from './totals-filter.ts';

interface TotalsQuery {
  period: Period;
  department: number | null | undefined;
  group: number | null | undefined;
  user: number | null | undefined;
  /** Version of the month's seal, in force or not. */
  seal: number | null | undefined;
  order: TotalsOrder;
  page: number;
  limit: number;
}

/** `GET /totals`: a row per person and month with the envelope, and `sum` over the whole filtered set. One round trip. */
export async function listTotals(caller: Caller, params: URLSearchParams): Promise<TotalsPage> {
  const { entries, query, sum, sealed, people } = await readTotals(caller, EVERYONE, params);
  const start = (query.page - 1) * query.limit;
  return { ...toEnvelope(query, entries.length, entries.slice(start, start + query.limit).map(toListedTotal)), sum, sealed, people };
}

/** Every row of the filter, in its order: locked months from their seals, open ones from the records. */
export async function readTotals(caller: Caller, grant: Grant, params: URLSearchParams) {
  const query = await authorizeThenValidate(caller, grant, () => parseTotalsQuery(params, caller));
  const filterFor = (actor: Actor) => ({ ...query, department: visibleDepartment(actor, 'figures', query.department) });
  const { actor, results: readOn } = await caller.read(grant, (actor) => selectTotals(query.period, filterFor(actor), query.seal));
  const filter = filterFor(actor);
  const { entries, seals } = await readOn(caller);
  if (query.seal && seals.length === 0) throw new AppError('not_found', { what: SEAL_LABEL[caller.lang] });
  // A seal keeps the department that its people had then: over several months, somebody's records may be in some of them only.
  const areSame = seals.length === 0 || query.period.months.length === 1;
  const isPart = typeof filter.department === 'number' || Boolean(filter.group);
  return {
    entries: sortEntries(entries, query.order),
    query,
    sum: sumEntries(entries),
    sealed: toSealMark(seals, query.period),
    people: isPart && areSame ? listPeople(entries) : null,
  };
}

/** Null for more than a list of ids may have. */
function listPeople(entries: readonly TotalEntry[]): number[] | null {
  const ids = new Set(entries.map(({ person }) => person.user_id));
  return ids.size > MAX_IDS ? null : [...ids].sort((a, b) => a - b);
}

export interface Totals {
  entries: TotalEntry[];
  seals: SealInForce[];
  expressionsOf: ExpressionsOf;
}

/** The totals of a period, further read only where there are thousands of people. `version`: the month's seal of that version, in force or not. */
export function selectTotals(period: Period, filter: TotalsFilter, version?: number | null): Query<ReadOn<Promise<Totals>>> {
  const sealed = sealsInForce(period, version);
  const plan = {
    people: selectPeople(period, sealed, filter),
    sums: selectSums(period, sealed, filter),
    expressionsOf: EXPRESSIONS,
    seals: selectSeals(sealed),
    sealRows: selectSealRows(sealed, 'totals', filter),
  };
  return query(plan, ({ people, sums, expressionsOf, seals, sealRows }) => async (reader) => {
    const sealedMonths = new Set(seals.map(({ month }) => month));
    const openMonths = period.months.filter((month) => !sealedMonths.has(month));
    const live = toLiveEntries(await people(reader), period, compileByMonth(openMonths, expressionsOf), sums);
    return { entries: [...live, ...toSealedEntries(await sealRows(reader), seals, period, sums)], seals, expressionsOf };
  });
}

export const SEAL_LABEL = { vi: 'bản niêm phong', en: 'seal' };

/** Every value of a row. */
const SORTED_BY = [...TOTAL_COLUMNS.map(({ key }) => key), 'user_id', 'code'] as const;

function parseTotalsQuery(params: URLSearchParams, caller: Caller): TotalsQuery {
  const values = parseParams(totalsFields, params, caller.lang);
  const order = readRowOrder(values.order_by ?? 'name ASC', SORTED_BY);
  if (!order) {
    throw invalidField(totalsFields, 'order_by', 'unsortable', caller.lang, { value: values.order_by ?? '' });
  }
  const period = resolvePeriod(values, caller.clock.today(), caller.lang);
  if (values.seal && (period.months.length > 1 || isPartial(period))) throw invalidField(totalsFields, 'month', 'required', caller.lang);
  return {
    period,
    department: values.dept_id,
    group: values.dept_grp_id,
    user: values.user_id,
    seal: values.seal,
    order,
    ...readPage(values),
  };
}

/**
 * Rows of sealed months as they were published. Of a part of a month, the figures of its days: the records are frozen by the lock, and
 * the person, the rating and the expressions are those of the seal.
 */
function toSealedEntries(
  cells: readonly SealRowCell<SealedTotal>[],
  seals: readonly SealInForce[],
  period: Period,
  sums: SumsByPersonAndMonth,
): TotalEntry[] {
  const partial = new Map(
    seals.filter(({ month }) => !coversWholeMonth(period, month)).map(({ month, expressions }) => [month, compileTotals(expressions)]),
  );
  const people = new Map<string, TotalPerson>();
  return cells.flatMap(([, name_sort, row]) => {
    const person = sharedPerson(people, row);
    const entry = { person, name_sort: name_sort ?? '', month: row.month, pro_id: row.rating?.pro_id ?? null };
    const totals = partial.get(row.month);
    if (!totals) return [{ ...entry, points: publishedPoints(row) }];
    const partialSums = sums.get(`${row.user_id} ${row.month}`);
    if (row.active !== 1 && !partialSums) return [];
    return [{ ...entry, points: computeMonthPoints(totals, partialSums, row.pro_index) }];
  });
}

function publishedPoints(row: SealedTotal): TotalEntry['points'] {
  const { direct_point, mistake_point_n, mistake_point_t, indirect_point_yes, indirect_point_no, pro_index } = row;
  const { total_point_1, total_point_2 } = row;
  return {
    direct_point,
    mistake_point_n,
    mistake_point_t,
    indirect_point_yes,
    indirect_point_no,
    pro_index,
    total_point_1,
    total_point_2,
  };
}

/** One object for a person who is the same in many months: five years of everybody stay small in memory. */
function sharedPerson(people: Map<string, TotalPerson>, row: SealedTotal): TotalPerson {
  const { user_id, username, code, name, employee_code, area, position_name } = row;
  const key = JSON.stringify([user_id, username, code, name, employee_code, area, position_name]);
  const known = people.get(key);
  if (known) return known;
  const person = { user_id, username, code, name, employee_code, area, position_name };
  people.set(key, person);
  return person;
}
