import { afterEach, describe, expect, it } from 'vitest';
import type { JobOrder } from '../../scripts/base-vn-standin/answer.ts';
import type { FaultKind } from '../../scripts/base-vn-standin/faults.ts';
import { openCrawl, type TestCrawl } from '../support/crawl.ts';

let t: TestCrawl;
afterEach(() => t.close());

const JOBS = 250;
const ORDERS: JobOrder[] = ['updated_asc', 'updated_desc', 'id_asc'];
const CHANGES: FaultKind[] = ['delete_job', 'edit_job', 'add_job'];

describe('pages that shift while a crawl reads them', () => {
  it.each(ORDERS.flatMap((order) => CHANGES.map((change) => [change, order] as const)))(
    'lose no job: %s, in order %s',
    async (kind, order) => {
      t = await openCrawl({ jobs: JOBS, order, fault: { kind, page: 0, times: 1 } });
      expect(await t.crawl()).toMatchObject({ status: 'done', failed: 0 });
      const stored = new Set((await t.directs()).map(({ external_id }) => external_id));
      expect(t.standin.jobs().filter(({ id }) => !stored.has(id))).toEqual([]);
      expect(Object.values(await t.cursors())).toHaveLength(1);
    },
  );

  it('are read again, and what was counted is not counted again', async () => {
    t = await openCrawl({ jobs: JOBS, order: 'id_asc', fault: { kind: 'delete_job', page: 0, times: 1 } });
    expect(await t.crawl()).toMatchObject({ status: 'done', inserted: JOBS, jobs: JOBS, updated: 0, unchanged: 0, pages: 6 });
  });

  it('and always overlap are read twice, and then all is there', async () => {
    t = await openCrawl({ jobs: JOBS, order: 'id_asc', fault: { kind: 'overlap', size: 20 } });
    expect(await t.crawl()).toMatchObject({ status: 'done', inserted: JOBS, jobs: JOBS, updated: 0, unchanged: 0 });
    expect(await t.directs()).toHaveLength(JOBS);
  });

  it('fail the crawl when they overlap and jobs go meanwhile', async () => {
    t = await openCrawl({
      jobs: JOBS,
      order: 'id_asc',
      fault: [
        { kind: 'overlap', size: 20 },
        { kind: 'delete_job', page: 0 },
      ],
    });
    expect(await t.crawl()).toMatchObject({ status: 'failed' });
  });

  it('fail the crawl when they never settle, and the cursor stays', async () => {
    t = await openCrawl({ jobs: JOBS, order: 'id_asc', fault: { kind: 'delete_job', page: 0 } });
    const run = await t.crawl();
    expect(run.status).toBe('failed');
    expect(JSON.parse(String(run.message)).en).toContain('kept changing');
    expect(await t.cursors()).toEqual({});
  });

  it('that never end are given up before they fill the database', async () => {
    t = await openCrawl({ jobs: JOBS, fault: { kind: 'endless' } });
    const run = await t.crawl();
    expect(run).toMatchObject({ status: 'failed', inserted: 0 });
    expect(JSON.parse(String(run.message)).vi).toContain('200000');
    expect(await t.directs()).toEqual([]);
  });
});
