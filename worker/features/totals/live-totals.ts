import { type SQL, sql } from 'drizzle-orm';
import type { SUMMED } from '../../contracts/calls/totals.ts';
import { lastDay } from '../../contracts/months.ts';
import { isWithin, isWithinMonth } from '../../platform/db/date-ranges.ts';
import { type ReadOn, selectInPieces } from '../../platform/db/pieces.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { asJson, readValue } from '../../platform/db/typed-rows.ts';
import { roundPoints } from '../../platform/text/rounding.ts';
import { sortKey } from '../../platform/text/sort-key.ts';
import { type CompiledTotals, computeTotalPoints, type TotalsInput, type TotalsSource } from '../calculation/engine/totals.ts';
import { compileByMonth, EXPRESSIONS, type TotalsByMonth } from './expressions-in-force.ts';
import { type Period, toMonthPeriod } from './period.ts';
import { isNotSealed, NO_SEALS, type Seals, selectOpenMonth } from './seals-in-force.ts';
import type { TotalEntry, TotalPerson } from './total-entries.ts';
import { filterConditions, type TotalsFilter } from './totals-filter.ts';

/** A person as they are now, with the rating of each month: [pro_id, pro_point_id, rate_at, point] or null. */
export type PersonCell = [
  id: number,
  username: string,
  code: string | null,
  name: string,
  name_sort: string | null,
  employee_code: string | null,
  area: string | null,
  position_id: number | null,
  position_name: string | null,
  active: 0 | 1,
  department: [number, string] | null,
  department_group: [number, string] | null,
  ratings: (RatingCell | null)[],
];
export type RatingCell = [pro_id: number, pro_point_id: number, rate_at: string, point: number];

/** The people of the filter; none where seals answer the whole period. */
export function selectPeople(period: Period, seals: Seals, filter: TotalsFilter): Query<ReadOn<Promise<PersonCell[]>>> {
  return selectInPieces((after = 0) => peopleAfter(period, seals, filter, after));
}

function peopleAfter(period: Period, seals: Seals, filter: TotalsFilter, after: number): SQL {
  const conditions = [
    sql`u.id > ${after}`,
    ...filterConditions(filter, { department: sql`u.department_id`, group: sql`u.dept_grp_id`, user: sql`u.id` }),
  ];
  const named = (id: SQL, name: SQL) => sql`iif(${id} IS NULL, NULL, json_array(${id}, ${name}))`;
  return sql`SELECT json_array(u.id, u.username, u.code, u.name, u.name_sort, u.employee_code, u.area, u.position_id, p.name, u.active,
      json(${named(sql`d.id`, sql`d.name`)}), json(${named(sql`g.id`, sql`g.group_name`)}),
      (SELECT json_group_array(json((SELECT json_array(r.id, f.id, r.rate_at, f.point) FROM pro r JOIN pro_point f ON f.id = r.pro_point_id
        WHERE r.user_id = u.id AND r.rate_at <= m.value || '-31' ORDER BY r.rate_at DESC, r.id DESC LIMIT 1)))
        FROM json_each(${JSON.stringify(period.months)}) m)) AS cells
    FROM ${selectOpenMonth(period, seals)} CROSS JOIN users u LEFT JOIN positions p ON p.id = u.position_id
      LEFT JOIN departments d ON d.id = u.department_id LEFT JOIN department_groups g ON g.id = u.dept_grp_id
    WHERE ${sql.join(conditions, sql` AND `)} ORDER BY u.id`;
}

