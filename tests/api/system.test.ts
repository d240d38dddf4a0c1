import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { consume } from '../../worker/consumer.ts';
import { SYSTEM_CHECKS, type SystemCheckName } from '../../worker/contracts/calls/system.ts';
import { noteRowUse } from '../../worker/features/system/row-use.ts';
import { watchSystem } from '../../worker/features/system/watch.ts';
import { signAccessToken } from '../../worker/platform/auth/tokens.ts';
import { createDatabase } from '../../worker/platform/db/client.ts';
import { runSchedule } from '../../worker/schedule.ts';
import { openApi, TEST_SECRET, type TestApi } from '../support/api.ts';

const MINUTE = '* * * * *';
const QUARTER = '*/15 * * * *';
const START = Date.parse('2026-11-20T03:00:00Z');

let api: TestApi;
beforeEach(async () => {
  api = await openApi();
});
afterEach(() => api.close());

/** The Admin with a token of this moment: the clock has moved on. */
async function admin() {
  const { id } = api.people.admin;
  const claims = { sub: String(id), sid: 'session-admin', roles: ['Admin'], dept: 1, grp: 1 };
  return { as: { ...api.people.admin, token: await signAccessToken(claims, [TEST_SECRET], api.clock.now()) } };
}

const system = async () => (await api.call('GET', 'system', await admin())).body;
const stateOf = async (name: SystemCheckName) => (await system()).checks.find((check: { name: string }) => check.name === name);

/** Texts of the unread notices of an Admin, the newest first. */
async function unread(): Promise<string[]> {
  const { data } = (await api.call('GET', 'notices?unread=1&limit=100', await admin())).body;
  return data.map(({ text }: { text: string }) => text);
}

/** So many minutes of crons, each at its time, with the messages that they send handled at once. */
async function passMinutes(from: number, minutes: number, deps = api.deps) {
  for (let minute = 0; minute < minutes; minute++) {
    const now = from + minute * 60_000;
    api.clock.set(new Date(now).toISOString());
    if (minute % 15 === 0) await runSchedule(deps, QUARTER);
    await deliverSent();
    await runSchedule(deps, MINUTE);
  }
}

async function deliverSent() {
  for (const body of api.sent.splice(0)) await deliver(body);
}

async function deliver(body: unknown, queue = 'tensu-jobs', deps = api.deps) {
  const message = { id: 'm', timestamp: new Date(), body, attempts: 4, ack: () => undefined, retry: () => undefined };
  await consume(deps, { queue, messages: [message] });
}

describe('the system page', () => {
  it('has every check with its limit, for Admins only', async () => {
    await passMinutes(START, 2);
    const { checks, version, database } = await system();
    expect(checks.map(({ name }: { name: string }) => name)).toEqual(Object.keys(SYSTEM_CHECKS));
    expect(checks.filter(({ state }: { state: string }) => state === 'alert')).toEqual([]);
    expect(checks.every(({ limit }: { limit: string }) => limit.length > 0)).toBe(true);
    expect(version).toBe('test');
    expect(database.bytes).toBeGreaterThan(0);
    expect(database.tables.find(({ name }: { name: string }) => name === 'users').rows).toBe(5);
    expect((await api.call('GET', 'system', { as: api.people.writer })).status).toBe(403);
  });

  it('counts the errors of a day by their code', async () => {
    const { db } = api.deps;
    api.deps.db = { ...db, read: () => Promise.reject(new Error('broken')) };
    expect((await api.call('GET', 'customers', await admin())).status).toBe(500);
    api.deps.db = db;
    api.clock.set('2026-11-20T03:02:00Z');
    // What an isolate has gathered is written with a later answer.
    await api.call('GET', 'nothing-here', await admin());
    expect((await system()).errors).toEqual([{ kind: 'internal', count: 1, last_at: '2026-11-20 10:00:00' }]);
    api.clock.set('2026-11-21T05:00:00Z');
    expect((await system()).errors).toEqual([]);
  });
});

