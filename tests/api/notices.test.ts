import { beforeAll, describe, expect, it } from 'vitest';
import { NOTICES, type NoticeKind, noticePath } from '../../worker/contracts/calls/notices.ts';
import { collectNotices } from '../../worker/features/notices/collect.ts';
import { createClock } from '../../worker/platform/clock.ts';
import { runSchedule } from '../../worker/schedule.ts';
import { openApi, type Person, type TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
});

const QUARTER = '*/15 * * * *';

async function noticesOf(as: Person, kind: NoticeKind) {
  const { data } = (await api.call('GET', 'notices?limit=200', { as })).body;
  return data.filter((notice: { kind: string }) => notice.kind === kind);
}

describe('the cron of every quarter of an hour', () => {
  it('runs every other part when one fails, and fails itself', async () => {
    const { db } = api.deps;
    let reads = 0;
    api.sent.length = 0;
    const failing = {
      ...db,
      read: ((...given) => (reads++ === 0 ? Promise.reject(new Error('no answer')) : db.read(...given))) satisfies typeof db.read,
    };
    await expect(runSchedule({ ...api.deps, db: failing }, QUARTER)).rejects.toThrow('no answer');
    expect(api.sent.map(({ type }) => type)).toEqual(expect.arrayContaining(['notify_changed_statements', 'queue_heartbeat']));
  });
});

