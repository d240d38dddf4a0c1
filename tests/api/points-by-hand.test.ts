import { beforeAll, describe, expect, it } from 'vitest';
import { DIRECT_POINTS, directs } from '../../worker/contracts/entities/directs.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { importRows } from '../support/imports.ts';
import { fillReferences, makeSample } from '../support/samples.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
  await fillReferences(api);
});

let made = 0;
const DAY = '2026-10-06';
const job = (more: object = {}) => {
  const code = `J-${++made}`;
  const row = { name: code, external_id: code, henkyaku_hi: DAY, result_design_point: 6.05, result_check_point: 1, user_id: 4, ...more };
  return api.insert('directs', row);
};
const call = (method: string, path: string, body?: object) => api.call(method, path, { as: api.people.writer, body });
const require = (reason_required: 0 | 1) => api.call('PUT', 'adjust-settings', { as: api.people.admin, body: { reason_required } });

type Door = (id: number, values: Record<string, unknown>) => Promise<{ status: number; told: string }>;
const one = async (method: string, path: string, body: object) => {
  const { status, body: answer } = await call(method, path, body);
  return { status, told: JSON.stringify(answer.messages ?? answer) };
};
const bulk =
  (entity: string): Door =>
  async (id, values) => {
    const { body } = await call('POST', `${entity}/bulk`, { ids: [id], values });
    return { status: body.changed === 1 ? 200 : 422, told: JSON.stringify(body.refused) };
  };
const file =
  (entity: string): Door =>
  async (id, values) => {
    const { rows } = await api.client.execute(`SELECT external_id, name FROM directs WHERE id = ${id}`);
    const row = { external_id: rows[0]!.external_id, ...values };
    const done = await importRows(api, entity, [Object.keys(row), Object.values(row)]);
    return { status: done.updated === 1 ? 200 : 422, told: JSON.stringify(done.errors) };
  };

/** Every address by which somebody writes result points. */
const DOORS: Record<string, Door> = {
  'PUT directs': (id, values) => one('PUT', `directs/${id}`, values),
  'PATCH directs': (id, values) => one('PATCH', `directs/${id}`, values),
  'POST directs/{id}': (id, values) => one('POST', `directs/${id}`, { _method: 'PUT', ...values }),
  'PUT directs_techousei': (id, values) => one('PUT', `directs_techousei/${id}`, values),
  'add-multiple': (id, values) => one('POST', 'directs_techousei/add-multiple', { directs: [{ id, ...values }] }),
  'directs/bulk': bulk('directs'),
  'directs_techousei/bulk': bulk('directs_techousei'),
  'directs/import': file('directs'),
  'directs_techousei/import': file('directs_techousei'),
};

/** What refuses points at every address alike. */
const RULES: Record<string, { told: string; prepare: () => Promise<number> }> = {
  'a reason': { told: 'Lý do điều chỉnh', prepare: () => job() },
  'a month that is open': {
    told: 'khóa',
    prepare: async () => {
      await api.client.execute('DELETE FROM month_locks');
      const id = await job({ henkyaku_hi: '2026-08-05' });
      await api.client.execute("INSERT INTO month_locks (month, status, at) VALUES ('2026-08', 1, '2026-11-01 08:00:00')");
      return id;
    },
  },
  'a job that is not checked': { told: 'kiểm tra', prepare: () => job({ is_checked: 1 }) },
};

const stored = async (id: number) =>
  (await api.client.execute(`SELECT result_design_point, is_updated, adjust_reason FROM directs WHERE id = ${id}`)).rows[0];

describe.each(Object.keys(DOORS))('points by %s', (name) => {
  const write = DOORS[name]!;

  it.each(Object.keys(RULES))('ask for %s', async (rule) => {
    await require(1);
    const id = await RULES[rule]!.prepare();
    const before = await stored(id);
    const reason = rule === 'a reason' ? {} : { adjust_reason: 'Theo bản vẽ mới' };
    const { status, told } = await write(id, { result_design_point: 77, ...reason });
    expect(status, told).not.toBe(200);
    expect(told).toContain(RULES[rule]!.told);
    expect(await stored(id)).toEqual(before);
  });

  it('with a reason mark the job as adjusted, and an undo gives back both', async () => {
    await require(1);
    const id = await job();
    const before = await stored(id);
    const { status, told } = await write(id, { result_design_point: 77, adjust_reason: 'Theo bản vẽ mới' });
    expect(status, told).toBe(200);
    expect(await stored(id)).toEqual({ result_design_point: 77, is_updated: 1, adjust_reason: 'Theo bản vẽ mới' });
    expect((await write(id, { result_design_point: 78 })).status, 'the reason of before is none').not.toBe(200);
    const [operation] = (await call('GET', 'operations?limit=1')).body.data;
    expect((await call('POST', `operations/${operation.id}/undo`)).body).toMatchObject({ reversed: 1 });
    expect(await stored(id)).toEqual(before);
  });
});

it('a new job with points of its own needs a reason too; without that setting none does', async () => {
  await require(1);
  const none = Object.fromEntries(DIRECT_POINTS.map((point) => [point, null]));
  const body = { ...makeSample(directs, 1), ...none, henkyaku_hi: DAY, external_id: null, adjust_reason: null, result_design_point: 3 };
  for (const path of ['directs', 'directs_techousei']) {
    const { status, body: answer } = await call('POST', path, body);
    expect(status, path).toBe(422);
    expect(Object.keys(answer.messages), path).toEqual(['adjust_reason']);
  }
  expect((await call('POST', 'directs', { ...body, adjust_reason: 'x' })).body.data).toMatchObject({
    adjust_reason: 'x',
    result_design_point: 3,
  });
  expect((await call('POST', 'directs', { ...body, result_design_point: null })).status).toBe(201);
  await require(0);
  expect((await call('POST', 'directs', body)).body.data).toMatchObject({ is_updated: 0, result_design_point: 3 });
});
