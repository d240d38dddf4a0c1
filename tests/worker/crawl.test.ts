import type { Row } from '@libsql/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Fault } from '../../scripts/base-vn-standin/faults.ts';
import { type Standin, startBaseVnStandin } from '../../scripts/base-vn-standin.ts';
import { fold } from '../../worker/platform/text/fold.ts';
import { FIXTURES } from '../support/crawl.ts';
import { MAX_WAIT_MS } from '../support/limits.ts';
import { type Stack, startStack } from '../support/stack.ts';

let stack: Stack;
let standin: Standin;
const JOBS = 250;

beforeAll(async () => {
  standin = await startBaseVnStandin({ jobs: JOBS, edgeCases: false, names: FIXTURES, workflowIds: ['31', '32'] });
  stack = await startStack({
    vars: { BASE_VN_URL: standin.url, BASE_VN_TOKEN: standin.token, BASE_VN_WORKFLOW_IDS: standin.workflowIds.join(',') },
    prepare: async (client) => {
      const named = (table: string, column: string, names: readonly string[]) =>
        names.map((name) => ({ sql: `INSERT INTO ${table} (${column}, ${column}_fold) VALUES (?, ?)`, args: [name, fold(name)] }));
      await client.batch([
        ...named('customers', 'name', FIXTURES.customers),
        ...named('work_categories', 'work_name', FIXTURES.categories),
        ...FIXTURES.usernames.map((name) => ({
          sql: 'INSERT INTO users (username, username_fold, name, name_fold) VALUES (?, ?, ?, ?)',
          args: [name, name, `Người ${name}`, fold(`Người ${name}`)],
        })),
      ]);
    },
  });
});
afterAll(async () => {
  await stack.close();
  await standin.close();
});
beforeEach(() => standin.setFault(null));

const query = async (sql: string): Promise<Row[]> => (await stack.client.execute(sql)).rows;
const lastRun = async (): Promise<Row | undefined> => (await query('SELECT * FROM crawl_runs ORDER BY id DESC LIMIT 1'))[0];
const isOver = (run: Row | undefined) => run?.status === 'done' || run?.status === 'failed';
const directs = () => query('SELECT external_id, version, name, user_id, customer_id, tsubosuu FROM directs ORDER BY external_id');

async function start(): Promise<number> {
  expect(await stack.dispatchCron('*/15 * * * *'), stack.logs.join('\n')).toBe('ok');
  return Number((await lastRun())!.id);
}

/** Waits for the queue itself to bring the crawl to its end. */
async function ended(): Promise<Row> {
  const look = async () => {
    const run = await lastRun();
    if (isOver(run)) return run!;
    throw new Error(`The crawl did not end: ${JSON.stringify(run)}`);
  };
  return vi.waitFor(look, { timeout: MAX_WAIT_MS, interval: 100 });
}

/** Crawls without the queue's pauses: ends those at once and hands the consumer the next message. */
async function crawlFast(): Promise<Row> {
  const run_id = await start();
  for (let run = await lastRun(); ; run = await lastRun()) {
    if (isOver(run)) return run!;
    await query("UPDATE crawl_runs SET lease_until = 0 WHERE status = 'running' AND attempt > 1");
    await stack.deliver([{ type: 'crawl', run_id }]);
  }
}

