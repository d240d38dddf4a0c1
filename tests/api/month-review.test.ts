import { beforeAll, expect, it } from 'vitest';
import type { MonthChecklist } from '../../worker/contracts/calls/answers/month-checklist.ts';
import { type ChecklistKey, REVIEW_KEYS, type ReviewKey } from '../../worker/contracts/calls/month-checklist.ts';
import { selectReviewedMonth } from '../../worker/features/month-close/lock/review.ts';
import { flattenPlan } from '../../worker/platform/db/query.ts';
import { openApi, type Person, type TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
  const { writer, viewer } = api.people;
  await api.insert('customers', { name: '山田建設' });
  await api.insert('work_categories', { work_name: '構造図' });
  const direct = (month: string, day: number, row: object = {}) =>
    api.insert('directs', {
      name: `D-${month}-${day}`,
      bukkenmei: `邸 ${month} ${day}`,
      customer_id: 1,
      work_category_id: 1,
      user_id: writer.id,
      chekkusha_id: viewer.id,
      dept_id: 1,
      henkyaku_hi: `${month}-${String(day).padStart(2, '0')}`,
      tsubosuu: 10,
      result_design_point: 10 + day / 10,
      result_check_point: 1,
      sagyou_jikan: 60 + day,
      ...row,
    });
  for (const month of ['2026-07', '2026-08', '2026-09']) for (const day of [1, 2, 3]) await direct(month, day);
  await direct('2026-10', 1);
  await direct('2026-10', 2, { result_design_point: 300 });
  await direct('2026-10', 3, { chekkusha_id: writer.id });
  await direct('2026-10', 4, { result_design_point: 0, result_check_point: 0, tsubosuu: null });
  for (const day of [5, 6]) await direct('2026-10', day, { bukkenmei: '鈴木邸' });
  const checked = await direct('2026-10', 7, { is_checked: 1 });
  await direct('2026-10', 8, { calculation_id: 1, calculated_at: '2026-10-09 01:30:05' });
  await direct('2026-10', 9, { is_checked: 1, result_design_point: null, result_check_point: null });
  await api.client.execute({
    sql: "INSERT INTO crawl_waiting (external_id, external_id_key, name, henkyaku_hi, direct_id, reason, since, job) VALUES ('x', 'x', 'x', '2026-10-07', ?, 'record_checked', '2026-10-20 10:00:00', '{}')",
    args: [checked],
  });
  await api.call('POST', 'tsubos', { as: api.people.admin, body: { scale_factor_code: 'Z1', scale_factor: 1 } });
  for (const month of [7, 8, 9]) {
    const { status } = await api.call('POST', 'lock_and_unlock', { as: api.people.admin, body: { year: 2026, month, status: 1 } });
    expect(status).toBe(200);
  }
});

const checklist = async () =>
  (await api.call('GET', 'month-checklist?year=2026&month=10', { as: api.people.writer })).body as MonthChecklist;
const itemOf = async (key: ChecklistKey) => (await checklist()).items.find((item) => item.key === key)!;

it('names each odd case once, with its figures and a link', async () => {
  const { items } = await checklist();
  const labels = Object.fromEntries(items.filter(({ rows }) => rows).map(({ key, rows }) => [key, rows!.map(({ label }) => label)]));
  expect(labels).toEqual({
    undefined_total: [],
    variance: ['Người writer'],
    odd_job: ['D-2026-10-2'],
    same_person: ['D-2026-10-3'],
    zero_points: ['D-2026-10-4'],
    double_building: ['D-2026-10-5'],
    checked_empty: ['D-2026-10-9'],
    kept_points: ['D-2026-10-8'],
    edited_points: [],
    old_points: [],
    source_changed: ['D-2026-10-7'],
  });
  const [row] = items.find(({ key }) => key === 'variance')!.rows!;
  expect(row).toMatchObject({ subject: `user:${api.people.writer.id}`, figures: { usual: 30.6 }, seen: null });
  expect(row!.link).toContain(`user_id=${api.people.writer.id}`);
  for (const { rows = [] } of items)
    for (const { link, figures } of rows) {
      expect(link !== '').toBe(true);
      expect(Object.keys(figures).length > 0).toBe(true);
    }
});