describe('a notice', () => {
  it('of a registration reaches every Admin once, until the person has a role', async () => {
    const body = { mobile: '+84 987 654.321', password: 'Duong-Xanh-2', passwordConfirm: 'Duong-Xanh-2' };
    expect((await api.call('POST', 'auth/register', { body })).status).toBe(201);
    for (let round = 0; round < 2; round += 1) await collectNotices(api.deps);
    const [notice, ...others] = await noticesOf(api.people.admin, 'registered');
    expect(others).toEqual([]);
    const { rows } = await api.client.execute("SELECT id FROM users WHERE username = '0987654321'");
    expect(notice).toMatchObject({ text: expect.stringContaining('0987654321'), link: `/users/${rows[0]!.id}/view` });
    expect(await noticesOf(api.people.writer, 'registered')).toEqual([]);
    // Whoever activates them does so for all Admins.
    expect(notice!.read_at).toBeNull();
    expect((await api.call('POST', 'user/active', { as: api.people.admin, body: { userId: rows[0]!.id, active: 1 } })).status).toBe(200);
    expect((await noticesOf(api.people.admin, 'registered'))[0]!.read_at).not.toBeNull();
  });

  it('of registrations is one an hour, and tells how many wait', async () => {
    for (const [n, time] of ['08:10', '08:20', '09:05'].entries()) {
      const number = `098700000${n + 1}`;
      const created_at = `2026-11-20 ${time}:00`;
      await api.insert('users', { username: number, name: number, code: number, phone_number: number, active: 0, created_at });
      await collectNotices(api.deps);
    }
    const told = (await noticesOf(api.people.admin, 'registered')).map(({ text }: { text: string }) => text);
    expect(told.slice(0, 2)).toEqual([
      '0987000003 vừa đăng ký tài khoản; 3 tài khoản đang chờ bạn kích hoạt',
      '0987000001 vừa đăng ký tài khoản; 1 tài khoản đang chờ bạn kích hoạt',
    ]);
    await api.client.execute("DELETE FROM users WHERE username LIKE '0987%'");
    await collectNotices(api.deps);
    expect((await noticesOf(api.people.admin, 'registered'))[0]!.read_at).not.toBeNull();
  });

  it('of an import names the file and what came of it, once, and leads to its result; of a preview there is none', async () => {
    const at = '2026-11-20 10:00:00';
    const outcomes = [
      { status: 'done', inserted: 3, updated: 2, failed: 0, dry_run: 0 },
      { status: 'done', inserted: 3, updated: 0, failed: 4, dry_run: 0 },
      { status: 'failed', inserted: 0, updated: 0, failed: 4, dry_run: 0 },
      { status: 'done', inserted: 3, updated: 0, failed: 0, dry_run: 1 },
    ];
    const ids: number[] = [];
    for (const [n, outcome] of outcomes.entries()) {
      const run = { entity: 'pro', mode: 'valid_rows', file_name: `f${n}.xlsx`, requested_by: api.people.checked.id };
      ids.push(await api.insert('imports', { ...run, ...outcome, created_at: at, progress_at: at, finished_at: at }));
    }
    for (let n = 0; n < 2; n++) await collectNotices({ ...api.deps, clock: api.clock });
    const told = async (kind: NoticeKind) =>
      (await noticesOf(api.people.checked, kind)).map(({ text, link }: { text: string; link: string }) => [text, link]);
    expect(await told('import_done')).toEqual([['Đã nhập xong tệp «f0.xlsx»: thêm 3, sửa 2 dòng', `/pro?import=${ids[0]}`]]);
    expect(await told('import_partly')).toEqual([
      ['Chỉ nhập được một phần tệp «f1.xlsx»: ghi 3 dòng, 4 dòng chưa ghi', `/pro?import=${ids[1]}`],
    ]);
    expect(await told('import_failed')).toEqual([['Không nhập được tệp «f2.xlsx», chưa ghi dòng nào', `/pro?import=${ids[2]}`]]);
  });

  it.each([
    ['lock', 'month_locked', 1, '2025-01'],
    ['unlock', 'month_unlocked', 0, '2025-02'],
  ] as const)('of a %s is one for the day, also when only the later ones of that day are news still', async (_, kind, status, month) => {
    for (const time of ['09:00:00', '15:00:00'])
      await api.insert('month_lock_events', { month, status, at: `2026-11-24 ${time}`, history_id: 0 });
    const told: number[] = [];
    // At 16:00, and two days later at 10:00, in the office.
    for (const now of ['2026-11-24T09:00:00Z', '2026-11-26T03:00:00Z']) {
      await collectNotices({ ...api.deps, clock: createClock(() => Date.parse(now)) });
      told.push((await noticesOf(api.people.viewer, kind)).length);
    }
    expect(told).toEqual([1, 1]);
  });

  it('says nothing of what its reader may no longer open, whatever it is about', async () => {
    const kinds = Object.keys(NOTICES) as NoticeKind[];
    const question = { year: 2026, month: 10, kind: 'total', text: 'Có đúng không?' };
    const { id } = (await api.call('POST', 'questions', { as: api.people.viewer, body: question })).body.data;
    const params = {
      name: 'Bí Mật',
      month: '2026-10',
      deadline: '2026-11-25',
      count: 3,
      entity: 'pro',
      import_id: 5,
      operation_id: 9,
      file: 'a.xlsx',
      user_id: 7,
      inserted: 1,
      updated: 1,
      written: 2,
      failed: 1,
    };
    for (const kind of kinds) {
      const json = JSON.stringify(kind.startsWith('question_') ? { ...params, question_id: id } : params);
      for (const person of [api.people.none, api.people.admin])
        await api.insert('notices', { user_id: person.id, event: `test:${kind}`, kind, params: json, at: '2026-11-20 10:00:00' });
    }
    for (const kind of kinds) {
      const [forNone] = await noticesOf(api.people.none, kind);
      const forAdmin = (await noticesOf(api.people.admin, kind)).find(({ at }: { at: string }) => at === '2026-11-20 10:00:00');
      const open = NOTICES[kind].access === 'everyone' && kind !== 'question_answered';
      expect(forNone.link !== null, kind).toBe(open);
      if (!open) expect(forNone.text, kind).toBe('Thông báo này không còn xem được');
      expect(forAdmin.link, kind).toMatch(/^\/[a-z]/);
      expect(forAdmin.link, kind).not.toMatch(/[{}]|NaN/);
    }
    expect(noticePath('import_finished', { entity: 'directs_techousei' })).toBe('/directs-techousei');
  });
});
