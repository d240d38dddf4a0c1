import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { directs } from '../../worker/contracts/entities/directs.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { fillReferences, makeSample } from '../support/samples.ts';

let api: TestApi;
let next = 1;
beforeAll(async () => {
  api = await openApi();
  await fillReferences(api);
});

const call = (method: string, path: string, body?: unknown) => api.call(method, path, { as: api.people.writer, body });

async function create(extra: Record<string, unknown> = {}) {
  const { status, body } = await call('POST', 'directs', { ...makeSample(directs, next++), ...extra });
  expect({ status, messages: body.messages }).toEqual({ status: 201, messages: undefined });
  return body.data;
}

async function names(query: string): Promise<string[]> {
  const { status, body } = await call('GET', `directs?limit=1000&order_by=name ASC&${query}`);
  expect({ status, messages: body.messages }).toEqual({ status: 200, messages: undefined });
  return body.data.map((row: { name: string }) => row.name);
}

describe('dates', () => {
  beforeAll(async () => {
    for (const day of ['2026-08-31', '2026-09-01', '2026-09-09', '2026-09-10', '2026-09-30', '2026-10-01']) {
      await create({ name: `ngày ${day}`, henkyaku_hi: day, uketsuke_hi: null });
    }
  });

  it('may leave out their zeros, in bodies and in filters', async () => {
    const row = await create({ name: 'không số 0', henkyaku_hi: '2026-3-4', uketsuke_hi: '2026-12-1' });
    expect(row.henkyaku_hi).toBe('2026-03-04');
    expect(row.uketsuke_hi).toBe('2026-12-01');
    expect(await names('henkyaku_hi=2026-3-4')).toEqual(['không số 0']);
    expect(await names('henkyaku_hi__ge=2026-9-9&henkyaku_hi__le=2026-9-10')).toEqual(['ngày 2026-09-09', 'ngày 2026-09-10']);
  });

  it('bound a list from the first to the last day, both included', async () => {
    expect(await names('exc_start_time=2026-09-01&exc_end_time=2026-9-30')).toEqual([
      'ngày 2026-09-01',
      'ngày 2026-09-09',
      'ngày 2026-09-10',
      'ngày 2026-09-30',
    ]);
    expect(await names('exc_start_time=2026-10-1&exc_end_time=2026-10-01')).toEqual(['ngày 2026-10-01']);
    expect(await names('exc_start_time=2026-10-01&exc_end_time=2026-09-01')).toEqual([]);
  });

  it('must be days of the calendar', async () => {
    for (const day of ['2026-02-29', '2026-13-01', '2026-00-10', '20260910', 'hôm qua', '1899-01-01']) {
      const listed = await call('GET', `directs?exc_start_time=${encodeURIComponent(day)}`);
      expect(listed.status, day).toBe(422);
      expect(Object.keys(listed.body.messages ?? {}), day).toEqual(['exc_start_time']);
      const made = await call('POST', 'directs', { ...makeSample(directs, next), henkyaku_hi: day });
      expect(made.status, day).toBe(422);
      expect(Object.keys(made.body.messages ?? {}), day).toEqual(['henkyaku_hi']);
    }
    expect((await create({ henkyaku_hi: '2028-02-29' })).henkyaku_hi).toBe('2028-02-29');
  });
});