it('finds the same where a month is too large for one answer of the database', async () => {
  const { db } = api.deps;
  const month = '2026-10';
  const people = [{ user_id: api.people.writer.id, name: 'Người writer', total_point_1: 400, total_point_2: 400 }];
  const findingsOf = async (sizes?: Parameters<typeof selectReviewedMonth>[1]) => {
    let further = 0;
    const readMore: typeof db.read = (statements) => {
      further += 1;
      return db.read(statements);
    };
    const readReview = await db.read(selectReviewedMonth(month, sizes));
    const { findings } = await readReview({ readMore }, people);
    return { findings, further };
  };
  const whole = await findingsOf();
  const inPieces = await findingsOf({ findings: 1, jobs: 2 });
  expect(whole.further).toBe(0);
  expect(inPieces.further).toBeGreaterThan(10);
  expect(inPieces.findings).toEqual(whole.findings);
  expect(Object.values(whole.findings).map(({ length }) => length)).toEqual([0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1]);
});

it('finds one kind as among all, by the statements of that kind alone', async () => {
  const { db } = api.deps;
  const people = [{ user_id: api.people.writer.id, name: 'Người writer', total_point_1: 400, total_point_2: 400 }];
  const read = async (only?: ReviewKey) => {
    const plan = selectReviewedMonth('2026-10', undefined, only);
    const readReview = await db.read(plan);
    return { statements: flattenPlan(plan).length, ...(await readReview({ readMore: db.read }, people)) };
  };
  const all = await read();
  for (const key of REVIEW_KEYS) {
    const one = await read(key);
    expect(one.findings[key], key).toEqual(all.findings[key]);
    expect(one.statements, key).toBeLessThanOrEqual(key.endsWith('_points') && key !== 'zero_points' ? all.statements - 4 : 4);
  }
});

it('names the jobs of a building that comes twice by their codes, and leads to exactly these', async () => {
  const [row] = (await itemOf('double_building')).rows!;
  expect(row).toMatchObject({ label: 'D-2026-10-5', figures: { jobs: 2, codes: 'D-2026-10-6' } });
  const { body } = await api.call('GET', `${row!.link.slice(1)}&order_by=id`, { as: api.people.writer });
  expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['D-2026-10-5', 'D-2026-10-6']);
});

it('carries the first page of many findings, and answers every other one', async () => {
  await api.client.execute(`INSERT INTO directs (name, henkyaku_hi, result_design_point, result_check_point, created_at, updated_at)
    SELECT 'Z-' || value, '2026-11-05', 0, 0, '2026-11-05 08:00:00', '2026-11-05 08:00:00' FROM generate_series(1, 205)`);
  const as = api.people.writer;
  const items = (await api.call('GET', 'month-checklist?year=2026&month=11', { as })).body.items as MonthChecklist['items'];
  const { count, found, rows } = items.find(({ key }) => key === 'zero_points')!;
  expect({ count, found, length: rows!.length }).toEqual({ count: 205, found: 205, length: 200 });
  const { body } = await api.call('GET', 'month-checklist/findings?year=2026&month=11&key=zero_points&page=2', { as });
  expect(body).toMatchObject({ total: 205, from: 201, to: 205 });
  const labels = [...rows!, ...body.data].map(({ label }: { label: string }) => label);
  expect(new Set(labels).size).toBe(205);
});