it('a nightly calculation that came with the data is no outcome of the one here, which did not run yet', async () => {
  const run = {
    year: 2026,
    month: 11,
    status: 'done',
    source: 'cron',
    created_at: '2026-11-19 01:30:00',
    progress_at: '2026-11-19 01:31:00',
  };
  await api.insert('calculation_runs', { ...run, finished_at: '2026-11-19 01:31:00' });
  expect(await stateOf('nightly_run')).toMatchObject({ state: 'none', at: null, outcome: null });
  await runSchedule(api.deps, '30 18 * * *');
  expect(await stateOf('nightly_run')).toMatchObject({ state: 'ok', outcome: 'done' });
});

describe('an alert', () => {
  it('of a crawl that stopped comes within 15 minutes of its limit, once, and ends when one succeeds again', async () => {
    const crawl = {
      kind: 'scheduled',
      status: 'done',
      workflows: '[]',
      created_at: '2026-11-20 10:00:00',
      updated_at: '2026-11-20 10:00:00',
    };
    await api.insert('crawl_runs', { ...crawl, finished_at: '2026-11-20 10:00:00' });
    await passMinutes(START, 120);
    expect(await unread()).toEqual([]);
    await passMinutes(START + 120 * 60_000, 15);
    expect(await unread()).toEqual(['Hơn 2 giờ chưa lấy được dữ liệu từ Base.vn']);
    expect(await stateOf('crawl')).toMatchObject({ state: 'alert', alert_since: '2026-11-20 12:01:00' });
    await api.insert('crawl_runs', { ...crawl, finished_at: '2026-11-20 12:14:00' });
    await passMinutes(START + 135 * 60_000, 2);
    expect(await unread()).toEqual(['Đã ổn trở lại: Lấy dữ liệu từ Base.vn']);
    expect(await stateOf('crawl')).toMatchObject({ state: 'ok', alert_since: null });
  });

  it('of a backup that fails for good names the reason, and ends with the next backup', async () => {
    await passMinutes(START, 1);
    await deliver({ type: 'backup' });
    await deliver({ type: 'backup' }, 'tensu-jobs-dead');
    await passMinutes(START + 60_000, 2);
    expect(await stateOf('backup')).toMatchObject({ state: 'alert', outcome: 'failed', message: expect.stringContaining('BACKUP_KEY') });
    expect((await unread()).sort()).toEqual(['Có việc nền bị bỏ sau nhiều lần thử', 'Sao lưu bị lỗi, hoặc bản mới nhất đã quá 26 giờ']);
    const dump = async () => new Blob(['COMMIT;\n']).stream();
    const settings = { ...api.deps.settings, backupKey: 'k'.repeat(32) };
    await deliver({ type: 'backup' }, 'tensu-jobs', { ...api.deps, dump, settings });
    await passMinutes(START + 3 * 60_000, 2);
    expect(await stateOf('backup')).toMatchObject({ state: 'ok' });
    expect((await unread()).sort()).toEqual(['Đã ổn trở lại: Sao lưu', 'Đã ổn trở lại: Tác vụ nền lỗi']);
  });

  it('of dead jobs ends when each is settled or sent again; what works on a run is not sent again', async () => {
    await deliver({ type: 'nonsense' });
    await deliver({ type: 'apply_waiting' }, 'tensu-jobs-dead');
    await deliver({ type: 'import', import_id: 9 }, 'tensu-jobs-dead');
    await passMinutes(START, 1);
    expect(await unread()).toEqual(['Có việc nền bị bỏ sau nhiều lần thử']);
    const { data } = (await api.call('GET', 'failed-jobs', await admin())).body;
    const outcomes = [];
    for (const { id, repeatable } of data) {
      const repeated = await api.call('POST', `failed-jobs/${id}/repeat`, await admin());
      if (repeated.status === 409) await api.call('POST', `failed-jobs/${id}/settle`, await admin());
      outcomes.push([repeatable, repeated.status]);
    }
    expect(outcomes).toEqual([
      [false, 409],
      [true, 200],
      [false, 409],
    ]);
    expect(api.sent).toEqual([{ type: 'apply_waiting' }]);
    await passMinutes(START + 60_000, 1);
    expect(await unread()).toEqual(['Đã ổn trở lại: Tác vụ nền lỗi']);
    expect((await system()).queue.dead).toBe(0);
  });

  it('of queue and schedule comes when no message is handled and no cron runs', async () => {
    await passMinutes(START, 1);
    api.clock.set('2026-11-20T03:45:00Z');
    await watchSystem(api.deps);
    expect((await unread()).sort()).toEqual(['Cần xem: Hàng đợi tác vụ nền', 'Cần xem: Lịch tự động']);
    await passMinutes(START + 60 * 60_000, 1);
    expect((await unread()).sort()).toEqual(['Đã ổn trở lại: Hàng đợi tác vụ nền', 'Đã ổn trở lại: Lịch tự động']);
  });
});

