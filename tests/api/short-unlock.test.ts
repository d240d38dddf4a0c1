import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { closeShortUnlocks } from '../../worker/features/month-close/lock/close-short-unlocks.ts';
import { verifyChain } from '../../worker/features/month-close/seals/verify-chain.ts';
import { collectNotices } from '../../worker/features/notices/collect.ts';
import { signAccessToken } from '../../worker/platform/auth/tokens.ts';
import { openApi, type Person, TEST_SECRET, type TestApi } from '../support/api.ts';
import { fillOffice } from '../support/sealed-office.ts';

/** Half past ten in the office. */
const START = '2026-11-20T03:30:00Z';
const LATER = '2026-11-20T04:01:00Z';

let api: TestApi;
let office: Awaited<ReturnType<typeof fillOffice>>;
let admin: Person;
let writer: Person;
let checked: Person;
let toldBefore: number;
beforeEach(async () => {
  api = await openApi(START);
  office = await fillOffice(api);
  ({ admin, writer, checked } = api.people);
  expect((await lock()).status).toBe(200);
  await collectNotices(api.deps);
  toldBefore = Number((await api.client.execute('SELECT MAX(id) AS id FROM notices')).rows[0]!.id);
  return () => api.close();
});

const october = { year: 2026, month: 10 };
const lock = (as = admin) => api.call('POST', 'lock_and_unlock', { as, body: { ...october, status: 1, reason: 'đủ số' } });
const open = (body: object = {}, as = checked) =>
  api.call('POST', 'lock_and_unlock', { as, body: { ...october, status: 0, until: 30, for: 'me', reason: 'sửa điểm', ...body } });
const adjust = (point: number, as = checked, lang = 'vi') =>
  api.call('PUT', `directs_techousei/${office.direct}`, { as, body: { result_design_point: point }, headers: { 'accept-language': lang } });
/** At a later time everybody has a new token. */
async function goTo(iso: string): Promise<void> {
  api.clock.set(iso);
  for (const [name, person] of Object.entries(api.people)) {
    const claims = { sub: String(person.id), sid: `session-${name}`, roles: person.role === 'none' ? [] : [person.role], dept: 1, grp: 1 };
    person.token = await signAccessToken(claims, [TEST_SECRET], Date.parse(iso));
  }
}
const close = () => closeShortUnlocks(api.deps);
const seals = async () => (await api.call('GET', 'month_seals?year=2026&month=10', { as: admin })).body.data;
const lockedMonths = async (as: Person) => (await api.call('GET', 'locked_months', { as })).body.data;
const statusOf = async () => (await api.call('GET', 'get_lock_status?year=2026&month=10', { as: admin })).body.status;
const problems = async () => (await verifyChain({ read: api.deps.db.read, files: api.deps.files })).differences;
const told = async () => {
  await collectNotices(api.deps);
  return (await api.client.execute(`SELECT user_id, kind FROM notices WHERE id > ${toldBefore} ORDER BY user_id`)).rows.map(
    ({ user_id, kind }) => [user_id, kind],
  );
};

describe('a short unlock', () => {
  it('is of 15 to 240 minutes, for oneself or for all who may, with a reason, by staff only', async () => {
    for (const until of [14, 241, 20.5, 'nửa giờ']) expect((await open({ until })).status, String(until)).toBe(422);
    expect((await open({ for: 'all' })).status).toBe(422);
    const bare = await open({ reason: undefined });
    expect({ status: bare.status, messages: bare.body.messages }).toEqual({
      status: 422,
      messages: { reason: 'Lý do mở khóa không được để trống' },
    });
    for (const person of [api.people.viewer, api.people.none]) expect((await open({}, person)).status).toBe(403);
    expect(await statusOf()).toBe(1);
    for (const person of [admin, writer, checked]) {
      expect((await open({ until: 15 }, person)).body).toMatchObject({ status: 0, open_until: '2026-11-20 10:45:00' });
      expect((await lock(person)).status).toBe(200);
    }
    expect((await open({ until: 240 })).body.open_until).toBe('2026-11-20 14:30:00');
  });

  it('lets the one who opened write, and tells everybody else who and until when', async () => {
    await open();
    expect((await adjust(7)).status).toBe(200);
    const vi = await adjust(8, admin);
    expect(vi.status).toBe(423);
    expect(vi.body).toMatchObject({
      code: 'month_locked',
      message: 'Tháng 2026/10 do Người checked mở đến 11:00; ngoài lượt mở đó, dữ liệu của tháng này vẫn khóa',
    });
    const en = await adjust(8, writer, 'en');
    expect(en.body.message).toBe('Month 2026/10 is open to Người checked until 11:00; to everybody else its records stay locked');
    const lockOf = { year: 2026, month: 10, by: 'Người checked', open_until: '2026-11-20 11:00:00' };
    expect(await lockedMonths(checked)).toMatchObject([{ ...lockOf, open_to_me: true }]);
    expect(await lockedMonths(admin)).toMatchObject([{ ...lockOf, open_to_me: false }]);
    expect(await statusOf()).toBe(0);
  });

  it('for all who may leaves out only those who may not, and what the program writes by itself', async () => {
    await open({ for: 'staff' });
    expect(await lockedMonths(writer)).toMatchObject([{ open_to_me: true }]);
    for (const person of [admin, writer, checked]) expect((await adjust(person.id + 5, person)).status, person.role).toBe(200);
    expect((await adjust(9, api.people.viewer)).status).toBe(403);
    const bySource = api.deps.db.write([sql`UPDATE directs SET tsubosuu = 1 WHERE id = ${office.direct}`], {
      user_id: admin.id,
      source: 'crawl',
    });
    await expect(bySource).rejects.toMatchObject({ kind: 'month_locked' });
  });

  it('ends by the clock for every writer before anybody has locked the month', async () => {
    await open();
    await goTo('2026-11-20T03:59:59Z');
    expect((await adjust(7)).status).toBe(200);
    await goTo('2026-11-20T04:00:00Z');
    const late = await adjust(8);
    expect(late.status).toBe(423);
    expect(late.body.message).toBe('Lượt mở tháng 2026/10 của Người checked đã hết lúc 11:00; dữ liệu của tháng này đã khóa lại');
    expect(await lockedMonths(checked)).toMatchObject([{ open_to_me: false }]);
  });
});