it('counts exactly the rows that each point leads to', async () => {
  await api.insert('directs', { name: 'D-tay', henkyaku_hi: '2026-10-20', is_updated: 1, result_design_point: 1, result_check_point: 1 });
  await api.insert('directs', { name: 'D-chưa', henkyaku_hi: '2026-10-21' });
  await api.insert('directs', { name: 'D-lỗi', henkyaku_hi: '2026-10-22', calculated_at: '2026-10-23 01:30:00' });
  const calls: Record<string, string> = { '/directs': 'directs', '/directs-techousei': 'directs_techousei', '/indirect': 'indirects' };
  const { items } = await checklist();
  let looked = 0;
  for (const { key, count, link } of items) {
    const [path, query] = link.split('?') as [string, string?];
    if (!calls[path]) continue;
    const { body } = await api.call('GET', `${calls[path]}?${query}&limit=1`, { as: api.people.admin });
    expect(body.total, key).toBe(count);
    looked += count;
  }
  expect(looked).toBeGreaterThan(10);
});

it('names the people without a rating, each with the form that gives them one, until they have it', async () => {
  const { writer, viewer } = api.people;
  const before = await itemOf('no_rating');
  expect(before.people).toHaveLength(before.count);
  expect(before.people).toContainEqual({
    user_id: viewer.id,
    name: 'Người viewer',
    link: `/pro/add?user_id=${viewer.id}&rate_at=2026-10-01`,
  });
  const factor = await api.insert('pro_point', { point: 1.2, desc: 'giỏi' });
  const body = { user_id: viewer.id, pro_point_id: factor, rate_at: '2026-10-01' };
  expect((await api.call('POST', 'pro', { as: writer, body })).status).toBe(201);
  const after = await itemOf('no_rating');
  expect(after.count).toBe(before.count - 1);
  expect(after.people!.map(({ user_id }) => user_id)).not.toContain(viewer.id);
});

it('asks for no ratings of a month without records, and that its rules are read as soon as there are any', async () => {
  const askedOf = async () => {
    const { items } = (await api.call('GET', 'month-checklist?year=2031&month=5', { as: api.people.writer })).body as MonthChecklist;
    return ['no_rating', 'rules_unread'].filter((asked) => items.some(({ key, count }) => key === asked && count > 0));
  };
  await api.client.batch(['DELETE FROM standards', 'DELETE FROM formula_base_points', 'DELETE FROM formula_results'], 'write');
  expect(await askedOf()).toEqual([]);
  await api.insert('formula_results', { scale_code: 'A', result_design_formula: '1' });
  expect(await askedOf()).toEqual(['rules_unread']);
  await api.insert('mistakes', {
    mistake: 'sai kích thước',
    rate_at: '2031-05-03',
    user_id: api.people.viewer.id,
    detect_by: 'N',
    point: 1,
  });
  expect(await askedOf()).toEqual(['no_rating', 'rules_unread']);
});

it('asks both thresholds, which an Admin sets', async () => {
  const set = (as: TestApi['people']['admin'], points: number) =>
    api.call('PUT', 'month-checklist/thresholds', { as, body: { percent: 30, points } });
  expect((await set(api.people.writer, 5000)).status).toBe(403);
  expect((await set(api.people.admin, 5000)).status).toBe(200);
  expect(await itemOf('variance')).toMatchObject({ count: 0, rows: [] });
  expect((await checklist()).thresholds).toEqual({ percent: 30, points: 5000 });
  await set(api.people.admin, 10);
  expect((await itemOf('variance')).count).toBe(1);
});

it('keeps what somebody has looked at, with a note, until its figures change', async () => {
  const before = await itemOf('zero_points');
  const [row] = before.rows!;
  const body = { year: 2026, month: 10, key: 'zero_points', subject: row!.subject, value: row!.value };
  expect((await api.call('POST', 'month-checklist/seen', { as: api.people.checked, body })).status).toBe(422);
  expect((await api.call('POST', 'month-checklist/seen', { as: api.people.checked, body: { ...body, note: 'miễn phí' } })).status).toBe(
    200,
  );
  const stale = { ...body, value: '{"bukkenmei":"別の邸"}', note: 'cũ' };
  expect((await api.call('POST', 'month-checklist/seen', { as: api.people.checked, body: stale })).status, 'other figures').toBe(409);
  const seen = await itemOf('zero_points');
  expect(seen).toMatchObject({ count: 0, rows: [{ seen: { note: 'miễn phí', by: 'Người checked' } }] });
  await api.client.execute("UPDATE directs SET bukkenmei = '別の邸', version = version + 1 WHERE name = 'D-2026-10-4'");
  expect(await itemOf('zero_points')).toMatchObject({ count: 1, rows: [{ seen: null }] });
});