it('costs a round trip a minute, and writes nothing, while nothing has changed', async () => {
  await passMinutes(START, 1);
  const before = await api.client.execute('SELECT total_changes() AS changes');
  const { trips } = await api.countRoundTrips(() => watchSystem(api.deps));
  const after = await api.client.execute('SELECT total_changes() AS changes');
  expect({ trips, rows: after.rows }).toEqual({ trips: 1, rows: before.rows });
});

describe("the plan's rows", () => {
  const use = (read: number) => Object.assign(api.deps.rowUse, { read, written: 10 });
  const noted = async () => (await system()).usage;

  it('are added up by the month in UTC, a few left for later', async () => {
    api.clock.set('2026-10-31T20:00:00Z');
    use(9_000);
    await noteRowUse(api.deps);
    expect(await noted()).toEqual({ month: '2026-10', rows_read: 0, rows_written: 0, plan_rows_read: null });
    for (const read of [20_000, 30_000]) {
      use(read);
      await noteRowUse(api.deps);
    }
    expect(await noted()).toMatchObject({ rows_read: 50_000, rows_written: 20 });
    api.clock.set('2026-11-01T00:00:00Z');
    expect(await noted()).toMatchObject({ month: '2026-11', rows_read: 0 });
  });

  it('tell Admins at 70 and at 90 % of the plan, once each', async () => {
    expect((await stateOf('plan_rows')).state).toBe('none');
    api.deps.settings.planRowsRead = 100_000;
    const states = async () => [(await stateOf('plan_rows')).state, (await stateOf('plan_rows_nearly')).state];
    for (const [more, expected] of [
      [69_000, ['ok', 'ok']],
      [11_000, ['alert', 'ok']],
      [11_000, ['alert', 'alert']],
    ] as const) {
      use(more);
      await noteRowUse(api.deps);
      await watchSystem(api.deps);
      expect(await states()).toEqual(expected);
    }
    await watchSystem(api.deps);
    expect((await unread()).filter((text) => text.includes('Dòng đã đọc trong tháng'))).toHaveLength(2);
    expect(await noted()).toMatchObject({ plan_rows_read: 100_000 });
  });
});

describe('a database that does no work', () => {
  const code = (code: string, message = code) => Object.assign(new Error(message), { code });

  it.each([
    ['blocked', code('BLOCKED', 'Operation was blocked: SQL read operations are forbidden'), /hết hạn mức/],
    ['memory', code('SQLITE_NOMEM', 'SQLite error: out of memory'), /thiếu bộ nhớ/],
    ['unavailable', code('ECONNREFUSED'), /không phản hồi/],
  ])('is %s by name: 503 with what to do', async (database, error, words) => {
    const { db } = api.deps;
    const failing = createDatabase(() => ({ batch: () => Promise.reject(error) }), api.clock.time);
    Object.assign(api.deps, { db: failing });
    const health = await api.call('GET', 'healthz');
    expect(health).toMatchObject({ status: 503, body: { status: 'failed', database, code: `database_${database}` } });
    expect(health.body.message).toMatch(words);
    expect(await api.call('GET', 'directs', await admin())).toMatchObject({ status: 503, body: { code: `database_${database}` } });
    Object.assign(api.deps, { db });
  });
});
