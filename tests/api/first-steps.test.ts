import { beforeAll, expect, it } from 'vitest';
import { createFirstAdminLink } from '../../scripts/create-admin.ts';
import { consume } from '../../worker/consumer.ts';
import { FIRST_STEPS, type FirstStepName } from '../../worker/contracts/calls/first-steps.ts';
import { BASE_POINTS } from '../../worker/features/first-steps/ready-made-rules.ts';
import { openApi, type Person, type TestApi } from '../support/api.ts';
import { fillTemplate, readHeadings, type SheetRow } from '../support/fill-template.ts';
import { bearer, signIn } from '../support/sign-in.ts';

const PASSWORD = 'Duong-Xanh-1';
const MONTH = { year: 2026, month: 10 };

/** What the office writes into the templates, by entity and field. */
const SHEETS: Record<string, SheetRow[]> = {
  companies: [{ name: 'Thiết kế Sao Mai' }],
  positions: [{ name: 'Họa viên' }],
  departments: [{ name: 'Phòng Kết cấu', code: 'KC', note: 'Hà Nội' }],
  department_groups: [{ group_name: 'Nhóm 1', note: 'tổ một', dept_id: 'KC' }],
  users: ['an', 'binh', 'chi'].map((name, index) => ({
    username: name,
    name: `Nguyễn ${name}`,
    email: `${name}@saomai.test`,
    employee_code: `NV${index + 1}`,
    area: 'HCM',
    position_id: 'Họa viên',
    company_id: 'Thiết kế Sao Mai',
    department_id: 'KC',
    dept_grp_id: 'Nhóm 1',
    role_ids: 'Viewer',
  })),
  'work-categories': [{ work_name: '構造図' }, { work_name: '申請図' }],
  customers: [{ name: '積水ハウス', code: 'KH1', work_category: '構造図; 申請図' }],
  standards: [
    { customer_id: 'KH1', work_category_id: '構造図', scale_code: 'S1', standard_design_point: 4, standard_check_point: 1 },
    { customer_id: 'KH1', work_category_id: '申請図', scale_code: 'N1', standard_design_point: 1.5, standard_check_point: 0.4 },
  ],
  directs: [1, 2, 3].map((n) => ({ n })),
};

let api: TestApi;
let admin: Person;
beforeAll(async () => {
  api = await openApi(new Date().toISOString());
  const tables = ['users', 'department_groups', 'departments', 'positions', 'companies'];
  await api.client.batch(['DROP TRIGGER users_last_admin_delete', ...tables.map((table) => `DELETE FROM ${table}`)]);
});

const readSteps = async () => (await api.call('GET', 'first_steps', { as: admin })).body;

async function missingOf(name: FirstStepName): Promise<string[]> {
  const { steps } = await readSteps();
  return steps.find((step: { name: string }) => step.name === name).missing;
}

async function workQueue() {
  for (let message = api.sent.shift(); message; message = api.sent.shift()) {
    const envelope = { id: 'm', timestamp: new Date(), body: message, attempts: 1, ack: () => undefined, retry: () => undefined };
    await consume(api.deps, { queue: 'tensu-jobs', messages: [envelope] });
  }
}

/** Fills the entity's template and imports it, as the page of the step offers. */
async function importFromTemplate(entity: string, sheet: SheetRow[]) {
  const template = await api.call('GET', `${entity}/import-template`, { as: admin });
  const file = await fillTemplate(entity, await readHeadings(template.body), sheet);
  const form = new FormData();
  form.set('file', new Blob([file]), `${entity}.xlsx`);
  const { body } = await api.call('POST', `${entity}/import`, { as: admin, body: form });
  await workQueue();
  const { status, errors, inserted } = (await api.call('GET', `imports/${body.id}`, { as: admin })).body;
  expect({ entity, status, errors, inserted }).toEqual({ entity, status: 'done', errors: [], inserted: sheet.length });
}

