import type { MatchCandidates } from '../match/candidates.ts';
import { jobKey, type NormalizedJob } from '../normalize/normalize.ts';
import { toDirectRow } from '../plan/direct-row.ts';

/** A difference of a job of the month: it is not here, or a value is another one. */
export interface Difference {
  kind: 'only_there' | 'differs';
  external_id: string;
  direct_id: number | null;
  name: string;
  column: string;
  here: string | null;
  there: string | null;
}

/** What points, months and statements follow from. */
const COMPARED = [
  ...['name', 'bukkenmei', 'customer_id', 'work_category_id', 'user_id', 'chekkusha_id', 'uketsuke_hi', 'henkyaku_hi'],
  ...['tsubosuu', 'menseki', 'kaisuu', 'complex_factor', 'complex_point', 'sagyou_jikan', 'chekkku_jikan'],
];
/** Columns whose id stands for a name at the source. */
const NAMES: Readonly<Record<string, keyof NormalizedJob['names']>> = {
  customer_id: 'customer',
  work_category_id: 'category',
  user_id: 'designer',
  chekkusha_id: 'checker',
};

/** Compares the jobs that are of the month here or there, as a crawl would write them over everything. A name that nobody has stays as the source has it. */
export function compareJobs(jobs: readonly NormalizedJob[], candidates: MatchCandidates, month: string, time: string): Difference[] {
  return jobs.flatMap((job): Difference[] => {
    const { external_id, name } = job.row;
    const before = candidates.directs.get(jobKey(job));
    const isOfMonth = (date: unknown) => String(date ?? '').startsWith(month);
    if (!before)
      return isOfMonth(job.row.henkyaku_hi)
        ? [{ kind: 'only_there', external_id, direct_id: null, name, column: '', here: null, there: toText(job.row.henkyaku_hi) }]
        : [];
    if (!isOfMonth(job.row.henkyaku_hi) && !isOfMonth(before.values.henkyaku_hi)) return [];
    const { columns = {} } = toDirectRow(job, before, candidates, time);
    return COMPARED.filter((column) => column in columns && toText(columns[column]) !== toText(before.values[column])).map((column) => ({
      ...{ kind: 'differs' as const, external_id: String(before.values.external_id), direct_id: before.id, name, column },
      here: toText(before.values[column]),
      there: column in NAMES ? (job.names[NAMES[column]!] ?? null) : toText(columns[column]),
    }));
  });
}

const toText = (value: unknown): string | null => (value === null || value === undefined || value === '' ? null : String(value));
