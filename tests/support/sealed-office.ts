import type { SealDocument } from '../../worker/contracts/calls/answers/month-seals.ts';
import type { TestApi } from './api.ts';
import { readWorkbook } from './read-workbook.ts';

/** Two departments with work of every kind in October 2026, and some in September and November. */
export async function fillOffice(
  api: TestApi,
): Promise<{ away: number; gone: number; direct: number; factor: number; unusedRule: number }> {
  const { admin, writer, checked, viewer } = api.people;
  const person = (username: string, name: string, department: number) =>
    api.insert('users', {
      username,
      name,
      code: username,
      department_id: department,
      dept_grp_id: department,
      position_id: 1,
      role_ids: '[4]',
    });
  const away = await person('away', 'Đào Văn Xa', 2);
  const gone = await person('gone', 'Lý Thị Nghỉ', 2);
  await api.insert('customers', { name: '山田建設' });
  await api.insert('work_categories', { work_name: '構造図' });
  const unusedRule = await api.insert('tsubos', { scale_factor_code: 'Z9', scale_factor: 2 });
  const factor = await api.insert('pro_point', { point: 1.1, desc: 'giỏi' });
  const low = await api.insert('pro_point', { point: 0.8, desc: 'mới' });
  const note = await api.insert('indirect_note', { content: 'Họp' });
  const ids: number[] = [];
  for (const month of ['2026-09', '2026-10', '2026-11']) {
    for (const [index, [designer, checker, department]] of (
      [
        [writer.id, admin.id, 1],
        [writer.id, writer.id, 1],
        [viewer.id, checked.id, 1],
        [away, checked.id, 2],
        [gone, away, 2],
        [null, checked.id, null],
      ] as const
    ).entries()) {
      ids.push(
        await api.insert('directs', {
          name: `D-${month}-${index}`,
          customer_id: 1,
          work_category_id: 1,
          user_id: designer,
          chekkusha_id: checker,
          dept_id: department,
          dept_grp_id: department,
          henkyaku_hi: `${month}-${String(3 + index * 5).padStart(2, '0')}`,
          tsubosuu: 20.25 + index,
          complex_factor: 1.1,
          sagyou_jikan: 60 + index,
          chekkku_jikan: 15 + index,
          standard_design_point: 3,
          standard_check_point: 1,
          result_design_point: 2.333 + index,
          result_check_point: 0.111 * (index + 1),
          updated_at: `${month}-2${index} 10:00:00`,
        }),
      );
    }
    for (const user of [writer.id, away]) {
      await api.insert('indirects', {
        user_id: user,
        indirect_note_id: note,
        rate_at: `${month}-10`,
        point: 0.5,
        indirect_point_type: 'C',
      });
      await api.insert('mistakes', {
        user_id: user,
        rate_at: `${month}-11`,
        mistake: 'sai',
        point: 0.3,
        detect_by: user === away ? 'N' : 'T',
      });
    }
  }
  await api.insert('pro', { user_id: writer.id, pro_point_id: factor, rate_at: '2026-08-01' });
  await api.insert('pro', { user_id: away, pro_point_id: low, rate_at: '2026-10-01' });
  await api.client.execute({ sql: 'UPDATE users SET active = 0 WHERE id = ?', args: [gone] });
  return { away, gone, direct: ids[6]!, factor, unusedRule };
}

const SORTS = [
  'name ASC',
  'name DESC',
  'username ASC',
  'position_name DESC',
  'direct_point DESC',
  'total_point_2 ASC',
  'pro_index DESC',
  'month ASC',
];

