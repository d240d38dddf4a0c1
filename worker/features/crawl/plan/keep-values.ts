import type { MatchCandidates } from '../match/candidates.ts';
import { jobKey, type NormalizedJob, OWN_COLUMNS } from '../normalize/normalize.ts';
import { type Finding, warningRemark } from './findings.ts';

/** Fewer emptied jobs are people's own work. */
const MIN_JOBS = 10;
/** So much of the known jobs that have a value in a column must lose it. */
const MIN_SHARE = 0.2;

/** The column of each name that is matched with records. */
const NAME_COLUMNS = { checker: 'chekkusha', customer: 'tokuisakimei', category: 'hacchyuu_naiyou' } as const;

/**
 * Takes a column that the source has emptied in far more jobs of a page than people do as one that those jobs have no field for, so that known
 * directs keep what they have. `open`: columns that were odd in an earlier crawl and are not mended, in which every job keeps its value.
 */
export function keepEmptiedValues(
  jobs: readonly NormalizedJob[],
  directs: MatchCandidates['directs'],
  open: readonly string[],
): { jobs: NormalizedJob[]; findings: Finding[] } {
  const kept = new Set(open);
  const findings: Finding[] = [];
  for (const [column, { valued, emptied }] of countEmptied(jobs, directs)) {
    if (emptied >= MIN_JOBS && emptied > valued * MIN_SHARE) kept.add(column);
    if (emptied > 0 && kept.has(column))
      findings.push({ ...warningRemark('values_kept', column, `${emptied}/${valued}`), external_id: null, name: null });
  }
  if (kept.size === 0) return { jobs: [...jobs], findings };
  return { jobs: jobs.map((job) => (directs.has(jobKey(job)) ? withoutEmptied(job, kept) : job)), findings };
}

/** Of the known jobs, how many have a value in each column of the form, and how many of these lose it. */
function countEmptied(jobs: readonly NormalizedJob[], directs: MatchCandidates['directs']) {
  const counts = new Map<string, { valued: number; emptied: number }>();
  for (const job of jobs) {
    const stored = directs.get(jobKey(job))?.values;
    if (!stored) continue;
    for (const [column, value] of Object.entries({ ...job.row, [NAME_COLUMNS.checker]: job.names.checker })) {
      if (value === undefined || OWN_COLUMNS.has(column) || (stored[column] ?? null) === null) continue;
      const count = counts.get(column) ?? { valued: 0, emptied: 0 };
      counts.set(column, { valued: count.valued + 1, emptied: count.emptied + (value === null ? 1 : 0) });
    }
  }
  return counts;
}

function withoutEmptied(job: NormalizedJob, kept: ReadonlySet<string>): NormalizedJob {
  const row = Object.fromEntries(Object.entries(job.row).filter(([column, value]) => value !== null || !kept.has(column)));
  const names = { ...job.names };
  for (const [name, column] of Object.entries(NAME_COLUMNS) as [keyof typeof NAME_COLUMNS, string][]) {
    if (names[name] === null && kept.has(column)) delete names[name];
  }
  return { ...job, row: { ...row, external_id: job.row.external_id, name: job.row.name }, names };
}
