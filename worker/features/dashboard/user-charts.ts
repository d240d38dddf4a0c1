import { type SQL, sql } from 'drizzle-orm';
import type { UserChartRow } from '../../contracts/calls/answers/dashboard.ts';
import type { SealedUserChart } from '../../contracts/calls/answers/month-seals.ts';
import { USER_CHART_COLUMNS, USER_CHART_SUMMED, type UserChartSum } from '../../contracts/calls/dashboard.ts';
import { userChartFields } from '../../contracts/calls/declared/dashboard.ts';
import { readPage, toEnvelope } from '../../contracts/paging.ts';
import { EVERYONE, type Grant } from '../../contracts/roles.ts';
import { authorizeThenValidate, type Caller } from '../../platform/caller.ts';
import { isWithin } from '../../platform/db/date-ranges.ts';
import { type ReadOn, selectInPieces } from '../../platform/db/pieces.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { asJson, readValue } from '../../platform/db/typed-rows.ts';
import { visibleDepartment } from '../../platform/department-scope.ts';
import { invalidField, parseParams } from '../../platform/parse-call.ts';
import { roundPoints } from '../../platform/text/rounding.ts';
import { type Period, resolvePeriod } from '../totals/period.ts';
import { createValueComparison, type RowOrder, readRowOrder } from '../totals/row-order.ts';
import {
  isNotSealed,
  type Seals,
  sealsInForce,
  selectOpenMonth,
  selectSealRows,
  selectSeals,
  toSealMark,
} from '../totals/seals-in-force.ts';
import { filterConditions, type TotalsFilter } from '../totals/totals-filter.ts';

/** `GET /charts`: the month of every person in scope, those without work as zeros, and `sum` over all of them. One round trip. */
export async function listUserCharts(caller: Caller, params: URLSearchParams) {
  const { rows, sum, page, limit, sealed } = await readUserCharts(caller, EVERYONE, params);
  const { data, ...rest } = toEnvelope({ page, limit }, rows.length, rows.slice((page - 1) * limit, page * limit));
  return { charts: data, ...rest, sum, sealed };
}

export async function readUserCharts(caller: Caller, grant: Grant, params: URLSearchParams) {
  const { values, order, period } = await authorizeThenValidate(caller, grant, () => {
    const values = parseParams(userChartFields, params, caller.lang);
    return {
      values,
      order: readOrder(values.order_by ?? 'name ASC', caller),
      period: resolvePeriod(values, caller.clock.today(), caller.lang),
    };
  });
  const seals = sealsInForce(period);
  const { results } = await caller.read(grant, (actor) => {
    const filter = { department: visibleDepartment(actor, 'figures', values.dept_id), group: values.dept_grp_id };
    return {
      people: selectChartPeople(period, seals, filter),
      sums: selectChartSums(period, seals),
      seals: selectSeals(seals),
      published: selectSealRows(seals, 'user_charts', filter),
    };
  });
  const live = toUserCharts(await results.people(caller), results.sums).map(toUserChartRow);
  const sealed = (await results.published(caller)).map(([, , row]) => toUserChartRow(row));
  // Whoever is in several months is shown as in the last of them.
  const lastIsOpen = results.seals.at(-1)?.month !== period.months.at(-1);
  const rows = sortRows(mergePeople(lastIsOpen ? [...sealed, ...live] : [...live, ...sealed]), order);
  return { rows, sum: sumUserCharts(rows), ...readPage(values), sealed: toSealMark(results.seals, period) };
}

export type ChartPersonCell = [
  id: number,
  username: string,
  name: string,
  active: 0 | 1,
  department: [number, string] | null,
  department_group: [number, string] | null,
];

/** The people of a department and group, or all; none where seals answer the whole period. */
export function selectChartPeople(period: Period, seals: Seals, filter: TotalsFilter): Query<ReadOn<Promise<ChartPersonCell[]>>> {
  return selectInPieces((after = 0) => peopleAfter(period, seals, filter, after));
}

function peopleAfter(period: Period, seals: Seals, filter: TotalsFilter, after: number): SQL {
  const conditions = [sql`u.id > ${after}`, ...filterConditions(filter, { department: sql`u.department_id`, group: sql`u.dept_grp_id` })];
  return sql`SELECT json_array(u.id, u.username, u.name, u.active,
      json(iif(d.id IS NULL, NULL, json_array(d.id, d.name))), json(iif(g.id IS NULL, NULL, json_array(g.id, g.group_name)))) AS cells
    FROM ${selectOpenMonth(period, seals)} CROSS JOIN users u LEFT JOIN departments d ON d.id = u.department_id
      LEFT JOIN department_groups g ON g.id = u.dept_grp_id WHERE ${sql.join(conditions, sql` AND `)} ORDER BY u.id`;
}

