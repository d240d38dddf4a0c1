import { median } from '../../../platform/text/median.ts';

/** One crawl's jobs, and in how many of them each column was in the form at all (`had`), and with a value that can be read (`filled`). */
export interface CrawlFields {
  jobs: number;
  /** It read everything: most of its jobs are finished, of the usual crawls' few are. */
  isFull: boolean;
  columns: ReadonlyMap<string, ColumnCount>;
}
export interface ColumnCount {
  had: number;
  filled: number;
  /** The crawl was found odd in this column, so it says nothing about what is usual. */
  isOdd?: boolean;
}

/** What is counted: whether forms have the field, or whether it has a value. */
export type Measure = 'had' | 'filled';

/** A column that far more jobs lack than usual. */
export interface OddColumn {
  column: string;
  measure: Measure;
  missing: number;
  /** The share of jobs that usually lack it, 0 to 1; null where the map names it and no crawl has had it. */
  usual: number | null;
}
export type OpenColumn = Pick<OddColumn, 'measure' | 'usual'>;

/** Crawls of fewer jobs say nothing about shares. */
const MIN_JOBS = 10;
/** So many crawls tell what is usual. */
const COMPARED_CRAWLS = 20;
/** Forms are alike in every crawl; how many values they have depends on the day, so it takes some crawls to know. */
const MIN_CRAWLS: Record<Measure, number> = { had: 1, filled: 5 };
/** So much more of the jobs than usual lack it. */
const MARGIN = 0.2;
/** Standard deviations of a share; below them chance explains the difference, as with few jobs and a field that is often empty. */
const MIN_DEVIATIONS = 5;
/** No field is filled so reliably that one empty value in a hundred would be odd. */
const LEAST_SHARE = 0.02;

interface JudgeOptions {
  /** Columns that the map names: known before the first crawl. */
  mapped: ReadonlySet<string>;
  /** Columns that are odd since an earlier crawl, with what was usual before: it does not become usual by lasting. */
  open: ReadonlyMap<string, OpenColumn>;
}

/**
 * Columns of a crawl that far more jobs lack than in the crawls before it (newest first). Undefined where it has too few jobs to be judged.
 */
export function judgeFields(crawl: CrawlFields, before: readonly CrawlFields[], { mapped, open }: JudgeOptions): OddColumn[] | undefined {
  if (crawl.jobs < MIN_JOBS) return undefined;
  const known = new Set([...mapped, ...before.flatMap(({ columns }) => [...columns.keys()])]);
  const compared = before.filter(({ jobs }) => jobs >= MIN_JOBS);
  return [...known].flatMap((column) => {
    const candidates = [open.get(column), usualOf(column, 'had', compared), usualOf(column, 'filled', alike(crawl, compared))];
    const odd = candidates.find((each) => each && isOdd(crawl, column, each, mapped));
    return odd ? [{ column, measure: odd.measure, missing: missingIn(crawl, column, odd.measure), usual: odd.usual }] : [];
  });
}

const alike = ({ isFull }: CrawlFields, crawls: readonly CrawlFields[]) => crawls.filter((each) => each.isFull === isFull);

const missingIn = ({ jobs, columns }: CrawlFields, column: string, measure: Measure) => jobs - (columns.get(column)?.[measure] ?? 0);

/** The median share of jobs that lacked a column; null where too few crawls are known. */
function usualOf(column: string, measure: Measure, crawls: readonly CrawlFields[]): OpenColumn {
  const shares = crawls
    .filter(({ columns }) => !columns.get(column)?.isOdd)
    .slice(0, COMPARED_CRAWLS)
    .map((crawl) => missingIn(crawl, column, measure) / crawl.jobs);
  return { measure, usual: shares.length < MIN_CRAWLS[measure] ? null : median(shares) };
}

function isOdd(crawl: CrawlFields, column: string, { measure, usual }: OpenColumn, mapped: ReadonlySet<string>): boolean {
  const missing = missingIn(crawl, column, measure);
  if (measure === 'had' && missing === crawl.jobs && mapped.has(column)) return true;
  if (usual === null || missing / crawl.jobs <= usual + MARGIN) return false;
  const share = Math.max(usual, LEAST_SHARE);
  return missing - crawl.jobs * share >= MIN_DEVIATIONS * Math.sqrt(crawl.jobs * share * (1 - share));
}
