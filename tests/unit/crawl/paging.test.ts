import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advanceMark, FIRST_PASS, MAX_JOBS, MAX_PASSES, shortenPages } from '../../../worker/features/crawl/fetch/paging.ts';
import { CrawlError, type CrawlPage } from '../../../worker/platform/crawl-source.ts';
import { job } from './jobs.ts';

function page(ids: string[], totals: Pick<CrawlPage, 'total_items' | 'items_per_page'> = {}): CrawlPage {
  return { jobs: ids.map((id) => job({ id })), skipped: [], ...totals };
}

const everything = (pageId: number) => ({ pageId, updatedFrom: 0 });
const recent = (pageId: number) => ({ pageId, updatedFrom: 1_760_000_000 });
const NONE = new Set<string>();
const mark = (ids: string, seen: number, more = {}) => ({ ...FIRST_PASS, ids, seen, ...more });

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
    const first = advanceMark(page(['1', '2']), everything(0), null, NONE);
    expect(first).toEqual({ next: 'page', mark: mark('1,2', 2) });
    expect(advanceMark(page(['3']), everything(1), first.mark, NONE)).toEqual({ next: 'page', mark: mark('3', 3) });
  });

  it('put-aside entries count as seen', () => {
    const withSkipped: CrawlPage = { ...page(['1']), skipped: [{ external_id: null, name: null, reasons: [] }] };
    expect(advanceMark(withSkipped, everything(0), null, NONE).mark.seen).toBe(2);
  });

  it('an empty one ends it', () => {
    expect(advanceMark(page([]), everything(0), null, NONE).next).toBe('end');
    expect(advanceMark(page([], { total_items: 3 }), everything(2), mark('3', 3, { total: 3 }), NONE).next).toBe('end');
    expect(advanceMark(page([], { total_items: 9 }), recent(0), null, NONE).next).toBe('end');
  });

  it('an empty one before all announced jobs came is an error', () => {
    const before = mark('1,2', 2, { total: 5 });
    expect(codeOf(() => advanceMark(page([], { total_items: 5 }), everything(1), before, NONE))).toBe('ended_early');
  });
});

describe('a page that repeats the one before', () => {
  const before = mark('1,2', 2);
  const seen = new Set(['1', '2']);
  it.each<[string, CrawlPage, { pageId: number; updatedFrom: number }]>([
    ['is the end when everything announced was seen', page(['1', '2'], { total_items: 2, items_per_page: 2 }), everything(1)],
    ['is the end when it is shorter than a page', page(['1', '2'], { items_per_page: 100 }), recent(1)],
  ])('%s', (_, repeated, request) => {
    expect(advanceMark(repeated, request, before, seen)).toMatchObject({ next: 'end', mark: { seen: 2 } });
  });

  it.each<[string, CrawlPage, { pageId: number; updatedFrom: number }]>([
    ['is an error while jobs are missing', page(['1', '2'], { total_items: 4, items_per_page: 100 }), everything(1)],
    ['is an error when it is a full one', page(['1', '2'], { items_per_page: 2 }), recent(1)],
    ['is an error when nothing says how long a page is', page(['1', '2']), recent(1)],
  ])('%s', (_, repeated, request) => {
    expect(codeOf(() => advanceMark(repeated, request, before, seen))).toBe('repeated_page');
  });
});

describe('pages that shift', () => {
  it('have the workflow read again when an id comes twice', () => {
    const moved = advanceMark(page(['2', '3']), everything(1), mark('1,2', 2), new Set(['2']));
    expect(moved).toMatchObject({ next: 'page', mark: { seen: 3, shifted: true } });
    expect(advanceMark(page([]), everything(2), moved.mark, NONE)).toEqual({ next: 'again', mark: { ...FIRST_PASS, pass: 2 } });
  });

  it('have it read again when the announced total changes, in a window too', () => {
    const first = advanceMark(page(['1', '2'], { total_items: 4 }), recent(0), null, NONE);
    const second = advanceMark(page(['4'], { total_items: 3 }), recent(1), first.mark, NONE);
    expect(advanceMark(page([], { total_items: 3 }), recent(2), second.mark, NONE).next).toBe('again');
  });

  it('have it read again when an old page comes instead of a new one', () => {
    expect(advanceMark(page(['1', '2']), recent(2), mark('3,4', 4), new Set(['1', '2'])).next).toBe('again');
  });

  it('fail the crawl when they never settle', () => {
    const before = mark('1', 1, { pass: MAX_PASSES, shifted: true });
    expect(codeOf(() => advanceMark(page([]), everything(1), before, NONE))).toBe('unsettled');
    // The same number is announced all the time, and never seen.
    const last = { ...mark('1', 2, { pass: MAX_PASSES, shifted: true }), total: 3 };
    expect(codeOf(() => advanceMark(page([], { total_items: 3 }), everything(2), last, NONE))).toBe('shared_ids');
    expect(codeOf(() => advanceMark(page([], { total_items: 3 }), recent(2), last, NONE))).toBe('unsettled');
  });

  it('are not meant by a job that one page lists twice', () => {
    expect(advanceMark(page(['1', '1']), everything(0), null, NONE).mark.shifted).toBe(false);
  });
});

