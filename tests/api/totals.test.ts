import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { departmentJobsPath } from '../../web/pages/dashboard/jobs-path.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { readWorkbook } from '../support/read-workbook.ts';

let api: TestApi;
let away: number;

beforeAll(async () => {
  api = await openApi();
  const { admin, writer } = api.people;
  away = await api.insert('users', {
    username: 'away',
    name: 'Đào Văn Xa',
    code: 'away',
    department_id: 2,
    dept_grp_id: 2,
    role_ids: '[4]',
  });
  await api.insert('customers', { name: '山田建設' });
  await api.insert('customers', { name: '北斗住宅' });
  const direct = (row: object) =>
    api.insert('directs', { name: 'D', customer_id: 1, dept_id: 1, dept_grp_id: 1, henkyaku_hi: '2026-10-05', ...row });
  await direct({
    user_id: writer.id,
    chekkusha_id: admin.id,
    result_design_point: 1.0005,
    result_check_point: 0.1,
    tsubosuu: 30.25,
    complex_factor: 1.2,
    sagyou_jikan: 60,
    chekkku_jikan: 15,
    standard_design_point: 3,
    standard_check_point: 1,
  });
  await direct({
    user_id: writer.id,
    chekkusha_id: writer.id,
    result_design_point: 2.5,
    result_check_point: 0.2,
    tsubosuu: 10,
    complex_factor: 1,
    sagyou_jikan: 30,
    chekkku_jikan: 5,
    henkyaku_hi: '2026-10-31',
  });
  await direct({
    user_id: writer.id,
    chekkusha_id: admin.id,
    result_design_point: 100,
    result_check_point: 100,
    henkyaku_hi: '2026-11-01',
    customer_id: 2,
  });
  await direct({
    user_id: away,
    result_design_point: 7,
    dept_id: 2,
    dept_grp_id: 2,
    customer_id: 2,
    tsubosuu: 5.5,
    hacchyuumoto: 'Đại lý 東京',
  });
  const note = await api.insert('indirect_note', { content: 'Họp' });
  const indirect = (row: object) =>
    api.insert('indirects', { user_id: writer.id, indirect_note_id: note, rate_at: '2026-10-10', ...row } as never);
  await indirect({ point: 0.5, indirect_point_type: 'C' });
  await indirect({ point: 0.25, indirect_point_type: 'K' });
  await api.insert('mistakes', { user_id: writer.id, rate_at: '2026-10-11', mistake: 'sai', point: 0.3, detect_by: 'N' });
  await api.insert('mistakes', { user_id: writer.id, rate_at: '2026-10-12', mistake: 'sai', point: 0.2, detect_by: 'T' });
  const [low, high] = [
    await api.insert('pro_point', { point: 0.8, desc: 'mới' }),
    await api.insert('pro_point', { point: 1.1, desc: 'giỏi' }),
  ];
  await api.insert('pro', { user_id: writer.id, pro_point_id: low, rate_at: '2026-09-01' });
  await api.insert('pro', { user_id: writer.id, pro_point_id: high, rate_at: '2026-10-31' });
  await api.insert('pro', { user_id: writer.id, pro_point_id: low, rate_at: '2026-11-01' });
});
afterAll(() => api.close());

const october = 'year=2026&month=10';
const rowOf = (body: { data: { username: string }[] }, username: string) => body.data.find((row) => row.username === username);

