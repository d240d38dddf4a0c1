import { describe, expect, it } from 'vitest';
import { afterPage, MAX_PAGES, type PageMark } from '../../../worker/crawl/paging.ts';
import { CrawlError, type CrawlPage } from '../../../worker/crawl/source.ts';
import { job } from './jobs.ts';

function page(ids: string[], totals: Pick<CrawlPage, 'total_items' | 'items_per_page'> = {}): CrawlPage {
  return { jobs: ids.map((id) => job({ id })), skipped: [], ...totals };
}

const everything = (pageId: number) => ({ pageId, updatedFrom: 0 });
const recent = (pageId: number) => ({ pageId, updatedFrom: 1_760_000_000 });

function codeOf(judge: () => unknown): string | undefined {
  try {
    judge();
    return undefined;
  } catch (error) {
    return error instanceof CrawlError ? error.code : String(error);
  }
}

describe('after a page of jobs', () => {
  it('the crawl goes on and remembers what it saw', () => {
    const first = afterPage(page(['1', '2']), everything(0), null);
    expect(first).toEqual({ done: false, mark: { ids: '1,2', seen: 2 } });
    expect(afterPage(page(['3']), everything(1), first.mark)).toEqual({ done: false, mark: { ids: '3', seen: 3 } });
  });

  it('put-aside entries count as seen', () => {
    const withSkipped: CrawlPage = { ...page(['1']), skipped: [{ external_id: null, name: null, reasons: [] }] };
    expect(afterPage(withSkipped, everything(0), null).mark.seen).toBe(2);
  });

  it('an empty one ends it', () => {
    expect(afterPage(page([]), everything(0), null).done).toBe(true);
    expect(afterPage(page([], { total_items: 3 }), everything(2), { ids: '3', seen: 3 }).done).toBe(true);
    expect(afterPage(page([], { total_items: 9 }), recent(0), null).done).toBe(true);
  });

  it('an empty one before all announced jobs came is an error', () => {
    expect(codeOf(() => afterPage(page([], { total_items: 5 }), everything(1), { ids: '1,2', seen: 2 }))).toBe('ended_early');
  });
});

describe('a page that repeats the one before', () => {
  const mark: PageMark = { ids: '1,2', seen: 2 };
  it.each<[string, CrawlPage, { pageId: number; updatedFrom: number }]>([
    ['is the end when everything announced was seen', page(['1', '2'], { total_items: 2, items_per_page: 2 }), everything(1)],
    ['is the end when it is shorter than a page', page(['1', '2'], { items_per_page: 100 }), recent(1)],
  ])('%s', (_, repeated, request) => {
    expect(afterPage(repeated, request, mark)).toEqual({ done: true, mark });
  });

  it.each<[string, CrawlPage, { pageId: number; updatedFrom: number }]>([
    ['is an error while jobs are missing', page(['1', '2'], { total_items: 4, items_per_page: 100 }), everything(1)],
    ['is an error when it is a full one', page(['1', '2'], { items_per_page: 2 }), recent(1)],
    ['is an error when nothing says how long a page is', page(['1', '2']), recent(1)],
  ])('%s', (_, repeated, request) => {
    expect(codeOf(() => afterPage(repeated, request, mark))).toBe('repeated_page');
  });
});

it('a source that never comes to an end is stopped', () => {
  expect(codeOf(() => afterPage(page(['7']), recent(MAX_PAGES), { ids: '6', seen: 9 }))).toBe('endless');
});
