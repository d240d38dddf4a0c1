import { afterEach, beforeEach, expect, it } from 'vitest';
import { handleReconcile } from '../../worker/features/crawl/reconcile/run.ts';
import { openCrawl, type TestCrawl } from '../support/crawl.ts';

let t: TestCrawl;
let month: { year: number; month: number; key: string };
beforeEach(async () => {
  t = await openCrawl({ jobs: 250 });
  await t.crawl();
  const [busiest] = await t.query(
    'SELECT substr(henkyaku_hi, 1, 7) AS key FROM directs WHERE henkyaku_hi IS NOT NULL GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 1',
  );
  const key = String(busiest!.key);
  month = { year: Number(key.slice(0, 4)), month: Number(key.slice(5)), key };
});
afterEach(() => t.close());

const call = (method: string, path: string, body?: object) => t.api.call(method, path, { as: t.api.people.writer, body });
const ofMonth = () => `year=${month.year}&month=${month.month}`;
async function reconcile() {
  const { status, body } = await call('POST', 'crawl_reconciliations', { year: month.year, month: month.month });
  expect(status).toBe(201);
  for (let n = 0; n < 20 && t.api.sent.length > 0; n++) {
    const message = t.api.sent.shift()!;
    if (message.type === 'reconcile') await handleReconcile(t.api.deps, message);
  }
  return (await call('GET', `crawl_reconciliations/${body.id}`)).body;
}
const jobsOfMonth = () => t.query(`SELECT * FROM directs WHERE henkyaku_hi LIKE '${month.key}%' ORDER BY id`);

it('names nothing where the month is as at the source', async () => {
  const same = { status: 'done', jobs: 250, total: 250, only_there: 0, only_here: 0, differs: 0 };
  expect(await reconcile()).toMatchObject({ ...same, requested_by: 'Người writer' });
  t.standin.setFault({ kind: 'huge', megabytes: 9, page: 1, times: 1 });
  expect(await reconcile(), 'in shorter pages').toMatchObject(same);
  expect(t.standin.requests.at(-1)!.limit).toBe(50);
  const { body } = await call('GET', `month-checklist?${ofMonth()}`);
  expect(body.reconciliation).toMatchObject({ only_there: 0, only_here: 0, differs: 0 });
  expect(body.items.find(({ key }: { key: string }) => key === 'source_differences')).toMatchObject({ count: 0 });
});

it('takes a job of two workflows as it is here where one of them has it so', async () => {
  const source = t.api.deps.crawlSource;
  const [first, second] = await jobsOfMonth();
  const jobOf = (row: typeof first) => t.standin.jobs().find(({ id }) => id === row!.external_id)!;
  const older = [first, second].map((row) => ({ ...jobOf(row), name: 'khác', last_update: '1500000000' }));
  for (const workflowIds of [
    ['x', ...source.workflowIds],
    [...source.workflowIds, 'x'],
  ]) {
    t.api.deps.crawlSource = {
      ...source,
      workflowIds,
      fetchPage: async (request) => {
        if (request.workflowId !== 'x') return source.fetchPage(request);
        return { jobs: request.pageId === 0 ? older : [], skipped: [], total_items: 2 };
      },
    };
    expect(await reconcile(), workflowIds.join()).toMatchObject({ status: 'done', differs: 0, only_there: 0, only_here: 0 });
    await t.query(`UPDATE directs SET name = 'đổi ở đây', version = version + 1 WHERE id = ${first!.id}`);
    expect(await reconcile(), workflowIds.join()).toMatchObject({ status: 'done', differs: 1 });
    await t.query(`UPDATE directs SET name = '${first!.name}', version = version + 1 WHERE id = ${first!.id}`);
  }
});

it('names what is only there, only here, and what differs with both values; locking then asks for a reason', async () => {
  const [gone, hidden, edited, moved] = await jobsOfMonth();
  t.standin.removeJob(String(hidden!.external_id));
  await t.query(`DELETE FROM directs WHERE id = ${gone!.id}`);
  await t.query(`UPDATE directs SET tsubosuu = 99.5, version = version + 1 WHERE id = ${edited!.id}`);
  await t.query(`UPDATE directs SET user_id = ${t.api.people.none.id}, version = version + 1 WHERE id = ${edited!.id}`);
  await t.query(`UPDATE directs SET henkyaku_hi = '2020-01-05', version = version + 1 WHERE id = ${moved!.id}`);
  const run = await reconcile();
  expect(run).toMatchObject({ status: 'done', only_there: 1, only_here: 1, differs: 2 });
  const { body } = await call('GET', `crawl_reconciliations/${run.id}/differences?limit=100`);
  const rows = body.data.map(({ kind, direct_id, column, here, there }: Record<string, unknown>) => ({
    kind,
    direct_id,
    column,
    here,
    there,
  }));
  expect(rows).toHaveLength(5);
  expect(rows).toEqual(
    expect.arrayContaining([
      { kind: 'only_there', direct_id: null, column: null, here: null, there: gone!.henkyaku_hi },
      { kind: 'only_here', direct_id: hidden!.id, column: null, here: hidden!.henkyaku_hi, there: null },
      { kind: 'differs', direct_id: edited!.id, column: 'tsubosuu', here: '99.5', there: String(edited!.tsubosuu) },
      { kind: 'differs', direct_id: edited!.id, column: 'user_id', here: 'Người none', there: expect.any(String) },
      { kind: 'differs', direct_id: moved!.id, column: 'henkyaku_hi', here: '2020-01-05', there: moved!.henkyaku_hi },
    ]),
  );
  expect((await call('GET', `crawl_reconciliations/${run.id}/differences?kind=differs`)).body.total).toBe(3);
  const { items, reconciliation } = (await call('GET', `month-checklist?${ofMonth()}`)).body;
  expect(items.find(({ key }: { key: string }) => key === 'source_differences').count).toBe(4);
  expect(reconciliation).toMatchObject({ id: run.id, only_there: 1, only_here: 1, differs: 2 });

  const lock = (reason?: string) => call('POST', 'lock_and_unlock', { year: month.year, month: month.month, status: 1, reason });
  const asked = await lock();
  expect(asked.status).toBe(422);
  expect(asked.body.messages.reason).toEqual(expect.stringContaining('khác với nguồn'));
  expect((await lock('đã xem')).status).toBe(200);
  expect((await t.query('SELECT COUNT(*) AS n FROM directs'))[0]!.n).toBe(249);
});

it('is one of a month at a time, can be cancelled, and says why it failed', async () => {
  const start = () => call('POST', 'crawl_reconciliations', { year: month.year, month: month.month });
  const [first, second] = [await start(), await start()];
  expect(first.status).toBe(201);
  expect(second.status).toBe(200);
  expect(second.body.id).toEqual(first.body.id);
  expect((await call('POST', `crawl_reconciliations/${first.body.id}/cancel`)).body).toMatchObject({ status: 'cancelled' });
  expect((await call('POST', `crawl_reconciliations/${first.body.id}/cancel`)).status).toBe(409);
  t.api.sent.length = 0;
  t.standin.setFault({ kind: 'code0', message: 'access_token_invalid_1' });
  const failed = await reconcile();
  expect(failed).toMatchObject({ status: 'failed', message: expect.stringContaining('access_token_invalid_1') });
  expect((await call('GET', `month-checklist?${ofMonth()}`)).body.reconciliation).toBeNull();
});
