import type { CompareTop } from '../../../contracts/calls/answers/statement-compare.ts';
import type { CompareStepKind } from '../../../contracts/calls/statement-compare.ts';
import { roundPoints } from '../../../platform/text/rounding.ts';
import { type CompiledTotals, computeTotalPoints, type TotalPoints, type TotalsInput } from '../../calculation/engine/totals.ts';

/** A job of the person, once for its design and once for its check where both are theirs. */
export interface ComparedJob {
  id: number;
  title: string | null;
  /** Customer and work category: jobs of one kind are alike. */
  kind: string;
  kindTitle: string;
  customer_id: number | null;
  point: number;
  isAdjusted: boolean;
}

export interface ComparedRecord {
  id: number;
  title: string | null;
  point: number;
}

/** One month of a person: the figures of the totals as they were published, and the records that they are made of. */
export interface ComparedMonth {
  points: TotalsInput & TotalPoints;
  expressions: CompiledTotals;
  design: readonly ComparedJob[];
  check: readonly ComparedJob[];
  indirect_yes: readonly ComparedRecord[];
  indirect_no: readonly ComparedRecord[];
  mistakes_n: readonly ComparedRecord[];
  mistakes_t: readonly ComparedRecord[];
  /** The rating that gives the factor; none where the factor is 1 for want of one. */
  factor: readonly ComparedRecord[];
}

export interface StepChange {
  kind: CompareStepKind;
  change_1: number | null;
  change_2: number | null;
  count_from: number;
  count_to: number;
  top: CompareTop[];
}

/** Of a step, this many records are named. */
const MAX_TOP = 5;

/**
 * Takes the difference of two months apart. One figure after the other becomes that of the later month, and both totals are computed again by
 * the earlier month's expressions; the expressions themselves are the last step, which ends at the published totals. So the changes add up
 * exactly, whatever the expressions are; where a total has no value on the way, the next step that gives one carries the change.
 */
export function compareMonths(from: ComparedMonth, to: ComparedMonth): StepChange[] {
  const figures: TotalsInput = { ...from.points };
  let before: TotalPoints = from.points;
  const change = (after: TotalPoints) => {
    const [change_1, change_2] = (['total_point_1', 'total_point_2'] as const).map((name) => {
      if (from.points[name] === null || to.points[name] === null) return null;
      return after[name] === null ? 0 : roundPoints(after[name] - before[name]!);
    }) as [number | null, number | null];
    before = { total_point_1: after.total_point_1 ?? before.total_point_1, total_point_2: after.total_point_2 ?? before.total_point_2 };
    return { change_1, change_2 };
  };
  return listReplacements(from, to).map(({ replace, ...step }) => {
    Object.assign(figures, replace(figures));
    const isLast = step.kind === 'expressions';
    return { ...step, ...change(isLast ? to.points : computeTotalPoints(from.expressions, figures)) };
  });
}

interface Replacement extends Omit<StepChange, 'change_1' | 'change_2'> {
  /** The figures that become those of the later month. */
  replace: (figures: TotalsInput) => Partial<TotalsInput>;
}

function listReplacements(from: ComparedMonth, to: ComparedMonth): Replacement[] {
  const adjusted = (month: ComparedMonth) => [...month.design, ...month.check].filter(({ isAdjusted }) => isAdjusted);
  return [
    ...splitJobs('design', from.design, to.design),
    ...splitJobs('check', from.check, to.check),
    {
      kind: 'adjustments',
      ...records('directs', adjusted(from), adjusted(to)),
      // What the parts before left out, so that the figure is the published one to the last decimal.
      replace: () => ({ direct_point: to.points.direct_point }),
    },
    {
      kind: 'indirect_yes',
      ...records('indirects', from.indirect_yes, to.indirect_yes),
      replace: () => ({ indirect_point_yes: to.points.indirect_point_yes }),
    },
    {
      kind: 'indirect_no',
      ...records('indirects', from.indirect_no, to.indirect_no),
      replace: () => ({ indirect_point_no: to.points.indirect_point_no }),
    },
    {
      kind: 'mistakes_n',
      ...records('mistakes', from.mistakes_n, to.mistakes_n),
      replace: () => ({ mistake_point_n: to.points.mistake_point_n }),
    },
    {
      kind: 'mistakes_t',
      ...records('mistakes', from.mistakes_t, to.mistakes_t),
      replace: () => ({ mistake_point_t: to.points.mistake_point_t }),
    },
    { kind: 'factor', ...records('pro', from.factor, to.factor), replace: () => ({ pro_index: to.points.pro_index }) },
    { kind: 'expressions', count_from: 0, count_to: 0, top: [], replace: () => ({}) },
  ];
}

