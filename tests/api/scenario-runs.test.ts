import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handleTryScenario } from '../../worker/features/scenarios/run.ts';
import { openApi, type Person, type TestApi } from '../support/api.ts';
import { calculateMonth } from '../support/calculate-month.ts';
import { runs } from '../support/property-runs.ts';
import { TRIED_MONTHS as MONTHS, openScenarioOffice, readLiveTables } from '../support/scenario-office.ts';

describe('a run of a scenario', () => {
  let office: Awaited<ReturnType<typeof openScenarioOffice>>;
  beforeAll(async () => {
    office = await openScenarioOffice();
  });
  afterAll(() => office.api.close());

  it('finds no difference without edits, and changes no row of any other table', async () => {
    const before = await readLiveTables(office.api);
    const run = await office.run();
    expect(run).toMatchObject({
      status: 'done',
      total: 12,
      done: 12,
      up: 0,
      down: 0,
      same: 12,
      kept: 0,
      failed: 0,
      stale: 0,
      outdated: false,
    });
    expect(run.after).toBe(run.before);
    expect(await readLiveTables(office.api)).toEqual(before);
  });

  it('tells who would have more, by person, department, customer and job, of a locked month too', async () => {
    const { api, call, inside, run, rows, id } = office;
    const locked = await call('POST', 'lock_and_unlock', { year: 2026, month: 9, status: 1 });
    expect(locked.status, JSON.stringify(locked.body)).toBe(200);
    expect((await inside('PUT', 'standards/1', { standard_design_point: 2 })).status).toBe(200);
    const before = await readLiveTables(api);
    const done = await run();
    expect(await readLiveTables(api)).toEqual(before);
    // Customer 1: of each month two jobs, by the factors 1 and 2, since October 3 and 4.
    expect(done).toMatchObject({ status: 'done', up: 6, down: 0, same: 6, before: 189, after: 206 });
    const customers = await rows(done.id, 'customers');
    expect(customers.map(({ name, difference }) => [name, difference])).toEqual([
      ['Khách 1', 17],
      ['Khách 2', 0],
    ]);
    expect((await rows(done.id, 'departments')).map(({ name, difference }) => [name, difference])).toEqual([['Phòng 1', 17]]);
    const people = await rows(done.id, 'people');
    expect(
      people.map(({ id, difference, total_1_before, total_1_after }) => [id, difference, Number(total_1_after) - Number(total_1_before)]),
    ).toEqual([
      [2, 17, 17],
      [3, 0, 0],
    ]);
    const jobs = await rows(done.id, 'directs', '&changed=1&order_by=difference DESC');
    expect(jobs.map(({ difference }) => difference)).toEqual([4, 4, 3, 3, 2, 1]);
    expect((await rows(done.id, 'directs', '&customer_id=2')).length).toBe(6);
    const file = await call('GET', `rule_scenarios/${id}/runs/${done.id}/people/export?format=json`);
    expect({ status: file.status, length: file.body.length }).toEqual({ status: 200, length: 2 });
    for (const month of ['9', '10']) {
      const totals = (await call('GET', `totals?year=2026&month=${month}`)).body;
      expect(JSON.stringify(totals)).not.toContain('206');
    }
  });

  it('is outdated once the scenario has changed', async () => {
    const { id, run, call, inside, rows } = office;
    const first = await run();
    await inside('PUT', 'standards/1', { standard_design_point: 3 });
    const outdated = await call('GET', `rule_scenarios/${id}/runs/${first.id}`);
    expect(outdated.body.outdated).toBe(true);
    const second = await run();
    const [row] = await rows(second.id, 'customers');
    expect(row).toMatchObject({ name: 'Khách 1', difference: 34 });
  });

  it('leaves adjusted and checked jobs of open months as a calculation would', async () => {
    const { api, run } = office;
    await api.client.execute("UPDATE directs SET is_checked = 1 WHERE henkyaku_hi = '2026-11-15' AND customer_id = 1 AND tsubosuu = 10");
    const done = await run('2026-11', '2026-11');
    expect(done).toMatchObject({ kept: 1, up: 1, same: 3 });
  });

  it('goes on where a killed worker left it, can be cancelled, and is one at a time', async () => {
    const { api, id, call } = office;
    const start = () => call('POST', `rule_scenarios/${id}/runs`, { from: MONTHS[0], to: MONTHS[2] });
    const [one, again] = [await start(), await start()];
    expect(one.status).toBe(201);
    expect(again.status).toBe(200);
    expect(again.body.id).toEqual(one.body.id);
    let writes = 0;
    const dying = {
      ...api.deps,
      db: {
        ...api.deps.db,
        write: (...args: Parameters<typeof api.deps.db.write>) =>
          ++writes > 4 ? Promise.reject(new Error('killed')) : api.deps.db.write(...args),
      },
    } as typeof api.deps;
    await expect(handleTryScenario(dying, { run_id: one.body.id })).rejects.toThrow('killed');
    api.clock.set('2026-11-20T03:05:00Z');
    await handleTryScenario(api.deps, { run_id: one.body.id });
    expect((await call('GET', `rule_scenarios/${id}/runs/${one.body.id}`)).body).toMatchObject({ status: 'done', total: 12, done: 12 });
    const other = (await start()).body.id;
    expect((await call('POST', `rule_scenarios/${id}/runs/${other}/cancel`)).body.status).toBe('cancelled');
    expect((await call('POST', `rule_scenarios/${id}/runs/${other}/cancel`)).status).toBe(409);
    await handleTryScenario(api.deps, { run_id: other });
    expect((await call('GET', `rule_scenarios/${id}/runs/${other}`)).body.status).toBe('cancelled');
    api.clock.set('2026-11-20T03:00:00Z');
  });

  it('ends with its scenario: a piece that is under way when it is deleted leaves no results', async () => {
    const { api, id, call } = office;
    const run = (await call('POST', `rule_scenarios/${id}/runs`, { from: MONTHS[0], to: MONTHS[2] })).body.id;
    let writes = 0;
    const write = async (...args: Parameters<typeof api.deps.db.write>) => {
      if (++writes === 3) expect((await call('DELETE', `rule_scenarios/${id}`)).status).toBe(200);
      return api.deps.db.write(...args);
    };
    await handleTryScenario({ ...api.deps, db: { ...api.deps.db, write } } as typeof api.deps, { run_id: run });
    const { rows } = await api.client.execute(
      `SELECT status, claim, finished_at, (SELECT COUNT(*) FROM rule_scenario_results WHERE run_id = r.id) AS results
        FROM rule_scenario_runs r WHERE id = ${run}`,
    );
    expect(rows[0]).toMatchObject({ status: 'cancelled', claim: null, finished_at: expect.stringMatching(/^\d{4}-/), results: 0 });
    expect(writes).toBe(4);
  });
});

