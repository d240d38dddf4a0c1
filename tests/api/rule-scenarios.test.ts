import type { Client, InStatement } from '@libsql/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { CALLS } from '../../worker/contracts/calls/declared/calls.ts';
import { openApi, type Person, type TestApi } from '../support/api.ts';

let api: TestApi;
let scenario: number;
beforeAll(async () => {
  api = await openApi();
  await api.insert('customers', { name: 'Khách 1', code: 'K1' });
  await api.insert('customers', { name: 'Khách 2', code: 'K2' });
  await api.insert('work_categories', { work_name: 'Hạng mục 1' });
  const made = await call('POST', 'rule_scenarios', { name: 'Tăng điểm khách 1', valid_from: '2026-12' });
  expect(made.status).toBe(201);
  expect(made.body.data.status).toBe('draft');
  scenario = made.body.data.id;
});

const call = (method: string, path: string, body?: unknown, as: Person = api.people.admin) => api.call(method, path, { as, body });
const inside = (method: string, path: string, body?: unknown, { id = scenario as number | string, as = api.people.admin } = {}) =>
  api.call(method, path, { as, body, headers: { 'x-scenario': String(id) } });
const standard = { customer_id: 1, work_category_id: 1, standard_design_point: 1, standard_check_point: 0.5, scale_code: 'A' };
const liveRules = async () => {
  const tables = ['standards', 'tsubos', 'formula_base_points', 'formula_results', 'totals_expressions'];
  return Promise.all(
    tables.map(async (table) => (await api.client.execute(`SELECT * FROM ${table} ORDER BY 1, 2`)).rows.map((row) => ({ ...row }))),
  );
};