describe('totals', () => {
  it('add up a person and month from designs, checks, mistakes, indirect work and the latest pro rating', async () => {
    const { status, body } = await api.call('GET', `totals?${october}&limit=100`, { as: api.people.admin });
    expect(status).toBe(200);
    // designs 1.0005 + 2.5 and one own check 0.2 = 3.7005, kept as 3.701; 3.701 + 0.5 - 0.3 - 0.2 = 3.701; × 1.1 = 4.0711
    expect(rowOf(body, 'writer')).toMatchObject({
      direct_point: 3.701,
      mistake_point_n: 0.3,
      mistake_point_t: 0.2,
      indirect_point_yes: 0.5,
      indirect_point_no: 0.25,
      total_point_1: 3.701,
      total_point_2: 4.071,
      pro_index: 1.1,
      month: '2026-10',
      position_name: 'Nhân viên',
    });
    expect(rowOf(body, 'admin')).toMatchObject({ direct_point: 0.1, pro_index: 1, total_point_2: 0.1 });
    expect(rowOf(body, 'viewer')).toMatchObject({ direct_point: 0, total_point_1: 0 });
  });

  it('have every figure equal to the sum that the list of its records answers', async () => {
    const { writer } = api.people;
    const { body } = await api.call('GET', `totals?${october}&user_id=${writer.id}`, { as: api.people.admin });
    const figures = rowOf(body, 'writer')!;
    const range = 'exc_start_time=2026-10-01&exc_end_time=2026-10-31&limit=1&sum=1';
    const sums = {
      direct_point: `directs/points?person_id=${writer.id}&exc_start_time=2026-10-01&exc_end_time=2026-10-31`,
      mistake_point_n: `mistakes?mistakes__user_id=${writer.id}&detect_by=N&${range}`,
      mistake_point_t: `mistakes?mistakes__user_id=${writer.id}&detect_by=T&${range}`,
      indirect_point_yes: `indirects?indirects__user_id=${writer.id}&indirect_point_type=C&${range}`,
      indirect_point_no: `indirects?indirects__user_id=${writer.id}&indirect_point_type=K&${range}`,
    };
    for (const [key, path] of Object.entries(sums)) {
      const { body: answer } = await api.call('GET', path, { as: api.people.admin });
      expect(answer.total !== undefined && answer.sum ? answer.sum.point : answer.total, key).toBe(figures[key as keyof typeof figures]);
    }
    // Over all rows of the filters, not the page alone.
    const { body: all } = await api.call('GET', 'mistakes?limit=1&sum=1', { as: api.people.admin });
    expect(all).toMatchObject({ total: 2, sum: { point: 0.5 } });
    expect(all.data).toHaveLength(1);
    expect((await api.call('GET', 'mistakes', { as: api.people.admin })).body).not.toHaveProperty('sum');
    expect((await api.call('GET', 'mistakes?mistake=none&sum=1', { as: api.people.admin })).body.sum).toEqual({ point: 0 });
  });

  it('sum the whole filtered set, not the page', async () => {
    const { body } = await api.call('GET', `totals?${october}&limit=1&order_by=direct_point DESC`, { as: api.people.admin });
    expect(body).toMatchObject({ total: 6, per_page: 1, from: 1, to: 1 });
    expect(body.data[0].username).toBe('away');
    expect(body.sum).toMatchObject({ direct_point: 10.801, mistake_point_n: 0.3, indirect_point_yes: 0.5 });
  });

  it('give a row per person and month for a range', async () => {
    const { body } = await api.call(
      'GET',
      `totals?exc_start_time=2026-10-20&exc_end_time=2026-11-5&user_id=${api.people.writer.id}&limit=10`,
      { as: api.people.admin },
    );
    expect(body.data.map((row: { month: string; direct_point: number }) => [row.month, row.direct_point])).toEqual([
      ['2026-10', 2.7],
      ['2026-11', 100],
    ]);
  });

  it('show others than an Admin their own department only, and refuse another one', async () => {
    const { body } = await api.call('GET', `totals?${october}&limit=100`, { as: api.people.viewer });
    expect(rowOf(body, 'away')).toBeUndefined();
    expect((await api.call('GET', `totals?${october}&dept_id=2`, { as: api.people.writer })).status).toBe(403);
    expect((await api.call('GET', `totals?${october}&dept_id=1`, { as: api.people.writer })).status).toBe(200);
  });

  it('name a bad parameter', async () => {
    const { status, body } = await api.call('GET', 'totals?month=13&order_by=name', { as: api.people.admin });
    expect(status).toBe(422);
    expect(Object.keys(body.messages)).toEqual(['month']);
    expect((await api.call('GET', 'totals?order_by=password', { as: api.people.admin })).status).toBe(422);
    expect((await api.call('GET', 'totals?nope=1', { as: api.people.admin })).body.messages).toHaveProperty('nope');
  });

  it('export every row and the sum as typed cells', async () => {
    const { body, headers } = await api.call('GET', `totals/export?${october}`, { as: api.people.checked });
    expect(headers.get('content-disposition')).toContain('totals.xlsx');
    const rows = await readWorkbook(body);
    expect(rows[0]).toContain('Điểm trực tiếp');
    expect(rows.find((row) => row[0] === 'writer')?.[5]).toBe(3.701);
    expect(rows.at(-1)?.[0]).toBe('Tổng');
    expect((await api.call('GET', `totals/export?${october}`, { as: api.people.viewer })).status).toBe(403);
  });
});

