import { type SQL, sql } from 'drizzle-orm';
import type { DirectPoints } from '../../contracts/calls/answers/explanation.ts';
import { monthKey } from '../../contracts/months.ts';
import { daysOf, inMonth, isWithinBehind } from '../../platform/db/date-ranges.ts';
import { type Query, query } from '../../platform/db/query.ts';
import { asJson, readValue } from '../../platform/db/typed-rows.ts';
import type { DirectRow } from './engine/rows.ts';
import type { CompiledRules } from './engine/rules.ts';
import type { Run } from './work.ts';

/** What the calculation writes into a direct. */
export const POINT_COLUMNS = [
  'scale_factor_code',
  'scale_factor',
  'standard_design_point',
  'standard_check_point',
  'result_design_point',
  'result_check_point',
] as const satisfies readonly (keyof DirectPoints)[];

const KEY_COLUMNS = ['id', 'henkyaku_hi', 'customer_id', 'work_category_id'];
const OWN_COLUMNS = ['version', 'is_updated', ...POINT_COLUMNS];

/** A direct as read for a run: its points so far, and the columns that the rules use. */
export type ReadDirect = DirectRow & Partial<DirectPoints> & { version: number; henkyaku_hi: string; is_updated: 0 | 1 };

/** The columns of a direct that are read. */
type RuleColumns = Pick<CompiledRules, 'slots'>;

/**
 * Directs `d` that a run calculates: returned in its month, not checked, not adjusted unless the run takes those too. Served by
 * the index of the date alone, or by the id where one is given: the `+` keep the planner from the flags' indexes.
 */
export function isInRun(run: Pick<Run, 'year' | 'month' | 'include_adjusted'>, date = sql`d.henkyaku_hi`): SQL {
  const unadjusted = run.include_adjusted ? sql`` : sql` AND +d.is_updated = 0`;
  return sql`${inMonth(date, monthKey(run.year, run.month))} AND +d.is_checked = 0${unadjusted}`;
}

/** The same condition for directs selected by id. */
export function isInRunById(run: Parameters<typeof isInRun>[0]): SQL {
  return isInRun(run, sql`+d.henkyaku_hi`);
}

/** By what the directs `d` of a month are read in pieces. */
export const BY_DAY = { day: sql`d.henkyaku_hi`, id: sql`d.id` };

/** What of a month's directs `d` is read beside the columns that rules look at. */
interface MonthDirectsOptions {
  columns?: readonly string[];
  /** By their names. */
  computed?: Readonly<Record<string, SQL>>;
  /** Of the directs `d`, how many and which. */
  limit: number;
  where?: SQL;
  joined?: SQL;
}

/** The directs of a month (YYYY-MM) behind one of them, in the order of date and id, which the index of the date is read in. */
export function selectMonthDirects<Row extends object = ReadDirect>(
  month: string,
  after: { henkyaku_hi: string; id: number } | undefined,
  rules: readonly RuleColumns[],
  { columns = OWN_COLUMNS, computed, limit, where = sql`1`, joined = sql`` }: MonthDirectsOptions,
): Query<Row[]> {
  const isBehind = isWithinBehind(BY_DAY, daysOf(month), [after?.henkyaku_hi ?? '', after?.id ?? 0]);
  const from = sql`directs d ${joined} WHERE ${isBehind} AND ${where} ORDER BY d.henkyaku_hi, d.id LIMIT ${limit}`;
  return selectPacked(rules, columns, from, computed);
}

/** Of these ids, the directs that the run still calculates. */
export function selectDirectsByIds(run: Run, rules: RuleColumns, ids: SQL): Query<ReadDirect[]> {
  return selectPacked([rules], OWN_COLUMNS, sql`(${ids}) e CROSS JOIN directs d ON d.id = e.id WHERE ${isInRunById(run)}`);
}

/** All rows in one JSON cell: the server packs twice as fast as it sends cells one by one. */
function selectPacked<Row extends object>(
  rules: readonly RuleColumns[],
  columns: readonly string[],
  from: SQL,
  computed: Readonly<Record<string, SQL>> = {},
): Query<Row[]> {
  const looked = rules.flatMap(({ slots }) => slots.map(({ variable }) => variable.name));
  const own = [...new Set([...KEY_COLUMNS, ...columns, ...looked])];
  const names = [...own, ...Object.keys(computed)];
  const cells = [
    ...own.map((name) => sql`d.${sql.identifier(name)}`),
    ...Object.entries(computed).map(([name, cell]) => sql`${cell} AS ${sql.identifier(name)}`),
  ];
  const packed = sql`SELECT json_group_array(json_array(${sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  )})) AS packed
    FROM (SELECT ${sql.join(cells, sql`, `)} FROM ${from})`;
  return query(query(packed, readValue(asJson<unknown[][]>())), (rows) =>
    rows.map((row) => {
      const direct: Record<string, unknown> = {};
      for (let at = 0; at < names.length; at++) direct[names[at]!] = row[at];
      return direct as Row;
    }),
  );
}
