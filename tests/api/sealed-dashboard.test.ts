import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openApi, type TestApi } from '../support/api.ts';
import { fillOffice, sealCalls } from '../support/sealed-office.ts';

let api: TestApi;
beforeEach(async () => {
  api = await openApi();
  await fillOffice(api);
});
afterEach(() => api.close());

const { setLock } = sealCalls(() => api);

describe('the dashboard', () => {
  it('has the same sums by person and by department, with a row for what belongs to none', async () => {
    const month = 'year=2026&month=10';
    for (const status of [0, 1] as const) {
      await setLock(status);
      const { sum } = (await api.call('GET', `charts?${month}`, { as: api.people.admin })).body;
      const { body: rows } = await api.call('GET', `home/get-all-group-by-dev?${month}`, {
        as: api.people.admin,
        headers: { 'accept-language': 'en' },
      });
      const total = (key: string) => Number(rows.reduce((all: number, row: Record<string, number>) => all + row[key]!, 0).toFixed(3));
      expect(total('total_tsubo')).toEqual(sum.total_tsubo);
      expect(total('total_worktime')).toEqual(sum.total_worktime);
      expect(total('total_unit')).toEqual(sum.total_unit);
      expect(total('total_point')).toEqual(sum.total_point);
      // A direct without a designer: only its check counts, for its checker.
      expect(rows.at(-1)).toMatchObject({
        id: null,
        name: 'No department',
        total_unit: 0,
        total_worktime: 20,
        point_design: 0,
        point_check: 0.666,
      });
    }
  });

  it('follows its sums over twelve months, of people and of departments, open and locked', async () => {
    const asked = ['', '&dept_id=1', '&dept_id=2', '&dept_grp_id=2'];
    for (const status of [0, 1] as const) {
      await setLock(status);
      for (const scope of asked) {
        const month = `year=2026&month=10${scope}`;
        const read = async (path: string) => (await api.call('GET', path, { as: api.people.admin })).body;
        const months = (await read(`home/trend?${month}&is_department=0`)).data;
        expect(months.map((row: { month: string }) => row.month)).toEqual([
          ...['2025-11', '2025-12'],
          ...Array.from({ length: 10 }, (_, index) => `2026-${String(index + 1).padStart(2, '0')}`),
        ]);
        const { sum } = await read(`charts?${month}&limit=1`);
        expect(sum, scope).toMatchObject(withoutMonth(months.at(-1)));
        const rows: Record<string, number>[] = await read(`home/get-all-group-by-dev?${month}`);
        const total = (key: string) => Number(rows.reduce((all, row) => all + row[key]!, 0).toFixed(3));
        expect((await read(`home/trend?${month}&is_department=1`)).data.at(-1), scope).toEqual({
          month: '2026-10',
          total_point: total('total_point'),
          total_unit: total('total_unit'),
          total_tsubo: total('total_tsubo'),
          total_worktime: total('total_worktime'),
          total_difficulty_coefficient: total('total_complex_factor'),
        });
      }
    }
    expect((await api.call('GET', 'home/trend?year=2026&month=10&dept_id=2', { as: api.people.viewer })).status).toBe(403);
  });
});

function withoutMonth({ month: _, ...figures }: Record<string, unknown>) {
  return figures;
}
