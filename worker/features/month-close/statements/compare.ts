import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { StatementComparison } from '../../../contracts/calls/answers/statement-compare.ts';
import type { ListedTotal } from '../../../contracts/calls/answers/totals.ts';
import type { statementCalls } from '../../../contracts/calls/declared/statements.ts';
import { COMPARE_STEPS } from '../../../contracts/calls/statement-compare.ts';
import { lastDay } from '../../../contracts/months.ts';
import type { CallInput } from '../../../platform/call-routes.ts';
import { inMonth } from '../../../platform/db/date-ranges.ts';
import { query } from '../../../platform/db/query.ts';
import { customers, indirectNote, proPoint, workCategories } from '../../../platform/db/schema/reference.ts';
import { asJson, readValue } from '../../../platform/db/typed-rows.ts';
import { valueAsSealed } from '../../../platform/db/value-as-sealed.ts';
import { compileTotals } from '../../calculation/engine/totals.ts';
import type { Period } from '../../totals/period.ts';
import { toListedTotal } from '../../totals/total-entries.ts';
import { selectTotals } from '../../totals/totals.ts';
import { type ComparedJob, type ComparedMonth, type ComparedRecord, compareMonths } from './compare-steps.ts';
import { LINE_SOURCES } from './figures.ts';
import { resolveMonth } from './month.ts';
import { buildTotalsFilter, parseOwner, requireReadablePerson, selectPerson } from './reader.ts';
import { emptyTotals } from './statement.ts';

/**
 * `GET /statements/{user_id|me}/compare?year=&month=&with=YYYY-MM`: why the month is more or less than another one. Locked months count as they
 * were sealed. Who may read both statements may compare them. One round trip.
 */
export async function compareStatements(
  { caller, grant, values }: CallInput<typeof statementCalls.compare>,
  ownerText: string,
): Promise<StatementComparison> {
  const owner = parseOwner(ownerText, caller);
  const [from, to] = [String(values.with), resolveMonth(values, caller.clock).key];
  const { results } = await caller.read(grant, (actor) => {
    const user = owner === 'me' ? actor.id : owner;
    return {
      former: { person: selectPerson(user, actor, from), records: selectRecords(user, from) },
      later: { person: selectPerson(user, actor, to), records: selectRecords(user, to) },
      totals: selectTotals(toPeriod([from, to]), buildTotalsFilter(actor, user)),
    };
  });
  const { former, later } = results;
  requireReadablePerson(former.person, caller);
  const person = requireReadablePerson(later.person, caller);
  const { entries, seals, expressionsOf } = await results.totals(caller);
  const totalsOf = (month: string): ListedTotal => {
    const entry = entries.find((one) => one.month === month);
    return entry ? toListedTotal(entry) : emptyTotals(person, month);
  };
  const monthOf = (month: string, records: MonthRecords): ComparedMonth => ({
    points: totalsOf(month),
    expressions: compileTotals(seals.find((seal) => seal.month === month)?.expressions ?? expressionsOf(month)),
    ...toRecords(records, person.id),
    factor: toFactor(totalsOf(month), records),
  });
  const steps = compareMonths(monthOf(from, former.records), monthOf(to, later.records));
  return {
    from: { month: from, totals: totalsOf(from) },
    to: { month: to, totals: totalsOf(to) },
    steps: steps.map((step) => ({ ...step, label: COMPARE_STEPS[step.kind][caller.lang] })),
  };
}

/** Both months and nothing between them. */
function toPeriod(months: readonly string[]): Period {
  const sorted = [...new Set(months)].sort();
  return { from: `${sorted[0]}-01`, to: lastDay(sorted.at(-1)!), months: sorted };
}

type JobCell = [
  id: number,
  title: string | null,
  customer_id: number | null,
  work_category_id: number | null,
  kindTitle: string | null,
  designer: number | null,
  checker: number | null,
  design: number | null,
  check: number | null,
  is_updated: 0 | 1,
];
type RecordCell = [id: number, title: string | null, type: string, point: number];
type RatingCell = [id: number, title: string | null];

