import { beforeAll, describe, expect, it } from 'vitest';
import { openApi, type TestApi } from '../support/api.ts';
import { fillOffice, sealCalls } from '../support/sealed-office.ts';

let api: TestApi;
let away: number;
beforeAll(async () => {
  api = await openApi();
  ({ away } = await fillOffice(api));
});

const { setLock } = sealCalls(() => api);
const read = async (path: string) => (await api.call('GET', path, { as: api.people.admin })).body;
const DAYS = 'exc_start_time=2026-10-01&exc_end_time=2026-10-31';
const DEPARTMENT = 'year=2026&month=10&dept_id=2';

/** Every sum of a department's people in October, and what the lists of their records add up to. */
async function compareSums(): Promise<number[]> {
  const { sum, people } = await read(`totals?${DEPARTMENT}`);
  const { sum: chart, charts } = await read(`charts?${DEPARTMENT}`);
  expect(people).toEqual(charts.map(({ user_id }: { user_id: number }) => user_id).sort((a: number, b: number) => a - b));
  const jobs = (as: string) => read(`directs/points?${as}=${people}&${DAYS}`);
  const both = await jobs('person_ids');
  expect(both.total).toBe(sum.direct_point);
  expect(both.total).toEqual(chart.total_point);
  expect(both.design_minutes + both.check_minutes).toEqual(chart.total_worktime);
  const designed = await jobs('user_ids');
  expect(designed.directs).toEqual(chart.total_unit);
  expect(designed.tsubo).toEqual(chart.total_tsubo);
  expect(designed.difficulty).toEqual(chart.total_difficulty_coefficient);
  expect(designed.standard_design_points).toEqual(chart.total_point_standard_design_pass);
  expect((await jobs('chekkusha_ids')).standard_check_points).toBe(chart.total_point_standard_check_pass);
  const records = async (list: string) => (await read(`${list}&user_ids=${people}&${DAYS}&limit=1&sum=1`)).sum.point;
  expect(await records('mistakes?detect_by=N')).toBe(sum.mistake_point_n);
  expect(await records('mistakes?detect_by=T')).toBe(sum.mistake_point_t);
  expect(await records('indirects?indirect_point_type=C')).toBe(sum.indirect_point_yes);
  expect(await records('indirects?indirect_point_type=K')).toBe(sum.indirect_point_no);
  return people;
}

describe('the people whose records a sum is made of', () => {
  it('are named for a department or group, and the lists of their records have the same sums', async () => {
    expect(await compareSums()).toContain(away);
    expect((await read('totals?year=2026&month=10&dept_grp_id=2')).people).toContain(away);
    expect((await read('totals?year=2026&month=10')).people).toBeNull();
    const { body } = await api.call('GET', 'totals?year=2026&month=10', { as: api.people.viewer });
    expect(body.people).not.toContain(away);
  });

  it('are those of a locked month also when one of them has another department since', async () => {
    await setLock(1);
    await api.client.execute({ sql: 'UPDATE users SET department_id = 1, dept_grp_id = 1 WHERE id = ?', args: [away] });
    expect(await compareSums()).toContain(away);
  });

  it('are not named where some of the months are locked: a person may count in those alone', async () => {
    expect((await read('totals?year=2026&dept_id=2')).people).toBeNull();
  });
});

it('more ids than a list may have are refused', async () => {
  const ids = Array.from({ length: 501 }, (_, index) => index + 1).join();
  const { status, body } = await api.call('GET', `directs?person_ids=${ids}`, { as: api.people.admin });
  expect(status).toBe(422);
  expect(Object.keys(body.messages)).toEqual(['person_ids']);
});