describe('what a direct says of itself', () => {
  it('follows from its people, customer and work', async () => {
    const row = await create({ chekkusha_id: 3, customer_id: 2, work_category_id: 4, tokuisakimei: null, hacchyuu_naiyou: null });
    expect(row).toMatchObject({
      chekkusha: 'Người checked',
      chekkushas: { id: 3, name: 'Người checked' },
      complex_factor: row.nani_keisuu,
      complex_point: row.naniten,
      upsert_by: 1,
      is_checked: 0,
      is_updated: 0,
    });
    const named = await create({ customer_id: 1, work_category_id: 5, tokuisakimei: undefined, hacchyuu_naiyou: undefined });
    expect(named).toMatchObject({ tokuisakimei: 'Khách gốc 1', hacchyuu_naiyou: '図面 5', keisanyou: 'Khách gốc 1図面 5' });
  });

  it('names its new customer when that changes, and keeps a name that was typed', async () => {
    const row = await create({ customer_id: 1, tokuisakimei: undefined });
    expect((await call('PUT', `directs/${row.id}`, { customer_id: 2 })).body.data.tokuisakimei).toBe('Khách gốc 2');
    const typed = await call('PUT', `directs/${row.id}`, { customer_id: 1, tokuisakimei: 'Tên ở nguồn' });
    expect(typed.body.data).toMatchObject({ tokuisakimei: 'Tên ở nguồn', customers: { id: 1, name: 'Khách gốc 1' } });
    expect(typed.body.data.keisanyou).toBe(`Tên ở nguồn${typed.body.data.hacchyuu_naiyou}`);
  });

  it('is of hand once a person edits it, wherever it came from', async () => {
    for (const origin of [0, 2]) {
      const row = await create();
      await api.client.execute({ sql: 'UPDATE directs SET upsert_by = ? WHERE id = ?', args: [origin, row.id] });
      expect((await call('GET', `directs/${row.id}`)).body.data.upsert_by).toBe(origin);
      expect((await call('PUT', `directs/${row.id}`, { bikou: 'sửa tay' })).body.data.upsert_by).toBe(1);
    }
  });

  it('has stricter numbers when it is made than when it is edited', async () => {
    const made = await call('POST', 'directs', {
      ...makeSample(directs, next),
      tsubosuu: 2000.01,
      complex_factor: 1.25,
      complex_point: 10.01,
    });
    expect(Object.keys(made.body.messages).sort()).toEqual(['complex_factor', 'complex_point', 'tsubosuu']);
    const row = await create({ tsubosuu: 2000, complex_factor: 1.2, complex_point: 10 });
    const edited = await call('PUT', `directs/${row.id}`, { tsubosuu: 2500.25, complex_factor: 1.125 });
    expect(edited.status).toBe(200);
    expect(edited.body.data.tsubosuu).toBe(2500.25);
    expect(edited.body.data.complex_factor).toBe(1.125);
    const negative = await call('PUT', `directs/${row.id}`, { tsubosuu: -1, sagyou_jikan: 1.5, chekkku_jikan: -1, complex_factor: 10.1 });
    expect(Object.keys(negative.body.messages).sort()).toEqual(['chekkku_jikan', 'complex_factor', 'sagyou_jikan', 'tsubosuu']);
  });
});

describe('the department of a direct', () => {
  let designer: number;
  beforeEach(async () => {
    const body = { username: `tk${next}`, name: `Thiết kế ${next}`, email: `tk${next}@tensu.test`, department_id: 1, dept_grp_id: 1 };
    designer = await api.insert('users', body);
  });

  it('stays when its designer moves to another one', async () => {
    const row = await create({ user_id: designer, dept_id: 1, dept_grp_id: 1 });
    await api.client.execute({ sql: 'UPDATE users SET department_id = 2, dept_grp_id = 2 WHERE id = ?', args: [designer] });
    expect((await call('GET', `directs/${row.id}`)).body.data).toMatchObject({ dept_id: 1, dept_grp_id: 1 });
    const edited = await call('PUT', `directs/${row.id}`, { user_id: designer, bikou: 'sau khi chuyển phòng' });
    expect(edited.body.data).toMatchObject({ dept_id: 1, dept_grp_id: 1 });
  });

  it('is that of a new designer, unless another is chosen', async () => {
    const row = await create({ user_id: 1, dept_id: 1, dept_grp_id: 1 });
    await api.client.execute({ sql: 'UPDATE users SET department_id = 2, dept_grp_id = 2 WHERE id = ?', args: [designer] });
    expect((await call('PUT', `directs/${row.id}`, { user_id: designer })).body.data).toMatchObject({ dept_id: 2, dept_grp_id: 2 });
    const chosen = await call('PUT', `directs/${row.id}`, { user_id: 1, dept_id: 2, dept_grp_id: 2 });
    expect(chosen.body.data).toMatchObject({ user_id: 1, dept_id: 2, dept_grp_id: 2 });
  });

  it('fits its group when only one of both is chosen with a new designer', async () => {
    await api.client.execute({ sql: 'UPDATE users SET department_id = 2, dept_grp_id = 2 WHERE id = ?', args: [designer] });
    const byGroup = await create({ user_id: 1, dept_id: 1, dept_grp_id: 1 });
    expect((await call('PUT', `directs/${byGroup.id}`, { user_id: designer, dept_grp_id: 1 })).body.data).toMatchObject({
      dept_id: 1,
      dept_grp_id: 1,
    });
    const byDepartment = await create({ user_id: 1, dept_id: 1, dept_grp_id: 1 });
    expect((await call('PUT', `directs/${byDepartment.id}`, { user_id: designer, dept_id: 2 })).body.data).toMatchObject({
      dept_id: 2,
      dept_grp_id: 2,
    });
  });

  it('is asked for when a direct is made, and may be another than that of the designer or of who writes it', async () => {
    const { dept_id, dept_grp_id, ...without } = makeSample(directs, next);
    expect(dept_id).toBeDefined();
    expect(dept_grp_id).toBeDefined();
    const refused = await call('POST', 'directs', without);
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.messages)).toEqual(['dept_id', 'dept_grp_id']);
    expect(await create({ user_id: designer, dept_id: 2, dept_grp_id: 2 })).toMatchObject({ dept_id: 2, dept_grp_id: 2 });
  });
});