describe('the crawl in the real runtime', () => {
  it('fills the directs from two workflows through cron and queue, three round trips a page at most', async () => {
    stack.proxy.reset();
    await start();
    expect(await ended()).toMatchObject({
      kind: 'scheduled',
      status: 'done',
      inserted: JOBS,
      pages: 4,
      warnings: 0,
      skipped: 0,
      failed: 0,
    });
    // The look for stalled crawls and the start; four pages; two empty pages that end the workflows; the fields compared with former crawls.
    const ofTheCrawl = stack.proxy.bodies().filter((body) => body.includes('crawl_runs'));
    expect(ofTheCrawl.length).toBeLessThanOrEqual(2 + 4 * 3 + 2 * 2 + 2);
    expect(await directs()).toHaveLength(JOBS);
    expect(await query('SELECT workflow_id FROM crawl_cursors ORDER BY 1')).toMatchObject([{ workflow_id: '31' }, { workflow_id: '32' }]);
  });

  it('goes on after the pause when the source fails once', async () => {
    const [job] = standin.jobs();
    standin.updateJob(job!.id, { form: { 坪数: '61,25' } });
    standin.setFault({ kind: 'http', status: 500, times: 1 });
    await start();
    expect(await ended()).toMatchObject({ status: 'done', updated: 1, failed: 0 });
    expect(await query(`SELECT tsubosuu, version FROM directs WHERE external_id = '${job!.id}'`)).toMatchObject([
      { tsubosuu: 61.25, version: 2 },
    ]);
  });

  /** What only the runtime's own fetch can tell; all the other faults are in tests/api/crawl-faults. */
  const faults: Fault[] = [{ kind: 'truncated' }, { kind: 'drop' }];
  it.each(faults)('fails by a page that stays broken ($kind), and the next one catches up', async (fault) => {
    const before = await query('SELECT * FROM crawl_cursors');
    await query('DELETE FROM crawl_cursors');
    const jobs = standin.jobs().slice(0, 2);
    const tsubosuu = Number((await query(`SELECT tsubosuu FROM directs WHERE external_id = '${jobs[0]!.id}'`))[0]!.tsubosuu) + 1;
    for (const { id } of jobs) standin.updateJob(id, { form: { 坪数: String(tsubosuu) } });
    standin.setFault({ page: 1, ...fault });
    expect(await crawlFast()).toMatchObject({ status: 'failed', pages: 1, failed: 1 });
    expect(await query('SELECT * FROM crawl_cursors')).toEqual([]);
    standin.setFault(null);
    expect(await crawlFast()).toMatchObject({ status: 'done', inserted: 0, failed: 0 });
    const changed = await query(
      `SELECT 1 FROM directs WHERE tsubosuu = ${tsubosuu} AND external_id IN ('${jobs[0]!.id}', '${jobs[1]!.id}')`,
    );
    expect(changed).toHaveLength(2);
    expect(await directs()).toHaveLength(JOBS);
    expect(await query('SELECT * FROM crawl_cursors')).toHaveLength(before.length);
  });

  it('stores and shows what names no text should hold', async () => {
    const [job, other] = standin.jobs();
    standin.updateJob(job!.id, { username: 'ai\ud800\u0000đó', form: { 'Người kiểm tra': `${'ý'.repeat(300)}\ud800` } });
    standin.updateJob(other!.id, { form: { 坪数: '\udfff坪' } });
    const run = await crawlFast();
    expect(run).toMatchObject({ status: 'done', updated: 1, skipped: 1, warnings: 2 });
    expect(await query(`SELECT "column", value FROM crawl_skipped WHERE run_id = ${run.id} ORDER BY id`)).toMatchObject([
      { column: 'tsubosuu', value: '\ufffd坪' },
      { column: 'user_id', value: 'ai\ufffdđó' },
      { column: 'chekkusha_id', value: `${'ý'.repeat(59)}…` },
    ]);
    const [direct] = await query(`SELECT user_id, chekkusha_id, chekkusha FROM directs WHERE external_id = '${job!.id}'`);
    expect(direct).toMatchObject({ user_id: null, chekkusha_id: null, chekkusha: null });
    standin.updateJob(other!.id, { form: { 坪数: '35' } });
  });

  it('resumes by itself after the database was killed in the middle', async () => {
    await query('DELETE FROM crawl_cursors');
    await query('DELETE FROM directs');
    // Slow enough that the crawl is still at work when the cron, which does more than start it, has ended.
    standin.setFault({ kind: 'slow', ms: 2500 });
    await start();
    await expect.poll(async () => Number((await lastRun())!.pages), { interval: 20 }).toBeGreaterThan(0);
    await stack.sqld.kill9();
    stack.proxy.reset();
    // The crawl has missed the database by then.
    await expect.poll(() => stack.proxy.requests()).toBeGreaterThan(0);
    await stack.sqld.start();
    standin.setFault(null);
    expect(await ended()).toMatchObject({ status: 'done', inserted: JOBS });
    expect(await directs()).toHaveLength(JOBS);
  });

  it('is failed when the queue gives its message up', async () => {
    // One whose message nobody works on: a run that is worked on is not ended by a message that died before.
    const { id } = (await lastRun())!;
    await query(`UPDATE crawl_runs SET status = 'queued', finished_at = NULL, claim = NULL, lease_until = 0 WHERE id = ${id}`);
    await stack.deliver([{ type: 'crawl', run_id: Number(id) }], 'tensu-jobs-dead');
    expect(await lastRun()).toMatchObject({ id, status: 'failed' });
    expect(await query('SELECT type FROM failed_jobs WHERE dead_at IS NOT NULL')).toContainEqual(
      expect.objectContaining({ type: 'crawl' }),
    );
  });
});
