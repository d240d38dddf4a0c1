import type { TestApi } from './api.ts';

/**
 * Directs, indirect work, mistakes and pro ratings of October 2026 beside some of the months around it: of the Writer in department 1, and
 * of 'away' in department 2.
 */
export async function fillOctober(api: TestApi): Promise<void> {
  const { admin, writer } = api.people;
  const away = await api.insert('users', {
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
  // Of two ratings of a day the later one counts.
  for (const pro_point_id of [low, high]) await api.insert('pro', { user_id: writer.id, pro_point_id, rate_at: '2026-10-31' });
  await api.insert('pro', { user_id: writer.id, pro_point_id: low, rate_at: '2026-11-01' });
}
