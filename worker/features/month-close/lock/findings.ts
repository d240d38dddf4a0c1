import { type SQL, sql } from 'drizzle-orm';
import type { ReviewFigures } from '../../../contracts/calls/answers/month-checklist.ts';
import type { ReviewKey } from '../../../contracts/calls/month-checklist.ts';
import { type DayPlace, daysOf, inMonth, isWithinBehind } from '../../../platform/db/date-ranges.ts';
import { packCells, type Reader, type ReadOn, ROWS_PER_PIECE, selectInPieces, selectPieces } from '../../../platform/db/pieces.ts';
import { type Query, query } from '../../../platform/db/query.ts';
import { BY_DAY } from '../../calculation/directs.ts';
import { toMonthPeriod } from '../../totals/period.ts';
import { findOddJobs, JOBS_PER_PIECE, type ReviewedJob, selectReviewedJobs } from './odd-jobs.ts';

/** Something of a month that a person should look at before it is closed. */
export interface Finding {
  /** `direct:12`, `user:3` or `rule:standards:5`. */
  subject: string;
  label: string;
  figures: ReviewFigures;
  link: string;
  /** Whom it names: told to those only who may see them. */
  person?: number;
}

/** What was found, by its kind: each reader answers some kinds, together all of them. */
export type FindingsOf<Kind extends ReviewKey> = Record<Kind, Finding[]>;

/** The number of rows in an answer of the database. */
export interface PieceSizes {
  findings: number;
  jobs: number;
}
const PIECE_SIZES: PieceSizes = { findings: ROWS_PER_PIECE, jobs: JOBS_PER_PIECE };

type OddByThemselves = FindingsOf<'same_person' | 'zero_points' | 'checked_empty'>;
type JobFindings = OddByThemselves & FindingsOf<'odd_job' | 'double_building' | 'source_changed'>;

/** Everything odd about a month's jobs (YYYY-MM), each kind in the order of their ids, or one kind only; further read only where there are thousands. */
export function selectFindings(month: string, sizes = PIECE_SIZES, only?: ReviewKey): Query<ReadOn<Promise<Partial<JobFindings>>>> {
  type RowsAfter = (month: string, id: number) => SQL;
  const rows = <Cell extends [id: number, ...unknown[]]>(rowsAfter: RowsAfter, readCell: (cell: Cell) => Finding) =>
    query(
      selectInPieces<Cell>((id = 0) => rowsAfter(month, id), sizes.findings),
      (readCells) => async (reader: Reader) => (await readCells(reader)).map(readCell),
    );
  const plan = {
    oddJobs: isAsked(only, ['odd_job']) ? selectOddJobs(month, sizes.jobs) : undefined,
    oddByThemselves: isAsked(only, ['same_person', 'zero_points', 'checked_empty'])
      ? selectOddByThemselves(month, sizes.findings)
      : undefined,
    doubles: isAsked(only, ['double_building']) ? rows(doubleBuildings, readDouble) : undefined,
    changed: isAsked(only, ['source_changed']) ? rows(changedAtSource, readChanged) : undefined,
  };
  return query(plan, (read) => async (reader) => ({
    odd_job: await read.oddJobs?.(reader),
    ...(await read.oddByThemselves?.(reader)),
    double_building: await read.doubles?.(reader),
    source_changed: await read.changed?.(reader),
  }));
}

/** Whether what finds these kinds is asked: where only one kind is, that which finds it. */
export const isAsked = (only: ReviewKey | undefined, kinds: readonly ReviewKey[]): boolean => only === undefined || kinds.includes(only);

function selectOddJobs(month: string, size: number): Query<ReadOn<Promise<Finding[]>>> {
  return query(
    selectPieces<ReviewedJob>((last) => packCells(selectReviewedJobs(toMonthPeriod(month), last?.[0]), size), size),
    (readJobs) => async (reader) => {
      const odd = await findOddJobs(readJobs(reader));
      return odd.map(({ id, name, figures }) => toFinding(id, name, figures));
    },
  );
}

/** Read in the order of the date, whose index each piece goes on from: in that of the ids, each would read and sort the whole month. */
function selectOddByThemselves(month: string, size: number): Query<ReadOn<Promise<OddByThemselves>>> {
  return query(
    selectInPieces<OddDirect>((place) => oddByThemselves(month, place), size),
    (readCells) => async (reader) => {
      const found: OddByThemselves = { same_person: [], zero_points: [], checked_empty: [] };
      const directs = (await readCells(reader)).sort(([[, a]], [[, b]]) => a - b);
      for (const direct of directs) addOddDirect(found, direct);
      return found;
    },
  );
}

