import type { MonthSealMark, SealedTotal, SealMark } from '../../contracts/calls/month-seals.ts';
import { SEAL_VERSION_FIELD, TOTAL_COLUMNS, type TotalRow, type TotalSum } from '../../contracts/calls/totals.ts';
import { integer, ref, text } from '../../contracts/fields.ts';
import { EVERYONE, type Grant } from '../../contracts/roles.ts';
import { invalidField, paramValues } from '../../crud/call-values.ts';
import { type Actor, authorizeThenValidate, type Caller } from '../../crud/caller.ts';
import { type Envelope, envelope } from '../../crud/list.ts';
import { MAX_LIMIT, parseOrder } from '../../crud/query.ts';
import { AppError } from '../../errors.ts';
import { readSeals, type SealRowCell, sealMark, sealRows, sealsInForce, sealsStatement } from '../month-seals/seals-in-force.ts';
import {
  compileExpressions,
  isPartial,
  liveEntries,
  type PersonCell,
  peopleAfter,
  readExpressions,
  readSums,
  SUM_RESULTS,
  sumStatements,
} from './live-totals.ts';
import { type Period, periodFields, periodOf } from './period.ts';
import { allPieces, pieceOf } from './pieces.ts';
import { departmentFor } from './scope.ts';
import { sealedEntries } from './sealed-totals.ts';
import { sortEntries, sumEntries, type TotalEntry, type TotalsOrder, toTotalRow } from './total-entries.ts';

export const totalsFields = {
  ...periodFields,
  dept_id: ref({ vi: 'Phòng ban', en: 'Department' }, 'departments'),
  dept_grp_id: ref({ vi: 'Nhóm', en: 'Department group' }, 'department_groups'),
  user_id: ref({ vi: 'Nhân viên', en: 'Employee' }, 'users'),
  seal: SEAL_VERSION_FIELD,
  order_by: text({ vi: 'Sắp xếp', en: 'Order' }, { max: 100 }),
  page: integer({ vi: 'Trang', en: 'Page' }, { min: 1 }),
  limit: integer({ vi: 'Số dòng', en: 'Limit' }, { min: 1, max: MAX_LIMIT }),
};

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

export type TotalsPage = Envelope<TotalRow> & { sum: TotalSum; sealed: SealMark | null | MonthSealMark[] };

/** `GET /totals`: a row per person and month with the envelope, and `sum` over the whole filtered set. One round trip. */
export async function listTotals(caller: Caller, params: URLSearchParams): Promise<TotalsPage> {
  const { entries, query, sum, sealed } = await readTotals(caller, EVERYONE, params);
  const start = (query.page - 1) * query.limit;
  return { ...envelope(query, entries.length, entries.slice(start, start + query.limit).map(toTotalRow)), sum, sealed };
}

/** Every row of the filter, in its order: locked months from their seals, open ones from the records. */
export async function readTotals(caller: Caller, grant: Grant, params: URLSearchParams) {
  const query = await authorizeThenValidate(caller, grant, () => parseTotalsQuery(params, caller));
  const { period } = query;
  const seals = sealsInForce(period, query.seal);
  const filterFor = (actor: Actor) => ({ ...query, department: departmentFor(actor, query.department) });
  const people = (actor: Actor, after = 0) => peopleAfter(period, seals, filterFor(actor), after);
  const sealRowsAfter = (actor: Actor, after = 0) => pieceOf(sealRows(seals, 'totals', filterFor(actor), after));
  const { actor, results } = await caller.read(grant, (actor) => [
    people(actor),
    ...sumStatements(period, seals),
    sealsStatement(seals),
    sealRowsAfter(actor),
  ]);
  const sealsFound = readSeals(results[SUM_RESULTS + 1]!);
  if (query.seal && sealsFound.length === 0) throw new AppError('not_found', { what: SEAL_LABEL[caller.lang] });
  const everybody = await allPieces<PersonCell>(caller, results[0]!, (after) => people(actor, after));
  const cells = await allPieces<SealRowCell<SealedTotal>>(caller, results[SUM_RESULTS + 2]!, (after) => sealRowsAfter(actor, after));
  const sums = readSums(results.slice(1));
  const sealedMonths = new Set(sealsFound.map(({ month }) => month));
  const totals = compileExpressions(readExpressions(results[SUM_RESULTS]!));
  const entries: TotalEntry[] = sortEntries(
    [
      ...liveEntries(everybody, period, (month) => sealedMonths.has(month), sums, totals),
      ...sealedEntries(cells, sealsFound, period, sums),
    ],
    query.order,
  );
  return { entries, query, sum: sumEntries(entries), sealed: sealMark(sealsFound, period) };
}

export const SEAL_LABEL = { vi: 'bản niêm phong', en: 'seal' };

function parseTotalsQuery(params: URLSearchParams, caller: Caller): TotalsQuery {
  const values = paramValues(totalsFields, params, caller.lang);
  const order = parseOrder(values.order_by ?? 'name ASC');
  const key = order?.column;
  const column = TOTAL_COLUMNS.find((candidate) => candidate.key === key) ?? (key === 'id' ? { key: 'user_id' } : undefined);
  if (!order || !column) {
    throw invalidField(totalsFields, 'order_by', 'unsortable', caller.lang, { value: values.order_by ?? '' });
  }
  const period = periodOf(values, caller.clock.today(), caller.lang);
  if (values.seal && (period.months.length > 1 || isPartial(period))) throw invalidField(totalsFields, 'month', 'required', caller.lang);
  return {
    period,
    department: values.dept_id,
    group: values.dept_grp_id,
    user: values.user_id,
    seal: values.seal,
    order: { key: column.key as keyof TotalRow, descending: order.descending },
    page: values.page ?? 1,
    limit: values.limit ?? 10,
  };
}
