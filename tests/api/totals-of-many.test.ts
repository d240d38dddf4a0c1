import { beforeAll, describe, expect, it } from 'vitest';
import { openApi, type TestApi } from '../support/api.ts';

/** More people and departments than one answer of the database carries. */
const MANY = 12_345;

let api: TestApi;

beforeAll(async () => {
  api = await openApi();
  const numbers = `WITH RECURSIVE n(value) AS (SELECT 100 UNION ALL SELECT value + 1 FROM n WHERE value < 99 + ${MANY}) SELECT`;
  await api.client.batch(
    [
      `INSERT INTO departments (id, name, name_sort, code) ${numbers} value, 'Phòng ' || value, printf('p%06d', value), 'P' || value FROM n`,
      `INSERT INTO users (id, username, code, name, name_sort, department_id, role_ids)
        ${numbers} value, 'u' || value, 'u' || value, 'Người ' || value, printf('zz%06d', value), value, '[4]' FROM n`,
      `INSERT INTO customers (id, name, name_sort) VALUES (101, '青葉ホーム', 'a'), (102, '北斗住宅', 'b'), (103, '白山建設', 'c')`,
      `INSERT INTO directs (name, user_id, dept_id, customer_id, henkyaku_hi, result_design_point, tsubosuu)
        ${numbers} 'D', value, value, iif(value % 10 = 0, 101 + value % 20 / 10, 103), '2026-10-05', 0.5, 2 FROM n`,
    ],
    'write',
  );
});

const last = 99 + MANY;

describe('with more people than one answer of the database carries', () => {
  it('totals count and add up everybody, on the last page too', async () => {
    const { status, body } = await api.call('GET', 'totals?year=2026&month=10&limit=10&order_by=name%20DESC', { as: api.people.admin });
    expect(status).toBe(200);
    const others = Object.keys(api.people).length;
    expect({ total: body.total, direct_point: body.sum.direct_point }).toEqual({ total: MANY + others, direct_point: MANY / 2 });
    expect(body.data[0]).toMatchObject({ user_id: last, direct_point: 0.5, pro_index: 1, month: '2026-10' });
  });

  it('a year has a row for each month', async () => {
    const { body } = await api.call('GET', `totals?year=2026&user_id=${last}&limit=100`, { as: api.people.admin });
    expect(body.data.map((row: { month: string; direct_point: number }) => [row.month, row.direct_point])).toEqual(
      Array.from({ length: 12 }, (_, index) => [`2026-${String(index + 1).padStart(2, '0')}`, index === 9 ? 0.5 : 0]),
    );
  });

  it('each customer comes with all of their jobs, once, in the order of their ids', async () => {
    const { status, body } = await api.call('GET', 'total_customers?limit=100&order_by=name%20ASC', { as: api.people.admin });
    expect(status).toBe(200);
    expect(body.total).toBe(3);
    expect(body.sum.total_task).toEqual(MANY);
    expect(body.sum.total_tsubosuu).toEqual(2 * MANY);
    const jobs = body.data.map(({ direct }: { direct: { id: number }[] }) => direct.map(({ id }) => id));
    expect(jobs.map((ids: number[]) => ids.length)).toEqual(body.data.map((row: { total_task: number }) => row.total_task));
    for (const ids of jobs) expect(ids).toEqual(ids.toSorted((a: number, b: number) => a - b));
    expect(new Set(jobs.flat()).size).toBe(MANY);
  });

  it('charts of people have everybody', async () => {
    const { body } = await api.call('GET', 'charts?year=2026&month=10&limit=10&order_by=user_id%20DESC', { as: api.people.admin });
    expect(body.total).toEqual(MANY + Object.keys(api.people).length);
    expect(body.sum.total_unit).toEqual(MANY);
    expect(body.sum.total_tsubo).toEqual(2 * MANY);
    expect(body.charts[0]).toMatchObject({ user_id: last, departmentName: `Phòng ${last}`, total_point: 0.5 });
  });

  it('charts of departments have all of them, by name', async () => {
    const { body } = await api.call('GET', 'home/get-all-group-by-dev?year=2026&month=10', { as: api.people.admin });
    expect(body).toHaveLength(MANY + 2);
    const mine = body.filter(({ id }: { id: number }) => id >= 100);
    expect(mine.at(0).id).toBe(100);
    expect(mine.at(-1).id).toEqual(last);
    expect(mine.at(-1).total_unit).toBe(1);
  });
});
