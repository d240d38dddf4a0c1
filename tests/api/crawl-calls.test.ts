import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Standin, startBaseVnStandin } from '../../scripts/base-vn-standin.ts';
import { createCrawlSource } from '../../worker/features/crawl/fetch/base-vn.ts';
import { handleCrawl } from '../../worker/features/crawl/run.ts';
import { runSchedule } from '../../worker/schedule.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { type CrawlMessage, FIXTURES } from '../support/crawl.ts';

let api: TestApi;
let standin: Standin;

beforeEach(async () => {
  api = await openApi();
  standin = await startBaseVnStandin({ jobs: 120, edgeCases: true, today: '2026-11-20', names: FIXTURES });
  setUp();
});
afterEach(async () => {
  await standin.close();
  await api.close();
});

function setUp(): void {
  const { url, token, workflowIds } = standin;
  api.deps.crawlSource = createCrawlSource({ BASE_VN_URL: url, BASE_VN_TOKEN: token, BASE_VN_WORKFLOW_IDS: workflowIds.join() });
}

async function drain(): Promise<void> {
  for (let message = api.sent.shift(); message; message = api.sent.shift())
    if (message.type === 'crawl') await handleCrawl(api.deps, message);
}

const get = (path: string, as = api.people.writer) => api.call('GET', path, { as });
const sync = (body: unknown, headers = {}) => api.call('POST', 'sync-base-data', { as: api.people.writer, body, headers });
/** Runs the cron; of the messages it sends only those of the crawl stay. */
async function quarter(): Promise<void> {
  await runSchedule(api.deps, '*/15 * * * *');
  api.sent.splice(0, api.sent.length, ...api.sent.filter(({ type }) => type === 'crawl'));
}

describe('who may', () => {
  it('start crawls and read what they left out: Admin, Writer and Checked; see when the last one was: all roles', async () => {
    const { admin, writer, checked, viewer, none } = api.people;
    const calls = [
      ['GET', 'get-base-vn-data'],
      ['POST', 'sync-base-data'],
      ['GET', 'sync-base-data'],
      ['GET', 'crawls'],
      ['GET', 'crawls/1'],
      ['GET', 'crawls/1/skipped'],
      ['POST', 'crawls/1/cancel'],
    ] as const;
    for (const [method, path] of calls) {
      expect((await api.call(method, path)).status).toBe(401);
      for (const as of [viewer, none])
        expect((await api.call(method, path, { as, body: method === 'POST' ? {} : undefined })).status).toBe(403);
    }
    for (const as of [admin, writer, checked]) expect((await get('get-base-vn-data', as)).status).toBe(200);
    for (const as of [admin, writer, checked, viewer]) expect((await get('last_time_exec', as)).status).toBe(200);
    expect((await get('last_time_exec', none)).status).toBe(403);
    expect((await api.call('GET', 'last_time_exec')).status).toBe(401);
  });
});

describe('get-base-vn-data', () => {
  it('starts a crawl, then answers its state while it runs', async () => {
    const first = await get('get-base-vn-data');
    expect(first.body).toMatchObject({ id: 1, status: 'queued', kind: 'on_demand', full: 0, inserted: 0, message: null });
    expect(first.body.users).toEqual({ id: api.people.writer.id, name: 'Người writer' });
    await handleCrawl(api.deps, api.sent.shift() as CrawlMessage);
    const second = await get('get-base-vn-data', api.people.admin);
    expect(second.body).toMatchObject({ id: 1, status: 'running', jobs: 100, total: 120 });
    expect(api.sent).toHaveLength(1);
    await drain();
    expect((await get('get-base-vn-data')).body.id).toBe(2);
  });

  it('says what is missing where the source is not set up, and changes nothing', async () => {
    api.deps.crawlSource = createCrawlSource({});
    const missing = {
      id: null,
      status: 'not_configured',
      message: 'Chưa cấu hình kết nối Base.vn, còn thiếu: BASE_VN_TOKEN, BASE_VN_WORKFLOW_IDS',
    };
    expect((await get('get-base-vn-data')).body).toEqual(missing);
    expect((await sync({ date: '2026-11-20' })).body).toEqual({ date: '2026-11-20', run: missing });
    expect((await sync({ date: '2026-12-01' })).body).toEqual({ date: '2026-12-01', run: missing });
    expect((await get('sync-base-data')).body).toEqual({ date: null, run: missing });
    await quarter();
    expect(await api.client.execute('SELECT 1 FROM crawl_runs UNION SELECT 1 FROM crawl_sync_date')).toMatchObject({ rows: [] });
    expect(api.sent).toEqual([]);
    expect((await get('last_time_exec')).body).toMatchObject({ crawl_time: null, status: null, inserted: 0, message: missing.message });
  });
});

