import { afterEach, beforeEach, expect, it } from 'vitest';
import { handleReconcile } from '../../worker/features/crawl/reconcile/run.ts';
import { openCrawl, type TestCrawl } from '../support/crawl.ts';

let t: TestCrawl;
beforeEach(async () => {
  t = await openCrawl({ jobs: 12 });
  t.standin.updateJob(returned().id, { id: 'ABC-1' });
  await t.crawl();
});
afterEach(() => t.close());

const returned = () => t.standin.jobs().find(({ finish_at }) => finish_at !== '0')!;
const call = (method: string, path: string, body?: unknown) => t.api.call(method, path, { as: t.api.people.admin, body });
const spelledSo = () => t.query("SELECT external_id, tsubosuu, henkyaku_hi FROM directs WHERE external_id_key = 'abc-1'");
const countDirects = async () => (await t.directs()).length;
const waiting = async () => (await call('GET', 'crawl_waiting?limit=100')).body;

/** The source spells the id of the job anew, and has another area for it. */
const respell = (id: string, to: string, tsubo: string) => t.standin.updateJob(id, { id: to, form: { 坪数: tsubo } });

it('a job that the source spells anew is the job that is here, under the id that it has here', async () => {
  const before = await countDirects();
  respell('ABC-1', 'abc-1', '71');
  expect(await t.crawl()).toMatchObject({ status: 'done', inserted: 0, updated: 1 });
  expect(await spelledSo()).toMatchObject([{ external_id: 'ABC-1', tsubosuu: 71 }]);
  respell('abc-1', 'ＡＢＣ-1', '71');
  expect(await t.crawl({ full: true }), 'nothing but the spelling').toMatchObject({ status: 'done', inserted: 0 });
  expect(await countDirects()).toBe(before);
});

it('two spellings of one job on a page, or on two, are one job that nobody has twice', async () => {
  const [, twin] = t.standin.jobs().filter(({ id, finish_at }) => id !== 'ABC-1' && finish_at !== '0');
  const before = await countDirects();
  t.standin.updateJob(twin!.id, { id: 'abc-1' });
  const run = await t.crawl({ full: true });
  expect(run).toMatchObject({ status: 'done', inserted: 0, jobs: 12, skipped: 1 });
  expect(await countDirects()).toEqual(before);
  expect((await spelledSo()).length).toBe(1);
  const [told] = await t.findings(Number(run.id));
  expect(told, 'that another job has its id').toMatchObject({ code: 'same_id', kind: 'skipped' });
  await t.query('DELETE FROM directs');
  expect(await t.crawl({ full: true })).toMatchObject({ status: 'done', inserted: 11, jobs: 12 });
  expect((await spelledSo()).length).toBe(1);
});

it('a job that waits is one, however it is spelled, and is written once its month is open', async () => {
  const [{ henkyaku_hi }] = (await spelledSo()) as unknown as [{ henkyaku_hi: string }];
  const [year, month] = henkyaku_hi.split('-').map(Number);
  const lock = (status: 0 | 1) => call('POST', 'lock_and_unlock', { year, month, status, reason: 'late' });
  await lock(1);
  respell('ABC-1', 'abc-1', '72');
  await t.crawl();
  respell('abc-1', 'ＡＢＣ-1', '73');
  await t.crawl();
  expect(await waiting()).toMatchObject({ total: 1 });
  await lock(0);
  await t.drain();
  expect(await spelledSo()).toMatchObject([{ external_id: 'ABC-1', tsubosuu: 73 }]);
  expect(await waiting()).toMatchObject({ total: 0 });
});

it('a job of an undone crawl is held back in any spelling, and comes back when it is released', async () => {
  const [operation] = (await call('GET', 'operations?source=crawl')).body.data;
  await call('POST', `operations/${operation.id}/undo`);
  expect(await countDirects()).toBe(0);
  respell('ABC-1', 'abc-1', '74');
  expect(await t.crawl({ full: true })).toMatchObject({ status: 'done', inserted: 0 });
  expect(await spelledSo()).toEqual([]);
  const { data } = await waiting();
  await call('POST', 'crawl_waiting/release', { ids: data.map(({ id }: { id: number }) => id) });
  await t.drain();
  expect((await spelledSo()).map(({ tsubosuu }) => tsubosuu)).toEqual([74]);
  expect(await waiting()).toMatchObject({ total: 0 });
});

it('a name that waits for its person is filled in the job that goes by the key', async () => {
  t.standin.updateJob('ABC-1', { id: 'abc-1', username: 'moi-den' });
  await t.crawl();
  expect(await t.query("SELECT user_id FROM directs WHERE external_id_key = 'abc-1'")).toMatchObject([{ user_id: null }]);
  await call('POST', 'crawl_aliases', { kind: 'person', text: 'moi-den', target_id: t.api.people.viewer.id });
  await t.drain();
  expect(await t.query("SELECT user_id FROM directs WHERE external_id_key = 'abc-1'")).toMatchObject([{ user_id: t.api.people.viewer.id }]);
});

it('a month is as at the source though an id is spelled anew there', async () => {
  const [{ henkyaku_hi }] = (await spelledSo()) as unknown as [{ henkyaku_hi: string }];
  const [year, month] = henkyaku_hi.split('-').map(Number);
  t.standin.updateJob('ABC-1', { id: 'abc-1' });
  const { body } = await call('POST', 'crawl_reconciliations', { year, month });
  for (const message of t.api.sent.splice(0)) if (message.type === 'reconcile') await handleReconcile(t.api.deps, message);
  expect((await call('GET', `crawl_reconciliations/${body.id}`)).body).toMatchObject({
    status: 'done',
    jobs: 12,
    only_there: 0,
    only_here: 0,
  });
});
