import { beforeAll, describe, expect, it } from 'vitest';
import { LONG_READ_MS } from '../../worker/platform/db/client.ts';
import { openApi, type TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
  await api.insert('pro_point', { point: 1, desc: 'chuẩn' });
});

const lock = (as: TestApi['people']['admin'], body: object) => api.call('POST', 'lock_and_unlock', { as, body });

describe('the month lock', () => {
  it('is open until somebody locks it', async () => {
    const { body } = await api.call('GET', 'get_lock_status?year=2026&month=10', { as: api.people.viewer });
    expect(body).toEqual({ year: 2026, month: 10, status: 0 });
  });

  it('is set by staff only, and refuses every write to the month with its name, for an Admin too', async () => {
    expect((await lock(api.people.viewer, { year: 2026, month: '10', status: 1 })).status).toBe(403);
    expect((await lock(api.people.checked, { year: 2026, month: '10', status: '1' })).status).toBe(200);
    const create = await api.call('POST', 'pro', { as: api.people.admin, body: { user_id: 1, pro_point_id: 1, rate_at: '2026-10-31' } });
    expect(create.status).toBe(423);
    expect(create.body).toMatchObject({ code: 'month_locked', message: expect.stringContaining('2026/10') });
    expect((await api.call('GET', 'get_lock_status?month=10&year=2026', { as: api.people.viewer })).body.status).toBe(1);
  });

  it('has as long to read all that it seals as to write it', async () => {
    const { read } = api.deps.db;
    const times = new Set<number | undefined>();
    api.deps.db.read = (plan, timeoutMs, turn) => {
      times.add(timeoutMs);
      return read(plan, timeoutMs, turn);
    };
    try {
      expect((await lock(api.people.admin, { year: 2026, month: 7, status: 1 })).status).toBe(200);
    } finally {
      api.deps.db.read = read;
    }
    expect([...times]).toEqual([LONG_READ_MS]);
    expect((await lock(api.people.admin, { year: 2026, month: 7, status: 0, reason: 'thử' })).status).toBe(200);
  });

  it('answers the event that counts when it is set as it is, though an open question asks who locks for a reason', async () => {
    const at = { year: 2026, month: 9, status: 1 };
    const first = await lock(api.people.admin, { ...at, reason: 'đủ số' });
    await api.insert('questions', {
      user_id: api.people.viewer.id,
      month: '2026-09',
      kind: 'total',
      text: 'Vì sao?',
      status: 'open',
      created_at: '2026-11-01 08:00:00',
    });
    const again = await lock(api.people.writer, at);
    expect(first.body.reason).toBe('đủ số');
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    const open = await lock(api.people.admin, { ...at, status: 0, reason: 'sai số' });
    const openAgain = await lock(api.people.writer, { ...at, status: 0, reason: 'lý do khác' });
    expect(open.body.reason).toBe('sai số');
    expect(openAgain.status).toBe(200);
    expect(openAgain.body).toEqual(open.body);
    const { body } = await api.call('GET', 'lock_history?year=2026&month=9', { as: api.people.viewer });
    expect(body.data).toHaveLength(2);
  });

  it('needs a reason to be opened, and keeps who, when and why', async () => {
    const bare = await lock(api.people.admin, { year: 2026, month: 10, status: 0 });
    expect(bare.status).toBe(422);
    expect(bare.body.messages).toEqual({ reason: 'Lý do mở khóa không được để trống' });
    expect((await lock(api.people.admin, { year: 2026, month: 10, status: 0, reason: 'sửa điểm' })).status).toBe(200);
    const { body } = await api.call('GET', 'lock_history?year=2026&month=10', { as: api.people.viewer });
    expect(body.data).toMatchObject([
      { status: 0, user_id: api.people.admin.id, user_name: 'Người admin', reason: 'sửa điểm' },
      { status: 1, user_id: api.people.checked.id },
    ]);
  });

  it('names every locked month to anybody signed in, the newest first, in one round trip', async () => {
    for (const month of [2, 11, 12]) await lock(api.people.writer, { year: 2025, month, status: 1 });
    await lock(api.people.admin, { year: 2025, month: 11, status: 0, reason: 'sửa điểm' });
    const { trips, result } = await api.countRoundTrips(() => api.call('GET', 'locked_months', { as: api.people.none }));
    const { status, body } = result;
    expect({ status, trips }).toEqual({ status: 200, trips: 1 });
    const by = { at: api.clock.time(), by: 'Người writer' };
    expect(body).toEqual({
      data: [
        { year: 2025, month: 12, ...by },
        { year: 2025, month: 2, ...by },
      ],
    });
    for (const month of [2, 12]) await lock(api.people.admin, { year: 2025, month, status: 0, reason: 'xong' });
    expect((await api.call('GET', 'locked_months', { as: api.people.viewer })).body).toEqual({ data: [] });
  });

  it('lists what was written between the unlock and the next lock', async () => {
    await api.call('POST', 'pro', { as: api.people.writer, body: { user_id: 1, pro_point_id: 1, rate_at: '2026-10-15' } });
    await api.call('POST', 'pro', { as: api.people.writer, body: { user_id: 1, pro_point_id: 1, rate_at: '2026-11-15' } });
    await lock(api.people.writer, { year: 2026, month: 10, status: 1 });
    await lock(api.people.writer, { year: 2026, month: 10, status: 1 });
    const { body } = await api.call('GET', 'lock_history/changes?year=2026&month=10', { as: api.people.writer });
    expect(body.total).toBe(1);
    expect(body.data[0]).toMatchObject({ entity: 'pro', action: 'insert', user_name: 'Người writer', after: { rate_at: '2026-10-15' } });
    expect((await api.call('GET', 'lock_history?year=2026&month=10', { as: api.people.viewer })).body.data).toHaveLength(3);
  });
});
