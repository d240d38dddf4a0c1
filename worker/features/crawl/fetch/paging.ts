import { CrawlError, type CrawlPage, type PageRequest } from '../../../platform/crawl-source.ts';
import type { CrawlMark } from '../../../platform/db/schema/crawl.ts';
import { isTooLarge } from '../../../platform/db/too-large.ts';

/** Far beyond any real workflow. */
export const MAX_JOBS = 200_000;
/** A source that gives so many times the jobs that it announced never ends; a few more may have been added meanwhile. */
const MAX_ANNOUNCED = 3;
const ADDED_MEANWHILE = 300;
/** A workflow is read at most this often until no page shifts. */
export const MAX_PASSES = 5;

/** Jobs of a page, which the source gives at most, then of shorter ones; each divides the one before, so that every page is whole pages of the next size. */
const PAGE_SIZES = [100, 50, 25, 5, 1] as const;
export const PAGE_SIZE = PAGE_SIZES[0];

export const FIRST_PASS: CrawlMark = { pass: 1, seen: 0, total: null, shifted: false, recounted: false, overlapped: false, ids: '' };

/** What follows a page: the next page, the workflow from its beginning once more, or the end of the workflow. */
export interface PageOutcome {
  next: 'page' | 'again' | 'end';
  mark: CrawlMark;
}

/**
 * Judges how the reading of a workflow goes on after this page; `seenInPass` are those of its ids that this pass saw on an earlier page. Pages
 * shift when jobs are added, edited or deleted meanwhile: an id comes twice or the announced total changes, and the workflow is read
 * again. Where two passes see just the announced jobs, some on two pages, the source's pages overlap and nothing is missing. Throws `repeated_page`, `ended_early`, `beyond_total`, `endless`, `shared_ids` or `unsettled` where going on or ending would lose jobs.
 */
export function advanceMark(
  page: CrawlPage,
  request: Pick<PageRequest, 'pageId' | 'updatedFrom'>,
  before: CrawlMark | null,
  seenInPass: ReadonlySet<string>,
): PageOutcome {
  const ids = idsOf(page);
  const fresh = ids.filter((id) => !seenInPass.has(id)).length;
  const start = before ?? FIRST_PASS;
  const announced = page.total_items ?? null;
  const total = start.total ?? announced;
  const recounted = start.recounted || (announced !== null && announced !== total);
  const mark: CrawlMark = {
    ...start,
    total,
    seen: start.seen + fresh,
    shifted: start.shifted || recounted,
    recounted,
    ids: ids.join(','),
  };
  // Whether the announced total counts jobs outside the window is not known, so it is trusted only for a crawl of everything.
  const expected = request.updatedFrom === 0 ? announced : null;
  if (ids.length === 0) {
    if (!mark.shifted && expected !== null && mark.seen < expected) {
      if (!mark.resumed) throw new CrawlError('ended_early', { total: expected, seen: mark.seen });
      mark.shifted = true;
    }
    return endOfPass(mark, expected);
  }
  if (mark.ids === start.ids) {
    const whole = expected === null ? ids.length < (page.items_per_page ?? 0) : mark.seen >= expected;
    if (!whole) throw new CrawlError('repeated_page', { page: request.pageId });
    return endOfPass(mark, expected);
  }
  if (fresh < ids.length) mark.shifted = true;
  if (fresh === 0) return endOfPass(mark, expected);
  if (expected !== null && total !== null && mark.seen > Math.max(MAX_ANNOUNCED * total, total + ADDED_MEANWHILE)) {
    throw new CrawlError('beyond_total', { total, seen: mark.seen });
  }
  if (mark.seen > MAX_JOBS || (announced ?? 0) > MAX_JOBS) throw new CrawlError('endless', { jobs: MAX_JOBS });
  return { next: 'page', mark };
}

/** Ids of all entries of a page, '' where one has none; none of them is ever among the seen ones. */
export function idsOf(page: CrawlPage): string[] {
  return [...page.jobs.map((job) => job.id), ...page.skipped.map((job) => job.external_id ?? '')];
}

/** `expected`: the jobs that there are, where that is known. */
function endOfPass(mark: CrawlMark, expected: number | null): PageOutcome {
  const overlaps = !mark.recounted && mark.total !== null && mark.seen === mark.total;
  if (!mark.shifted || (overlaps && mark.overlapped)) return { next: 'end', mark };
  if (mark.pass >= MAX_PASSES) {
    const isShort = !mark.recounted && expected !== null && mark.seen < expected;
    throw new CrawlError(isShort ? 'shared_ids' : 'unsettled', { passes: MAX_PASSES, total: expected ?? 0, seen: mark.seen });
  }
  return { next: 'again', mark: { ...beginPass(mark), overlapped: overlaps } };
}

/** The pass after this one, with pages of the same size. */
const beginPass = ({ pass, size }: CrawlMark): CrawlMark => ({ ...FIRST_PASS, pass: pass + 1, ...(size && { size }) });

/**
 * Where the reading goes on after a page that was too long to be read or written: at the same job, in shorter pages. Only a reading of everything,
 * each page of which had all its jobs, knows that place, and its total says at the end whether it was right; any other begins again. Undefined after any
 * other error, and where a page is one job.
 */
export function shortenPages(
  error: unknown,
  { page, mark: before }: { page: number; mark: CrawlMark | null },
  updatedFrom: number,
): { page: number; mark: CrawlMark } | undefined {
  if (!isTooLarge(error) && !(error instanceof CrawlError && error.code === 'too_large')) return undefined;
  const mark = before ?? FIRST_PASS;
  const current = mark.size ?? PAGE_SIZE;
  const size = PAGE_SIZES.find((shorter) => shorter < current);
  if (size === undefined) return undefined;
  if (page === 0) return { page, mark: { ...mark, size } };
  const isPlaceKnown = updatedFrom === 0 && mark.total !== null && mark.seen === page * current && current % size === 0;
  return isPlaceKnown
    ? { page: page * (current / size), mark: { ...mark, size, resumed: true } }
    : { page: 0, mark: { ...beginPass(mark), size } };
}

/** Whether nothing of a workflow was read yet, also after pages that were too long. */
export const isFirstPage = ({ page, mark }: { page: number; mark: CrawlMark | null }): boolean => page === 0 && (mark?.pass ?? 1) === 1;