it('brings an empty site to its first calculated month by what the page tells alone', async () => {
  const path = (await createFirstAdminLink(api.client))!;
  const token = new URL(path, 'http://x').searchParams.get('token');
  await api.call('POST', 'reset-password', { body: { token, password: PASSWORD, password_confirm: PASSWORD } });
  admin = bearer((await signIn(api, 'admin', { password: PASSWORD })).body.access_token);

  const { done, steps } = await readSteps();
  expect(done).toBe(false);
  expect(steps.map(({ name, state }: { name: string; state: string }) => [name, state])).toEqual(
    Object.keys(FIRST_STEPS).map((name) => [name, 'open']),
  );

  SHEETS.directs = SHEETS.directs!.map((_, index) => ({
    name: `Nhà ${index}`,
    bukkenmei: `Nhà ${index}`,
    customer_id: 'KH1',
    work_category_id: index === 2 ? '申請図' : '構造図',
    user_id: 'an',
    chekkusha_id: 'binh',
    uketsuke_hi: '2026-10-01',
    henkyaku_hi: `2026-10-1${index}`,
    tsubosuu: 35,
    complex_factor: 1,
    complex_point: 0,
    sagyou_jikan: 60,
    chekkku_jikan: 15,
  }));
  const opened: string[] = [];
  for (;;) {
    const step = (await readSteps()).steps.find(({ state }: { state: string }) => state === 'open');
    if (!step) break;
    expect(opened, 'a step that was done stays open').not.toContain(step.name);
    opened.push(step.name);
    if (step.name === 'formulas') {
      const taken = await api.call('POST', 'first_steps/rules', { as: admin });
      expect(taken.status).toBe(201);
      expect(Math.min(...Object.values(taken.body as object))).toEqual(expect.any(Number));
    }
    for (const { entity, count } of step.counts)
      if (count === 0 || entity === 'users') if (SHEETS[entity]) await importFromTemplate(entity, SHEETS[entity]);
    if (step.name === 'people') await givePasswords();
    if (step.name === 'source') await api.call('PUT', 'first_steps', { as: admin, body: { step: 'source', skipped: 1 } });
    if (step.name === 'calculation') {
      await api.call('POST', 'calculate-new', { as: admin, body: MONTH });
      await workQueue();
    }
  }
  expect(opened).toEqual(Object.keys(FIRST_STEPS));
  expect((await readSteps()).done).toBe(true);
  const { data } = (await api.call('GET', 'totals?year=2026&month=10', { as: admin })).body;
  const points = Object.fromEntries(
    data.map(({ username, direct_point }: { username: string; direct_point: number }) => [username, direct_point]),
  );
  expect(points.an).toBeGreaterThan(9);
  expect(points.binh).toBeGreaterThan(2);
  const { rows } = await api.client.execute('SELECT COUNT(*) AS n FROM directs WHERE result_design_point IS NULL');
  expect(rows[0]!.n).toBe(0);
});

/** A link for each of the sheet, with which the people sign in. */
async function givePasswords() {
  const { data } = (await api.call('GET', 'password_links', { as: admin })).body;
  expect(data.map(({ username, active }: { username: string; active: number }) => [username, active])).toEqual([
    ['an', 0],
    ['binh', 0],
    ['chi', 0],
  ]);
  const ids = data.map(({ id }: { id: number }) => id);
  const sheet = (await api.call('POST', 'password_links', { as: admin, body: { ids: [...ids, 999] } })).body;
  expect(sheet.refused).toEqual([{ id: 999, reason: 'Đã có mật khẩu hoặc không còn' }]);
  expect(await missingOf('people')).toEqual([]);
  await api.client.execute("UPDATE password_resets SET expires_at = 1 WHERE user_id = (SELECT id FROM users WHERE username = 'chi')");
  expect(await missingOf('people')).toEqual(['1 người chưa có mật khẩu, cũng chưa có liên kết còn hạn']);
  const { id } = data.find(({ username }: { username: string }) => username === 'chi');
  const renewed = (await api.call('POST', 'password_links', { as: admin, body: { ids: [id] } })).body.data;
  sheet.data = [...sheet.data.filter((link: { id: number }) => link.id !== id), ...renewed];
  for (const { username, url } of sheet.data) {
    const token = new URL(url, 'http://x').searchParams.get('token');
    expect((await api.call('POST', 'reset-password', { body: { token, password: PASSWORD, password_confirm: PASSWORD } })).status).toBe(
      200,
    );
    expect((await signIn(api, username, { password: PASSWORD })).status).toBe(200);
  }
}

it('takes over the formulas of codes that have none, leaves the others, and undoes it as one operation', async () => {
  const again = await api.call('POST', 'first_steps/rules', { as: admin });
  expect(again.body).toEqual({ 'formula-results': 0, 'formula-base-points': 0, tsubos: 0 });
  const { data } = (await api.call('GET', 'formula-results?limit=50&scale_code=N1', { as: admin })).body;
  await api.call('DELETE', `formula-results/${data[0].id}`, { as: admin });
  expect(await missingOf('formulas')).toEqual(['Chưa có công thức cho mã N1']);
  expect((await api.call('POST', 'first_steps/rules', { as: admin })).body).toEqual({
    'formula-results': 1,
    'formula-base-points': 0,
    tsubos: 0,
  });
  const [last] = (await api.call('GET', 'operations?entity=formula-results', { as: admin })).body.data;
  expect((await api.call('POST', `operations/${last.id}/undo`, { as: admin })).body.reversed).toBe(1);
});

it('has base points for every job of a code, whatever the job leaves blank', () => {
  const isDefault = ({ condition_variable, condition_variable1 }: Record<string, unknown>) => !condition_variable && !condition_variable1;
  const codes = new Set(BASE_POINTS.map(({ scale_code }) => scale_code));
  expect([...codes].filter((code) => !BASE_POINTS.some((row) => row.scale_code === code && isDefault(row)))).toEqual([]);
});

it('skips a step, and takes it up again', async () => {
  const skip = (skipped: number) => api.call('PUT', 'first_steps', { as: admin, body: { step: 'formulas', skipped } });
  const stateOf = (answer: Awaited<ReturnType<typeof skip>>) =>
    answer.body.steps.find(({ name }: { name: string }) => name === 'formulas').state;
  expect(stateOf(await skip(1))).toBe('skipped');
  expect(stateOf(await skip(0))).toBe('open');
});