interface MonthRecords {
  jobs: JobCell[];
  mistakes: RecordCell[];
  indirects: RecordCell[];
  ratings: RatingCell[];
}

/** All records of a person's month, and their ratings up to it, as four packed cells. */
function selectRecords(user: number, month: string) {
  const idsBy = ({ table, date, person }: (typeof LINE_SOURCES)[keyof typeof LINE_SOURCES]) => {
    const day = sql`x.${sql.identifier(date)}`;
    return sql`SELECT x.id FROM ${sql.identifier(table)} x WHERE x.${sql.identifier(person)} = ${user} AND ${inMonth(day, month)}`;
  };
  const asSealed = (column: SQLiteColumn, reference: string) => valueAsSealed(column, sql`r.${sql.identifier(reference)}`, sql`${month}`);
  const packed = <Cell>(cell: SQL, rows: SQL) =>
    query(sql`SELECT json_group_array(${cell}) AS packed FROM ${rows}`, readValue(asJson<Cell[]>()));
  return {
    jobs: packed<JobCell>(
      sql`json_array(r.id, r.name, r.customer_id, r.work_category_id,
        concat_ws(' × ', ifnull(${asSealed(customers.name, 'customer_id')}, r.tokuisakimei), ifnull(${asSealed(workCategories.work_name, 'work_category_id')}, r.hacchyuu_naiyou)),
        r.user_id, r.chekkusha_id, r.result_design_point, r.result_check_point, r.is_updated)`,
      sql`(${idsBy(LINE_SOURCES.design)} UNION ${idsBy(LINE_SOURCES.check)}) p CROSS JOIN directs r ON r.id = p.id`,
    ),
    mistakes: packed<RecordCell>(
      sql`json_array(r.id, r.mistake, r.detect_by, r.point)`,
      sql`(${idsBy(LINE_SOURCES.mistakes)}) p CROSS JOIN mistakes r ON r.id = p.id`,
    ),
    indirects: packed<RecordCell>(
      sql`json_array(r.id, ${asSealed(indirectNote.content, 'indirect_note_id')}, r.indirect_point_type, r.point)`,
      sql`(${idsBy(LINE_SOURCES.indirects)}) p CROSS JOIN indirects r ON r.id = p.id`,
    ),
    ratings: packed<RatingCell>(
      sql`json_array(r.id, ${asSealed(proPoint.desc, 'pro_point_id')})`,
      sql`pro r WHERE r.user_id = ${user} AND r.rate_at <= ${`${month}-31`}`,
    ),
  };
}

/** A job counts in the roles that are this person's, once it has points. */
function toRecords({ jobs, mistakes, indirects }: MonthRecords, user: number): Omit<ComparedMonth, 'points' | 'expressions' | 'factor'> {
  const inRole = (role: 'design' | 'check') =>
    jobs.flatMap(([id, title, customer_id, category, kindTitle, designer, checker, design, check, is_updated]): ComparedJob[] => {
      const [owner, point] = role === 'design' ? [designer, design] : [checker, check];
      if (owner !== user || point === null) return [];
      return [
        { id, title, customer_id, kind: `${customer_id} ${category}`, kindTitle: kindTitle ?? '', point, isAdjusted: is_updated === 1 },
      ];
    });
  const ofType = (cells: readonly RecordCell[], type: string) =>
    cells.flatMap(([id, title, own, point]): ComparedRecord[] => (own === type ? [{ id, title, point }] : []));
  return {
    design: inRole('design'),
    check: inRole('check'),
    indirect_yes: ofType(indirects, 'C'),
    indirect_no: ofType(indirects, 'K'),
    mistakes_n: ofType(mistakes, 'N'),
    mistakes_t: ofType(mistakes, 'T'),
  };
}

/** The rating that gave the month's factor, with the factor as its points. */
function toFactor({ pro_id, pro_index }: ListedTotal, { ratings }: MonthRecords): ComparedRecord[] {
  return pro_id === null ? [] : [{ id: pro_id, title: ratings.find(([id]) => id === pro_id)?.[1] ?? null, point: pro_index }];
}