/** The sums of each kind of record by person and month, of one person where asked. */
export function selectSums(period: Period, seals: Seals, { user }: Pick<TotalsFilter, 'user'> = {}): Query<SumsByPersonAndMonth> {
  // Without a month to compute, no record is looked at; a seal of a part of a month still needs that part's records.
  const gate = sql`(SELECT 1 WHERE ${isPartial(period) ? 1 : 0} OR EXISTS ${selectOpenMonth(period, seals)})`;
  const monthOf = (day: SQL) => (period.months.length === 1 ? sql`${period.months[0]}` : sql`substr(${day}, 1, 7)`);
  const sums = (table: string, date: string, person: string, value: string, kind: SQL) => {
    const day = sql`r.${sql.identifier(date)}`;
    const owner = sql`r.${sql.identifier(person)}`;
    // By the person first: the records of one are few, those of a year are many.
    const days = user ? sql`${owner} = ${user} AND ${isWithin(day, period)}` : sql`${isWithin(day, period)} AND ${owner} IS NOT NULL`;
    const packed = sql`SELECT json_group_array(json_array(id, month, kind, total)) AS packed
      FROM (SELECT ${owner} AS id, ${monthOf(day)} AS month, ${kind} AS kind, SUM(r.${sql.identifier(value)}) AS total
        FROM ${gate} CROSS JOIN ${sql.identifier(table)} r
        WHERE ${days} AND ${isNotSealed(day, period, seals)}
        GROUP BY 1, 2, 3)`;
    return query(packed, readValue(asJson<SumCell[]>()));
  };
  // A person's jobs month by month, each read once: to group the jobs of a year each is read again.
  const monthSums = (person: string, value: string) => {
    const day = sql`r.henkyaku_hi`;
    const month = sql`SELECT iif(COUNT(*) = 0, NULL, json_array(${user}, m.value, 'direct', SUM(r.${sql.identifier(value)}))) FROM directs r
      WHERE r.${sql.identifier(person)} = ${user} AND ${isWithinMonth(day, period, sql`m.value`)} AND ${isNotSealed(day, period, seals)}`;
    const packed = sql`SELECT json_group_array(json((${month}))) AS packed FROM ${gate} CROSS JOIN json_each(${JSON.stringify(period.months)}) m`;
    return query(query(packed, readValue(asJson<(SumCell | null)[]>())), (cells) => cells.filter((cell) => cell !== null));
  };
  const jobSums = (person: string, value: string) =>
    user ? monthSums(person, value) : sums('directs', 'henkyaku_hi', person, value, sql`'direct'`);
  // The jobs of a month are read once, by pairs of designer and checker. Of many months the pairs are too many for an answer.
  const pairSums = (month: string) => {
    const day = sql`r.henkyaku_hi`;
    const packed = sql`SELECT json_group_array(json_array(designer, checker, designed, checked)) AS packed
      FROM (SELECT r.user_id AS designer, r.chekkusha_id AS checker, SUM(r.result_design_point) AS designed, SUM(r.result_check_point) AS checked
        FROM ${gate} CROSS JOIN directs r WHERE ${isWithin(day, period)} AND ${isNotSealed(day, period, seals)} GROUP BY 1, 2)`;
    const cellOf = (id: number | null, total: number | null): SumCell[] => (id === null ? [] : [[id, month, 'direct', total]]);
    return query(query(packed, readValue(asJson<PairCell[]>())), (pairs) =>
      pairs.flatMap(([designer, checker, designed, checked]) => [...cellOf(designer, designed), ...cellOf(checker, checked)]),
    );
  };
  const [month, ...others] = period.months;
  const kinds = [
    ...(user || !month || others.length > 0
      ? [jobSums('user_id', 'result_design_point'), jobSums('chekkusha_id', 'result_check_point')]
      : [pairSums(month)]),
    sums('mistakes', 'rate_at', 'user_id', 'point', sql`r.detect_by`),
    sums('indirects', 'rate_at', 'user_id', 'point', sql`r.indirect_point_type`),
  ];
  return query(kinds, (cells) => addUpSums(cells.flat()));
}

/** Whether the period takes a part of a month. */
export function isPartial({ from, to, months }: Period): boolean {
  return !from.endsWith('-01') || lastDay(months.at(-1)!) !== to;
}