describe('rules in a scenario', () => {
  it('are changed, added and removed there, while the live ones stay', async () => {
    const one = (await call('POST', 'standards', standard)).body.data;
    const two = (await call('POST', 'standards', { ...standard, customer_id: 2 })).body.data;
    const before = await liveRules();

    const changed = await inside('PUT', `standards/${one.id}`, { standard_design_point: 1.5, version: 1 });
    expect(changed.status).toBe(200);
    expect(changed.body.data.standard_design_point).toBe(1.5);
    expect(changed.body.data.version).toBe(2);
    expect((await inside('PUT', `standards/${one.id}`, { note: 'x', version: 1 })).status, 'a stale version').toBe(409);
    const added = await inside('POST', 'formula-results', { scale_code: 'B', result_design_formula: 'tsubosuu' });
    expect({ status: added.status, scale_code: added.body.data.scale_code }).toEqual({ status: 201, scale_code: 'B' });
    expect((await inside('POST', 'standards', standard)).status, 'the unique key holds').toBe(409);
    expect((await inside('POST', 'formula-results', { scale_code: 'C', result_design_formula: 'nope + 1' })).status).toBe(422);
    expect((await inside('DELETE', `standards/${two.id}`)).status).toBe(200);

    const list = (await inside('GET', 'standards')).body;
    expect(list.total).toBe(1);
    expect(list.data.map(({ id, standard_design_point }: Record<string, number>) => [id, standard_design_point])).toEqual([[one.id, 1.5]]);
    expect((await inside('GET', 'standards?as_of=all')).body.total).toBe(1);
    expect((await inside('GET', `standards/${two.id}`)).status).toBe(404);
    expect((await inside('GET', `formula-results/${added.body.data.id}`)).body.data.result_design_formula).toBe('tsubosuu');
    expect((await inside('GET', 'standards/export?format=json')).body).toHaveLength(1);
    expect(await liveRules()).toEqual(before);
    expect((await call('GET', 'standards')).body.total).toBe(2);
  });

  it('may refer to each other: a standard to a scale row that only the scenario has', async () => {
    const row = await inside('POST', 'tsubos', { scale_factor_code: 'N', scale_factor: 2 });
    const made = await inside('POST', 'standards', { ...standard, customer_id: 2, tsubo_id: row.body.data.id });
    expect(row.status).toBe(201);
    expect(made.status).toBe(201);
    expect((await inside('DELETE', `tsubos/${row.body.data.id}`)).status, 'it is in use').toBe(409);
    expect((await call('GET', `tsubos/${row.body.data.id}`)).status).toBe(404);
    expect((await call('POST', 'standards', { ...standard, customer_id: 2, tsubo_id: row.body.data.id })).status).toBe(422);
  });

  it('are made once for an Idempotency-Key, which counts for no other scenario and not for the live rules', async () => {
    const make = (more: Record<string, string>) =>
      api.call('POST', 'formula-results', {
        as: api.people.admin,
        body: { scale_code: 'K', result_design_formula: '1' },
        headers: { 'idempotency-key': 'one-rule', 'accept-language': 'en', ...more },
      });
    const first = await make({ 'x-scenario': String(scenario) });
    const again = await make({ 'x-scenario': String(scenario) });
    expect(first.status).toBe(201);
    expect(again.status).toBe(201);
    expect(again.body.data.id).toEqual(first.body.data.id);
    const live = await make({});
    expect(live.status).toBe(409);
    expect(live.body.message).toEqual(expect.stringContaining('used for another request'));
  });

  it('are looked up by their id where one is edited, and not read whole for it', async () => {
    const sent: InStatement[] = [];
    const { batch } = api.client;
    api.client.batch = ((statements: InStatement[], mode) => {
      sent.push(...statements);
      return batch.call(api.client, statements, mode);
    }) as Client['batch'];
    expect((await inside('PUT', 'standards/1', { standard_design_point: 4 })).body.data.standard_design_point).toBe(4);
    api.client.batch = batch;
    // A write that is explained stays open in this client.
    const isRead = (text: string) => text.includes('main."standards"') && !text.includes('INSERT INTO');
    const reads = sent.flatMap((statement) => (typeof statement === 'object' && isRead(statement.sql) ? [statement] : []));
    const plans = reads.map(({ sql, args }) => api.client.execute({ sql: `EXPLAIN QUERY PLAN ${sql}`, args: args! }));
    const steps = (await Promise.all(plans)).map(({ rows }) => rows.map(({ detail }) => String(detail)));
    const ofRecord = steps.filter((plan) => plan.includes('SEARCH main.standards USING INTEGER PRIMARY KEY (rowid=?)'));
    expect(ofRecord).toHaveLength(3);
    // Read before and afterwards, it says the month in which its next version ends it: that is looked for among all.
    expect(ofRecord.filter((plan) => plan.includes('SCAN main.standards'))).toHaveLength(2);
  });

  it('have versions too, a table whole', async () => {
    const row = (await call('POST', 'tsubos', { scale_factor_code: 'V', scale_factor: 1 })).body.data;
    const second = (await call('POST', 'tsubos', { scale_factor_code: 'V', scale_factor: 2 })).body.data;
    const made = await inside('POST', 'tsubos/versions', { valid_from: '2026-12', copy_of: row.id, values: { scale_factor: 5 } });
    expect(made.status).toBe(201);
    expect(made.body.data.map((each: Record<string, number>) => [each.scale_factor, each.copied_from])).toEqual([
      [5, row.id],
      [2, second.id],
    ]);
    expect((await inside('GET', 'tsubos?as_of=2026-12&scale_factor_code=V')).body.total).toBe(2);
    expect((await call('GET', 'tsubos?as_of=all&scale_factor_code=V')).body.total).toBe(2);
  });

  it('are the totals expressions as well', async () => {
    const live = (await call('GET', 'totals-expressions')).body;
    const saved = await inside('PUT', 'totals-expressions', {
      total_point_1: 'direct_point * 2',
      total_point_2: live.total_point_2,
      version: live.version,
    });
    expect({ status: saved.status, total_point_1: saved.body.total_point_1 }).toEqual({ status: 200, total_point_1: 'direct_point * 2' });
    const dated = await inside('PUT', 'totals-expressions', {
      total_point_1: 'direct_point * 3',
      total_point_2: '1',
      valid_from: '2026-12',
    });
    expect({ status: dated.status, total_point_1: dated.body.total_point_1 }).toEqual({ status: 200, total_point_1: 'direct_point * 3' });
    expect((await inside('GET', 'totals-expressions?as_of=2026-11')).body.total_point_1).toBe('direct_point * 2');
    expect((await call('GET', 'totals-expressions')).body).toEqual(live);
    expect((await inside('PUT', 'totals-expressions', { total_point_1: 'nope', total_point_2: '1' })).status).toBe(422);
  });

  it('are undone as live ones are, while the scenario is a draft', async () => {
    const { id } = (await call('POST', 'rule_scenarios', { name: 'Hoàn tác' })).body.data;
    const [live] = (await call('GET', 'standards')).body.data;
    const pointOf = async () => (await inside('GET', `standards/${live.id}`, undefined, { id })).body.data.standard_design_point;
    const edit = (standard_design_point: number) => inside('PUT', `standards/${live.id}`, { standard_design_point }, { id });
    const undoLast = async () => {
      const [operation] = (await call('GET', 'operations?entity=rule_scenario_rows&limit=1')).body.data;
      expect(operation).toMatchObject({ entity: 'rule_scenario_rows', undoable: true });
      return call('POST', `operations/${operation.id}/undo`);
    };
    await edit(21);
    await edit(22);
    expect((await undoLast()).body).toMatchObject({ status: 'done', reversed: 1, kept: [] });
    expect(await pointOf()).toBe(21);
    expect((await inside('DELETE', `standards/${live.id}`, undefined, { id })).status).toBe(200);
    expect((await undoLast()).status).toBe(200);
    expect(await pointOf()).toBe(21);
    const [first] = (await call('GET', 'operations?entity=rule_scenario_rows&limit=9')).body.data.filter(
      ({ counts }: { counts: { created: number } }) => counts.created === 1,
    );
    await edit(23);
    expect((await call('POST', `operations/${first.id}/undo`)).body.kept, 'it was edited since').toMatchObject([
      { reason: 'changed_since' },
    ]);
    expect((await call('GET', `rule_scenarios/${id}/changes`)).body.data).toHaveLength(1);
    expect((await call('POST', `rule_scenarios/${id}/discard`)).status).toBe(200);
    const [closed] = (await call('GET', 'operations?entity=rule_scenario_rows&limit=1')).body.data;
    expect(closed).toMatchObject({ undoable: false, reason: 'closed' });
    const refused = await call('POST', `operations/${closed.id}/undo`);
    expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 409, code: 'not_undoable' });
    expect((await call('GET', `standards/${live.id}`)).body.data).toEqual(live);
  });

  it('are not promoted while one names a row whose creation was undone', async () => {
    const { id } = (await call('POST', 'rule_scenarios', { name: 'Thiếu dòng', valid_from: '2027-01' })).body.data;
    const row = await inside('POST', 'tsubos', { scale_factor_code: 'U', scale_factor: 2 }, { id });
    const [operation] = (await call('GET', 'operations?entity=rule_scenario_rows&limit=1')).body.data;
    const [live] = (await call('GET', 'standards')).body.data;
    expect((await inside('PUT', `standards/${live.id}`, { tsubo_id: row.body.data.id }, { id })).status).toBe(200);
    expect((await call('POST', `operations/${operation.id}/undo`)).status).toBe(200);
    const refused = await call('POST', `rule_scenarios/${id}/promote`, { valid_from: '2027-01' });
    expect(refused.status).toBe(422);
    expect(refused.body.messages.tsubo_id).toContain('Dòng hệ số quy mô không tồn tại');
    expect((await call('GET', `standards/${live.id}`)).body.data).toEqual(live);
  });

  it('are another answer than the live ones, and than those of another scenario', async () => {
    const tagOf = async (answer: Promise<{ headers: Headers }>) => (await answer).headers.get('etag')!;
    const [live, mine] = [await tagOf(call('GET', 'standards')), await tagOf(inside('GET', 'standards'))];
    expect(live).not.toBe(mine);
    const asked = await api.call('GET', 'standards', {
      as: api.people.admin,
      headers: { 'x-scenario': String(scenario), 'if-none-match': mine },
    });
    expect(asked.status).toBe(304);
  });
});