/** A finding of one job, which leads to it. */
export function toFinding(id: number, name: string | null, figures: ReviewFigures): Finding {
  return { subject: `direct:${id}`, label: name ?? `#${id}`, figures, link: `/directs/${id}/view` };
}

type OddDirect = [
  place: DayPlace,
  name: string | null,
  /** The designer who is the checker too: name and id. */
  person: string | null,
  personId: number | null,
  isZero: 0 | 1,
  bukkenmei: string | null,
  isCheckedEmpty: 0 | 1,
];

/** Finds what a row shows by itself, all kinds in one scan of the month. */
function oddByThemselves(month: string, place: DayPlace = ['', 0]): SQL {
  const isSamePerson = sql`d.user_id = d.chekkusha_id`;
  const isZero = sql`(d.result_design_point = 0 AND d.result_check_point = 0)`;
  const isCheckedEmpty = sql`(+d.is_checked = 1 AND d.result_design_point IS NULL)`;
  return sql`SELECT json_array(json_array(day, id), name, (SELECT name FROM users WHERE id = person), person, is_zero, bukkenmei, is_checked_empty) AS cells
    FROM (SELECT d.henkyaku_hi AS day, d.id, d.name, iif(${isSamePerson}, d.user_id, NULL) AS person, ifnull(${isZero}, 0) AS is_zero, d.bukkenmei,
        ${isCheckedEmpty} AS is_checked_empty
      FROM directs d WHERE ${isWithinBehind(BY_DAY, daysOf(month), place)}
        AND (${isSamePerson} OR ${isZero} OR ${isCheckedEmpty}))
    ORDER BY day, id`;
}

function addOddDirect(found: OddByThemselves, [[, id], name, person, personId, isZero, bukkenmei, isCheckedEmpty]: OddDirect): void {
  if (person !== null) found.same_person.push({ ...toFinding(id, name, { person }), person: personId ?? 0 });
  if (isZero === 1) found.zero_points.push(toFinding(id, name, { bukkenmei }));
  if (isCheckedEmpty === 1) found.checked_empty.push(toFinding(id, name, { bukkenmei }));
}

type Double = [
  id: number,
  bukkenmei: string | null,
  work_name: string | null,
  /** By its id, the code of each. */
  jobs: [id: number, name: string | null][],
];

function doubleBuildings(month: string, after: number): SQL {
  return sql`SELECT json_array(MIN(d.id), d.bukkenmei, w.work_name, json_group_array(json_array(d.id, d.name))) AS cells
    FROM directs d LEFT JOIN work_categories w ON w.id = d.work_category_id
    WHERE ${isOfMonth(month)} AND d.bukkenmei_fold IS NOT NULL AND d.bukkenmei_fold <> '' AND d.work_category_id IS NOT NULL
    GROUP BY d.bukkenmei_fold, d.customer_id, d.work_category_id HAVING COUNT(*) > 1 AND MIN(d.id) > ${after} ORDER BY MIN(d.id)`;
}

function readDouble([id, bukkenmei, work_name, jobs]: Double): Finding {
  const [first, ...others] = jobs.sort(([a], [b]) => a - b);
  const codes = others.map(([other, name]) => name ?? `#${other}`).join(', ');
  const finding = toFinding(id, first![1], { bukkenmei, work_name, jobs: jobs.length, codes });
  return { ...finding, link: `/directs?ids=${jobs.map(([each]) => each).join(',')}` };
}

function changedAtSource(month: string, after: number): SQL {
  return sql`SELECT json_array(d.id, d.name, w.since) AS cells FROM crawl_waiting w JOIN directs d ON d.id = w.direct_id
    WHERE ${isOfMonth(month)} AND d.id > ${after} AND w.reason = 'record_checked' AND d.is_checked = 1 ORDER BY d.id`;
}

function readChanged([id, name, since]: [id: number, name: string | null, since: string]): Finding {
  return toFinding(id, name, { since });
}

function isOfMonth(month: string): SQL {
  return inMonth(sql`d.henkyaku_hi`, month);
}
