import { beforeAll, describe, expect, it } from 'vitest';
import { openApi, type TestApi } from '../support/api.ts';
import { fillReferences } from '../support/samples.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
  await fillReferences(api);
});

const get = (path: string) => api.call('GET', path, { as: api.people.writer });

describe('the jobs of a person', () => {
  it('are those designed and those checked, and their points add up to the person’s direct points', async () => {
    const { writer, admin } = api.people;
    const day = { henkyaku_hi: '2027-02-10' };
    const job = { ...day, customer_id: 1, dept_id: 1, dept_grp_id: 1 };
    await api.insert('directs', {
      ...job,
      name: 'chỉ kiểm tra',
      user_id: admin.id,
      chekkusha_id: writer.id,
      result_design_point: 5,
      result_check_point: 1.255,
      standard_design_point: 4,
      standard_check_point: 1.25,
      sagyou_jikan: 300,
      chekkku_jikan: 30,
      tsubosuu: 50,
      complex_factor: 1.1,
    });
    await api.insert('directs', {
      ...job,
      name: 'chỉ thiết kế',
      user_id: writer.id,
      chekkusha_id: admin.id,
      result_design_point: 2.1,
      result_check_point: 7,
      standard_design_point: 2,
      standard_check_point: 6,
      sagyou_jikan: 200,
      chekkku_jikan: 20,
      tsubosuu: 30.25,
      complex_factor: 1.2,
    });
    await api.insert('directs', {
      ...job,
      name: 'cả hai',
      user_id: writer.id,
      chekkusha_id: writer.id,
      result_design_point: 0.4,
      result_check_point: 0.3,
    });
    await api.insert('directs', {
      ...job,
      name: 'người khác',
      user_id: admin.id,
      chekkusha_id: admin.id,
      result_design_point: 9,
      result_check_point: 9,
    });
    const filter = `person_id=${writer.id}&exc_start_time=2027-02-01&exc_end_time=2027-02-28`;
    expect((await get(`directs?order_by=name ASC&${filter}`)).body.data.map((row: { name: string }) => row.name)).toEqual([
      'cả hai',
      'chỉ kiểm tra',
      'chỉ thiết kế',
    ]);
    const { body } = await get(`directs/points?${filter}`);
    expect(body).toEqual({
      ...{ directs: 3, design_points: 2.5, check_points: 1.555, total: 4.055, unassigned: 0 },
      ...{ standard_design_points: 2, standard_check_points: 1.25, design_minutes: 200, check_minutes: 30, tsubo: 30.25, difficulty: 1.2 },
    });
    const totals = await get(`totals?year=2027&month=2&user_id=${writer.id}`);
    expect(totals.body.data[0].direct_point).toBe(body.total);
  });

  it('sum up whatever else filters a list, and refuse what it refuses', async () => {
    const { body } = await get('directs/points?exc_start_time=2027-02-01&exc_end_time=2027-02-28');
    expect(body).toEqual({
      ...{ directs: 4, design_points: 16.5, check_points: 17.555, total: 34.055, unassigned: 0 },
      ...{ standard_design_points: 6, standard_check_points: 7.25, design_minutes: 500, check_minutes: 50, tsubo: 80.25, difficulty: 2.3 },
    });
    expect((await get('directs/points?nothing=1')).status).toBe(422);
  });
});
