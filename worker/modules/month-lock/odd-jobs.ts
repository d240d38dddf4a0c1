import type { ReviewFigures } from '../../contracts/calls/month-checklist.ts';

/** A job with an area: `isOfMonth` tells those of the reviewed month from those they are compared with. */
export type ReviewedJob = [
  id: number,
  name: string | null,
  customer: number,
  category: number,
  isOfMonth: 0 | 1,
  tsubo: number,
  points: number | null,
  minutes: number | null,
];

/** Jobs of one customer and category that a comparison needs. */
const MIN_JOBS = 8;
/** Three median absolute deviations, each scaled to a standard deviation, as is usual for that measure. */
const MAX_DEVIATIONS = 3 * 1.4826;

interface OddJob {
  id: number;
  name: string | null;
  figures: ReviewFigures;
}

/** Jobs whose points or minutes per tsubo are further from the median of their customer and category than three median deviations. */
export function findOddJobs(jobs: readonly ReviewedJob[]): OddJob[] {
  const groups = Map.groupBy(jobs, ([, , customer, category]) => `${customer} ${category}`);
  return [...groups.values()].filter((group) => group.length >= MIN_JOBS).flatMap(findInGroup);
}

function findInGroup(group: readonly ReviewedJob[]): OddJob[] {
  const odd = new Map<number, OddJob>();
  for (const [measure, measureOf] of MEASURES) {
    const known = group.map((job) => ({ job, value: measureOf(job) })).filter(({ value }) => value !== null) as {
      job: ReviewedJob;
      value: number;
    }[];
    if (known.length < MIN_JOBS) continue;
    const usual = median(known.map(({ value }) => value));
    const deviation = median(known.map(({ value }) => Math.abs(value - usual)));
    for (const { job, value } of known) {
      const [id, name, , , isOfMonth] = job;
      if (isOfMonth !== 1 || Math.abs(value - usual) <= MAX_DEVIATIONS * deviation + 1e-9) continue;
      const figures = { ...odd.get(id)?.figures, [measure]: round(value), [`usual_${measure}`]: round(usual) };
      odd.set(id, { id, name, figures });
    }
  }
  return [...odd.values()];
}

/** A job that was not calculated, or whose time nobody noted, is not compared by it. */
const MEASURES: readonly (readonly [name: string, measureOf: (job: ReviewedJob) => number | null])[] = [
  ['points_per_tsubo', ([, , , , , tsubo, points]) => (points === null ? null : points / tsubo)],
  ['minutes_per_tsubo', ([, , , , , tsubo, , minutes]) => (minutes === null ? null : minutes / tsubo)],
];

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

const round = (value: number) => Math.round(value * 1000) / 1000;