describe('totals of customers', () => {
  it('count the directs of the filter with their jobs and floor area', async () => {
    const { body } = await api.call('GET', 'total_customers?exc_start_time=2026-10-01&exc_end_time=2026-10-31', { as: api.people.admin });
    expect(body).toMatchObject({ total: 2, sum: { total_task: 3, total_tsubosuu: 45.75 } });
    const yamada = body.data.find((row: { name: string }) => row.name === '山田建設');
    expect(yamada).toMatchObject({ total_task: 2, total_tsubosuu: 40.25 });
    expect(yamada.direct).toHaveLength(2);
    expect(yamada.direct[0]).toMatchObject({
      tsubosuu: 30.25,
      henkyaku_hi: '2026-10-05',
      department_name: 'Phòng 1',
      group_name: 'Nhóm 1',
    });
  });

  it('narrow by customer, order source and group, blind to accents', async () => {
    const { body } = await api.call('GET', 'total_customers?direct__hacchyuumoto=dai ly', { as: api.people.admin });
    expect(body.data.map((row: { name: string }) => row.name)).toEqual(['北斗住宅']);
    expect((await api.call('GET', 'total_customers?customers__name=山田', { as: api.people.admin })).body.total).toBe(1);
    expect((await api.call('GET', 'total_customers?department_groups__id=2', { as: api.people.admin })).body.sum.total_task).toBe(1);
  });

  it('stay within the own department for others', async () => {
    const { body } = await api.call('GET', 'total_customers', { as: api.people.viewer });
    expect(body.sum.total_task).toBe(3);
    expect((await api.call('GET', 'total_customers?dept_id=2', { as: api.people.viewer })).status).toBe(403);
  });
});

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
    expect(await sums('point_check')).toMatchObject({ check_points: 0.3 });
    expect(await sums('total_point')).toMatchObject({ total: 3.801, unassigned: 0 });
  });

  it('lead to the same sums where jobs have no designer or no checker, and say what those leave out', async () => {
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
    expect(sums).toEqual({ directs: 3, design_points: 8, check_points: 1, total: figures.total_point, unassigned: 4.5 });
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
      expect((await readWorkbook(body)).at(-1)?.[0]).toBe('Tổng');
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
      expect([common, second.status, await readWorkbook(second.body)]).toEqual([common, 200, await readWorkbook(first.body)]);
      expect((await api.call('GET', common, { as: api.people.viewer })).status).toBe(403);
    }
  });

  it('names a table that there is none of, after refusing those who may not export', async () => {
    const bad = `home/export?is_department=2&${october}`;
    const { status, body } = await api.call('GET', bad, { as: api.people.writer });
    expect([status, Object.keys(body.messages)]).toEqual([422, ['is_department']]);
    expect((await api.call('GET', bad, { as: api.people.viewer })).status).toBe(403);
  });
});
