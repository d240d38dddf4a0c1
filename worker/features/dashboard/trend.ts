import type { Value } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import { TREND_FIGURES, type TrendFigures, type TrendMonth } from '../../contracts/calls/dashboard.ts';
import type { dashboardCalls } from '../../contracts/calls/declared/dashboard.ts';
import type { SealRowKind } from '../../contracts/calls/month-seals.ts';
import { monthBefore, monthsBetween } from '../../contracts/months.ts';
import type { CallInput } from '../../platform/call-routes.ts';
import { isWithin } from '../../platform/db/date-ranges.ts';
import { query } from '../../platform/db/query.ts';
import { asNumber, asText, orNull, readRows } from '../../platform/db/typed-rows.ts';
import { visibleDepartment } from '../../platform/department-scope.ts';
import { roundPoints } from '../../platform/text/rounding.ts';
import { type Period, resolvePeriod } from '../totals/period.ts';
import { isNotSealed, SEALED_OWNER, type Seals, sealsInForce, selectOpenMonth } from '../totals/seals-in-force.ts';
import { filterConditions, type TotalsFilter } from '../totals/totals-filter.ts';

const MONTHS = 12;

/**
 * `GET /home/trend`: the sums of the dashboard for twelve months, the asked one last; locked months from their seals. With `is_department` the
 * filters mean the department of the jobs, otherwise that of the people. One round trip.
 */
export async function readTrend({
  caller,
  grant,
  values: query,
}: CallInput<typeof dashboardCalls.readTrend>): Promise<{ data: TrendMonth[] }> {
  const period = twelveMonths(resolvePeriod(query, caller.clock.today(), caller.lang));
  const seals = sealsInForce(period);
  const { results } = await caller.read(grant, (actor) => {
    const filter = { department: visibleDepartment(actor, 'figures', query.dept_id), group: query.dept_grp_id };
    return query.is_department === 1
      ? { sealed: sealedMonths(seals, 'department_charts', filter), open: openMonths(period, seals, byJob(filter)) }
      : { sealed: sealedMonths(seals, 'user_charts', filter), open: openMonths(period, seals, byPerson(filter)) };
  });
  const months = new Map([...results.sealed, ...results.open].map((row) => [row.month, row]));
  return {
    data: period.months.map((month) => {
      const figures = TREND_FIGURES.map((key) => [key, roundPoints(months.get(month)?.[key] ?? 0)] as const);
      return { month, ...(Object.fromEntries(figures) as TrendFigures) };
    }),
  };
}

function twelveMonths({ to, months }: Period): Period {
  const last = months.at(-1)!;
  const first = monthBefore(last, MONTHS - 1);
  return { from: `${first}-01`, to, months: monthsBetween(first, last) };
}

/** The names of the figures in a seal's rows of either chart. */
const SEALED_COLUMNS: Record<'user_charts' | 'department_charts', Record<keyof TrendFigures, readonly string[]>> = {
  user_charts: {
    total_point: ['total_point'],
    total_unit: ['total_unit'],
    total_tsubo: ['total_tsubo'],
    total_worktime: ['total_worktime'],
    total_difficulty_coefficient: ['total_difficulty_coefficient'],
  },
  department_charts: {
    total_point: ['point_design', 'point_check'],
    total_unit: ['total_unit'],
    total_tsubo: ['total_tsubo'],
    total_worktime: ['total_worktime'],
    total_difficulty_coefficient: ['total_complex_factor'],
  },
};

function sealedMonths(seals: Seals, kind: SealRowKind & keyof typeof SEALED_COLUMNS, filter: TotalsFilter) {
  const conditions = [sql`r.kind = ${kind}`, ...filterConditions(filter, SEALED_OWNER)];
  const sums = TREND_FIGURES.map((key) => {
    const values = SEALED_COLUMNS[kind][key].map((column) => sql`json_extract(r.row, ${`$.${column}`})`);
    return sql`SUM(${sql.join(values, sql` + `)}) AS ${sql.identifier(key)}`;
  });
  const months = sql`SELECT f.month AS month, ${sql.join(sums, sql`, `)} FROM (${seals}) f CROSS JOIN month_seal_rows r ON r.seal_id = f.id
    WHERE ${sql.join(conditions, sql` AND `)} GROUP BY f.month`;
  return query(months, readRows(MONTH_READERS));
}

const MONTH_READERS = {
  month: asText,
  ...(Object.fromEntries(TREND_FIGURES.map((key) => [key, orNull(asNumber)])) as Record<
    keyof TrendFigures,
    (stored: Value, name: string) => number | null
  >),
};

/** The jobs that count, and the people for whom each of their two parts counts. */
interface Counted {
  jobs: SQL;
  designed: SQL;
  checked: SQL;
}

function openMonths(period: Period, seals: Seals, { jobs, designed, checked }: Counted) {
  const design = (column: string) => sql`ifnull(SUM(iif(${designed}, d.${sql.identifier(column)}, 0)), 0)`;
  const check = (column: string) => sql`ifnull(SUM(iif(${checked}, d.${sql.identifier(column)}, 0)), 0)`;
  const months = sql`SELECT substr(d.henkyaku_hi, 1, 7) AS month, ${design('result_design_point')} + ${check('result_check_point')} AS total_point,
      SUM(iif(${designed}, 1, 0)) AS total_unit, ${design('tsubosuu')} AS total_tsubo,
      ${design('sagyou_jikan')} + ${check('chekkku_jikan')} AS total_worktime, ${design('complex_factor')} AS total_difficulty_coefficient
    FROM ${selectOpenMonth(period, seals)} CROSS JOIN directs d
    WHERE ${isWithin(sql`d.henkyaku_hi`, period)} AND ${isNotSealed(sql`d.henkyaku_hi`, period, seals)} AND ${jobs}
    GROUP BY 1`;
  return query(months, readRows(MONTH_READERS));
}

function byJob(filter: TotalsFilter): Counted {
  const conditions = filterConditions(filter, { department: sql`d.dept_id`, group: sql`d.dept_grp_id` });
  return {
    jobs: sql.join([sql`1`, ...conditions], sql` AND `),
    designed: sql`d.user_id IS NOT NULL`,
    checked: sql`d.chekkusha_id IS NOT NULL`,
  };
}

function byPerson(filter: TotalsFilter): Counted {
  const conditions = filterConditions(filter, { department: sql`department_id`, group: sql`dept_grp_id` });
  const isCounted = (column: SQL) =>
    conditions.length === 0
      ? sql`${column} IS NOT NULL`
      : sql`${column} IN (SELECT id FROM users WHERE ${sql.join(conditions, sql` AND `)})`;
  return { jobs: sql`1`, designed: isCounted(sql`d.user_id`), checked: isCounted(sql`d.chekkusha_id`) };
}
