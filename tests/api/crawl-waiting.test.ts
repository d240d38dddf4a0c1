import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { collectNotices } from '../../worker/features/notices/collect.ts';
import { openCrawl, type TestCrawl } from '../support/crawl.ts';

let t: TestCrawl;
beforeEach(async () => {
  t = await openCrawl({ jobs: 30 });
  await t.crawl();
});
afterEach(() => t.close());

const call = (method: string, path: string, body?: unknown) => t.api.call(method, path, { as: t.api.people.admin, body });
const waiting = async () => (await call('GET', 'crawl_waiting')).body;
const returned = () => t.standin.jobs().find(({ finish_at }) => finish_at !== '0')!;

/** Locks or unlocks the month of a date. */
function setLock(date: unknown, status: 0 | 1) {
  const [year, month] = String(date).split('-').map(Number);
  return call('POST', 'lock_and_unlock', { year, month, status, reason: 'late jobs' });
}

describe('a job of a locked month', () => {
  it('waits when it changed, is listed with the reason, and is applied once the month is unlocked', async () => {
    const job = returned();
    const before = await t.direct(job.id);
    const month = String(before.henkyaku_hi).slice(0, 7);
    await setLock(before.henkyaku_hi, 1);
    t.standin.updateJob(job.id, { form: { 坪数: '71' } });
    expect(await t.crawl()).toMatchObject({ status: 'done', updated: 0, skipped: 1 });
    expect(await waiting()).toMatchObject({
      total: 1,
      data: [
        { external_id: job.id, name: before.name, henkyaku_hi: before.henkyaku_hi, reason: 'month_locked', month, direct_id: before.id },
      ],
    });
    expect((await call('GET', `crawl_waiting?month=${month}`)).body.total).toBe(1);
    expect(Object.keys((await call('GET', 'crawl_waiting?month=soon')).body.messages)).toEqual(['month']);
    await t.drain();
    expect((await t.direct(job.id)).tsubosuu).toBe(before.tsubosuu);

    await setLock(before.henkyaku_hi, 0);
    expect(t.api.sent).toContainEqual({ type: 'apply_waiting' });
    await t.drain();
    expect(await t.direct(job.id)).toMatchObject({ tsubosuu: 71, version: Number(before.version) + 1 });
    expect((await waiting()).total).toBe(0);
  });

  it('waits when it is new', async () => {
    const job = returned();
    const { henkyaku_hi } = await t.direct(job.id);
    await t.query(`DELETE FROM directs WHERE external_id = '${job.id}'`);
    await setLock(henkyaku_hi, 1);
    await t.crawl({ full: true });
    expect((await waiting()).data).toMatchObject([{ external_id: job.id, direct_id: null }]);
    await setLock(henkyaku_hi, 0);
    await t.drain();
    expect(await t.direct(job.id)).toMatchObject({ henkyaku_hi, upsert_by: 0 });
  });

  it('is applied by the next crawl too, as it is at the source by then', async () => {
    const job = returned();
    const { henkyaku_hi } = await t.direct(job.id);
    await setLock(henkyaku_hi, 1);
    t.standin.updateJob(job.id, { form: { 坪数: '71' } });
    await t.crawl();
    const since = (await waiting()).data[0].since;
    t.standin.updateJob(job.id, { form: { 坪数: '72' } });
    await t.crawl();
    expect((await waiting()).data).toMatchObject([{ since }]);
    await t.query('DELETE FROM month_locks');
    await t.crawl();
    expect(await t.direct(job.id)).toMatchObject({ tsubosuu: 72 });
    expect((await waiting()).total).toBe(0);
  });
});

describe('a job of a checked row', () => {
  it('waits and is applied once the row is unchecked', async () => {
    const job = returned();
    const { id } = await t.direct(job.id);
    await call('POST', 'directs/checked', { id, is_checked: 1 });
    t.standin.updateJob(job.id, { form: { 坪数: '73' } });
    await t.crawl();
    expect((await waiting()).data).toMatchObject([{ external_id: job.id, reason: 'record_checked', month: null, direct_id: id }]);
    expect(t.api.sent).toEqual([]);
    const unchecked = await call('POST', 'directs/checked', { id, is_checked: 0 });
    expect(unchecked.status).toBe(200);
    await t.drain();
    expect(await t.direct(job.id)).toMatchObject({ tsubosuu: 73 });
    expect((await waiting()).total).toBe(0);
  });
});