describe('the header', () => {
  it('is taken by the calls about rules that say so, and by no other', async () => {
    const about = CALLS.filter(({ path }) => /versions|totals|rules|formulas/.test(path));
    const taken: string[] = [];
    for (const { method, path } of about) {
      const { body } = await inside(method, path.slice(1).replaceAll(/:\w+/g, '1'), method === 'GET' ? undefined : {});
      if (body.code !== 'scenario_refused') taken.push(`${method} ${path}`);
    }
    expect(taken).toEqual(about.filter(({ inScenario }) => inScenario).map(({ method, path }) => `${method} ${path}`));
    expect(taken).toHaveLength(6);
  });

  it('is refused by every other call, and by everybody but Admins first', async () => {
    for (const [method, path] of [
      ['GET', 'directs'],
      ['POST', 'calculate-new'],
      ['GET', 'rule_scenarios'],
      ['POST', 'standards/import'],
      ['POST', 'standards/bulk'],
      ['GET', 'standards/import-template'],
      ['DELETE', 'totals-expressions?valid_from=2026-12'],
      ['GET', 'nowhere'],
    ] as const) {
      const refused = await inside(method, path, method === 'POST' ? {} : undefined);
      expect({ status: refused.status, code: refused.body.code }, `${method} ${path}`).toEqual({ status: 400, code: 'scenario_refused' });
      for (const as of [api.people.writer, api.people.viewer]) {
        expect((await inside(method, path, method === 'POST' ? {} : undefined, { as })).status, `${method} ${path}`).toBe(403);
      }
    }
    for (const { method, path } of CALLS.filter(({ grant }) => grant === 'public')) {
      const refused = await api.call(method, path.slice(1).replaceAll(/:\w+/g, '1'), {
        body: method === 'GET' ? undefined : {},
        headers: { 'x-scenario': String(scenario) },
      });
      expect({ status: refused.status, code: refused.body.code }, `${method} ${path}`).toEqual({ status: 400, code: 'scenario_refused' });
    }
    expect((await inside('GET', 'standards', undefined, { as: api.people.writer })).status).toBe(403);
    expect((await inside('GET', 'standards', undefined, { id: 'x' })).body.code).toBe('scenario_header');
    const gone = await inside('GET', 'standards', undefined, { id: 999 });
    expect({ status: gone.status, code: gone.body.code }).toEqual({ status: 404, code: 'scenario_deleted' });
    expect((await api.call('GET', 'standards', { headers: { 'x-scenario': '1' } })).status).toBe(401);
  });
});
