import { afterEach, beforeEach, expect, it } from 'vitest';
import { signAccessToken } from '../../worker/platform/auth/tokens.ts';
import { runSchedule } from '../../worker/schedule.ts';
import { TEST_SECRET } from '../support/api.ts';
import { openCrawl, type TestCrawl } from '../support/crawl.ts';
import { bearer } from '../support/sign-in.ts';

let t: TestCrawl;
beforeEach(async () => {
  t = await openCrawl({ jobs: 250 });
  // What the source has is older than what the first crawl read: only a crawl of everything finds it again.
  await t.crawl();
  await t.query('DELETE FROM directs');
  await t.query(`UPDATE crawl_cursors SET "cursor" = ${Math.floor(t.api.clock.now() / 1000) + 90_000}`);
});
afterEach(() => t.close());

const minutes = (count: number) => t.api.clock.set(new Date(t.api.clock.now() + count * 60_000).toISOString());
async function call(method: string, path: string, name: 'admin' | 'writer', body?: object) {
  const { id, role } = t.api.people[name];
  const claims = { sub: String(id), sid: `session-${name}`, roles: [role], dept: 1, grp: 1 };
  return t.api.call(method, path, { as: bearer(await signAccessToken(claims, [TEST_SECRET], t.api.clock.now())), body });
}
const last = async () => (await call('GET', 'last_time_exec', 'writer')).body;
const quarterHour = async () => {
  await runSchedule(t.api.deps, '*/15 * * * *').catch(() => undefined);
  await t.drain();
  return t.run();
};
const breakOff = async () => {
  t.standin.setFault({ kind: 'http', status: 503, page: 1 });
  await call('POST', 'sync-base-data', 'writer', { date: t.api.clock.today() });
  await t.drain();
  expect(await t.run()).toMatchObject({ status: 'failed', full: 1, jobs: 100 });
};

it('a crawl of everything that breaks off is owed, is not hidden by another, and is taken up again until it succeeds', async () => {
  await breakOff();
  t.standin.setFault(null);
  expect(await t.crawl()).toMatchObject({ status: 'done', full: 0, jobs: 0 });
  const owed = await last();
  expect(owed).toMatchObject({ status: 'owed', inserted: 100 });
  expect(owed.message).toMatch(/503.*tự lấy lại từ/);
  minutes(11);
  expect(await quarterHour()).toMatchObject({ status: 'done', full: 1, jobs: 250 });
  expect(await last()).toMatchObject({ status: 'done', inserted: 150 });
  expect(await quarterHour()).toMatchObject({ status: 'done', full: 0 });
});

it('it is tried again after twice the time each, while the usual crawls go on', async () => {
  await breakOff();
  const tries: number[] = [];
  for (let minute = 15; minute <= 180; minute += 15) {
    minutes(15);
    if ((await quarterHour()).full === 1) tries.push(minute);
  }
  expect(tries).toEqual([15, 45, 90, 180]);
});

it('it is given up by an Admin, and by nobody else', async () => {
  await breakOff();
  expect((await call('DELETE', 'sync-base-data', 'writer')).status).toBe(403);
  expect(await last()).toMatchObject({ status: 'owed' });
  expect((await call('DELETE', 'sync-base-data', 'admin')).status).toBe(200);
  expect(await last()).toMatchObject({ status: 'failed' });
  minutes(30);
  expect(await quarterHour()).toMatchObject({ full: 0 });

  for (const [name, after] of [
    ['writer', 1],
    ['admin', 0],
  ] as const) {
    const { body } = await call('POST', 'sync-base-data', name, { date: t.api.clock.today() });
    expect((await call('POST', `crawls/${body.run.id}/cancel`, name)).status).toBe(200);
    expect(await t.query('SELECT * FROM crawl_sync_date')).toHaveLength(after);
  }
});