describe('the end of a short unlock', () => {
  it('that changed nothing puts the seal before it in force again, and tells nobody', async () => {
    await open();
    expect(await told()).toEqual([]);
    await close();
    expect(await statusOf()).toBe(0);
    await goTo(LATER);
    await close();
    await close();
    expect(await statusOf()).toBe(1);
    expect(await seals()).toMatchObject([{ version: 1, unlocked_at: null }]);
    expect(await told()).toEqual([]);
    expect(await lockedMonths(checked)).toEqual([{ ...october, at: '2026-11-20 11:01:00', by: null }]);
    const { body } = await api.call('GET', 'lock_history?year=2026&month=10', { as: admin });
    expect(body.data).toMatchObject([
      { status: 1, user_id: null, open_until: '2026-11-20 11:00:00' },
      { status: 0, user_id: checked.id, open_until: '2026-11-20 11:00:00' },
      { status: 1, user_id: admin.id, open_until: null },
    ]);
    expect(await problems()).toEqual([]);
  });

  it('that changed something seals the next version and tells those whose figures moved what moved', async () => {
    await open();
    await adjust(12.5);
    await goTo(LATER);
    await close();
    await close();
    expect(await seals()).toMatchObject([
      { version: 2, sealed_by: null, unlocked_at: null },
      { version: 1, unlocked_by: { id: checked.id }, reason: 'sửa điểm' },
    ]);
    const moved = (await api.client.execute("SELECT user_id FROM notices WHERE kind = 'month_corrected'")).rows;
    expect(moved.map(({ user_id }) => user_id)).toEqual([writer.id]);
    expect((await told()).filter(([, kind]) => kind === 'month_locked' || kind === 'month_unlocked')).toEqual([]);
    const [notice] = (await api.call('GET', 'notices', { as: writer })).body.data.filter(
      ({ kind }: { kind: string }) => kind === 'month_corrected',
    );
    expect(notice.text).toMatch(/^Tháng 2026\/10 đã sửa và khóa lại: điểm trực tiếp [\d,]+ → [\d,]+; tổng điểm 1 /);
    expect(await problems()).toEqual([]);
  });

  it('by hand is the same, and a plain unlock makes it one without an end, which tells everybody', async () => {
    await open();
    await lock();
    expect(await seals()).toHaveLength(1);
    await open();
    await adjust(3);
    await lock();
    expect(await seals()).toMatchObject([{ version: 2, sealed_by: { id: admin.id } }, { version: 1 }]);
    await open();
    await open({ until: undefined, for: undefined }, writer);
    await goTo(LATER);
    await close();
    expect(await statusOf()).toBe(0);
    expect((await adjust(4, writer)).status).toBe(200);
    expect((await told()).some(([, kind]) => kind === 'month_unlocked')).toBe(true);
    expect(await lockedMonths(admin)).toEqual([]);
  });

  it('is told to Admins, once, where the month could not be sealed for five minutes', async () => {
    await open();
    const { db } = api.deps;
    const write: typeof db.write = async (plan, author, timeoutMs) => {
      if (timeoutMs !== undefined) throw new Error('no seal is written');
      return db.write(plan, author);
    };
    const failToClose = () => expect(closeShortUnlocks({ ...api.deps, db: { ...db, write } })).rejects.toThrow('no seal is written');
    await goTo(LATER);
    await failToClose();
    expect(await statusOf()).toBe(0);
    expect(await told()).toEqual([]);
    await goTo('2026-11-20T04:06:00Z');
    await failToClose();
    await failToClose();
    expect(await told()).toEqual([[admin.id, 'month_not_sealed']]);
    await close();
    expect(await statusOf()).toBe(1);
  });

  it('lets an import that has begun to write go on until the month is locked again, and no further', async () => {
    await open();
    const importing = { user_id: checked.id, source: 'import' as const, request_id: 'import-1' };
    await api.insert('imports', {
      id: 1,
      entity: 'directs',
      file_name: 'tháng 10.xlsx',
      mode: 'all_or_nothing',
      dry_run: 0,
      status: 'writing',
      requested_by: checked.id,
      created_at: api.clock.time(),
      progress_at: api.clock.time(),
    });
    const write = (tsubo: number) =>
      api.deps.db.write([sql`UPDATE directs SET tsubosuu = ${tsubo} WHERE id = ${office.direct}`], importing);
    await goTo(LATER);
    await expect(write(1)).rejects.toMatchObject({ kind: 'month_locked' });
    await goTo(START);
    await write(1);
    await goTo(LATER);
    await write(2);
    expect((await adjust(9)).status).toBe(423);
    await close();
    expect(await seals()).toMatchObject([{ version: 2 }, { version: 1 }]);
    await expect(write(3)).rejects.toMatchObject({ kind: 'month_locked' });
  });
});
