import type { ReviewFigures } from '../../contracts/calls/month-checklist.ts';

/** A job with an area: `isOfMonth` tells those of the reviewed month from those they are compared with. */
export type ReviewedJob = [
  id: number,
  name: string | null,
  customer: number,
  category: number,
  isOfMonth: 0 | 1,
  tsubo: number,
  points: number,
  minutes: number,
];

/** Jobs of one customer and category that a comparison needs. */
const MIN_JOBS = 8;
const MAX_DEVIATIONS = 3;

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
  const measures = [
    { name: 'points_per_tsubo', of: ([, , , , , tsubo, points]: ReviewedJob) => points / tsubo },
    { name: 'minutes_per_tsubo', of: ([, , , , , tsubo, , minutes]: ReviewedJob) => minutes / tsubo },
  ].map((measure) => {
    const values = group.map(measure.of);
    const usual = median(values);
    return { ...measure, usual, deviation: median(values.map((value) => Math.abs(value - usual))) };
  });
  return group.flatMap((job) => {
    const [id, name, , , isOfMonth] = job;
    const odd = measures.filter(({ of, usual, deviation }) => Math.abs(of(job) - usual) > MAX_DEVIATIONS * deviation + 1e-9);
    if (isOfMonth !== 1 || odd.length === 0) return [];
    return [
      {
        id,
        name,
        figures: Object.fromEntries(
          odd.flatMap((measure) => [
            [measure.name, round(measure.of(job))],
            [`usual_${measure.name}`, round(measure.usual)],
          ]),
        ),
      },
    ];
  });
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

const round = (value: number) => Math.round(value * 1000) / 1000;
