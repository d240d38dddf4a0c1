import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { toOfficeTime } from '../../worker/platform/text/office-time.ts';
import { OFFICE_DAY, officeShiftMs } from '../support/site-clock.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { ended, insert, insertDirect, insertDirects, insertRules, pointsOf, type Staff, signIn } from './calculation-month.ts';

let stack: Stack;
let staff: Staff;
let admin: Staff;

beforeAll(async () => {
  stack = await startStack({ prepare: insertRules, clockShiftMs: officeShiftMs() });
  staff = await signIn(stack);
  admin = await signIn(stack, 'Admin');
});
afterAll(() => stack?.close());
afterEach(() => stack.proxy.heal());

const query = async (sql: string, ...args: (string | number)[]) => (await stack.client.execute({ sql, args })).rows;
const wallTime = (minutesAgo: number) => toOfficeTime(stack.now() - minutesAgo * 60_000);

async function start(month: number, options: Record<string, unknown> = {}): Promise<number> {
  return (await staff.call('POST', 'calculations', { year: 2024, month, ...options })).body.id;
}

/** How the directs of a month stand: how many are there, have points, and have which highest version. */
async function standing(month: string) {
  const [row] = await query(
    'SELECT COUNT(*) AS count, COUNT(result_design_point) AS calculated, MAX(version) AS version FROM directs WHERE henkyaku_hi LIKE ?',
    `${month}-%`,
  );
  return { count: Number(row!.count), calculated: Number(row!.calculated), version: Number(row!.version) };
}

/**
 * Starts a run on a slow database and waits until it has begun to compute; other calls then fall into the middle of it. What a test writes by
 * itself then, it writes while the Worker's calls are held: a libSQL server short of processor time can spin for ever between two writers, one of them long.
 */
async function inTheMiddle(month: number, options: Record<string, unknown> = {}): Promise<number> {
  stack.proxy.delay(400);
  const id = await start(month, options);
  await expect.poll(() => statusOf(id), { interval: 40 }).toMatch(/^(computing|publishing)$/);
  return id;
}

const statusOf = async (id: number) => (await query('SELECT status FROM calculation_runs WHERE id = ?', id))[0]!.status;

function waitingRun(month: number, values: Record<string, string | number> = {}): Promise<number> {
  const time = wallTime(0);
  return insert(stack.client, 'calculation_runs', {
    year: 2024,
    month,
    status: 'queued',
    source: 'button',
    created_at: time,
    progress_at: time,
    ...values,
  });
}

describe('messages', () => {
  test('that are delivered late and several times have the effect of one', async () => {
    await insertDirects(stack.client, '2024-01', 11_000);
    const id = await waitingRun(1);
    await stack.send({ type: 'calculate', run_id: id }, 4);
    const run = await ended(staff, id);
    expect(run).toMatchObject({ status: 'done', total: 11_000, done: 11_000, changed: 11_000, failed: 0 });
    expect(await standing('2024-01')).toEqual({ count: 11_000, calculated: 11_000, version: 2 });
    const outcome = await stack.deliver([
      { type: 'calculate', run_id: id },
      { type: 'calculate', run_id: id },
    ]);
    expect(outcome.explicitAcks).toHaveLength(2);
    expect(await standing('2024-01')).toMatchObject({ version: 2 });
    expect(
      (await query("SELECT COUNT(*) AS n FROM history WHERE source = 'calculation' AND request_id = ?", `calculation-${id}`))[0]!.n,
    ).toBe(11_000);
  });

  test('that cannot be parsed are recorded for an Admin and do not delay others', async () => {
    await insertDirect(stack.client, '2024-03');
    await stack.send({ type: 'calculate', run_id: 'x' });
    await stack.send('nonsense');
    await stack.send({ type: 'calculate', run_id: 999_999 });
    expect(await ended(staff, await start(3))).toMatchObject({ status: 'done', changed: 1 });
    const { body } = await admin.call('GET', 'failed-jobs');
    expect(body).toMatchObject({ total: 2 });
    expect(body.data[1]).toMatchObject({ type: 'calculate', body: '{"type":"calculate","run_id":"x"}' });
    expect(body.data[1].error).toContain('Not a job');
    expect((await staff.call('GET', 'failed-jobs')).status).toBe(403);
  });

  test('that fail are tried again, and given up with the reason and a failed run in the end', async () => {
    await (await stack.files()).put('calculations/rules/half.json', '{"standards":');
    const id = await waitingRun(4, { status: 'computing', rules_hash: 'half' });
    const message = { type: 'calculate', run_id: id };
    const tried = await stack.deliver([message], 'tensu-jobs', 4);
    expect(tried.retryMessages).toHaveLength(1);
    expect((await admin.call('GET', 'failed-jobs')).body).toMatchObject({ total: 2 });
    await stack.deliver([message], 'tensu-jobs-dead');
    expect((await admin.call('GET', 'failed-jobs')).body.data[0]).toMatchObject({ attempts: 4, error: expect.stringContaining('JSON') });
    const { body: run } = await staff.call('GET', `calculations/${id}`);
    expect(run).toMatchObject({ status: 'failed' });
    expect(run.message).toContain('nhiều lần');
  });
});

