import { beforeAll, describe, expect, it } from 'vitest';
import { openApi, type TestApi } from '../support/api.ts';
import { fillOctober } from '../support/october-points.ts';
import { readWorkbook } from '../support/read-workbook.ts';

let api: TestApi;

beforeAll(async () => {
  api = await openApi();
  await fillOctober(api);
});

const october = 'year=2026&month=10';
const rowOf = (body: { data: { username: string; [figure: string]: unknown }[] }, username: string) =>
  body.data.find((row) => row.username === username);

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
      expect(answer.total !== undefined && answer.sum ? answer.sum.point : answer.total, key).toBe(figures[key]);
    }
    const { body: ratings } = await api.call('GET', `pro?id=${figures.pro_id}`, { as: api.people.admin });
    expect(ratings.data.map(({ pro_point }: { pro_point: { point: number } }) => pro_point.point)).toEqual([figures.pro_index]);
    expect(rowOf((await api.call('GET', `totals?${october}&limit=100`, { as: api.people.admin })).body, 'admin')).toMatchObject({
      pro_id: null,
    });
    // Over all rows of the filters, not the page alone.
    const { body: all } = await api.call('GET', 'mistakes?limit=1&sum=1', { as: api.people.admin });
    expect(all).toMatchObject({ total: 2, sum: { point: 0.5 } });
    expect(all.data).toHaveLength(1);
    expect((await api.call('GET', 'mistakes', { as: api.people.admin })).body).not.toHaveProperty('sum');
    expect((await api.call('GET', 'mistakes?mistake=none&sum=1', { as: api.people.admin })).body.sum).toEqual({ point: 0 });
    expect(Object.keys((await api.call('GET', 'mistakes?sum=yes', { as: api.people.admin })).body.messages)).toEqual(['sum']);
  });

  it('sum the whole filtered set, not the page', async () => {
    const { body } = await api.call('GET', `totals?${october}&limit=1&order_by=direct_point DESC`, { as: api.people.admin });
    expect(body).toMatchObject({ total: 6, per_page: 1, from: 1, to: 1 });
    expect(body.data[0].username).toBe('away');
    expect(body.sum).toMatchObject({ direct_point: 10.801, mistake_point_n: 0.3, indirect_point_yes: 0.5 });
  });

  it('are sorted by every value of a row, texts by the Vietnamese alphabet', async () => {
    const people = await api.client.execute('SELECT id FROM users ORDER BY id');
    const areas = ['Hồ Chí Minh', 'Đà Nẵng', 'Hà Nội', 'Ẩm', null, 'Cần Thơ'];
    for (const [place, { id }] of people.rows.entries()) {
      await api.client.execute({ sql: 'UPDATE users SET area = ? WHERE id = ?', args: [areas[place] ?? null, id!] });
    }
    const sorted = async (order: string, key: string) => {
      const { status, body } = await api.call('GET', `totals?${october}&limit=100&order_by=${order}`, { as: api.people.admin });
      expect(status, order).toBe(200);
      return body.data.map((row: Record<string, unknown>) => row[key]);
    };
    const alphabet = [null, 'Ẩm', 'Cần Thơ', 'Đà Nẵng', 'Hà Nội', 'Hồ Chí Minh'];
    expect(await sorted('area ASC', 'area')).toEqual(alphabet);
    expect(await sorted('area DESC', 'area')).toEqual(alphabet.toReversed());
    const ids = await sorted('user_id ASC', 'user_id');
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(await sorted('user_id DESC', 'user_id')).toEqual(ids.toReversed());
    const codes = await sorted('code', 'code');
    expect(codes).toEqual([...codes].sort());
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

  it('say of a month alone what they say of it among others, a job without a checker included', async () => {
    const alone = await api.call('GET', `totals?${october}&limit=100`, { as: api.people.admin });
    const among = await api.call('GET', 'totals?exc_start_time=2026-10-01&exc_end_time=2026-11-30&limit=100', { as: api.people.admin });
    expect(alone.body.data).toHaveLength(6);
    expect(alone.body.data).toEqual(among.body.data.filter((row: { month: string }) => row.month === '2026-10'));
  });

  it('show others than an Admin their own department only, and refuse another one', async () => {
    const { body } = await api.call('GET', `totals?${october}&limit=100`, { as: api.people.viewer });
    expect(rowOf(body, 'away')).toBeUndefined();
    expect((await api.call('GET', `totals?${october}&dept_id=2`, { as: api.people.writer })).status).toBe(403);
    expect((await api.call('GET', `totals?${october}&dept_id=1`, { as: api.people.writer })).status).toBe(200);
  });

  it('take a range beside a month or year only where it lies inside', async () => {
    const status = async (query: string) => (await api.call('GET', `totals?${query}`, { as: api.people.admin })).status;
    expect(await status('year=2026&month=10&exc_start_time=2026-10-05&exc_end_time=2026-10-20')).toBe(200);
    expect(await status('year=2026&exc_start_time=2026-09-05&exc_end_time=2026-10-20')).toBe(200);
    expect(await status('year=2026&month=10&exc_start_time=2026-10-05&exc_end_time=2026-11-01')).toBe(422);
    expect(await status('year=2025&exc_start_time=2026-09-05&exc_end_time=2026-10-20')).toBe(422);
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

  it('count and measure exactly the jobs that the list finds by the same filters', async () => {
    const days = 'exc_start_time=2026-10-01&exc_end_time=2026-10-31';
    const get = async (path: string) => (await api.call('GET', path, { as: api.people.admin })).body;
    const totals = await get(`total_customers?${days}&direct__hacchyuumoto=dai ly&department_groups__id=2`);
    const [row] = totals.data;
    const same = `${days}&hacchyuumoto__~=dai ly&dept_grp_id=2`;
    for (const [of, { total_task, total_tsubosuu }] of [
      [`customer_id=${row.id}`, row],
      ['customer_id__empty=0', totals.sum],
    ]) {
      expect(await get(`directs/points?${of}&${same}`), of).toMatchObject({ directs: total_task, tsubo: total_tsubosuu });
    }
    expect(row.total_tsubosuu).toBe(5.5);
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

it('somebody who is not active has totals of the months with records of theirs, and of no other', async () => {
  const gone = await api.insert('users', { username: 'gone', name: 'Lý Thị Nghỉ', code: 'gone', department_id: 1, active: 0 });
  await api.insert('mistakes', { user_id: gone, rate_at: '2026-08-10', mistake: 'sai', point: 0.3, detect_by: 'N' });
  const totalOf = async (month: number) =>
    rowOf((await api.call('GET', `totals?year=2026&month=${month}&limit=100`, { as: api.people.admin })).body, 'gone');
  expect(await totalOf(8)).toMatchObject({ mistake_point_n: 0.3 });
  expect(await totalOf(7)).toBeUndefined();
});