/**
 * The calculated points of one role in three parts that add up: more or fewer jobs, each taken as an average one of the earlier month; other
 * kinds of jobs, each taken as an average one of its kind then; and larger or smaller jobs of the same kinds. Adjusted jobs are apart.
 */
function splitJobs(role: 'design' | 'check', former: readonly ComparedJob[], later: readonly ComparedJob[]): Replacement[] {
  const [a, b] = [former, later].map((jobs) => jobs.filter(({ isAdjusted }) => !isAdjusted)) as [ComparedJob[], ComparedJob[]];
  const average = mean(a) ?? mean(b) ?? 0;
  const [kindsA, kindsB] = [byKind(a), byKind(b)];
  /** Points of an average job of the kind in the earlier month; of a kind that is new, in the later one. */
  const usual = (kind: string) => mean(kindsA.get(kind) ?? []) ?? mean(kindsB.get(kind) ?? []) ?? average;
  const count = (b.length - a.length) * average;
  const kinds = b.reduce((sum, { kind }) => sum + usual(kind) - average, 0);
  const size = sumOf(b) - sumOf(a) - count - kinds;
  const counts = { count_from: a.length, count_to: b.length };
  const add = (points: number) => (figures: TotalsInput) => ({ direct_point: roundPoints(figures.direct_point + points) });
  const kindEffects = [...new Set([...kindsA.keys(), ...kindsB.keys()])].map((kind) => {
    const [then, now] = [kindsA.get(kind) ?? [], kindsB.get(kind) ?? []];
    const { customer_id, kindTitle } = (now[0] ?? then[0])!;
    const share = now.length - (a.length === 0 ? 0 : (then.length * b.length) / a.length);
    return { entity: 'customers', id: customer_id ?? 0, title: kindTitle, points: share * (usual(kind) - average) };
  });
  const sizes = b.map((job) => ({ entity: 'directs', id: job.id, title: job.title, points: job.point - usual(job.kind) }));
  const grown = b.length >= a.length;
  return [
    {
      kind: `${role}_count`,
      ...counts,
      top: takeLargest((grown ? b : a).map((job) => named('directs', job, grown ? 1 : -1))),
      replace: add(count),
    },
    { kind: `${role}_kind`, ...counts, top: takeLargest(kindEffects), replace: add(kinds) },
    { kind: `${role}_size`, ...counts, top: takeLargest(sizes), replace: add(size) },
  ];
}

/** Counts of a figure's records, and the largest of the later month, and of the earlier one with their sign turned. */
function records(entity: string, former: readonly ComparedRecord[], later: readonly ComparedRecord[]) {
  const top = [...later.map((record) => named(entity, record, 1)), ...former.map((record) => named(entity, record, -1))];
  return { count_from: former.length, count_to: later.length, top: takeLargest(top) };
}

const named = (entity: string, { id, title, point }: ComparedRecord, sign: 1 | -1): CompareTop => ({
  entity,
  id,
  title,
  points: sign * point,
});

function takeLargest(top: readonly CompareTop[]): CompareTop[] {
  return top
    .map((one) => ({ ...one, points: roundPoints(one.points) }))
    .filter(({ points }) => points !== 0)
    .sort((one, other) => Math.abs(other.points) - Math.abs(one.points) || one.id - other.id)
    .slice(0, MAX_TOP);
}

function byKind(jobs: readonly ComparedJob[]): Map<string, ComparedJob[]> {
  return Map.groupBy(jobs, ({ kind }) => kind);
}

const sumOf = (jobs: readonly ComparedJob[]): number => jobs.reduce((sum, { point }) => sum + point, 0);
const mean = (jobs: readonly ComparedJob[]): number | undefined => (jobs.length === 0 ? undefined : sumOf(jobs) / jobs.length);
