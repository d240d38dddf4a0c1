import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../scripts/base-vn-standin/faults.ts';
import { AppError } from '../../worker/platform/errors.ts';
import { type CrawlMessage, openCrawl, type TestCrawl } from '../support/crawl.ts';

let t: TestCrawl;
const JOBS = 250;
/** The jobs of two stand-ins are compared: jobs that are under way at the real time are others a minute later. */
const TODAY = '2026-11-20';
const LIMITS = { timeoutMs: 1000, maxBytes: 1024 * 1024 };

const FAULTS: [string, Fault, string, tries: number][] = [
  ['a web page', { kind: 'html' }, 'trang web', 3],
  ['a web page with an error', { kind: 'html', status: 502 }, 'HTTP 502', 3],
  ['an HTTP error', { kind: 'http', status: 500 }, 'HTTP 500', 3],
  ['a refusal that may pass', { kind: 'code0' }, 'system_busy', 3],
  ['a refusal that stays', { kind: 'code0', message: 'access_token_invalid_1' }, 'access_token_invalid_1', 1],
  ['an answer cut in the middle', { kind: 'truncated' }, 'bị cắt ngang', 3],
  ['JSON without jobs', { kind: 'shape' }, 'không đúng cấu trúc', 3],
  ['an answer that comes too late', { kind: 'slow', ms: 4000 }, ' 1 giây', 3],
  ['half an answer, then silence', { kind: 'stall' }, ' 1 giây', 3],
  ['a broken connection', { kind: 'drop' }, 'Không kết nối được', 3],
  ['an end before the announced number of jobs', { kind: 'empty' }, 'chỉ trả về 100', 3],
  ['the page before, again', { kind: 'repeat_page' }, 'giống hệt trang trước', 3],
];

describe('a page that stays broken', () => {
  let whole: unknown[];
  beforeAll(async () => {
    t = await openCrawl({ jobs: JOBS, today: TODAY });
    await t.crawl();
    whole = await jobRows();
    await t.close();
  });
  beforeEach(async () => {
    t = await openCrawl({ jobs: JOBS, today: TODAY }, LIMITS);
  });
  afterEach(() => t.close());

  it.each(FAULTS)('fails the crawl when it is %s, and the next one catches up', async (_, fault, said, tries) => {
    t.standin.setFault(fault.kind === 'repeat_page' ? { ...fault, page: 0 } : { ...fault, page: 1 });
    const failed = await t.crawl();
    expect(failed).toMatchObject({ status: 'failed', inserted: 100, pages: 1, failed: 1, attempt: tries });
    expect(JSON.parse(String(failed.message)).vi).toContain(said);
    expect(failed.finished_at).not.toBeNull();
    expect(t.standin.requests.filter(({ page_id }) => page_id === 1)).toHaveLength(tries);
    expect(await t.cursors()).toEqual({});
    expect(String(failed.message)).not.toContain(t.standin.token);

    t.standin.setFault(null);
    expect(await t.crawl()).toMatchObject({ status: 'done', inserted: JOBS - 100, updated: 0, unchanged: 100, failed: 0, message: null });
    expect(await jobRows()).toEqual(whole);
    expect(Object.values(await t.cursors())).toHaveLength(1);
  });

  /** The results of the jobs, in the order of their ids. */
  function jobRows() {
    return t.query('SELECT external_id, name, user_id, customer_id, chekkusha_id, tsubosuu, bukkenmei FROM directs ORDER BY external_id');
  }
});

describe('a page that is too long', () => {
  afterEach(() => t.close());
  const limits = () => [...new Set(t.standin.requests.map(({ limit }) => limit))];

  it.each(['to be read', 'to be written'])('%s is asked for in shorter parts, and each job is placed once', async (what) => {
    t = await openCrawl({ jobs: JOBS, today: TODAY }, what === 'to be read' ? { maxBytes: 90_000 } : {});
    if (what === 'to be written') refusePagesAbove(30);
    const run = await t.crawl();
    expect(run).toMatchObject({ status: 'done', total: JOBS, jobs: JOBS, inserted: JOBS, updated: 0, failed: 0, message: null });
    expect(limits()).toEqual([100, 50, 25]);
    expect(await t.directs()).toHaveLength(JOBS);
    expect(Object.values(await t.cursors())).toHaveLength(1);
  });

  it('is read on from there in shorter parts where it is not the first, and fails the crawl where one job is too long', async () => {
    t = await openCrawl({ jobs: JOBS, today: TODAY, fault: { kind: 'huge', megabytes: 2, page: 1, times: 1 } }, LIMITS);
    expect(await t.crawl()).toMatchObject({ status: 'done', total: JOBS, jobs: JOBS, inserted: JOBS, unchanged: 0 });
    expect(t.standin.requests.map(({ limit, page_id }) => [limit, page_id])).toEqual([
      [100, 0],
      [100, 1],
      ...[2, 3, 4, 5].map((page) => [50, page]),
    ]);
    t.standin.setFault({ kind: 'huge', megabytes: 2 });
    const failed = await t.crawl({ full: true });
    expect(failed).toMatchObject({ status: 'failed', inserted: 0, attempt: 1, failed: 1 });
    expect(JSON.parse(String(failed.message)).vi).toContain('lớn hơn 1 MB');
    expect(limits()).toEqual([100, 50, 25, 5, 1]);
  });

  /** As the database does where the texts of more jobs than that are written at once. */
  function refusePagesAbove(jobs: number): void {
    const { crawlSource, db } = t.api.deps;
    let served = 0;
    t.api.deps.crawlSource = {
      ...crawlSource,
      fetchPage: async (request) => {
        const page = await crawlSource.fetchPage(request);
        served = page.jobs.length;
        return page;
      },
    };
    const { write } = db;
    t.api.deps.db = {
      ...db,
      write: (plan, ...rest) =>
        served > jobs && plan && 'seen' in plan ? Promise.reject(new AppError('rows_too_large')) : write(plan, ...rest),
    };
  }
});