it('is one round trip, and what is open when the month is locked stands in the lock event', async () => {
  expect((await api.countRoundTrips(checklist)).trips).toBe(1);
  await api.call('POST', 'lock_and_unlock', { as: api.people.admin, body: { year: 2026, month: 10, status: 1 } });
  const { body } = await api.call('GET', 'lock_history?year=2026&month=10', { as: api.people.writer });
  expect(body.data[0].open_points).toEqual(
    expect.arrayContaining([expect.objectContaining({ key: 'variance', count: 1, subjects: [`user:${api.people.writer.id}`] })]),
  );
});

it('is counted for everybody, and names people to the staff of their department only, in lock events too', async () => {
  const { writer, checked, viewer, none } = api.people;
  const pointsFor = async (as: Person) =>
    (await api.call('GET', 'lock_history?year=2026&month=10', { as })).body.data[0].open_points.find(
      ({ key }: { key: string }) => key === 'variance',
    );
  for (const as of [viewer, none]) expect(await pointsFor(as)).toEqual({ key: 'variance', count: 1 });
  await fromDepartment2(checked, async () => {
    expect(await pointsFor(checked)).toEqual({ key: 'variance', count: 1, subjects: [] });
    const { items } = (await api.call('GET', 'month-checklist?year=2026&month=10', { as: checked })).body as MonthChecklist;
    const own = (await checklist()).items;
    for (const { key, count } of items) expect(count, key).toEqual(own.find((item) => item.key === key)!.count);
    for (const key of ['variance', 'same_person'] as const) {
      expect(items.find((item) => item.key === key)).toMatchObject({ count: 1, found: 0, rows: [], elsewhere: 1 });
      const { body } = await api.call('GET', `month-checklist/findings?year=2026&month=10&key=${key}`, { as: checked });
      expect(body).toMatchObject({ total: 0, data: [] });
    }
    const unrated = items.find(({ key }) => key === 'no_rating')!;
    expect(unrated).toMatchObject({ elsewhere: unrated.count - 1, people: [{ user_id: checked.id }] });
    expect(JSON.stringify(items)).not.toContain('Người writer');
  });
  expect(await pointsFor(writer)).toMatchObject({ subjects: [`user:${writer.id}`] });
});

it('takes a note about what it lists only, and of people of the own department', async () => {
  const { writer, checked } = api.people;
  const [row] = (await itemOf('variance')).rows!;
  const see = async (subject: string, key = 'variance', value = row!.value) => {
    const body = { year: 2026, month: 10, key, subject, value, note: 'đã xem' };
    return (await api.call('POST', 'month-checklist/seen', { as: checked, body })).status;
  };
  for (const subject of ['<b>', 'user:9999', 'user:0x1', 'direct:9999', `direct:${row!.subject.slice(5)} `])
    expect(await see(subject)).toBe(422);
  expect(await see((await itemOf('zero_points')).rows![0]!.subject), 'a finding of another kind').toBe(422);
  await fromDepartment2(checked, async () => {
    expect(await see(`user:${writer.id}`)).toBe(403);
    expect(await see((await itemOf('same_person')).rows![0]!.subject, 'same_person')).toBe(403);
    const [zero] = (await itemOf('zero_points')).rows!;
    expect(await see(zero!.subject, 'zero_points', zero!.value)).toBe(200);
  });
  expect(await see(`user:${writer.id}`)).toBe(200);
});

async function fromDepartment2({ id }: Person, work: () => Promise<void>): Promise<void> {
  const move = (department: number) => api.client.execute(`UPDATE users SET department_id = ${department} WHERE id = ${id}`);
  await move(2);
  await work().finally(() => move(1));
}
