import { CrawlError, type CrawlPage, type PageRequest } from './source.ts';

/** What has been seen of a workflow so far; travels from page to page. */
export interface PageMark {
  /** Ids of the page before, joined. */
  ids: string;
  /** Jobs of all pages so far. */
  seen: number;
}

/** Far beyond any real workflow: 500,000 jobs. */
export const MAX_PAGES = 5000;

/**
 * Says whether the crawl of a workflow goes on after this page. `done` comes with an empty page, or with a page that only repeats a
 * short last one. Throws `repeated_page`, `ended_early` or `endless` where ending here would lose jobs.
 */
export function afterPage(
  page: CrawlPage,
  request: Pick<PageRequest, 'pageId' | 'updatedFrom'>,
  before: PageMark | null,
): { done: boolean; mark: PageMark } {
  const ids = [...page.jobs.map((job) => job.id), ...page.skipped.map((job) => job.external_id ?? '')];
  const mark = before ?? { ids: '', seen: 0 };
  // Whether the announced total counts jobs outside the window is not known, so it is trusted only for a crawl of everything.
  const total = request.updatedFrom === 0 ? page.total_items : undefined;
  if (ids.length === 0) {
    if (total !== undefined && mark.seen < total) throw new CrawlError('ended_early', { total, seen: mark.seen });
    return { done: true, mark };
  }
  const joined = ids.join(',');
  if (joined === mark.ids) {
    const whole = total === undefined ? ids.length < (page.items_per_page ?? 0) : mark.seen >= total;
    if (!whole) throw new CrawlError('repeated_page', { page: request.pageId });
    return { done: true, mark };
  }
  if (request.pageId >= MAX_PAGES) throw new CrawlError('endless', { pages: MAX_PAGES });
  return { done: false, mark: { ids: joined, seen: mark.seen + ids.length } };
}