describe('while a run is at work', () => {
  test('asking again answers it', async () => {
    await insertDirect(stack.client, '2024-05');
    const id = await inTheMiddle(5);
    expect(await staff.call('POST', 'calculate-new', { year: 2024, month: 5, preview: true })).toMatchObject({
      status: 200,
      body: { id, preview: 0 },
    });
    stack.proxy.heal();
    await ended(staff, id);
  });

  test('edited, added, checked, adjusted, moved and deleted directs end as they are by then', async () => {
    const { client } = stack;
    await insertDirects(client, '2024-06', 11_000);
    const ids = (await query("SELECT id FROM directs WHERE henkyaku_hi LIKE '2024-06-%' ORDER BY henkyaku_hi, id LIMIT 6")).map((row) =>
      Number(row.id),
    );
    const [edited, checked, adjusted, moved, deleted, last] = ids as [number, number, number, number, number, number];
    const id = await inTheMiddle(6);
    await stack.proxy.hold();
    await query('UPDATE directs SET tsubosuu = 40, complex_factor = 2, version = version + 1 WHERE id = ?', edited);
    await query('UPDATE directs SET is_checked = 1, version = version + 1 WHERE id = ?', checked);
    await query('UPDATE directs SET is_updated = 1, result_design_point = 99, version = version + 1 WHERE id = ?', adjusted);
    await query("UPDATE directs SET henkyaku_hi = '2024-12-01', version = version + 1 WHERE id = ?", moved);
    await query('DELETE FROM directs WHERE id = ?', deleted);
    const added = await insertDirect(client, '2024-06', { complex_factor: 3 });
    const broken = last;
    await query('UPDATE directs SET customer_id = NULL, version = version + 1 WHERE id = ?', broken);
    stack.proxy.heal();
    const run = await ended(staff, id);
    // 11,000 without the checked, the adjusted, the moved and the deleted, with the added one.
    expect(run).toMatchObject({ status: 'done', total: 10_997, done: 10_997, changed: 10_996, failed: 1 });
    // 2 × 1.25 × 2 and 0.5 × 1.25 × 2
    expect(await pointsOf(client, edited)).toEqual([5, 1.25]);
    expect(await pointsOf(client, checked)).toEqual([null, null]);
    expect(await pointsOf(client, adjusted)).toEqual([99, null]);
    expect(await pointsOf(client, moved)).toEqual([null, null]);
    expect(await pointsOf(client, added)).toEqual([6, 1.5]);
    expect(await pointsOf(client, broken)).toEqual([null, null]);
    expect((await staff.call('GET', `calculations/${id}/issues`)).body).toMatchObject({
      total: 1,
      data: [{ direct_id: broken, code: 'no_standard' }],
    });
  });

  test('a cancel leaves the month as it was', async () => {
    await insertDirects(stack.client, '2024-07', 11_000);
    const id = await inTheMiddle(7);
    expect(await staff.call('POST', `calculations/${id}/cancel`)).toMatchObject({ status: 200, body: { status: 'cancelled' } });
    stack.proxy.delay(0);
    expect(await ended(staff, await start(8))).toMatchObject({ status: 'done' });
    expect(await standing('2024-07')).toEqual({ count: 11_000, calculated: 0, version: 1 });
  });

  test('a lock of the month ends it as failed and changes nothing', async () => {
    const id = await inTheMiddle(7);
    await stack.proxy.hold();
    await query("INSERT INTO month_locks (month, status, at) VALUES ('2024-07', 1, '2024-08-01 09:00:00')");
    stack.proxy.heal();
    const run = await ended(staff, id);
    expect(run).toMatchObject({ status: 'failed' });
    expect(run.message).toContain('khóa');
    expect(await standing('2024-07')).toEqual({ count: 11_000, calculated: 0, version: 1 });
    expect(await staff.call('POST', 'calculations', { year: 2024, month: 7 })).toMatchObject({
      status: 423,
      body: { code: 'month_locked' },
    });
    await query("DELETE FROM month_locks WHERE month = '2024-07'");
  });

  test('a database killed while it publishes has the month wholly old, and the run goes on to the end', async () => {
    const id = await start(7);
    await expect.poll(() => statusOf(id), { interval: 20 }).not.toMatch(/^(queued|computing)$/);
    await stack.sqld.kill9();
    await stack.sqld.start();
    const { calculated } = await standing('2024-07');
    expect(calculated).toBeOneOf([0, 11_000]);
    expect(await ended(staff, id)).toMatchObject({ status: 'done', changed: 11_000 });
    expect(await standing('2024-07')).toEqual({ count: 11_000, calculated: 11_000, version: 2 });
  });
});

