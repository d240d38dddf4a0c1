import type { ResultSet } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import { DEFAULT_TOTALS } from '../../contracts/calls/formula-language.ts';
import { SEALED_RECORDS, type SealDocument, type SealedTable, type SealedTotal } from '../../contracts/calls/month-seals.ts';
import type { Caller } from '../../crud/caller.ts';
import { inMonth } from '../../db/date-ranges.ts';
import {
  type DepartmentCell,
  selectDepartmentsAfter,
  selectWork,
  toSealedDepartmentCharts,
  type WorkCell,
} from '../dashboard/department-charts.ts';
import { type ChartPersonCell, selectChartPeopleAfter, selectChartSums, toUserCharts } from '../dashboard/user-charts.ts';
import { LIVE_MONTH_RESULTS, type PersonCell, readLiveMonth, selectLiveMonth } from '../totals/live-totals.ts';
import { toMonthPeriod } from '../totals/period.ts';
import { readAllPieces, unpackCells } from '../totals/pieces.ts';
import { toTotalRow } from '../totals/total-entries.ts';
import { hashRecords, listHashedColumns, SEALED_TABLES, selectRecordsAfter } from './record-hashes.ts';
import { NO_SEALS } from './seals-in-force.ts';

/** Reads statements in one round trip; each call may see a later state than the one before. */
export type Read = Caller['readMore'];

/** What a seal says of a month, computed from the records and the people as they are. */
export type MonthFacts = Pick<SealDocument, 'expressions' | 'totals' | 'user_charts' | 'department_charts' | 'runs' | 'records'>;
export type MonthFigures = Omit<MonthFacts, 'records' | 'runs'>;

/** Statements of everything a person sees of a month; `readFigures` takes their results. */
export function selectFigures(month: string): SQL[] {
  const period = toMonthPeriod(month);
  return [
    ...selectLiveMonth(month),
    selectChartPeopleAfter(period, NO_SEALS, {}),
    ...selectChartSums(period, NO_SEALS),
    selectDepartmentsAfter(period, NO_SEALS, null),
    selectWork(period, NO_SEALS, null),
  ];
}

/** How many results `selectFigures` gives. */
export const FIGURE_RESULTS = LIVE_MONTH_RESULTS + 5;

/** `everybody` as in `readLiveMonth`. */
export async function readFigures(
  read: Read,
  month: string,
  results: readonly ResultSet[],
  options: { everybody?: boolean } = {},
): Promise<MonthFigures> {
  const period = toMonthPeriod(month);
  const reader = { readMore: read };
  const [chartPeople, designed, checkedBy, departments, work] = results.slice(LIVE_MONTH_RESULTS) as [
    ResultSet,
    ResultSet,
    ResultSet,
    ResultSet,
    ResultSet,
  ];
  const { people, expressions: source, entries } = await readLiveMonth(reader, month, results, options);
  const drawn = await readAllPieces<ChartPersonCell>(reader, chartPeople, (after) => selectChartPeopleAfter(period, NO_SEALS, {}, after));
  const named = await readAllPieces<DepartmentCell>(reader, departments, (after) => selectDepartmentsAfter(period, NO_SEALS, null, after));
  const cells = new Map(people.map((cell) => [cell[0], cell]));
  return {
    expressions: {
      total_point_1: source.total_point_1 || DEFAULT_TOTALS.total_point_1,
      total_point_2: source.total_point_2 || DEFAULT_TOTALS.total_point_2,
    },
    totals: entries.map((entry) => ({ ...toTotalRow(entry), ...personFacts(cells.get(entry.person.user_id)!) })),
    user_charts: toUserCharts(drawn, designed, checkedBy),
    department_charts: toSealedDepartmentCharts(named, unpackCells<WorkCell>(work)),
  };
}

type PersonFacts = Pick<SealedTotal, 'active' | 'department' | 'department_group' | 'position_id' | 'rating'>;

function personFacts([, , , , , , , position_id, , active, department, group, [rating]]: PersonCell): PersonFacts {
  return {
    active,
    position_id,
    department: department && { id: department[0], name: department[1] },
    department_group: group && { id: group[0], name: group[1] },
    rating: rating ? { pro_id: rating[0], pro_point_id: rating[1], rate_at: rating[2], point: rating[3] } : null,
  };
}

/** Statements of what proves the figures: the calculations, and the first records of each table. */
export function selectProof(month: string): SQL[] {
  return [runsStatement(month), ...SEALED_TABLES.map((table) => selectRecordsAfter(table, listHashedColumns(table), month, 0))];
}

export async function readProof(
  read: Read,
  month: string,
  [runs, ...firstRecords]: readonly ResultSet[],
): Promise<Pick<MonthFacts, 'runs' | 'records'>> {
  const records = {} as Record<SealedTable, SealDocument['records'][SealedTable]>;
  for (const [index, table] of SEALED_TABLES.entries()) {
    const readOne = async (statement: SQL) => (await read([statement]))[0]!;
    records[table] = await hashRecords(readOne, table, month, { first: firstRecords[index] });
  }
  return { runs: readRuns(runs!), records };
}

function readRuns({ rows }: ResultSet): SealDocument['runs'] {
  return rows.map((row) => ({
    run_id: Number(row.run_id),
    rules: row.rules === null ? null : String(row.rules),
    calculated_at: row.calculated_at === null ? null : String(row.calculated_at),
    directs: Number(row.directs),
  }));
}

/** The calculations that the month's directs have their points from, and the month's latest one, with its directs. */
function runsStatement(month: string): SQL {
  const [year, number] = month.split('-').map(Number);
  const date = sql.identifier(SEALED_RECORDS.directs);
  return sql`SELECT u.run_id, r.rules_hash AS rules, r.finished_at AS calculated_at, SUM(u.directs) AS directs FROM (
      SELECT calculation_id AS run_id, COUNT(*) AS directs FROM directs
        WHERE ${inMonth(sql`${date}`, month)} AND calculation_id IS NOT NULL GROUP BY calculation_id
      UNION ALL SELECT * FROM (SELECT id, 0 FROM calculation_runs WHERE year = ${year} AND month = ${number} AND status = 'done' ORDER BY id DESC LIMIT 1)
    ) u LEFT JOIN calculation_runs r ON r.id = u.run_id GROUP BY u.run_id ORDER BY u.run_id`;
}
