import { beforeAll, describe, expect, it } from 'vitest';
import { openApi, type Person, type TestApi } from '../support/api.ts';
import { importRows } from '../support/imports.ts';

let api: TestApi;
const ids: number[] = [];
beforeAll(async () => {
  api = await openApi();
  for (const [name, month] of [
    ['A', '10'],
    ['B', '10'],
    ['C', '10'],
    ['D', '09'],
  ] as const) {
    ids.push(
      await api.insert('directs', {
        name,
        henkyaku_hi: `2026-${month}-05`,
        result_design_point: 1,
        result_check_point: 2,
        upsert_by: 0,
        is_checked: name === 'C' ? 1 : 0,
      }),
    );
  }
});

const adjust = (directs: unknown, as = api.people.checked) => api.call('POST', 'directs_techousei/add-multiple', { as, body: { directs } });

describe('adjusting result points', () => {
  it('of many rows saves those that may be written, marks them as adjusted and names the others with their reason', async () => {
    const [a, b, c, d] = ids as [number, number, number, number];
    await api.call('POST', 'lock_and_unlock', { as: api.people.admin, body: { year: 2026, month: 9, status: 1 } });
    const { status, body } = await adjust([
      { id: a, result_design_point: 1.5, result_check_point: 2, version: 1 },
      { id: b, result_design_point: 3, version: 9 },
      { id: c, result_check_point: 5 },
      { id: d, result_check_point: 5 },
    ]);
    expect(status).toBe(200);
    expect(body.data).toMatchObject([{ id: a, result_design_point: 1.5, is_updated: 1, upsert_by: 0, version: 2 }]);
    expect(body.refused.map((row: { id: number; code: string }) => [row.id, row.code])).toEqual([
      [b, 'conflict'],
      [c, 'record_checked'],
      [d, 'month_locked'],
    ]);
    expect(body.refused[2].message).toContain('2026/09');
    // What a calculation that includes adjusted jobs would throw away: of a checked one nothing.
    await api.insert('directs', { name: 'E', henkyaku_hi: '2026-10-06', result_design_point: 7, is_updated: 1, is_checked: 1 });
    const adjusted = await api.call('GET', 'calculations/adjusted?year=2026&month=10', { as: api.people.checked });
    expect(adjusted.body).toEqual({ count: 1, design_points: 1.5, check_points: 2 });
    const { body: history } = await api.call('GET', `directs_techousei_history?direct_id=${a}`, { as: api.people.viewer });
    expect(history.data[0]).toMatchObject({ source: 'screen' });
  });

  it('answers the reason as the error when no row can be written', async () => {
    const { status, body } = await adjust([{ id: ids[2], result_check_point: 5 }]);
    expect(status).toBe(409);
    expect(body.messages[String(ids[2])]).toContain('You can not change check in record');
    expect((await adjust([{ id: ids[3], result_check_point: 5 }])).status).toBe(423);
    expect((await adjust([{ id: 999_999, result_check_point: 5 }])).body.message).toBe('Không tìm thấy công việc');
  });

  it('refuses points that are none or emptied, and who may not', async () => {
    const { status, body } = await adjust([{ id: ids[1], result_check_point: null }]);
    expect(status).toBe(422);
    expect(body.messages).toEqual({ [String(ids[1])]: 'Điểm kiểm tra không được để trống' });
    expect((await adjust([{ id: ids[1], result_check_point: 'x' }])).status).toBe(422);
    expect((await adjust('nonsense')).status).toBe(422);
    const twice = [2, 3].map((result_check_point) => ({ id: ids[1], result_check_point }));
    const { status: refused, body: reasons } = await adjust(twice);
    expect(refused).toBe(422);
    expect(Object.keys(reasons.messages)).toEqual(['directs']);
    expect((await adjust([{ id: ids[1], result_check_point: 1 }], api.people.viewer)).status).toBe(403);
  });

  it('needs a reason once an Admin asks for it, on every path', async () => {
    const id = ids[1];
    const { admin, writer } = api.people;
    const asked = (reason_required: number, as: Person) => api.call('PUT', 'adjust-settings', { as, body: { reason_required } });
    expect((await asked(1, writer)).status).toBe(403);
    expect((await asked(1, admin)).body).toEqual({ reason_required: 1 });
    const many = (reason?: string) =>
      api.call('POST', 'directs_techousei/add-multiple', { as: writer, body: { directs: [{ id, result_design_point: 3.3 }], reason } });
    const one = (body: object) => api.call('PUT', `directs_techousei/${id}`, { as: writer, body });
    expect((await many()).body.messages).toMatchObject({ adjust_reason: expect.stringContaining('Lý do') });
    expect((await one({ result_design_point: 3.3 })).status).toBe(422);
    expect((await many('Tính lại theo bản vẽ mới')).status).toBe(200);
    expect((await one({ result_design_point: 3.4, adjust_reason: 'Sửa lần hai' })).body.data).toMatchObject({
      adjust_reason: 'Sửa lần hai',
      is_updated: 1,
    });
    const plain = (body: object) => api.call('PUT', `directs/${id}`, { as: writer, body });
    expect((await plain({ result_design_point: 3.45 })).status, 'an adjusted job, in the plain view').toBe(422);
    expect((await plain({ bikou: 'ghi chú' })).body.data).toMatchObject({ adjust_reason: 'Sửa lần hai' });
    expect((await asked(0, admin)).body).toEqual({ reason_required: 0 });
    expect((await one({ result_design_point: 3.5 })).body.data).toMatchObject({ adjust_reason: null, is_updated: 1 });
  });

  it.each(['add-multiple', 'one', 'plain'])(
    'tells the designer and the checker once, and not who adjusts, on every path: %s',
    async (path) => {
      const { viewer, writer, checked } = api.people;
      const row = { name: path, henkyaku_hi: '2026-10-06', user_id: viewer.id, chekkusha_id: writer.id, result_design_point: 1 };
      const id = await api.insert('directs', { ...row, is_updated: path === 'plain' ? 1 : 0, adjust_reason: 'lần trước' });
      const view = path === 'plain' ? 'directs' : 'directs_techousei';
      const save = (points: object) =>
        path === 'add-multiple' ? adjust([{ id, ...points }], writer) : api.call('PUT', `${view}/${id}`, { as: writer, body: points });
      const told = async (as: Person): Promise<number> =>
        (await api.call('GET', 'notices?limit=200', { as })).body.data.filter(({ kind }: { kind: string }) => kind === 'job_adjusted')
          .length;
      const before = await told(viewer);
      expect((await save({ result_design_point: 2 })).status).toBe(200);
      expect(await told(viewer)).toEqual(before + 1);
      expect(await told(writer)).toBe(0);
      expect(await told(checked)).toBe(0);
      expect((await save({ result_design_point: 2 })).status).toBe(200);
      expect(await told(viewer)).toBe(before + 1);
      expect((await api.call('GET', `directs/${id}`, { as: writer })).body.data).toMatchObject({ is_updated: 1, adjust_reason: null });
      const [operation] = (await api.call('GET', 'operations?limit=1', { as: writer })).body.data;
      expect((await api.call('POST', `operations/${operation.id}/undo`, { as: writer })).body).toMatchObject({ reversed: 1 });
      const notices = (await api.call('GET', 'notices?limit=200', { as: viewer })).body.data;
      expect(notices[0].text, 'an undo tells of it once too').toMatch(/^1 công việc/);
    },
  );

  // A file of more than a thousand rows is written in several transactions unless all or nothing was asked for.
  it.each(['all_or_nothing', 'valid_rows'])('by a file tells the designer and the checker once, of all its jobs: %s', async (mode) => {
    const { viewer, writer } = api.people;
    const codes = Array.from({ length: 1100 }, (_, n) => `${mode}-${n}`);
    await api.client.execute({
      sql: `INSERT INTO directs (name, external_id, external_id_key, henkyaku_hi, user_id, chekkusha_id, result_design_point, result_check_point)
        SELECT value, value, value, '2026-10-06', ?, ?, 1, 2 FROM json_each(?)`,
      args: [viewer.id, writer.id, JSON.stringify(codes)],
    });
    // The last two stay as they are.
    const rows = codes.map((code, n) => [code, n < 1098 ? 1.5 : 1, 2]);
    const headers = ['external_id', 'result_design_point', 'result_check_point'];
    const done = await importRows(api, 'directs_techousei', [headers, ...rows], { mode });
    expect(done).toMatchObject({ status: 'done', updated: 1098 });
    const told = await api.client.execute({
      sql: 'SELECT user_id, params FROM notices WHERE event = ?',
      args: [`job_adjusted:import-${done.id}`],
    });
    expect(told.rows.map((row) => ({ ...row }))).toEqual([{ user_id: viewer.id, params: '{"count":1098,"month":"2026-10"}' }]);
  });
});
