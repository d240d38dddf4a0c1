import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DUE_PARTS, type DuePart } from '../../worker/contracts/calls/directs-due.ts';
import { notifyDue } from '../../worker/features/directs/due.ts';
import { countOfficeDays } from '../../worker/features/office-settings/holidays.ts';
import { openApi, type Person, type TestApi } from '../support/api.ts';
import { fillReferences } from '../support/samples.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi('2026-11-20T03:00:00Z');
  await fillReferences(api);
});
// A Friday, ten o'clock.
beforeEach(async () => {
  api.clock.set('2026-11-20T03:00:00Z');
  await api.client.execute('DELETE FROM directs');
});

const due = (as: Person, query = '') => api.call('GET', `directs/due${query}`, { as });
const total = async (query: string) => (await api.call('GET', `directs?limit=1&${query}`, { as: api.people.admin })).body.total;
const addJob = (name: string, row: Record<string, string | number | null>) =>
  api.insert('directs', { name, bukkenmei: name, user_id: api.people.writer.id, customer_id: 1, dept_id: 1, dept_grp_id: 1, ...row });

async function namesByPart(query = '') {
  const { body } = await due(api.people.viewer, query);
  const names = (part: DuePart) => body[part].data.map(({ name }: { name: string }) => name);
  return Object.fromEntries((Object.keys(DUE_PARTS) as DuePart[]).map((part) => [part, names(part)]));
}

describe('the jobs in hand', () => {
  it('stand in the part of their wished day; what has a return date is in none', async () => {
    await addJob('hôm qua', { kibou_nouki: '2026-11-19' });
    await addJob('tuần trước', { kibou_nouki: '2026-11-12' });
    await addJob('hôm nay', { kibou_nouki: '2026-11-20' });
    await addJob('sau bảy ngày', { kibou_nouki: '2026-11-27' });
    await addJob('sau tám ngày', { kibou_nouki: '2026-11-28' });
    await addJob('chưa có hạn', {});
    await addJob('bản sửa', { kibou_nouki: '2026-11-10', teisei_henkyaku_hi: '2026-11-18' });
    await addJob('đã trả', { kibou_nouki: '2026-11-10', henkyaku_hi: '2026-11-16' });
    expect(await namesByPart()).toEqual({
      late: ['tuần trước', 'hôm qua'],
      today: ['hôm nay'],
      week: ['sau bảy ngày'],
      returned: ['bản sửa'],
      later: ['sau tám ngày'],
      no_date: ['chưa có hạn'],
    });
    const { trips, result } = await api.countRoundTrips(() => due(api.people.viewer));
    expect(trips).toBe(1);
    expect(result.body.late.data[0]).toMatchObject({ days_late: 6, user_name: 'Người writer', department_name: 'Phòng 1' });
  });

  it('are counted in office days: neither weekends nor holidays make a job later', async () => {
    await addJob('thứ sáu', { kibou_nouki: '2026-11-13' });
    const daysLate = async () => (await due(api.people.admin)).body.late.data[0].days_late;
    expect(await daysLate(), 'a week').toBe(5);
    const save = (as: Person) => api.call('PUT', 'office-holidays', { as, body: { days: ['2026-11-18', '2026-11-14', '2026-11-18'] } });
    expect((await save(api.people.writer)).status).toBe(403);
    expect((await save(api.people.admin)).body).toEqual({ days: ['2026-11-14', '2026-11-18'] });
    expect((await api.call('GET', 'office-holidays', { as: api.people.viewer })).body).toEqual({ days: ['2026-11-14', '2026-11-18'] });
    expect(await daysLate(), 'a week with a holiday').toBe(4);
    expect((await api.call('PUT', 'office-holidays', { as: api.people.admin, body: { days: ['23/11'] } })).status).toBe(422);
    await api.call('PUT', 'office-holidays', { as: api.people.admin, body: { days: [] } });
  });

  it('leave the holidays that another Admin adds or takes out meanwhile as they are', async () => {
    const save = async (days: string[], was?: string[]) =>
      (await api.call('PUT', 'office-holidays', { as: api.people.admin, body: { days, was } })).body.days;
    const seen = await save(['2026-01-01', '2026-04-30']);
    expect(await save(['2026-01-01', '2026-04-30', '2026-05-01'], seen)).toEqual(['2026-01-01', '2026-04-30', '2026-05-01']);
    expect(await save(['2026-01-01', '2026-09-02'], seen)).toEqual(['2026-01-01', '2026-05-01', '2026-09-02']);
    expect(await save([])).toEqual([]);
  });

  it('are those of a person or department, for every role, and of nobody for who has none', async () => {
    await addJob('của phòng 2', { kibou_nouki: '2026-11-20', dept_id: 2, user_id: api.people.checked.id });
    await addJob('của phòng 1', { kibou_nouki: '2026-11-20' });
    expect((await namesByPart('?dept_id=2')).today).toEqual(['của phòng 2']);
    expect((await namesByPart(`?user_id=${api.people.writer.id}`)).today).toEqual(['của phòng 1']);
    const { admin, writer, checked, viewer, none } = api.people;
    for (const person of [admin, writer, checked, viewer]) expect((await due(person)).body.today.total, person.role).toBe(2);
    expect((await due(none)).status).toBe(403);
    expect((await due(admin, '?dept=1')).status).toBe(422);
  });

  it('name the first of a part and count all', async () => {
    for (let n = 0; n < 53; n += 1) await addJob(`việc ${n}`, { kibou_nouki: '2026-11-19' });
    const { late } = (await due(api.people.admin)).body;
    expect(late.total).toBe(53);
    expect(late.data).toHaveLength(50);
  });

  it('add up to the list without return date, whatever is written to them', async () => {
    const day = fc.option(fc.integer({ min: -12, max: 12 }), { nil: null });
    const edit = fc.record({ job: fc.nat(5), wished: day, corrected: day, returned: fc.boolean(), isDeleted: fc.boolean() });
    const dayOf = (offset: number | null) =>
      offset === null ? null : new Date(Date.parse('2026-11-20T00:00:00Z') + offset * 86_400_000).toISOString().slice(0, 10);
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { maxLength: 6 }), async (edits) => {
        await api.client.execute('DELETE FROM directs');
        const ids = new Map<number, number>();
        for (const { job, wished, corrected, returned, isDeleted } of edits) {
          const body = {
            kibou_nouki: dayOf(wished),
            teisei_henkyaku_hi: dayOf(corrected),
            henkyaku_hi: returned ? '2026-11-16' : null,
          };
          const id = ids.get(job) ?? (await addJob(`việc ${job}`, {}));
          ids.set(job, id);
          const columns = Object.keys(body).map((name) => `${name} = ?`);
          await api.client.execute({ sql: `UPDATE directs SET ${columns.join(', ')} WHERE id = ?`, args: [...Object.values(body), id] });
          if (!isDeleted) continue;
          await api.call('DELETE', `directs/${id}`, { as: api.people.admin });
          ids.delete(job);
        }
        const { body } = await due(api.people.admin);
        const parts = Object.keys(DUE_PARTS) as DuePart[];
        const listed = parts.flatMap((part) => body[part].data.map(({ id }: { id: number }) => id));
        expect(new Set(listed).size, 'no job in two parts').toBe(listed.length);
        expect(
          parts.reduce((sum, part) => sum + body[part].total, 0),
          'the sum of the parts',
        ).toBe(await total('henkyaku_hi__empty=1'));
      }),
      { numRuns: 20 },
    );
  });
});