describe('a fault that passes', () => {
  afterEach(() => t.close());

  it('is waited out, and shown meanwhile', async () => {
    t = await openCrawl({ jobs: JOBS, fault: { kind: 'http', status: 500, page: 1, times: 2 } });
    await t.start();
    await t.drain(2);
    const waiting = await t.run();
    expect(waiting).toMatchObject({ status: 'running', attempt: 2, inserted: 100 });
    expect(JSON.parse(String(waiting.message)).en).toContain('HTTP error 500');
    await t.drain();
    expect(await t.run()).toMatchObject({ status: 'done', inserted: JOBS, failed: 0, message: null });
  });

  it('spoils only the jobs it hits', async () => {
    t = await openCrawl({ jobs: JOBS, fault: { kind: 'bad_numbers', page: 0 } });
    const run = await t.crawl();
    expect(run).toMatchObject({ status: 'done', inserted: JOBS - 34, skipped: 34 });
    expect(await t.findings(Number(run.id))).toContainEqual(
      expect.objectContaining({ code: 'bad_value', column: 'tsubosuu', field: '坪数', value: 'ba mươi lăm' }),
    );
    t.standin.setFault(null);
    expect(await t.crawl({ full: true })).toMatchObject({ inserted: 34, unchanged: JOBS - 34 });
  });
});

describe('messages', () => {
  beforeEach(async () => {
    t = await openCrawl({ jobs: JOBS });
  });
  afterEach(() => t.close());

  const counts = { status: 'done', inserted: JOBS, updated: 0, unchanged: 0, pages: 3, jobs: JOBS };

  it('delivered three times, and long afterwards again, do what one does', async () => {
    await t.start();
    const seen: CrawlMessage[] = [];
    while (t.api.sent.length > 0) {
      const message = t.api.sent.shift() as CrawlMessage;
      seen.push(message);
      await Promise.all([t.handle(message), t.handle(message)]);
      await t.handle(message);
    }
    for (const message of seen) await t.handle(message);
    expect(await t.run()).toMatchObject(counts);
    expect(t.api.sent).toEqual([]);
    expect(await t.directs()).toHaveLength(JOBS);
    expect(seen.length).toBeLessThanOrEqual(8);
  });

  it('that come during the pause before another try wait for its end', async () => {
    t.standin.setFault({ kind: 'http', status: 500, times: 1 });
    const run_id = await t.start();
    await t.drain(1);
    expect(await t.run()).toMatchObject({ status: 'running', attempt: 2 });
    await t.handle({ type: 'crawl', run_id });
    expect(t.api.sent).toEqual([
      { type: 'crawl', run_id },
      { type: 'crawl', run_id },
    ]);
    expect(t.standin.requests).toHaveLength(1);
    await t.drain();
    expect(await t.run()).toMatchObject(counts);
  });

  it('of a crawl that is over or unknown do nothing', async () => {
    await t.crawl();
    const before = t.standin.requests.length;
    await t.handle({ type: 'crawl', run_id: 1 });
    await t.handle({ type: 'crawl', run_id: 404 });
    expect(t.standin.requests).toHaveLength(before);
    expect(t.api.sent).toEqual([]);
  });

  it.each(['before', 'after'] as const)('are delivered again when the database goes away just %s the write of a page', async (when) => {
    const { db } = t.api.deps;
    const { write } = db;
    await t.start();
    let broken = 0;
    db.write = async (...batch) => {
      if (broken++ > 0) return write(...batch);
      if (when === 'after') await write(...batch);
      throw new AppError('database_unavailable', {}, { retryAfter: 2 });
    };
    const message = t.api.sent.shift() as CrawlMessage;
    await expect(t.handle(message)).rejects.toThrow('database_unavailable');
    await t.handle(message);
    await t.drain();
    expect(await t.run()).toMatchObject(counts);
    expect(await t.directs()).toHaveLength(JOBS);
  });
});

describe('a crawl that died', () => {
  beforeAll(async () => {
    t = await openCrawl({ jobs: 5 });
  });
  afterAll(() => t.close());

  it('is taken up by whoever starts one, and failed after ten minutes; its late messages are ignored', async () => {
    const first = await t.start();
    const [message] = t.api.sent.splice(0);
    const pass = (minutes: number) => t.api.clock.set(new Date(t.api.clock.now() + minutes * 60_000).toISOString());
    for (let minute = 2; minute <= 10; minute += 2) {
      pass(2);
      expect(await t.start()).toBe(first);
      expect(t.api.sent.splice(0)).toEqual([message]);
    }
    pass(1);
    const second = await t.start();
    expect(second).toBeGreaterThan(first);
    expect(await t.run(first)).toMatchObject({ status: 'failed' });
    await t.handle(message as CrawlMessage);
    expect(await t.directs()).toEqual([]);
    await t.drain();
    expect(await t.run(second)).toMatchObject({ status: 'done', inserted: 5 });
  });
});
