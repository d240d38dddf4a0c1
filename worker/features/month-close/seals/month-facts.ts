import { sql } from 'drizzle-orm';
import type { SealDocument, SealedTotal } from '../../../contracts/calls/answers/month-seals.ts';
import { SEALED_RECORDS, type SealedTable } from '../../../contracts/calls/month-seals.ts';
import { yearMonthOf } from '../../../contracts/months.ts';
import type { Caller } from '../../../platform/caller.ts';
import { inMonth } from '../../../platform/db/date-ranges.ts';
import type { ReadOn } from '../../../platform/db/pieces.ts';
import { type Query, query } from '../../../platform/db/query.ts';
import { asNumber, asText, orNull, readRows } from '../../../platform/db/typed-rows.ts';
import { selectDepartments, selectWork, toSealedDepartmentCharts } from '../../dashboard/department-charts.ts';
import { selectChartPeople, selectChartSums, toUserCharts } from '../../dashboard/user-charts.ts';
import { type PersonCell, selectLiveMonth } from '../../totals/live-totals.ts';
import { toMonthPeriod } from '../../totals/period.ts';
import { NO_SEALS } from '../../totals/seals-in-force.ts';
import { toTotalRow } from '../../totals/total-entries.ts';
import { hashRecords, listHashedColumns, SEALED_TABLES, selectRecordsAfter } from './record-hashes.ts';

/** Reads in one round trip; each call may see a later state than the one before. */
export type Read = Caller['readMore'];

/** The content of a seal, computed from the records and the people as they are. */
export type MonthFacts = Pick<SealDocument, 'expressions' | 'totals' | 'user_charts' | 'department_charts' | 'runs' | 'records'>;
export type MonthFigures = Omit<MonthFacts, 'records' | 'runs'>;

/** Everything a person sees of a month; `everybody` as in `selectLiveMonth`. */
export function selectMonthFigures(month: string, options: { everybody?: boolean } = {}): Query<ReadOn<Promise<MonthFigures>>> {
  const period = toMonthPeriod(month);
  const plan = {
    live: selectLiveMonth(month, options),
    chartPeople: selectChartPeople(period, NO_SEALS, {}),
    chartSums: selectChartSums(period, NO_SEALS),
    departments: selectDepartments(period, NO_SEALS, null),
    work: selectWork(period, NO_SEALS, null),
  };
  return query(plan, ({ live, chartPeople, chartSums, departments, work }) => async (reader) => {
    const { people, expressions, entries } = await live(reader);
    const cells = new Map(people.map((cell) => [cell[0], cell]));
    return {
      expressions,
      totals: entries.map((entry) => ({ ...toTotalRow(entry), ...personFacts(cells.get(entry.person.user_id)!) })),
      user_charts: toUserCharts(await chartPeople(reader), chartSums),
      department_charts: toSealedDepartmentCharts(await departments(reader), work),
    };
  });
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

/** What proves the figures: the calculations, and the records of each table. */
export function selectProof(month: string): Query<ReadOn<Promise<Pick<MonthFacts, 'runs' | 'records'>>>> {
  const firstRecords = SEALED_TABLES.map((table) => {
    return query(selectRecordsAfter(table, listHashedColumns(table), month, 0), (first) => ({ table, first }));
  });
  return query({ runs: selectRuns(month), firstRecords }, ({ runs, firstRecords }) => async ({ readMore }) => {
    const records = {} as Record<SealedTable, SealDocument['records'][SealedTable]>;
    for (const { table, first } of firstRecords) records[table] = await hashRecords(readMore, table, month, { first });
    return { runs, records };
  });
}

/** The calculations that the month's directs have their points from, and the month's latest one, with its directs. */
function selectRuns(month: string): Query<SealDocument['runs']> {
  const { year, month: number } = yearMonthOf(month);
  const date = sql.identifier(SEALED_RECORDS.directs);
  const runs = sql`SELECT u.run_id, r.rules_hash AS rules, r.finished_at AS calculated_at, SUM(u.directs) AS directs FROM (
      SELECT calculation_id AS run_id, COUNT(*) AS directs FROM directs
        WHERE ${inMonth(sql`${date}`, month)} AND calculation_id IS NOT NULL GROUP BY calculation_id
      UNION ALL SELECT * FROM (SELECT id, 0 FROM calculation_runs WHERE year = ${year} AND month = ${number} AND status = 'done' ORDER BY id DESC LIMIT 1)
    ) u LEFT JOIN calculation_runs r ON r.id = u.run_id GROUP BY u.run_id ORDER BY u.run_id`;
  return query(runs, readRows({ run_id: asNumber, rules: orNull(asText), calculated_at: orNull(asText), directs: asNumber }));
}
