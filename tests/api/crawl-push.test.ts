import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readPushed } from '../../worker/features/crawl/push.ts';
import { handleCrawl } from '../../worker/features/crawl/run.ts';
import { openCrawl, type TestCrawl } from '../support/crawl.ts';

const SECRET = 'a-secret-of-the-source-of-32-letters';

let t: TestCrawl;
let delays: (number | undefined)[] = [];
beforeAll(async () => {
  t = await openCrawl({ jobs: 4 });
  t.api.deps.settings.crawlPushSecret = SECRET;
  const { send } = t.api.deps.jobs;
  t.api.deps.jobs.send = async (message, options) => {
    if (message.type === 'crawl_pushed') delays.push(options?.delaySeconds);
    await send(message, options);
  };
});
afterAll(() => t.close());
beforeEach(() => {
  delays = [];
});

const push = (secret = SECRET, body: unknown = { id: '1', name: 'not believed' }) => t.api.call('POST', `crawl_push/${secret}`, { body });
const countReadings = () => t.api.sent.filter(({ type }) => type === 'crawl_pushed').length;
/** Does what the queue would: readings first, then the crawls that they start. */
async function drain(): Promise<void> {
  for (let message = t.api.sent.shift(); message; message = t.api.sent.shift()) {
    if (message.type === 'crawl_pushed') await readPushed(t.api.deps);
    if (message.type === 'crawl') await handleCrawl(t.api.deps, message);
  }
}

describe('a job that the source says has changed', () => {
  it('is read at the source, and nothing of what was sent is believed', async () => {
    const [job] = t.standin.addJobs(1);
    const { status } = await push(SECRET, { id: job!.id, name: 'of the call', form: [] });
    expect(status).toBe(200);
    await drain();
    const [row] = await t.query(`SELECT name FROM directs WHERE external_id = '${job!.id}'`);
    expect(row!.name).toBe(job!.name);
    const [run] = await t.query('SELECT kind, status FROM crawl_runs ORDER BY id DESC LIMIT 1');
    expect(run).toMatchObject({ kind: 'pushed', status: 'done' });
  });

  it('a thousand times is one reading, at the earliest 10 s after the one before', async () => {
    for (let call = 0; call < 1000; call++) expect((await push()).status).toBe(200);
    expect(countReadings()).toBe(1);
    expect(delays).toEqual([10]);
    await drain();
  });

  it('while another crawl is at work is asked for again, as that one may have passed the job', async () => {
    await t.api.call('GET', 'get-base-vn-data', { as: t.api.people.admin });
    await readPushed(t.api.deps);
    expect(delays).toEqual([10]);
    await drain();
  });

  it('with another secret, or where none is set, is a 404 that starts nothing', async () => {
    for (const secret of [`${SECRET}x`, SECRET.slice(1), 'x']) expect((await push(secret)).status, secret).toBe(404);
    t.api.deps.settings.crawlPushSecret = undefined;
    expect((await push()).status).toBe(404);
    t.api.deps.settings.crawlPushSecret = SECRET;
    expect(countReadings()).toBe(0);
  });
});
