import { beforeAll, describe, expect, it } from 'vitest';
import type { StatementComparison } from '../../worker/contracts/calls/answers/statement-compare.ts';
import { roundPoints } from '../../worker/platform/text/rounding.ts';
import { openApi, type Person, type TestApi } from '../support/api.ts';
import { fillOffice, sealCalls } from '../support/sealed-office.ts';

let api: TestApi;
let away: number;
const { setLock } = sealCalls(() => api);
beforeAll(async () => {
  api = await openApi('2026-12-05T03:00:00Z');
  ({ away } = await fillOffice(api));
  await api.insert('directs', {
    name: 'D-adjusted',
    customer_id: 1,
    work_category_id: 1,
    user_id: api.people.writer.id,
    henkyaku_hi: '2026-10-20',
    result_design_point: 9.125,
    is_updated: 1,
  });
  await api.insert('directs', { name: 'D-not-calculated', user_id: api.people.writer.id, henkyaku_hi: '2026-10-21' });
});

async function compare(user: number | 'me', month: string, other: string, as: Person = api.people.admin): Promise<StatementComparison> {
  const [year, number] = month.split('-').map(Number);
  const { status, body } = await api.call('GET', `statements/${user}/compare?year=${year}&month=${number}&with=${other}`, { as });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** Compares every pair of months of everybody; answers how many. */
async function expectSumsOfEverybody(): Promise<void> {
  const months = ['2026-08', '2026-09', '2026-10', '2026-11'];
  for (const user of [api.people.admin.id, api.people.writer.id, api.people.viewer.id, api.people.none.id, away]) {
    for (const month of months) {
      for (const other of months) {
        const { from, to, steps } = await compare(user, month, other);
        const [year, number] = month.split('-').map(Number);
        const { totals } = (await api.call('GET', `statements/${user}?year=${year}&month=${number}`, { as: api.people.admin })).body;
        expect(to.totals, `${user} ${month}`).toEqual(totals);
        for (const [change, total] of [
          ['change_1', 'total_point_1'],
          ['change_2', 'total_point_2'],
        ] as const) {
          const added = roundPoints(steps.reduce((sum, step) => sum + step[change]!, 0));
          expect(added, `${user} ${month} with ${other}: ${total}`).toBe(roundPoints(to.totals[total]! - from.totals[total]!));
        }
      }
    }
  }
}

describe('why a month is more or less than another', () => {
  it('is told in steps that add up, for everybody and every pair of months', expectSumsOfEverybody);

  it('still adds up with a locked month whose factor and expressions have changed since', async () => {
    expect((await setLock(1)).status).toBe(200);
    const before = await compare(away, '2026-10', '2026-09');
    const changed = await api.call('PUT', 'totals-expressions', {
      as: api.people.admin,
      body: { total_point_1: 'direct_point * 1.5 + indirect_point_yes', total_point_2: 'total_point_1 * pro_index - mistake_point_n' },
    });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    await expectSumsOfEverybody();
    const after = await compare(away, '2026-10', '2026-09');
    expect(after.to).toEqual(before.to);
    expect(after.steps.at(-1)).toMatchObject({ kind: 'expressions', label: 'Công thức tính tổng' });
    expect(after.steps.at(-1)!.change_1).not.toBe(0);
  });

  it('still adds up across months that are locked too: they are none of the two that are compared', async () => {
    expect((await setLock(1, 9)).status).toBe(200);
    await expectSumsOfEverybody();
    expect((await compare(away, '2026-11', '2026-09')).to.totals.direct_point).toBeGreaterThan(0);
    expect((await setLock(0, 9)).status).toBe(200);
  });

  it('names the adjusted job and the factor, and counts no job without points', async () => {
    const { steps } = await compare(api.people.writer.id, '2026-10', '2026-09');
    const step = (kind: string) => steps.find((one) => one.kind === kind)!;
    expect(step('adjustments').top).toEqual([{ entity: 'directs', id: expect.any(Number), title: 'D-adjusted', points: 9.125 }]);
    expect(step('design_count')).toMatchObject({ label: 'Số việc thiết kế', count_from: 2, count_to: 2, change_1: 0 });
    expect(step('factor')).toMatchObject({ count_from: 1, count_to: 1 });
  });

  it('is read by whom both statements may be read, in one round trip', async () => {
    const { writer, viewer } = api.people;
    expect((await api.countRoundTrips(() => compare('me', '2026-10', '2026-09', viewer))).trips).toBe(1);
    const path = (user: number, rest = 'year=2026&month=10&with=2026-09') => `statements/${user}/compare?${rest}`;
    expect((await api.call('GET', path(writer.id), { as: viewer })).status).toBe(403);
    expect((await api.call('GET', path(away), { as: writer })).status).toBe(403);
    expect((await api.call('GET', path(999_999), { as: writer })).status).toBe(404);
  });

  it('asks for a month that there is', async () => {
    for (const other of ['', '2026-13', '2026-1', '1999-12', 'x']) {
      const { status, body } = await api.call('GET', `statements/me/compare?with=${other}`, { as: api.people.viewer });
      expect(status, other).toBe(422);
      expect(Object.keys(body.messages), other).toEqual(['with']);
    }
  });
});