describe('the notice of what is due', () => {
  const told = async (as: Person) => {
    api.clock.set('2026-11-20T03:00:00Z');
    const { data } = (await api.call('GET', 'notices?limit=200', { as })).body;
    return data.filter(({ kind }: { kind: string }) => kind === 'jobs_due');
  };

  it('comes once on an office day, from seven o’clock, to who has something due or late, and replaces that of the day before', async () => {
    await addJob('hôm nay', { kibou_nouki: '2026-11-19' });
    await addJob('trễ', { kibou_nouki: '2026-11-17' });
    await addJob('đã trả', { kibou_nouki: '2026-11-17', henkyaku_hi: '2026-11-18' });
    await addJob('còn lâu', { kibou_nouki: '2026-12-17', user_id: api.people.checked.id });
    api.clock.set('2026-11-18T23:59:00Z');
    await notifyDue(api.deps);
    expect(await told(api.people.writer)).toEqual([]);
    api.clock.set('2026-11-19T00:00:00Z');
    for (let round = 0; round < 3; round += 1) await notifyDue(api.deps);
    const [first, ...others] = await told(api.people.writer);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ text: 'Việc đang làm của bạn: 1 việc hạn hôm nay, 1 việc quá hạn', link: '/my-points', read_at: null });
    expect(await told(api.people.checked)).toEqual([]);
    api.clock.set('2026-11-20T02:00:00Z');
    await notifyDue(api.deps);
    expect((await told(api.people.writer)).map(({ read_at }: { read_at: string | null }) => read_at === null)).toEqual([true, false]);
    api.clock.set('2026-11-21T02:00:00Z');
    await notifyDue(api.deps);
    expect(await told(api.people.writer), 'none on a Saturday').toHaveLength(2);
  });
});

it('office days between two days are those that a walk over the calendar counts', () => {
  const day = fc.integer({ min: 0, max: 900 }).map((n) => new Date(Date.UTC(2025, 0, 1) + n * 86_400_000).toISOString().slice(0, 10));
  fc.assert(
    fc.property(day, day, fc.uniqueArray(day, { maxLength: 20 }), (after, until, holidays) => {
      let count = 0;
      for (let at = Date.parse(after) + 86_400_000; at <= Date.parse(until); at += 86_400_000) {
        const isOff = [0, 6].includes(new Date(at).getUTCDay()) || holidays.includes(new Date(at).toISOString().slice(0, 10));
        if (!isOff) count += 1;
      }
      expect(countOfficeDays(after, until, holidays)).toBe(count);
    }),
    { numRuns: 200 },
  );
});