/** An Admin beside the one of the office. */
async function makeAdmin(api: TestApi): Promise<Person> {
  await api.client.execute("UPDATE users SET role_ids = '[1]' WHERE id = 2");
  return { ...api.people.writer, role: 'Admin' };
}

describe('a scenario that is promoted', () => {
  it('names what was changed live since it was copied, and then makes nothing', async () => {
    const { api, id, call, inside } = await openScenarioOffice();
    await inside('PUT', 'standards/1', { standard_design_point: 2 });
    await call('PUT', 'standards/1', { standard_design_point: 1.5 });
    const before = await readLiveTables(api);
    const refused = await call('POST', `rule_scenarios/${id}/promote`, { valid_from: '2026-11' });
    expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 409, code: 'scenario_conflict' });
    expect(refused.body.current.conflicts).toMatchObject([
      {
        entity: 'standards',
        row_id: 1,
        label: 'Khách 1 · Hạng mục',
        fields: [{ field: 'standard_design_point', copied: 1, live: 1.5, scenario: 2 }],
      },
    ]);
    expect(await readLiveTables(api)).toEqual(before);
    const reverted = await call('POST', `rule_scenarios/${id}/revert`, { entity: 'standards', row_id: 1 });
    expect(reverted.body.data).toEqual([]);
    await inside('PUT', 'standards/1', { standard_design_point: 2 });
    expect((await call('POST', `rule_scenarios/${id}/promote`, { valid_from: '2026-11' })).body).toMatchObject({
      created: 1,
      updated: 0,
      deleted: 0,
    });
    const versions = (await call('GET', 'standards?as_of=all&customer_id=1')).body.data;
    expect(versions.map((row: Record<string, unknown>) => [row.valid_from, row.standard_design_point])).toEqual([
      [null, 1.5],
      ['2026-11', 2],
    ]);
    await api.close();
  });

  it('is promoted by one of two people at once, and is closed then', async () => {
    const { api, id, call, inside } = await openScenarioOffice();
    await inside('PUT', 'standards/1', { standard_design_point: 2 });
    const other = await makeAdmin(api);
    const promote = (as?: Person) => call('POST', `rule_scenarios/${id}/promote`, { valid_from: '2026-12' }, as);
    expect((await Promise.all([promote(), promote(other)])).map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await call('GET', `standards?as_of=all&customer_id=1`)).body.total).toBe(2);
    expect((await inside('PUT', 'standards/1', { standard_design_point: 3 })).body.code).toBe('scenario_closed');
    expect((await call('PUT', `rule_scenarios/${id}`, { name: 'x' })).body.code).toBe('scenario_closed');
    expect((await call('POST', `rule_scenarios/${id}/discard`)).body.code).toBe('scenario_closed');
    await api.close();
  });

  it('wins over another scenario of the same rule that is promoted at the same moment, which then names what was changed', async () => {
    const { api, id, call, inside } = await openScenarioOffice();
    const other = await makeAdmin(api);
    const second = (await call('POST', 'rule_scenarios', { name: 'Thứ hai' }, other)).body.data.id;
    await inside('PUT', 'standards/1', { standard_design_point: 2 });
    const headers = { 'x-scenario': String(second) };
    expect((await api.call('PUT', 'standards/1', { as: other, body: { standard_design_point: 5 }, headers })).status).toBe(200);
    const both = await Promise.all([
      call('POST', `rule_scenarios/${id}/promote`, { valid_from: '2026-12' }),
      call('POST', `rule_scenarios/${second}/promote`, { valid_from: '2026-12' }, other),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const lost = both.find(({ status }) => status === 409)!;
    expect(lost.body.code).toBe('scenario_conflict');
    expect(lost.body.current.conflicts[0].label).toBe('Khách 1 · Hạng mục');
    const versions = (await call('GET', 'standards?as_of=all&customer_id=1')).body.data;
    expect(versions.map((row: Record<string, unknown>) => [row.valid_from, row.standard_design_point])).toEqual([
      [null, 1],
      ['2026-12', both[0]!.status === 200 ? 2 : 5],
    ]);
    await api.close();
  });

  it('names the rule of a customer who is gone, and makes nothing', async () => {
    const { api, id, call, inside } = await openScenarioOffice();
    const customer = (await call('POST', 'customers', { code: 'MOI', name: 'Khách mới', work_category: [1] })).body.data.id;
    const values = { work_category_id: 1, scale_code: 'S1', standard_design_point: 1, standard_check_point: 1 };
    const added = await inside('POST', 'standards', { ...values, customer_id: customer });
    expect(added.status, JSON.stringify(added.body)).toBe(201);
    expect((await call('DELETE', `customers/${customer}`)).status).toBe(200);
    const refused = await call('POST', `rule_scenarios/${id}/promote`, { valid_from: '2026-11' });
    expect(refused.status).toBe(422);
    expect(refused.body.messages).toEqual({ customer_id: `#${added.body.data.id}: Khách hàng không tồn tại, hãy chọn lại` });
    expect((await call('GET', 'standards?as_of=2026-11')).body.total).toBe(2);
    await api.close();
  });

  it('needs a reason where it breaks a worked example, and keeps it', async () => {
    const { api, id, call, inside } = await openScenarioOffice();
    const { status } = await call('POST', 'rule_cases', {
      ...{ name: 'Nhà mẫu', month: '2026-11', customer_id: 1, work_category_id: 1, values: { tsubosuu: 10 } },
      ...{ result_design_point: 13, result_check_point: 1 },
    });
    expect(status).toBe(201);
    await inside('PUT', 'standards/1', { standard_design_point: 2 });
    const before = await readLiveTables(api);
    const refused = await call('POST', `rule_scenarios/${id}/promote`, { valid_from: '2026-11' });
    expect(refused.status).toBe(409);
    expect(refused.body.code).toBe('scenario_breaks_cases');
    expect(refused.body.current.cases[0].name).toBe('Nhà mẫu');
    expect(await readLiveTables(api)).toEqual(before);
    const promoted = await call('POST', `rule_scenarios/${id}/promote`, { valid_from: '2026-11', reason: 'Giá mới' });
    expect({ status: promoted.status, created: promoted.body.created }).toEqual({ status: 200, created: 1 });
    expect((await call('GET', `rule_scenarios/${id}`)).body.data).toMatchObject({
      status: 'promoted',
      promoted_from: '2026-11',
      reason: 'Giá mới',
    });
    await api.close();
  });

  it('belongs to Admins alone, in every call', async () => {
    const { api, id, call, run } = await openScenarioOffice();
    const { id: runId } = await run();
    const paths = [
      'changes',
      'runs',
      `runs/${runId}`,
      ...['people', 'departments', 'customers', 'directs'].flatMap((kind) => [`runs/${runId}/${kind}`, `runs/${runId}/${kind}/export`]),
    ];
    const writes = ['runs', 'promote', 'discard', 'revert', 'standards', `runs/${runId}/cancel`];
    for (const as of [api.people.writer, api.people.checked, api.people.viewer]) {
      for (const path of paths) expect((await call('GET', `rule_scenarios/${id}/${path}`, undefined, as)).status, path).toBe(403);
      for (const path of writes) expect((await call('POST', `rule_scenarios/${id}/${path}`, {}, as)).status, path).toBe(403);
      expect((await call('GET', 'rules/reality?from=2026-09&to=2026-10', undefined, as)).status).toBe(403);
    }
    await api.close();
  });

  const edit = fc.record({
    act: fc.constantFrom('standard', 'scale', 'result', 'base', 'row', 'removed', 'version', 'table', 'name', 'expression'),
    at: fc.integer({ min: 1, max: 4 }),
    n: fc.integer({ min: 1, max: 9 }),
    month: fc.constantFrom('2026-10', '2026-11', '2026-12'),
  });
  type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

  async function apply(
    { inside }: Pick<Awaited<ReturnType<typeof openScenarioOffice>>, 'inside'>,
    { act, at, n, month }: Edit,
  ): Promise<void> {
    const one = at > 2 ? 2 : at;
    if (act === 'standard') await inside('PUT', `standards/${one}`, { standard_design_point: n, standard_check_point: n / 2 });
    else if (act === 'scale') await inside('PUT', `tsubos/${at}`, { scale_factor: n });
    else if (act === 'result')
      await inside('PUT', 'formula-results/1', { result_design_formula: `standard_design_point * ${n} + scale_factor` });
    else if (act === 'base') await inside('PUT', 'formula-base-points/1', { base_point1: `${n}` });
    else if (act === 'row') {
      const valid_from = at > 2 ? '2026-10' : null;
      await inside('POST', 'tsubos', { scale_factor_code: 'A', valid_from, scale_factor: n, complexity_factor: 1, scale_limit_from: 5 });
    } else if (act === 'removed') await inside('DELETE', `tsubos/${at}`);
    else if (act === 'version')
      await inside('POST', 'standards/versions', { copy_of: one, valid_from: month, values: { standard_design_point: n } });
    else if (act === 'table')
      await inside('POST', at > 2 ? 'formula-base-points/versions' : 'tsubos/versions', { copy_of: 'A', valid_from: month });
    else if (act === 'name') {
      const { body } = await inside('GET', 'tsubos?as_of=all&limit=50&order_by=id DESC');
      await inside('PUT', `standards/${one}`, { tsubo_id: body.data[0]?.id ?? null });
    } else
      await inside('PUT', 'totals-expressions', {
        total_point_1: `direct_point * ${n}`,
        total_point_2: 'total_point_1',
        ...(at > 2 && { valid_from: month }),
      });
  }

  it('replaces all rows of a version by those of the table that counts without it', async () => {
    const { api, id, call, inside, run, rows } = await openScenarioOffice();
    for (const row of [3, 4]) expect((await inside('DELETE', `tsubos/${row}`)).status).toBe(200);
    const tried = await run('2026-10', '2026-11');
    const predicted = (await rows(tried.id, 'directs')).map((row) => [row.id, row.after_design]);
    const promoted = await call('POST', `rule_scenarios/${id}/promote`, { valid_from: '2026-10' });
    expect(promoted.status, promoted.body.message).toBe(200);
    expect(promoted.body.created, promoted.body.message).toBe(2);
    expect(promoted.body.deleted, promoted.body.message).toBe(2);
    for (const month of ['2026-10', '2026-11']) await calculateMonth(api, month);
    for (const [job, points] of predicted) expect((await call('GET', `directs/${job}`)).body.data.result_design_point).toBe(points);
    const { data } = (await call('GET', 'tsubos?as_of=2026-10&order_by=scale_factor')).body;
    const version = data.map((row: Record<string, unknown>) => [row.valid_from, row.scale_factor, row.copied_from]);
    expect(version).toEqual([
      ['2026-10', 1, 1],
      ['2026-10', 2, 2],
    ]);
    await api.close();
  });

  const round = fc.record({
    edits: fc.array(edit, { minLength: 1, maxLength: 6 }),
    month: fc.constantFrom('2026-10', '2026-11'),
    planned: fc.constantFrom(null, '2026-10', '2026-11', '2026-12'),
    live: fc.option(fc.constantFrom('2026-10', '2026-11', '2026-12')),
  });
  const refusals = new Set(['scenario_ends_rules', 'scenario_names_old_row']);

  it('gives every job exactly the points that it was tried with, whatever was edited and whenever it was planned', async () => {
    let promotions = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 5, maxLength: 5 }), async (rounds) => {
        const office = await openScenarioOffice();
        const { api, call } = office;
        try {
          for (const [at, { edits, month, planned, live }] of rounds.entries()) {
            if (live) await call('POST', 'tsubos/versions', { copy_of: 'A', valid_from: live });
            const id = (await call('POST', 'rule_scenarios', { name: `Lần ${at}`, valid_from: planned })).body.data.id;
            const headers = { 'x-scenario': String(id) };
            const inside = (method: string, path: string, body?: unknown) =>
              api.call(method, path, { as: api.people.admin, body, headers });
            for (const each of edits) await apply({ inside }, each);
            const job = { customer_id: 1 + (at % 2), work_category_id: 1, tsubosuu: 10, user_id: 2, chekkusha_id: 3, dept_id: 1 };
            await api.insert('directs', { ...job, name: `Mới ${at}`, henkyaku_hi: '2026-11-20' });
            const run = (await call('POST', `rule_scenarios/${id}/runs`, { from: month, to: '2026-11' })).body.id;
            await handleTryScenario(api.deps, { run_id: run });
            const results = `rule_scenarios/${id}/runs/${run}`;
            const jobs = (await call('GET', `${results}/directs?limit=500`)).body.data;
            const people = (await call('GET', `${results}/people?limit=500&month=2026-11`)).body.data;
            const promoted = await call('POST', `rule_scenarios/${id}/promote`, { valid_from: month });
            if (!refusals.has(promoted.body.code)) {
              expect(promoted.status, promoted.body.message).toBe(200);
              promotions++;
            }
            await expectNoLostRows(api);
            for (const each of MONTHS) await calculateMonth(api, each);
            if (promoted.status !== 200) continue;
            for (const { id: direct, after_design, after_check } of jobs) {
              const { rows } = await api.client.execute(`SELECT result_design_point, result_check_point FROM directs WHERE id = ${direct}`);
              const [stored] = rows;
              expect({ ...stored }, `job ${direct}`).toEqual({ result_design_point: after_design, result_check_point: after_check });
            }
            const totals = (await call('GET', 'totals?year=2026&month=11&limit=50')).body.data;
            for (const { id: user, total_1_after } of people)
              expect(totals.find((row: Record<string, unknown>) => row.user_id === user).total_point_1, `person ${user}`).toBe(
                total_1_after,
              );
            const again = (await call('POST', 'rule_scenarios', { name: 'Nữa' })).body.data.id;
            const fresh = (await call('POST', `rule_scenarios/${again}/runs`, { from: month, to: '2026-11' })).body.id;
            await handleTryScenario(api.deps, { run_id: fresh });
            expect((await call('GET', `rule_scenarios/${again}/runs/${fresh}`)).body).toMatchObject({ up: 0, down: 0 });
          }
        } finally {
          await api.close();
        }
      }),
      { numRuns: runs(12) },
    );
    expect(promotions).toBeGreaterThan(runs(30));
  }, 400_000);

  it('is refused by a change of a rule that it changes, not by one that is back, nor by what else is written', async () => {
    const { api, id, call, inside } = await openScenarioOffice();
    await inside('PUT', 'standards/1', { standard_design_point: 2 });
    for (const standard_design_point of [7, 1]) await call('PUT', 'standards/1', { standard_design_point });
    await call('PUT', 'standards/2', { standard_design_point: 9 });
    expect((await call('GET', `rule_scenarios/${id}/changes`)).body.data).toMatchObject([{ conflict: false }]);
    const { write } = api.deps.db;
    api.deps.db.write = async (...args) => {
      await api.client.execute("UPDATE customers SET fax = ifnull(fax, '') || '1' WHERE id = 1");
      return write(...args);
    };
    const promoted = await call('POST', `rule_scenarios/${id}/promote`, { valid_from: '2026-11' });
    expect(promoted.status, promoted.body.message).toBe(200);
    await api.close();
  });

  it('takes the row of a later table that a standard names along to the month that it is promoted at', async () => {
    const { api, id, call, inside } = await openScenarioOffice('2026-10');
    await call('PUT', 'standards/2', { tsubo_id: 4 });
    await inside('PUT', 'tsubos/4', { scale_factor: 8 });
    const promoted = await call('POST', `rule_scenarios/${id}/promote`, { valid_from: '2026-09' });
    expect(promoted.body).toMatchObject({ created: 2, updated: 1, deleted: 2 });
    await calculateMonth(api, '2026-09');
    const { data } = (await call('GET', 'standards?customer_id=2')).body;
    const named = (await call('GET', `tsubos/${data[0].tsubo_id}`)).body.data;
    expect(named).toMatchObject({ scale_factor: 8, valid_from: '2026-09', copied_from: 2 });
    await api.close();
  });
});

