import type { ResultSet } from '@libsql/client';
import type { SQL } from 'drizzle-orm';
import { totalsFields } from '../../contracts/calls/declared/totals.ts';
import type { MonthSealMark, SealedTotal, SealMark } from '../../contracts/calls/month-seals.ts';
import { type ListedTotal, TOTAL_COLUMNS, type TotalRow, type TotalSum } from '../../contracts/calls/totals.ts';
import { type Envelope, MAX_IDS, readPage, toEnvelope } from '../../contracts/paging.ts';
import { EVERYONE, type Grant } from '../../contracts/roles.ts';
import { type Actor, authorizeThenValidate, type Caller } from '../../crud/caller.ts';
import { invalidField, parseParams } from '../../crud/parse-call.ts';
import { parseOrder } from '../../crud/query.ts';
import { visibleDepartment } from '../../department-scope.ts';
import { AppError } from '../../errors.ts';
import {
  readSeals,
  type SealFilter,
  type SealRowCell,
  sealsInForce,
  selectSealRows,
  selectSeals,
  toSealMark,
} from '../month-seals/seals-in-force.ts';
import {
  compileByMonth,
  isPartial,
  type PersonCell,
  readExpressions,
  readSums,
  SUM_RESULTS,
  selectPeopleAfter,
  selectSums,
  toLiveEntries,
} from './live-totals.ts';
import { type Period, resolvePeriod } from './period.ts';
import { readAllPieces, selectPiece } from './pieces.ts';
import { toSealedEntries } from './sealed-totals.ts';
import { sortEntries, sumEntries, type TotalEntry, type TotalsOrder, toListedTotal } from './total-entries.ts';

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

export type TotalsPage = Envelope<ListedTotal> & {
  sum: TotalSum;
  sealed: SealMark | null | MonthSealMark[];
  /** Ids of those whose records `sum` is made of, where only people of a department or group are asked for and a list of records can name them. */
  people: number[] | null;
};

/** `GET /totals`: a row per person and month with the envelope, and `sum` over the whole filtered set. One round trip. */
export async function listTotals(caller: Caller, params: URLSearchParams): Promise<TotalsPage> {
  const { entries, query, sum, sealed, people } = await readTotals(caller, EVERYONE, params);
  const start = (query.page - 1) * query.limit;
  return { ...toEnvelope(query, entries.length, entries.slice(start, start + query.limit).map(toListedTotal)), sum, sealed, people };
}

/** Every row of the filter, in its order: locked months from their seals, open ones from the records. */
export async function readTotals(caller: Caller, grant: Grant, params: URLSearchParams) {
  const query = await authorizeThenValidate(caller, grant, () => parseTotalsQuery(params, caller));
  const plan = planTotals(query.period, query.seal);
  const filterFor = (actor: Actor) => ({ ...query, department: visibleDepartment(actor, 'figures', query.department) });
  const { actor, results } = await caller.read(grant, (actor) => plan.statements(filterFor(actor)));
  const filter = filterFor(actor);
  const { entries, seals } = await plan.read(caller, results, filter);
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

/** The totals of a period as statements of one round trip, and the reader of their results, which asks for more only where there are thousands of people. */
export function planTotals(period: Period, version?: number | null) {
  const seals = sealsInForce(period, version);
  const people = (filter: SealFilter, after = 0) => selectPeopleAfter(period, seals, filter, after);
  const sealRowsAfter = (filter: SealFilter, after = 0) => selectPiece(selectSealRows(seals, 'totals', filter, after));
  return {
    statements: (filter: SealFilter): SQL[] => [
      people(filter),
      ...selectSums(period, seals, filter),
      selectSeals(seals),
      sealRowsAfter(filter),
    ],
    async read(caller: Pick<Caller, 'readMore'>, results: readonly ResultSet[], filter: SealFilter) {
      const found = readSeals(results[SUM_RESULTS + 1]!);
      const everybody = await readAllPieces<PersonCell>(caller, results[0]!, (after) => people(filter, after));
      const cells = await readAllPieces<SealRowCell<SealedTotal>>(caller, results[SUM_RESULTS + 2]!, (after) =>
        sealRowsAfter(filter, after),
      );
      const sums = readSums(results.slice(1));
      const sealedMonths = new Set(found.map(({ month }) => month));
      const expressionsOf = readExpressions(results[SUM_RESULTS]!);
      const openMonths = period.months.filter((month) => !sealedMonths.has(month));
      const live = toLiveEntries(everybody, period, compileByMonth(openMonths, expressionsOf), sums);
      return { entries: [...live, ...toSealedEntries(cells, found, period, sums)], seals: found, expressionsOf };
    },
  };
}

/** How many results `planTotals` gives. */
export const TOTALS_RESULTS = SUM_RESULTS + 3;

export const SEAL_LABEL = { vi: 'bản niêm phong', en: 'seal' };

function parseTotalsQuery(params: URLSearchParams, caller: Caller): TotalsQuery {
  const values = parseParams(totalsFields, params, caller.lang);
  const order = parseOrder(values.order_by ?? 'name ASC');
  const key = order?.column;
  const column = TOTAL_COLUMNS.find((candidate) => candidate.key === key) ?? (key === 'id' ? { key: 'user_id' } : undefined);
  if (!order || !column) {
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
    order: { key: column.key as keyof TotalRow, descending: order.descending },
    ...readPage(values),
  };
}