type SumCell = [id: number, month: string, kind: string, total: number | null];
type PairCell = [designer: number | null, checker: number | null, designed: number | null, checked: number | null];
type Sums = Pick<TotalsInput, (typeof SUMMED)[number] & keyof TotalsInput>;

const KINDS: Record<string, keyof Sums> = {
  direct: 'direct_point',
  N: 'mistake_point_n',
  T: 'mistake_point_t',
  C: 'indirect_point_yes',
  K: 'indirect_point_no',
};

/** Unrounded sums by `${user id} ${month}`. */
export type SumsByPersonAndMonth = ReadonlyMap<string, Partial<Sums>>;

function addUpSums(cells: readonly SumCell[]): SumsByPersonAndMonth {
  const sums = new Map<string, Partial<Sums>>();
  for (const [id, month, kind, total] of cells) {
    const key = `${id} ${month}`;
    const entry = sums.get(key) ?? {};
    const name = KINDS[kind]!;
    entry[name] = (entry[name] ?? 0) + (total ?? 0);
    sums.set(key, entry);
  }
  return sums;
}

/** A person's points of a month, each sum rounded once. */
export function computeMonthPoints(totals: CompiledTotals, sums: Partial<Sums> | undefined, pro_index: number): TotalEntry['points'] {
  const points = {
    direct_point: roundPoints(sums?.direct_point ?? 0),
    mistake_point_n: roundPoints(sums?.mistake_point_n ?? 0),
    mistake_point_t: roundPoints(sums?.mistake_point_t ?? 0),
    indirect_point_yes: roundPoints(sums?.indirect_point_yes ?? 0),
    indirect_point_no: roundPoints(sums?.indirect_point_no ?? 0),
    pro_index,
  };
  return { ...points, ...computeTotalPoints(totals, points) };
}

/** Rows of the months with expressions, those that no seal answers: of everybody active, and of others with records. */
export function toLiveEntries(
  people: readonly PersonCell[],
  period: Period,
  totalsByMonth: TotalsByMonth,
  sums: SumsByPersonAndMonth,
): TotalEntry[] {
  return people.flatMap((cell) => {
    const person = personOf(cell);
    const [, , , name, name_sort, , , , , active] = cell;
    const ratings = cell[12];
    return period.months.flatMap((month, index) => {
      const totals = totalsByMonth.get(month);
      if (!totals) return [];
      const entry = sums.get(`${person.user_id} ${month}`);
      if (active !== 1 && !entry) return [];
      const [pro_id = null, , , pro_index = 1] = ratings[index] ?? [];
      return [{ person, name_sort: name_sort ?? sortKey(name), month, points: computeMonthPoints(totals, entry, pro_index), pro_id }];
    });
  });
}

export interface LiveMonth {
  people: PersonCell[];
  expressions: TotalsSource;
  entries: TotalEntry[];
}

/** A month's totals as its records and people are now, sealed or not; `everybody`: rows also of people who are not active and have no records. */
export function selectLiveMonth(month: string, { everybody = false } = {}): Query<ReadOn<Promise<LiveMonth>>> {
  const period = toMonthPeriod(month);
  const plan = { people: selectPeople(period, NO_SEALS, {}), sums: selectSums(period, NO_SEALS), expressionsOf: EXPRESSIONS };
  return query(plan, ({ people: readPeople, sums, expressionsOf }) => async (reader) => {
    const people = await readPeople(reader);
    const listed = everybody ? people.map((cell) => cell.with(9, 1) as PersonCell) : people;
    const entries = toLiveEntries(listed, period, compileByMonth([month], expressionsOf), sums);
    return { people, expressions: expressionsOf(month), entries };
  });
}

function personOf([user_id, username, code, name, , employee_code, area, , position_name]: PersonCell): TotalPerson {
  return { user_id, username, code, name, employee_code, area, position_name };
}