/** Everything that a person can read of October 2026, as texts; workbooks by their cells. */
export async function readOctober(api: TestApi, as: TestApi['people']['admin']): Promise<Record<string, string>> {
  const month = 'year=2026&month=10';
  const scopes =
    as.role === 'Admin' ? ['', '&dept_id=1', '&dept_id=2', '&dept_grp_id=2', `&user_id=${api.people.writer.id}`] : ['', '&dept_grp_id=1'];
  const paths = [
    ...SORTS.map((order) => `totals?${month}&limit=100&order_by=${order}`),
    ...scopes.flatMap((scope) => [`totals?${month}&limit=3&page=2${scope}`, `totals?${month}&limit=100${scope}`]),
    'totals?exc_start_time=2026-10-04&exc_end_time=2026-10-20&limit=100',
    'totals?exc_start_time=2026-10-01&exc_end_time=2026-10-31&limit=100',
    ...scopes
      .filter((scope) => !scope.includes('user_id'))
      .flatMap((scope) => [
        `charts?${month}&limit=100${scope}`,
        `charts?${month}&limit=2&page=2&order_by=total_worktime DESC${scope}`,
        `home/get-all-group-by-dev?${month}${scope}`,
      ]),
    `home/get-all-group-by-dev?${month}&updated_at__ge=2026-10-21&updated_at__le=2026-10-23`,
  ];
  const files =
    as.role === 'Viewer' ? [] : [`totals/export?${month}`, `home/export?is_department=0&${month}`, `home/export?is_department=1&${month}`];
  const read: Record<string, string> = {};
  for (const path of paths) {
    const { status, body } = await api.call('GET', path, { as });
    read[path] = `${status} ${JSON.stringify(body)}`;
  }
  for (const path of files) read[path] = JSON.stringify(await readWorkbook((await api.call('GET', path, { as })).body));
  return read;
}

/** What an Admin reads of the records behind October's figures: statements with their lines, comparisons, customers, explanations, and their files. */
export async function readOctoberRecords(api: TestApi, people: readonly number[]): Promise<Record<string, string>> {
  const as = api.people.admin;
  const month = 'year=2026&month=10';
  const period = 'exc_start_time=2026-10-01&exc_end_time=2026-10-31';
  const { rows } = await api.client.execute("SELECT id FROM directs WHERE henkyaku_hi LIKE '2026-10-%'");
  const paths = [
    ...people.flatMap((user) => [
      `statements/${user}?${month}`,
      ...['design', 'check', 'mistakes', 'indirects', 'pro'].map((kind) => `statements/${user}/lines?kind=${kind}&${month}`),
    ]),
    `statements?${month}`,
    `total_customers?${period}`,
    ...['山田', '新しい', '三つ目'].map((name) => `total_customers?${period}&customers__name=${name}`),
    ...rows.map(({ id }) => `directs/${id}/calculation`),
  ];
  const files = [...people.map((user) => `statements/${user}/export?${month}`), `total_customers/export?${period}`];
  const read: Record<string, string> = {};
  for (const path of paths) {
    const { status, body } = await api.call('GET', path, { as });
    read[path] = `${status} ${JSON.stringify(body)}`;
  }
  for (const user of people) {
    const { from, steps } = (await api.call('GET', `statements/${user}/compare?year=2026&month=10&with=2026-09`, { as })).body;
    read[`compare ${user}`] = JSON.stringify({ from, steps });
  }
  for (const path of files) read[path] = JSON.stringify(await readWorkbook((await api.call('GET', path, { as })).body));
  return read;
}

/** The calls of October's seals, on whichever office the test at hand has opened. */
export function sealCalls(office: () => TestApi) {
  const call = (who: 'admin' | 'viewer', path: string) => office().call('GET', path, { as: office().people[who] });
  return {
    setLock: (status: 0 | 1, month = 10) =>
      office().call('POST', 'lock_and_unlock', { as: office().people.admin, body: { year: 2026, month, status, reason: 'sửa điểm' } }),
    seals: async (query = 'year=2026&month=10') => (await call('viewer', `month_seals?${query}`)).body.data,
    documentOf: async (id: number): Promise<SealDocument> => (await call('admin', `month_seals/${id}`)).body,
    totals: async (query: string) => (await call('admin', `totals?limit=100&${query}`)).body,
  };
}