describe('a job that is taken out here', () => {
  const crawls = async () => (await call('GET', 'operations?source=crawl')).body.data;
  const undo = async (id: number) => (await call('POST', `operations/${id}/undo`)).body;
  const removed = async () => (await call('GET', 'crawl_waiting?reason=removed&limit=100')).body;
  const release = (ids: number[], as = t.api.people.writer) => t.api.call('POST', 'crawl_waiting/release', { as, body: { ids } });
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);

  it('by a deletion is listed with who and when, and comes back, by one press or the undo, only as it was', async () => {
    const job = returned();
    const before = await t.direct(job.id);
    const writer = t.api.people.writer;
    for (const isUndone of [false, true]) {
      const { headers } = await t.api.call('DELETE', `directs/${before.id}`, { as: writer });
      const run = await t.crawl({ full: true });
      expect(run).toMatchObject({ status: 'done', inserted: 0 });
      expect((await t.findings(Number(run.id))).find(({ external_id }) => external_id === job.id)).toMatchObject({ code: 'removed' });
      const { data } = await removed();
      expect(data).toMatchObject([
        {
          external_id: job.id,
          name: before.name,
          direct_id: null,
          removed_by: writer.id,
          users: { name: 'Người writer' },
          since: expect.any(String),
        },
      ]);
      if (isUndone) {
        const [operation] = (await call('GET', `operations?request_id=${headers.get('x-request-id')}`)).body.data;
        expect(await undo(operation.id)).toMatchObject({ reversed: 1, kept: [] });
        await t.crawl();
      } else {
        expect((await t.api.call('POST', 'crawl_waiting/release', { as: t.api.people.viewer, body: { ids: ids(data) } })).status).toBe(403);
        expect((await release(ids(data))).body).toEqual({ brought_back: 1, kept: [] });
        expect((await release(ids(data))).status).toBe(404);
      }
      await t.drain();
      const { version, updated_at: _, ...former } = before;
      expect(await t.direct(job.id)).toMatchObject(former);
      expect((await waiting()).total).toBe(0);
    }
  });

  it('stays out while its month is locked, and says so; then it is as the source says by then', async () => {
    const job = returned();
    const before = await t.direct(job.id);
    await call('DELETE', `directs/${before.id}`);
    await setLock(before.henkyaku_hi, 1);
    t.standin.updateJob(job.id, { form: { 坪数: '74' } });
    await t.crawl();
    const { data } = await removed();
    expect((await release(ids(data))).body).toMatchObject({ brought_back: 0, kept: [{ id: before.id, reason: 'month_locked' }] });
    expect((await removed()).total).toBe(1);
    await setLock(before.henkyaku_hi, 0);
    expect((await release(ids(data))).body).toMatchObject({ brought_back: 1 });
    await t.drain();
    expect(await t.direct(job.id)).toMatchObject({ id: before.id, tsubosuu: 74 });
    expect((await waiting()).total).toBe(0);
  });

  it('by the undo of a crawl waits likewise, made or changed by it, and is free again where that undo is undone', async () => {
    const job = returned();
    const before = await t.directs();
    const { tsubosuu } = await t.direct(job.id);
    t.standin.updateJob(job.id, { form: { 坪数: '74' } });
    await t.crawl();
    const [changed, made] = await crawls();
    await undo(changed.id);
    expect((await removed()).data).toMatchObject([{ external_id: job.id, direct_id: expect.any(Number) }]);
    expect(await t.crawl({ full: true })).toMatchObject({ inserted: 0, updated: 0 });
    expect((await t.direct(job.id)).tsubosuu, 'the undo stands').toBe(tsubosuu);
    const { operation_id } = await undo(made.id);
    expect((await removed()).total).toBe(before.length);
    expect(await t.crawl({ full: true })).toMatchObject({ inserted: 0 });
    expect(await t.directs()).toEqual([]);
    await undo(operation_id);
    await t.crawl();
    const named = (rows: Awaited<ReturnType<typeof t.directs>>) => rows.map(({ id, external_id }) => [id, external_id]);
    expect(named(await t.directs())).toEqual(named(before));
    expect(await t.direct(job.id)).toMatchObject({ tsubosuu: 74 });
    expect((await waiting()).total).toBe(0);
  });
});