/** Sums of designed and of checked work by person, in the months that no seal answers. */
export function selectChartSums(period: Period, seals: Seals): Query<ChartSums> {
  const personSums = (person: SQL, columns: readonly string[]) => {
    const sums = columns.map((column) => sql`ifnull(SUM(r.${sql.identifier(column)}), 0)`);
    const packed = sql`SELECT json_group_array(json(cells)) AS packed FROM (SELECT json_array(${person}, COUNT(*), ${sql.join(sums, sql`, `)}) AS cells
      FROM ${selectOpenMonth(period, seals)} CROSS JOIN directs r
      WHERE ${isWithin(sql`r.henkyaku_hi`, period)} AND ${person} IS NOT NULL
        AND ${isNotSealed(sql`r.henkyaku_hi`, period, seals)} GROUP BY ${person})`;
    return query(packed, (result) => new Map(readSumCells(result).map(([id, ...sums]) => [id, sums])));
  };
  return query(
    {
      designed: personSums(sql`r.user_id`, ['tsubosuu', 'complex_factor', 'sagyou_jikan', 'standard_design_point', 'result_design_point']),
      checked: personSums(sql`r.chekkusha_id`, ['chekkku_jikan', 'standard_check_point', 'result_check_point']),
    },
    (sums) => sums,
  );
}

const readSumCells = readValue(asJson<[id: number, ...sums: number[]][]>());

/** Sums by person. */
type ChartSums = Record<'designed' | 'checked', ReadonlyMap<number, readonly number[]>>;

export function toUserCharts(people: readonly ChartPersonCell[], { designed, checked }: ChartSums): SealedUserChart[] {
  return people
    .filter(([id, , , active]) => active === 1 || designed.has(id) || checked.has(id))
    .map(([user_id, username, name, , department, group]) => {
      const [unit = 0, tsubo = 0, difficulty = 0, designMinutes = 0, standardDesign = 0, resultDesign = 0] = designed.get(user_id) ?? [];
      const [, checkMinutes = 0, standardCheck = 0, resultCheck = 0] = checked.get(user_id) ?? [];
      return {
        user_id,
        username,
        name,
        department: department && { id: department[0], name: department[1] },
        department_group: group && { id: group[0], name: group[1] },
        total_tsubo: roundPoints(tsubo),
        total_worktime: designMinutes + checkMinutes,
        total_difficulty_coefficient: roundPoints(difficulty),
        total_unit: unit,
        total_point_standard_design_pass: roundPoints(standardDesign),
        total_point_standard_check_pass: roundPoints(standardCheck),
        total_point: roundPoints(resultDesign + resultCheck),
      };
    });
}

function toUserChartRow({ user_id, username, name, department, ...row }: SealedUserChart): UserChartRow {
  const figures = Object.fromEntries(USER_CHART_SUMMED.map((key) => [key, row[key]])) as UserChartSum;
  return { user_id, username, name, departmentName: department?.name ?? null, ...figures };
}

/** One row a person, its figures added up; who they are comes from their last row. */
function mergePeople(rows: readonly UserChartRow[]): UserChartRow[] {
  const people = new Map<number, UserChartRow>();
  for (const row of rows) {
    const before = people.get(row.user_id);
    if (!before) people.set(row.user_id, row);
    else {
      const figures = USER_CHART_SUMMED.map((key) => [key, roundPoints(before[key] + row[key])] as const);
      people.set(row.user_id, { ...row, ...Object.fromEntries(figures) });
    }
  }
  return [...people.values()];
}

type ChartOrder = RowOrder<keyof UserChartRow>;

const SORTED_BY = [...USER_CHART_COLUMNS.map(({ key }) => key as keyof UserChartRow), 'user_id'] as const;

function readOrder(text: string, caller: Caller): ChartOrder {
  const order = readRowOrder(text, SORTED_BY);
  if (!order) throw invalidField(userChartFields, 'order_by', 'unsortable', caller.lang, { value: text });
  return order;
}

function sortRows(rows: UserChartRow[], { key, descending }: ChartOrder): UserChartRow[] {
  const sign = descending ? -1 : 1;
  const compare = createValueComparison();
  return rows.sort((a, b) => sign * (compare(a[key], b[key]) || a.user_id - b.user_id));
}

function sumUserCharts(rows: readonly UserChartRow[]): UserChartSum {
  const sums = USER_CHART_SUMMED.map((key) => [key, roundPoints(rows.reduce((sum, row) => sum + row[key], 0))] as const);
  return Object.fromEntries(sums) as UserChartSum;
}