it('a source that never comes to an end is stopped', () => {
  expect(codeOf(() => advanceMark(page(['7'], { total_items: 250 }), everything(1), { ...mark('6', 750), total: 250 }, NONE))).toBe(
    'beyond_total',
  );
  expect(codeOf(() => advanceMark(page(['7'], { total_items: 10 }), everything(1), { ...mark('6', 310), total: 10 }, NONE))).toBe(
    'beyond_total',
  );
  expect(advanceMark(page(['7'], { total_items: 250 }), everything(1), { ...mark('6', 700), total: 250 }, NONE).next).toBe('page');
  expect(advanceMark(page(['7'], { total_items: 250 }), recent(1), { ...mark('6', 9000), total: 250 }, NONE).next).toBe('page');
  expect(codeOf(() => advanceMark(page(['7']), recent(1), mark('6', MAX_JOBS), NONE))).toBe('endless');
  expect(codeOf(() => advanceMark(page(['7'], { total_items: MAX_JOBS + 1 }), recent(0), null, NONE))).toBe('endless');
});

describe('pages that are too long', () => {
  const tooLong = new CrawlError('too_large', { host: 'h', megabytes: 8 });

  it.each<[string, number, object, number, number, object]>([
    ['at the same job, in whole pages of the next size', 3, { seen: 300, total: 900 }, 0, 6, { pass: 1, size: 50, resumed: true }],
    ['there again after a shorter one', 3, { seen: 75, total: 900, size: 25, resumed: true }, 0, 15, { pass: 1, size: 5, resumed: true }],
    ['at the beginning where only the jobs of some days are read', 3, { seen: 300, total: 900 }, 1_760_000_000, 0, { pass: 2, size: 50 }],
    ['at the beginning where nothing says how many there are', 3, { seen: 300 }, 0, 0, { pass: 2, size: 50 }],
    ['at the beginning where the source gives other pages than were asked for', 3, { seen: 60, total: 900 }, 0, 0, { pass: 2, size: 50 }],
    ['with the first page as the first', 0, {}, 0, 0, { pass: 1, size: 50 }],
  ])('are read on %s', (_, pageId, before, updatedFrom, page, after) => {
    const place = shortenPages(tooLong, { page: pageId, mark: { ...mark('', 0), ...before } }, updatedFrom);
    expect(place).toMatchObject({ page, mark: after });
    expect('resumed' in place!.mark).toBe('resumed' in after);
  });

  it('are read again from the beginning where jobs are missing at the end, before that is an error', () => {
    const before = mark('1,2', 2, { total: 5, size: 50, resumed: true });
    const outcome = advanceMark(page([], { total_items: 5 }), everything(9), before, NONE);
    expect(outcome).toEqual({ next: 'again', mark: { ...FIRST_PASS, pass: 2, size: 50 } });
  });

  it('are not shortened after another error, nor below one job', () => {
    expect(shortenPages(new CrawlError('network', { host: 'h' }), { page: 1, mark: null }, 0)).toBeUndefined();
    expect(shortenPages(tooLong, { page: 9, mark: mark('9', 9, { size: 1 }) }, 0)).toBeUndefined();
  });

  it('lose no job and place none twice, whatever is too long and however many jobs the source gives for a page', () => {
    const weight = fc.oneof({ weight: 100, arbitrary: fc.constant(1) }, { weight: 2, arbitrary: fc.constant(30) }, fc.constant(60));
    const weights = fc.array(weight, { maxLength: 450, size: 'max' });
    const sizes: ((asked: number) => number)[] = [
      (asked) => asked,
      (asked) => Math.min(asked, 40),
      (asked) => (asked === 50 ? 20 : asked),
      (asked) => (asked === 5 ? 20 : asked),
    ];
    fc.assert(
      fc.property(weights, fc.constantFrom(...sizes), fc.boolean(), (jobs, sizeOf, isRecent) => {
        const updatedFrom = isRecent ? 1 : 0;
        const placed: string[] = [];
        let at: { page: number; mark: typeof FIRST_PASS | null } = { page: 0, mark: null };
        const inPass = new Map<number, Set<string>>();
        for (let step = 0; ; step++) {
          expect(step).toBeLessThan(5000);
          const size = sizeOf(at.mark?.size ?? 100);
          const from = at.page * size;
          const ids = jobs.flatMap((_, index) => (index >= from && index < from + size ? [String(index)] : []));
          const place = ids.reduce((sum, id) => sum + jobs[Number(id)]!, 0) > 100 && shortenPages(tooLong, at, updatedFrom);
          if (place) {
            at = place;
            continue;
          }
          const pass = at.mark?.pass ?? 1;
          const seen = inPass.get(pass) ?? new Set();
          inPass.set(pass, seen);
          const read = page(ids, { total_items: jobs.length, items_per_page: size });
          const { next, mark: after } = advanceMark(read, { pageId: at.page, updatedFrom }, at.mark, seen);
          if (next === 'end') break;
          if (next === 'page') placed.push(...ids.filter((id) => ![...inPass.values()].some((known) => known.has(id))));
          for (const id of ids) seen.add(id);
          at = { page: next === 'page' ? at.page + 1 : 0, mark: after };
        }
        expect(placed.toSorted((a, b) => Number(a) - Number(b))).toEqual(jobs.map((_, index) => String(index)));
      }),
    );
  });
});