describe('Admins', () => {
  const notices = async (as = t.api.people.admin) => {
    await collectNotices(t.api.deps);
    const { body } = await t.api.call('GET', 'notices', { as });
    return body.data.filter(({ kind }: { kind: string }) => kind.startsWith('source_'));
  };
  const unread = async () => (await notices()).filter(({ read_at }: { read_at: string | null }) => read_at === null);
  const later = (minutes: number) => t.api.clock.set(new Date(t.api.clock.now() + minutes * 60_000).toISOString());
  const checklistItem = async (month: string) => {
    const [year, number] = month.split('-').map(Number);
    const { body } = await call('GET', `month-checklist?year=${year}&month=${number}`);
    return body.items.find(({ key }: { key: string }) => key === 'source_waiting');
  };

  it('are told once that the source changed jobs of a locked month, until none of it waits any more', async () => {
    const job = returned();
    const { henkyaku_hi } = await t.direct(job.id);
    const month = String(henkyaku_hi).slice(0, 7);
    const other = t.standin.jobs().find(({ id, finish_at }) => id !== job.id && finish_at !== '0')!;
    await t.query(`UPDATE directs SET henkyaku_hi = '${henkyaku_hi}', upsert_by = 0 WHERE external_id = '${other.id}'`);
    expect(await checklistItem(month)).toMatchObject({ count: 0 });
    await setLock(henkyaku_hi, 1);
    expect(await notices()).toEqual([]);

    t.standin.updateJob(job.id, { form: { 坪数: '71' } });
    await t.crawl();
    const told = await notices();
    expect(told).toMatchObject([{ kind: 'source_changed', link: `/directs/crawls?waiting=${month}` }]);
    const { total } = (await call('GET', `crawl_waiting?month=${month}`)).body;
    expect(total).toBeGreaterThan(0);
    expect(told[0].text).toContain(String(total));
    expect(await checklistItem(month)).toMatchObject({ count: total, link: `/directs/crawls?waiting=${month}` });
    expect(await notices(t.api.people.writer)).toEqual([]);

    later(2);
    t.standin.updateJob(job.id, { form: { 坪数: '72' } });
    await t.crawl();
    expect(await notices(), 'further changes are the same event').toHaveLength(1);

    later(2);
    await setLock(henkyaku_hi, 0);
    await t.drain();
    expect(await unread()).toEqual([]);
    expect(await checklistItem(month)).toMatchObject({ count: 0 });

    later(2);
    await setLock(henkyaku_hi, 1);
    t.standin.updateJob(job.id, { form: { 坪数: '73' } });
    await t.crawl();
    expect(await notices(), 'the next time it is another event').toHaveLength(2);
    expect(await unread()).toHaveLength(1);
  });

  it('are told once of jobs of a locked month that a comparison does not find at the source', async () => {
    const { henkyaku_hi } = await t.direct(returned().id);
    const month = String(henkyaku_hi).slice(0, 7);
    const compared = (only_here: number) =>
      t.api.insert('crawl_reconciliations', {
        ...{ month, status: 'done', only_here, created_at: t.api.clock.time(), progress_at: t.api.clock.time() },
        ...{ finished_at: t.api.clock.time(), lease_until: 0 },
      });
    await compared(2);
    expect(await notices(), 'the month is open').toEqual([]);
    await setLock(henkyaku_hi, 1);
    expect(await notices()).toMatchObject([{ kind: 'source_missing' }]);
    await compared(3);
    expect(await notices()).toHaveLength(1);
    await compared(0);
    await compared(1);
    expect(await notices()).toHaveLength(2);
  });
});
