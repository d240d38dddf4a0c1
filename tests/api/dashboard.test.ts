import { beforeAll, describe, expect, it } from 'vitest';
import { departmentJobsPath } from '../../web/features/dashboard/jobs-path.ts';
import { USER_CHART_COLUMNS } from '../../worker/contracts/calls/dashboard.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { fillOctober } from '../support/october-points.ts';
import { readWorkbook } from '../support/read-workbook.ts';

let api: TestApi;

beforeAll(async () => {
  api = await openApi();
  await fillOctober(api);
});

const october = 'year=2026&month=10';

describe('the dashboard', () => {
  it('gives the four series and the points of each person', async () => {
    const { body } = await api.call('GET', `charts?${october}&limit=100`, { as: api.people.admin });
    const writer = body.charts.find((row: { username: string }) => row.username === 'writer');
    expect(writer).toMatchObject({
      user_id: api.people.writer.id,
      departmentName: 'Phòng 1',
      total_tsubo: 40.25,
      total_worktime: 95,
      total_difficulty_coefficient: 2.2,
      total_unit: 2,
      total_point_standard_design_pass: 3,
      total_point_standard_check_pass: 0,
      total_point: 3.701,
    });
    expect(body.sum.total_unit).toBe(3);
    expect(body).toMatchObject({ total: 6, current_page: 1 });
  });

  it('sorts by every column that it shows', async () => {
    for (const { key } of USER_CHART_COLUMNS) {
      const sorted = async (direction: string) => {
        const { status, body } = await api.call('GET', `charts?${october}&limit=100&order_by=${key} ${direction}`, {
          as: api.people.admin,
        });
        expect(status, key).toBe(200);
        return body.charts.map((row: { user_id: number }) => row.user_id);
      };
      expect(await sorted('DESC')).toEqual((await sorted('ASC')).toReversed());
    }
    const { body } = await api.call('GET', `charts?${october}&limit=100&order_by=departmentName DESC`, { as: api.people.admin });
    const departments = body.charts.map((row: { departmentName: string }) => row.departmentName);
    expect(departments).toEqual([...departments].sort().reverse());
    expect(new Set(departments).size).toBeGreaterThan(1);
  });

  it('gives each department by the department of the directs', async () => {
    const { body } = await api.call('GET', `home/get-all-group-by-dev?${october}`, { as: api.people.admin });
    expect(body).toEqual([
      expect.objectContaining({
        id: 1,
        total_unit: 2,
        total_tsubo: 40.25,
        total_worktime: 110,
        total_complex_factor: 2.2,
        point_design: 3.501,
        point_check: 0.3,
        total_point: 3.801,
      }),
      expect.objectContaining({ id: 2, total_unit: 1, total_tsubo: 5.5, point_design: 7 }),
    ]);
    const own = await api.call('GET', `home/get-all-group-by-dev?${october}`, { as: api.people.viewer });
    expect(own.body.map((row: { id: number }) => row.id)).toEqual([1]);
  });

  it('leads from the figures of a department to jobs with the same sums', async () => {
    const sums = async (figure: string) => {
      const jobs = departmentJobsPath(figure, 1, { year: '2026', month: '10' }).replace('/directs?', 'directs/points?');
      return (await api.call('GET', jobs, { as: api.people.admin })).body;
    };
    expect(await sums('total_unit')).toMatchObject({ directs: 2, design_points: 3.501 });
    expect(await sums('total_tsubo')).toMatchObject({ tsubo: 40.25 });
    expect(await sums('total_complex_factor')).toMatchObject({ difficulty: 2.2 });
    const minutes = await sums('total_worktime');
    expect(minutes.design_minutes + minutes.check_minutes).toBe(110);
    expect(await sums('point_check')).toMatchObject({ check_points: 0.3 });
    expect(await sums('total_point')).toMatchObject({ total: 3.801, unassigned: 0 });
  });

  it('leads to the same sums where jobs have no designer or no checker, and say what those leave out', async () => {
    const { admin } = api.people;
    const job = { henkyaku_hi: '2027-03-10', customer_id: 1, dept_id: 2, dept_grp_id: 1, result_design_point: 4, result_check_point: 0.5 };
    await api.insert('directs', { ...job, name: 'đủ hai người', user_id: admin.id, chekkusha_id: admin.id });
    await api.insert('directs', { ...job, name: 'thiếu người thiết kế', user_id: null, chekkusha_id: admin.id });
    await api.insert('directs', { ...job, name: 'thiếu người kiểm tra', user_id: admin.id, chekkusha_id: null });
    const march = { year: '2027', month: '3' };
    const { body } = await api.call('GET', 'home/get-all-group-by-dev?year=2027&month=3', { as: admin });
    const figures = body.find((row: { id: number }) => row.id === 2);
    const jobs = departmentJobsPath('total_point', 2, march).replace('/directs?', 'directs/points?');
    const { body: sums } = await api.call('GET', jobs, { as: admin });
    expect(figures).toMatchObject({ point_design: 8, point_check: 1, total_point: 9 });
    expect(sums).toMatchObject({ directs: 3, design_points: 8, check_points: 1, total: figures.total_point, unassigned: 4.5 });
    // Of one person nothing is left out: their share alone is asked for.
    const own = await api.call('GET', `directs/points?person_id=${admin.id}&exc_start_time=2027-03-01&exc_end_time=2027-03-31`, {
      as: admin,
    });
    expect(own.body).toMatchObject({ directs: 3, total: 9, unassigned: 0 });
  });

  it('exports both tables', async () => {
    for (const which of [0, 1]) {
      const { status, body } = await api.call('GET', `home/export?is_department=${which}&${october}`, { as: api.people.writer });
      expect(status).toBe(200);
      const [head, ...rows] = await readWorkbook(body);
      expect(head).toContain('Tổng thời gian làm (phút)');
      expect(rows.at(-1)?.[0]).toBe('Tổng');
    }
  });

  it('exports all rows whatever page is asked for', async () => {
    const dashboards = [0, 1].map((which) => `home/export?is_department=${which}&${october}`);
    for (const path of [`totals/export?${october}`, 'total_customers/export?order_by=id', ...dashboards]) {
      const [whole, paged] = await Promise.all(
        [path, `${path}&page=2&limit=1`].map((asked) => api.call('GET', asked, { as: api.people.writer })),
      );
      expect(paged!.status, path).toBe(200);
      expect(await readWorkbook(paged!.body), path).toEqual(await readWorkbook(whole!.body));
    }
  });

  it('exports under the common address what each has of its own', async () => {
    for (const [own, common] of [
      [`totals/export?${october}`, `export/excel?entity=totals&${october}`],
      ['total_customers/export', 'export/excel?entity=total_customers'],
      [`home/export?is_department=1&${october}`, `export/excel?entity=home&is_department=1&${october}`],
    ] as const) {
      const [first, second] = [
        await api.call('GET', own, { as: api.people.writer }),
        await api.call('GET', common, { as: api.people.writer }),
      ];
      expect(second.status, common).toBe(200);
      expect(await readWorkbook(second.body), common).toEqual(await readWorkbook(first.body));
      expect((await api.call('GET', common, { as: api.people.viewer })).status).toBe(403);
    }
  });

  it('refuses by name a table that does not exist, and before that those who may not export', async () => {
    const bad = `home/export?is_department=2&${october}`;
    const { status, body } = await api.call('GET', bad, { as: api.people.writer });
    expect(status).toBe(422);
    expect(Object.keys(body.messages)).toEqual(['is_department']);
    expect((await api.call('GET', bad, { as: api.people.viewer })).status).toBe(403);
  });
});