describe('a run whose message is lost', () => {
  test('goes on when it is requested again, and by the schedule', async () => {
    for (const month of [9, 10]) await insertDirect(stack.client, `2024-${String(month).padStart(2, '0')}`);
    const [asked, forgotten] = [await waitingRun(9, { progress_at: wallTime(2) }), await waitingRun(10, { progress_at: wallTime(2) })];
    expect(await staff.call('POST', 'calculations', { year: 2024, month: 9 })).toMatchObject({ status: 200, body: { id: asked } });
    expect(await ended(staff, asked)).toMatchObject({ status: 'done' });
    expect(await stack.dispatchCron('*/15 * * * *')).toBe('ok');
    expect(await ended(staff, forgotten)).toMatchObject({ status: 'done' });
  });

  test('counts as failed after ten minutes, and another can be started', async () => {
    const stuck = await waitingRun(11, { progress_at: wallTime(11), lease_until: stack.now() });
    const { body: run } = await staff.call('GET', `calculations/${stuck}`);
    expect(run).toMatchObject({ status: 'failed' });
    expect(run.message).toContain('10 phút');
    const other = await waitingRun(11, { progress_at: wallTime(11), lease_until: stack.now() });
    const again = await staff.call('POST', 'calculations', { year: 2024, month: 11 });
    expect(again.status).toBe(201);
    expect(again.body.id).not.toBe(other);
    expect((await staff.call('GET', 'calculations?year=2024&month=11')).body.data[1]).toMatchObject({ id: other, status: 'failed' });
  });
});

describe('the clock', () => {
  const [year, month] = OFFICE_DAY.split('-').map(Number) as [number, number];
  const before = month === 1 ? { year: year - 1, month: 12 } : { year, month: month - 1 };

  test('calculates the month that runs and the one before it, which it leaves when that is locked', async () => {
    const runs = () => query("SELECT year, month FROM calculation_runs WHERE source = 'cron' ORDER BY id");
    expect(await stack.dispatchCron('30 18 * * *')).toBe('ok');
    expect(await runs()).toMatchObject([{ year, month }, before]);
    for (const { id } of await query("SELECT id FROM calculation_runs WHERE source = 'cron'")) {
      expect(await ended(staff, Number(id))).toMatchObject({ status: 'done', source: 'cron', user: null });
    }
    const key = `${before.year}-${String(before.month).padStart(2, '0')}`;
    await query("INSERT OR REPLACE INTO month_locks (month, status, at) VALUES (?, 1, '2024-08-01 09:00:00')", key);
    expect(await stack.dispatchCron('30 18 * * *')).toBe('ok');
    expect(await runs()).toHaveLength(3);
  });

  test('cleans at night: of each month the results of five runs stay', async () => {
    const [{ id: direct }] = (await query('SELECT id FROM directs LIMIT 1')) as unknown as [{ id: number }];
    const ids: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      const id = await insert(stack.client, 'calculation_runs', {
        year: 2020,
        month: 1,
        status: n === 0 ? 'preview' : 'done',
        source: 'button',
        created_at: wallTime(0),
        progress_at: wallTime(0),
      });
      ids.push(id);
      await insert(stack.client, 'calculation_results', { run_id: id, direct_id: direct, version: 1 });
      await insert(stack.client, 'calculation_issues', { run_id: id, direct_id: direct, code: 'no_standard', issue: '{}' });
    }
    await insert(stack.client, 'crawl_seen', { run_id: 999, workflow: 0, external_id: 'x', pass: 1 });
    await insert(stack.client, 'login_failures', { subject: 'old', at: 1 });
    for (const [kind, at] of Object.entries({ failure: '2020-01-01 09:00:00', throttled: wallTime(0) })) {
      await insert(stack.client, 'sign_in_events', { kind, at, address: 'cleaned' });
    }
    await insert(stack.client, 'idempotency_keys', { key: 'old', user_id: 1, entity: 'tsubos', body_hash: '', record_id: 1, at: 1 });
    await stack.deliver([{ type: 'cleanup' }]);
    const left = await query(
      'SELECT DISTINCT run_id FROM calculation_results WHERE run_id IN (SELECT id FROM calculation_runs WHERE year = 2020) ORDER BY run_id',
    );
    expect(left.map((row) => row.run_id)).toEqual(ids.slice(2));
    expect(await query('SELECT 1 FROM calculation_issues WHERE run_id = ?', ids[0]!)).toEqual([]);
    expect(await query('SELECT 1 FROM crawl_seen')).toEqual([]);
    expect(await query("SELECT 1 FROM login_failures WHERE subject = 'old'")).toEqual([]);
    expect(await query("SELECT kind FROM sign_in_events WHERE address = 'cleaned'")).toMatchObject([{ kind: 'throttled' }]);
    expect(await query("SELECT 1 FROM idempotency_keys WHERE key = 'old'")).toEqual([]);
    expect((await staff.call('GET', `calculations/${ids[0]}`)).body).toMatchObject({
      status: 'cancelled',
      message: expect.stringContaining('xem trước'),
    });
  });
});
