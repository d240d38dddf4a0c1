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

const OWN_COLUMNS = ['id', 'version', 'henkyaku_hi', 'is_updated', 'customer_id', 'work_category_id', ...POINT_COLUMNS] as const;

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

/** The next directs of the month, in order of date and id, after this one. */
export function selectNextDirects(
  run: Run,
  after: { henkyaku_hi: string; id: number },
  rules: CompiledRules,
  limit: number,
): Query<ReadDirect[]> {
  const behind = isWithinBehind(BY_DAY, daysOf(monthKey(run.year, run.month)), [after.henkyaku_hi, after.id]);
  return selectPacked(rules, sql`directs d WHERE ${behind} AND ${isInRunById(run)} ORDER BY d.henkyaku_hi, d.id LIMIT ${limit}`);
}

/** Of these ids, the directs that the run still calculates. */
export function selectDirectsByIds(run: Run, rules: RuleColumns, ids: SQL): Query<ReadDirect[]> {
  return selectPacked(rules, sql`(${ids}) e CROSS JOIN directs d ON d.id = e.id WHERE ${isInRunById(run)}`);
}

function columnsFor(rules: RuleColumns, further: readonly string[]): string[] {
  return [...new Set<string>([...OWN_COLUMNS, ...further, ...rules.slots.map(({ variable }) => variable.name)])];
}

/** All rows in one JSON cell: the server packs twice as fast as it sends cells one by one. */
function selectPacked(rules: RuleColumns, from: SQL): Query<ReadDirect[]> {
  return selectPackedDirects(rules, [], from);
}

/** Directs `d` of a FROM part with its condition, with the columns that rules use and further ones. */
export function selectPackedDirects<Row extends object = ReadDirect>(
  rules: RuleColumns,
  further: readonly string[],
  from: SQL,
): Query<Row[]> {
  const names = columnsFor(rules, further);
  const columns = names.map((name) => sql.identifier(name));
  const cells = columns.map((name) => sql`d.${name}`);
  const packed = sql`SELECT json_group_array(json_array(${sql.join(columns, sql`, `)})) AS packed FROM (SELECT ${sql.join(cells, sql`, `)} FROM ${from})`;
  return query(query(packed, readValue(asJson<unknown[][]>())), (rows) =>
    rows.map((row) => {
      const direct: Record<string, unknown> = {};
      for (let at = 0; at < names.length; at++) direct[names[at]!] = row[at];
      return direct as Row;
    }),
  );
}