describe('the four points', () => {
  const none = { standard_design_point: null, standard_check_point: null, result_design_point: null, result_check_point: null };
  const emptied = async (entity: string, id: number, body: unknown) => {
    const answer = await call('PUT', `${entity}/${id}`, body);
    return [answer.status, answer.body.messages];
  };

  it('cannot be emptied by an edit, in either view, and the refusal names each', async () => {
    const row = await create({ ...none, result_design_point: 4.5, standard_check_point: 0 });
    for (const entity of ['directs', 'directs_techousei']) {
      expect(await emptied(entity, row.id, { result_design_point: '' })).toEqual([
        422,
        { result_design_point: 'Điểm thiết kế không được để trống' },
      ]);
      const [status, messages] = await emptied(entity, row.id, { ...none, bikou: 'mất điểm' });
      expect(status).toBe(422);
      expect(Object.keys(messages)).toEqual(['standard_check_point', 'result_design_point']);
    }
    expect((await call('GET', `directs/${row.id}`)).body.data).toEqual(row);
    expect((await call('PUT', `directs/${row.id}`, { result_design_point: 0 })).body.data).toMatchObject({ result_design_point: 0 });
  });

  it('may be missing from a new direct, and from an edit that is about something else', async () => {
    const row = await create(none);
    expect(row).toMatchObject(none);
    expect((await call('PUT', `directs/${row.id}`, { bikou: 'chưa tính' })).body.data).toMatchObject({ ...none, bikou: 'chưa tính' });
    expect((await call('PUT', `directs/${row.id}`, { ...row, ...none, version: undefined, bikou: 'cả dòng' })).body.data).toMatchObject({
      ...none,
      bikou: 'cả dòng',
    });
    expect((await call('PUT', `directs/${row.id}`, { standard_check_point: 1.5 })).body.data.standard_check_point).toBe(1.5);
  });
});

describe('techousei', () => {
  it('marks a direct as adjusted when its result points change, and only then', async () => {
    const row = await create({ result_design_point: 4.5, result_check_point: 1 });
    const untouched = await call('PUT', `directs_techousei/${row.id}`, { result_design_point: 4.5, bikou: 'chỉ ghi chú' });
    expect(untouched.body.data).toMatchObject({ is_updated: 0, bikou: 'chỉ ghi chú' });
    const adjusted = await call('PUT', `directs_techousei/${row.id}`, { result_design_point: 5.125 });
    expect(adjusted.body.data).toMatchObject({ is_updated: 1, result_design_point: 5.125, result_check_point: 1 });
    expect((await call('GET', `directs/${row.id}`)).body.data).toEqual(adjusted.body.data);
    expect((await names('is_updated=1')).length).toBeGreaterThan(0);
  });

  it('is another view of the same rows: what the plain view changes is not an adjustment', async () => {
    const row = await create({ result_design_point: 4.5 });
    const { body } = await call('PUT', `directs/${row.id}`, { result_design_point: 6 });
    expect(body.data).toMatchObject({ is_updated: 0 });
    expect(body.warnings, 'the next calculation takes it back').toEqual([expect.stringContaining('lần tính điểm tới')]);
    expect((await call('PUT', `directs/${row.id}`, { result_design_point: 6, bikou: 'x' })).body.warnings).toBeUndefined();
    expect((await call('GET', `directs_techousei/${row.id}`)).body.data.result_design_point).toBe(6);
    expect((await call('DELETE', `directs_techousei/${row.id}`)).status).toBe(200);
    expect((await call('GET', `directs/${row.id}`)).status).toBe(404);
  });
});
