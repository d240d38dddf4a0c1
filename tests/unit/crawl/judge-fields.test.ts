import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CrawlFields, judgeFields, type OpenColumn } from '../../../worker/features/crawl/watch/judge-fields.ts';
import { runs } from '../../support/property-runs.ts';

type Shares = Record<string, [had: number, filled: number]>;
const crawlOf = (jobs: number, columns: Shares, isFull = false): CrawlFields => ({
  jobs,
  isFull,
  columns: new Map(Object.entries(columns).map(([name, [had, filled]]) => [name, { had, filled }])),
});
const judge = (
  crawl: CrawlFields,
  before: CrawlFields[],
  { mapped = [], open = {} }: { mapped?: string[]; open?: Record<string, OpenColumn> } = {},
) => judgeFields(crawl, before, { mapped: new Set(mapped), open: new Map(Object.entries(open)) });
const usual = Array.from({ length: 20 }, () => crawlOf(20, { area: [20, 19], note: [20, 6] }));

describe('the fields of a crawl', () => {
  it('are odd where the forms no longer have one: after one crawl, and in new jobs among old ones', () => {
    const gone = { column: 'area', measure: 'had', missing: 20, usual: 0 };
    expect(judge(crawlOf(20, { note: [20, 5] }), usual)).toEqual([gone]);
    expect(judge(crawlOf(20, { note: [20, 5] }), [crawlOf(500, { area: [500, 490], note: [500, 100] }, true)])).toEqual([gone]);
    expect(judge(crawlOf(50, { area: [30, 30], note: [50, 15] }), usual)).toEqual([{ ...gone, missing: 20 }]);
  });

  it('are odd where far more jobs than usual have no value that can be read', () => {
    expect(judge(crawlOf(40, { area: [40, 25], note: [40, 12] }), usual)).toMatchObject([
      { column: 'area', measure: 'filled', missing: 15 },
    ]);
    expect(judge(crawlOf(40, { area: [40, 34], note: [40, 3] }), usual)).toEqual([]);
  });

  it('are odd where no job has one that the map names, whatever was before', () => {
    expect(judge(crawlOf(10, {}), [], { mapped: ['area'] })).toEqual([{ column: 'area', measure: 'had', missing: 10, usual: null }]);
    expect(judge(crawlOf(10, { area: [1, 0] }), [], { mapped: ['area'] })).toEqual([]);
  });

  it('are not judged with fewer than ten jobs, and crawls of everything are no measure of what is filled', () => {
    expect(judge(crawlOf(9, {}), usual)).toBeUndefined();
    const full = Array.from({ length: 20 }, () => crawlOf(500, { area: [500, 500] }, true));
    expect(judge(crawlOf(30, { area: [30, 3] }), full)).toEqual([]);
  });

  it('stay odd until they are mended, however long that takes', () => {
    const odd = { columns: new Map([['area', { had: 0, filled: 0, isOdd: true }]]), jobs: 20, isFull: false };
    const open = { area: { measure: 'had', usual: 0 } } as const;
    const long = Array.from({ length: 60 }, () => odd);
    expect(judge(crawlOf(20, {}), long, { open })).toMatchObject([{ column: 'area', usual: 0 }]);
    expect(judge(crawlOf(20, { area: [20, 19] }), [...long, ...usual], { open })).toEqual([]);
    expect(judge(crawlOf(20, {}), [...long, ...usual])).toMatchObject([{ column: 'area', usual: 0 }]);
  });

  it('are never odd in thirty ordinary days: forms alike, values by chance, between none and two hundred jobs a crawl', () => {
    const office = fc.record({
      rates: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 8, maxLength: 8 }),
      days: fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 30, maxLength: 30 }),
    });
    fc.assert(
      fc.property(office, fc.integer({ min: 1, max: 2 ** 31 }), ({ rates, days }, seed) => {
        const random = randomFrom(seed);
        const before: CrawlFields[] = [];
        for (const jobs of days) {
          const filled = (rate: number) => Array.from({ length: jobs }, random).filter((chance) => chance < rate).length;
          const crawl = crawlOf(jobs, Object.fromEntries(rates.map((rate, n) => [`c${n}`, [jobs, filled(rate)]])));
          expect(judge(crawl, before) ?? []).toEqual([]);
          before.unshift(crawl);
        }
      }),
      { numRuns: runs(60) },
    );
  });
});

/** A linear congruential generator: the same numbers for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