async function expectNoLostRows({ client }: TestApi): Promise<void> {
  const { rows } = await client.execute(`SELECT id FROM standards WHERE tsubo_id NOT IN (SELECT id FROM tsubos)
    UNION ALL SELECT id FROM tsubos WHERE copied_from > 1000000 UNION ALL SELECT id FROM formula_base_points WHERE copied_from > 1000000`);
  expect(rows).toEqual([]);
}

describe('standards against reality', () => {
  it('puts a standard that is 30 % too low first, tells nothing of few jobs or one person, and fills a scenario with a better one', async () => {
    const api = await openApi('2026-11-20T03:00:00Z');
    const call = (method: string, path: string, body?: unknown) => api.call(method, path, { as: api.people.admin, body });
    await api.insert('work_categories', { id: 1, work_name: 'Hạng mục' });
    await api.insert('formula_results', {
      scale_code: 'A',
      result_design_formula: 'standard_design_point + 1',
      result_check_formula: 'standard_check_point',
    });
    for (let customer = 1; customer <= 6; customer++) {
      await api.insert('customers', { id: customer, name: `Khách ${customer}`, code: `K${customer}` });
      const standard_design_point = customer === 3 ? 6.7 : 10;
      await api.insert('standards', {
        customer_id: customer,
        work_category_id: 1,
        standard_design_point,
        standard_check_point: 0,
        scale_code: 'A',
      });
      const n = customer === 5 ? 7 : 10;
      for (let job = 0; job < n; job++) {
        const user_id = customer === 6 ? 2 : 2 + (job % 2);
        const sagyou_jikan = (customer === 6 ? 300 : 110) + job;
        await api.insert('directs', {
          name: `J${customer}-${job}`,
          customer_id: customer,
          work_category_id: 1,
          user_id,
          tsubosuu: 10,
          sagyou_jikan,
          henkyaku_hi: '2026-10-10',
        });
      }
    }
    await calculateMonth(api, '2026-10');
    const found = (await call('GET', 'rules/reality?from=2026-10&to=2026-10')).body.data;
    expect(found.map(({ customer }: { customer: string }) => customer)).toEqual(['Khách 3', 'Khách 1', 'Khách 2', 'Khách 4']);
    expect(found[0]).toMatchObject({ n: 10 });
    expect(found[0].deviation).toBeGreaterThan(0.3);
    const scenario = (await call('POST', 'rule_scenarios', { name: 'Định mức' })).body.data.id;
    const filled = await call('POST', `rule_scenarios/${scenario}/standards`, {
      from: '2026-10',
      to: '2026-10',
      customer_id: 3,
      work_category_id: 1,
    });
    expect(filled.status, JSON.stringify(filled.body)).toBe(200);
    const ratio = 1 + found[0].deviation;
    expect(filled.body.after / filled.body.before).toBeCloseTo(ratio, 2);
    expect((await call('GET', `rule_scenarios/${scenario}/changes`)).body.data).toMatchObject([
      { entity: 'standards', action: 'update', label: 'Khách 3 · Hạng mục' },
    ]);
    await api.close();
  });
});