describe('cancelling', () => {
  it('ends a crawl at once, keeps what it wrote and moves no cursor; its late messages do nothing', async () => {
    await get('get-base-vn-data');
    await handleCrawl(api.deps, api.sent.shift() as CrawlMessage);
    const { status, body } = await api.call('POST', 'crawls/1/cancel', { as: api.people.checked });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: 1, status: 'cancelled', jobs: 100, finished_at: '2026-11-20 10:00:00' });
    const before = standin.requests.length;
    await drain();
    expect(standin.requests).toHaveLength(before);
    const { rows } = await api.client.execute('SELECT (SELECT COUNT(*) FROM crawl_cursors) AS cursors, COUNT(*) AS directs FROM directs');
    expect(rows[0]!.cursors).toBe(0);
    expect(rows[0]!.directs).toBeGreaterThan(80);
    expect((await get('get-base-vn-data')).body).toMatchObject({ id: 2, status: 'queued' });
  });

  it('is refused when the crawl has ended or never was', async () => {
    await get('get-base-vn-data');
    await drain();
    const cancel = (id: string) => api.call('POST', `crawls/${id}/cancel`, { as: api.people.writer });
    expect(await cancel('1')).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await cancel('9')).status).toBe(404);
    expect((await cancel('x')).status).toBe(422);
  });
});

describe('the sync date', () => {
  it('must be today or later', async () => {
    const past = await sync({ date: '2026-11-19' });
    expect(past).toMatchObject({ status: 422, body: { messages: { date: 'Ngày đồng bộ phải từ hôm nay trở đi' } } });
    const english = await sync({ date: '2026-11-19' }, { 'accept-language': 'en' });
    expect(english.body.messages).toEqual({ date: 'You must set time more today or is today' });
    expect((await sync({})).body.messages).toEqual({ date: 'Ngày đồng bộ không được để trống' });
    expect((await sync({ date: '2026-02-31' })).status).toBe(422);
    expect((await sync([])).status).toBe(400);
  });

  it('today starts a crawl of everything now', async () => {
    await get('get-base-vn-data');
    await drain();
    const { status, body } = await sync({ date: '2026-11-20' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ date: '2026-11-20', run: { id: 2, kind: 'sync_date', full: 1, updated_from: null, status: 'queued' } });
    await drain();
    expect(standin.requests.at(-1)!.updated_from).toBe(0);
    expect((await get('sync-base-data')).body).toEqual({ date: null, run: null });
  });

  it('today, while another crawl runs, makes the next scheduled one read everything', async () => {
    await get('get-base-vn-data');
    expect((await sync({ date: '2026-11-20' })).body.run).toMatchObject({ id: 1, kind: 'on_demand', full: 0 });
    await drain();
    await quarter();
    await drain();
    expect((await get('crawls/2')).body).toMatchObject({ kind: 'sync_date', full: 1, status: 'done' });
    await quarter();
    expect((await get('crawls/3')).body).toMatchObject({ kind: 'scheduled', full: 0 });
  });

  it('later waits for its day', async () => {
    await get('get-base-vn-data');
    await drain();
    expect((await sync({ date: '2026-11-22' })).body).toEqual({ date: '2026-11-22', run: null });
    expect((await get('sync-base-data')).body).toEqual({ date: '2026-11-22', run: null });
    const fulls = async () => (await api.client.execute('SELECT kind, "full", requested_by FROM crawl_runs ORDER BY id')).rows.slice(1);
    for (const moment of ['2026-11-21T16:59:00Z', '2026-11-21T17:00:00Z', '2026-11-21T17:15:00Z']) {
      api.clock.set(moment);
      await quarter();
      await drain();
    }
    expect(await fulls()).toMatchObject([
      { kind: 'scheduled', full: 0, requested_by: null },
      { kind: 'sync_date', full: 1, requested_by: api.people.writer.id },
      { kind: 'scheduled', full: 0, requested_by: null },
    ]);
  });

  it('is tried again ten minutes after it failed, and the usual crawls go on meanwhile', async () => {
    standin.setFault({ kind: 'code0', message: 'access_token_invalid_1' });
    await sync({ date: '2026-11-20' });
    await drain();
    standin.setFault(null);
    for (const moment of ['2026-11-20T03:05:00Z', '2026-11-20T03:15:00Z', '2026-11-20T03:30:00Z']) {
      api.clock.set(moment);
      await quarter();
      await drain();
    }
    const { rows } = await api.client.execute('SELECT status, "full" FROM crawl_runs ORDER BY id');
    expect(rows).toMatchObject([
      { status: 'failed', full: 1 },
      { status: 'done', full: 0 },
      { status: 'done', full: 1 },
      { status: 'done', full: 0 },
    ]);
  });
});

