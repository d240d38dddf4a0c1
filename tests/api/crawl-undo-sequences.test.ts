import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { collectNotices } from '../../worker/features/notices/collect.ts';
import { exactNameKey } from '../../worker/platform/text/match-name.ts';
import { openCrawl, type TestCrawl } from '../support/crawl.ts';
import { runs } from '../support/property-runs.ts';

const JOBS = 5;
let t: TestCrawl;
beforeAll(async () => {
  t = await openCrawl({ jobs: JOBS });
});
afterAll(() => t.close());

const call = (method: string, path: string, body?: unknown) => t.api.call(method, path, { as: t.api.people.admin, body });
const place = fc.nat(JOBS - 1);
const step = fc.oneof(
  fc.record({ kind: fc.constant('change' as const), place, tsubo: fc.integer({ min: 10, max: 99 }) }),
  fc.record({ kind: fc.constant('respell' as const), place, spelling: fc.nat(3) }),
  fc.record({ kind: fc.constant('crawl' as const), full: fc.boolean() }),
  fc.record({ kind: fc.constant('crawl' as const), full: fc.constant(true) }),
  fc.record({ kind: fc.constant('undo' as const), nth: fc.nat(3) }),
  fc.record({ kind: fc.constant('undo' as const), nth: fc.constant(0) }),
  fc.record({ kind: fc.constant('release' as const) }),
  fc.record({ kind: fc.constant('lock' as const), place, status: fc.constantFrom(0, 1) }),
  fc.record({ kind: fc.constant('check' as const), place, is_checked: fc.constantFrom(0, 1) }),
  fc.record({ kind: fc.constant('edit' as const), place }),
  fc.record({ kind: fc.constant('delete' as const), place }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The job at a place, with its id in one of its spellings. */
const jobAt = (at: number) => t.standin.jobs()[at]!;
const spell = (at: number, spelling: number) => [`Viec-${at}`, `VIEC-${at}`, `viec-${at}`, `ｖiec-${at}`][spelling]!;
const storedAt = async (at: number) =>
  (await t.query(`SELECT id, henkyaku_hi FROM directs WHERE external_id_key = '${exactNameKey(jobAt(at).id)}'`))[0];

async function release(): Promise<void> {
  const ids = (await t.query("SELECT id FROM crawl_waiting WHERE reason = 'removed'")).map(({ id }) => id);
  if (ids.length > 0) expect((await call('POST', 'crawl_waiting/release', { ids })).status).toBe(200);
  await t.drain();
}

async function crawl(full: boolean): Promise<void> {
  expect(await t.crawl({ full })).toMatchObject({ status: 'done', jobs: expect.any(Number) });
}

async function take(each: Step): Promise<void> {
  if (each.kind === 'crawl') return crawl(each.full);
  if (each.kind === 'release') return release();
  if (each.kind === 'change') return void t.standin.updateJob(jobAt(each.place).id, { form: { 坪数: `${each.tsubo}` } });
  if (each.kind === 'respell') return void t.standin.updateJob(jobAt(each.place).id, { id: spell(each.place, each.spelling) });
  if (each.kind === 'undo') {
    const { body } = await call('GET', 'operations?limit=4&entity=directs');
    const operation = body.data[each.nth % Math.max(1, body.data.length)];
    return void (operation?.undoable && (await call('POST', `operations/${operation.id}/undo`)));
  }
  const stored = await storedAt(each.place);
  if (!stored) return;
  if (each.kind === 'lock' && stored.henkyaku_hi)
    await t.query(
      `INSERT OR REPLACE INTO month_locks (month, status, at) VALUES (substr('${stored.henkyaku_hi}', 1, 7), ${each.status}, '')`,
    );
  if (each.kind === 'check') await call('POST', 'directs/checked', { id: stored.id, is_checked: each.is_checked });
  if (each.kind === 'edit') await call('PUT', `directs/${stored.id}`, { bikou: 'bằng tay' });
  if (each.kind === 'delete') await call('DELETE', `directs/${stored.id}`);
}

/** No job is there twice, and each is known by its key. */
async function requireOneEach(): Promise<void> {
  for (const table of ['directs', 'crawl_waiting']) {
    const ids = await t.query(`SELECT external_id, external_id_key FROM ${table}`);
    for (const { external_id, external_id_key } of ids) expect(external_id_key, table).toBe(exactNameKey(String(external_id)));
    expect(new Set(ids.map(({ external_id_key }) => external_id_key)).size, table).toBe(ids.length);
  }
}

/** Admins are told of exactly those locked months that have jobs waiting; `isRead` once a crawl has ended, which finds them. */
async function requireTold(isRead: boolean): Promise<void> {
  await collectNotices(t.api.deps);
  const months = async (sql: string) => (await t.query(sql)).map(({ month }) => month);
  const locked = 'month IN (SELECT month FROM month_locks WHERE status = 1)';
  const waiting = await months(`SELECT DISTINCT month FROM crawl_waiting WHERE reason = 'month_locked' AND ${locked} ORDER BY 1`);
  const kept = await months(`SELECT month FROM crawl_changed_months WHERE ${locked} ORDER BY 1`);
  const told = await months(
    `SELECT params ->> '$.month' AS month FROM notices WHERE user_id = ${t.api.people.admin.id} AND kind = 'source_changed' AND read_at IS NULL ORDER BY 1`,
  );
  expect(new Set(told).size, 'one unread notice a month').toBe(told.length);
  expect(told).toEqual(expect.arrayContaining(kept));
  if (isRead) expect(kept).toEqual(waiting);
}

it('whatever is crawled, undone, released, locked, checked, edited and deleted: no job is twice, and in the end all are as at the source', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      await t.api.client.batch(
        [
          'DELETE FROM month_locks',
          'UPDATE directs SET is_checked = 0',
          'DELETE FROM directs',
          'DELETE FROM crawl_waiting',
          'DELETE FROM crawl_changed_months',
        ],
        'write',
      );
      for (let at = 0; at < JOBS; at++) t.standin.updateJob(jobAt(at).id, { id: spell(at, 0), form: { 坪数: '40' } });
      await crawl(true);
      for (const each of steps) {
        t.api.clock.set(new Date(t.api.clock.now() + 1000).toISOString());
        await take(each);
        await requireOneEach();
        await requireTold(each.kind === 'crawl');
      }
      await t.api.client.batch(['DELETE FROM month_locks', 'UPDATE directs SET is_checked = 0'], 'write');
      await release();
      await crawl(true);
      await t.drain();
      await requireOneEach();
      expect(await t.query('SELECT * FROM crawl_waiting')).toEqual([]);
      await requireTold(true);
      const stored = new Map((await t.directs()).map((row) => [String(row.external_id_key), row]));
      for (const { id, form } of t.standin.jobs()) {
        const row = stored.get(exactNameKey(id));
        expect(row, id).toBeDefined();
        const { value } = form.find(({ name }) => name === '坪数')!;
        if (row!.upsert_by === 0) expect(row!.tsubosuu, id).toBe(Number(value));
      }
      expect(stored.size).toBe(JOBS);
    }),
    { numRuns: runs(25) },
  );
});
