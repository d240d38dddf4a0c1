import { type SQL, sql } from 'drizzle-orm';
import type { ReviewFigures } from '../../../contracts/calls/answers/month-checklist.ts';
import { monthBefore } from '../../../contracts/months.ts';
import { type DayPlace, isWithinBehind } from '../../../platform/db/date-ranges.ts';
import { median } from '../../../platform/text/median.ts';
import { BY_DAY } from '../../calculation/directs.ts';

/** Months of jobs that a job is compared with: its own and those before. */
const COMPARED_MONTHS = 3;
/** Jobs of one customer and category that a comparison needs. */
const MIN_JOBS = 8;
/** Three median absolute deviations, each scaled to a standard deviation, as is usual for that measure. */
const MAX_DEVIATIONS = 3 * 1.4826;
/** Jobs of one answer: about 2 MB. Three months of an office of 500 people are one answer. */
export const JOBS_PER_PIECE = 30_000;

/** A job with an area: `isOfMonth` tells those of the reviewed month from those they are compared with. */
export type ReviewedJob = [
  key: DayPlace,
  name: string | null,
  customer: number,
  category: number,
  isOfMonth: 0 | 1,
  points_per_tsubo: number | null,
  minutes_per_tsubo: number | null,
];

/** Rows of the jobs that a month's jobs are compared with, its own among them, by date and id. */
export function selectReviewedJobs({ from, to }: { from: string; to: string }, after: DayPlace = ['', 0]): SQL {
  return sql`SELECT json_array(json_array(d.henkyaku_hi, d.id), d.name, d.customer_id, d.work_category_id, d.henkyaku_hi >= ${from},
      (d.result_design_point + d.result_check_point) / d.tsubosuu, (d.sagyou_jikan + d.chekkku_jikan) / d.tsubosuu) AS cells
    FROM directs d WHERE ${isWithinBehind(BY_DAY, { from: firstComparedDay(from), to }, after)}
      AND d.tsubosuu > 0 AND d.customer_id IS NOT NULL AND d.work_category_id IS NOT NULL ORDER BY d.henkyaku_hi, d.id`;
}

function firstComparedDay(from: string): string {
  return `${monthBefore(from.slice(0, 7), COMPARED_MONTHS - 1)}-01`;
}

interface OddJob {
  id: number;
  name: string | null;
  figures: ReviewFigures;
}

/** The values of one measure over the jobs of a customer and category. Most jobs keep the value only: there may be 300,000. */
interface Measured {
  values: number[];
  ofMonth: { id: number; name: string | null; value: number }[];
}

/** Jobs whose points or minutes per tsubo are further from the median of their customer and category than three median deviations, by id. */
export async function findOddJobs(pieces: AsyncIterable<readonly ReviewedJob[]>): Promise<OddJob[]> {
  const groups = new Map<string, Record<Measure, Measured>>();
  for await (const jobs of pieces) {
    for (const [[, id], name, customer, category, isOfMonth, points_per_tsubo, minutes_per_tsubo] of jobs) {
      const key = `${customer} ${category}`;
      const group = groups.get(key) ?? { points_per_tsubo: noValues(), minutes_per_tsubo: noValues() };
      groups.set(key, group);
      addValue(group.points_per_tsubo, points_per_tsubo);
      addValue(group.minutes_per_tsubo, minutes_per_tsubo);

      function addValue({ values, ofMonth }: Measured, value: number | null) {
        // A job that was not calculated, or whose time nobody noted, is not compared by it.
        if (value === null) return;
        values.push(value);
        if (isOfMonth === 1) ofMonth.push({ id, name, value });
      }
    }
  }
  const odd = new Map<number, OddJob>();
  for (const group of groups.values()) for (const measure of MEASURES) addOddJobs(odd, measure, group[measure]);
  return [...odd.values()].sort((a, b) => a.id - b.id);
}

const MEASURES = ['points_per_tsubo', 'minutes_per_tsubo'] as const;
type Measure = (typeof MEASURES)[number];

const noValues = (): Measured => ({ values: [], ofMonth: [] });

function addOddJobs(odd: Map<number, OddJob>, measure: Measure, { values, ofMonth }: Measured): void {
  if (values.length < MIN_JOBS) return;
  const usual = median(values);
  const deviation = median(values.map((value) => Math.abs(value - usual)));
  for (const { id, name, value } of ofMonth) {
    if (Math.abs(value - usual) <= MAX_DEVIATIONS * deviation + 1e-9) continue;
    const figures = { ...odd.get(id)?.figures, [measure]: round(value), [`usual_${measure}`]: round(usual) };
    odd.set(id, { id, name, figures });
  }
}

const round = (value: number) => Math.round(value * 1000) / 1000;