describe('what crawls did', () => {
  it('is told by last_time_exec for a day, and for all days', async () => {
    expect((await get('last_time_exec')).body).toEqual({
      ...{ crawl_time: null, status: null, inserted: 0, updated: 0, skipped: 0, failed: 0, message: null },
    });
    await get('get-base-vn-data');
    expect((await get('last_time_exec')).body.crawl_time).toBeNull();
    await drain();
    api.clock.set('2026-11-20T03:05:00Z');
    standin.setFault({ kind: 'code0', message: 'access_token_invalid_1' });
    await quarter();
    await drain();
    await api.client.execute("UPDATE crawl_runs SET finished_at = '2026-11-19 23:59:59' WHERE id = 1");
    const failed = {
      ...{ crawl_time: '2026-11-20 10:05:00', status: 'failed', inserted: 0, updated: 0, skipped: 0, failed: 1 },
      message: 'Base.vn từ chối yêu cầu: access_token_invalid_1',
    };
    expect((await get('last_time_exec', api.people.viewer)).body).toEqual(failed);
    expect((await get('last_time_exec?date=2026-11-20')).body).toEqual(failed);
    const { body } = await get('last_time_exec?date=2026-11-19');
    expect(body).toMatchObject({ crawl_time: '2026-11-19 23:59:59', status: 'done', failed: 0, message: null });
    expect(body.inserted + body.skipped).toBe(120);
    expect((await get('last_time_exec?date=2026-11-8')).body.crawl_time).toBeNull();
    expect((await get('last_time_exec?date=hôm nay')).status).toBe(422);
    expect((await get('last_time_exec?day=2026-11-19')).body.messages).toHaveProperty('day');
  });

  it('is listed, newest first, with every job that was left out or lacks something', async () => {
    await get('get-base-vn-data');
    await drain();
    await quarter();
    const { body } = await get('crawls');
    expect(body).toMatchObject({
      total: 2,
      from: 1,
      to: 2,
      current_page: 1,
      data: [
        { id: 2, status: 'queued' },
        { id: 1, status: 'done' },
      ],
    });
    expect((await get('crawls?status=done')).body.total).toBe(1);
    expect((await get('crawls/1')).body).toMatchObject({ id: 1, jobs: 120, pages: 2 });
    expect((await get('crawls/9')).status).toBe(404);
    expect((await get('crawls/x')).status).toBe(422);

    const all = await get('crawls/1/skipped?limit=100');
    const bad = await get('crawls/1/skipped?kind=skipped');
    expect(all.body.data[0]).not.toHaveProperty('version');
    expect(bad.body.data[0]).toMatchObject({
      run_id: 1,
      kind: 'skipped',
      code: 'bad_value',
      direct_id: null,
      reason: expect.stringMatching(/phải/),
    });
    expect((await get('crawls/1/skipped?kind=warning')).body.total).toBe(all.body.total - bad.body.total);
    const english = await api.call('GET', 'crawls/1/skipped?code=unknown_person', {
      as: api.people.admin,
      headers: { 'accept-language': 'en' },
    });
    expect(english.body.data[0].reason).toMatch(/^Nobody has the code, username or name «.+», so .+ was left empty$/);
    expect((await get('crawls/9/skipped')).status).toBe(404);
    expect((await get('crawls/1/skipped?run_id=2')).body.total).toBe(all.body.total);
  });

  it('shows a crawl that gave no sign of life for ten minutes as failed', async () => {
    await get('get-base-vn-data');
    await api.client.execute("UPDATE crawl_runs SET updated_at = '2026-11-20 09:49:00'");
    expect((await get('crawls/1')).body).toMatchObject({ status: 'failed', message: expect.stringContaining('10 phút') });
    expect((await get('get-base-vn-data')).body).toMatchObject({ id: 2, status: 'queued' });
  });
});
