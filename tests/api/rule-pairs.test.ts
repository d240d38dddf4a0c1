import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../support/api.ts';
import { calculateMonth } from '../support/calculate-month.ts';
import { importRows } from '../support/imports.ts';
import { openScenarioOffice } from '../support/scenario-office.ts';

/** Versions, scenarios, locks and imports of rules, two at a time: each was tried alone elsewhere. */

let office: Awaited<ReturnType<typeof openScenarioOffice>>;
let api: TestApi;
beforeEach(async () => {
  office = await openScenarioOffice('2026-10');
  ({ api } = office);
});
afterEach(() => api.close());

const HEADINGS = ['customer_id', 'work_category_id', 'standard_design_point', 'standard_check_point', 'scale_code', 'valid_from'];
const send = (points: number, month: string, mode = 'all_or_nothing') =>
  importRows(api, 'standards', [HEADINGS, ['K1', 'Hạng mục', points, 1, 'A', month]], { as: api.people.admin, mode });
const lock = async (month: number) => {
  const { status } = await office.call('POST', 'lock_and_unlock', { year: 2026, month, status: 1 });
  expect(status).toBe(200);
};
/** What an October that is locked shows and holds. */
const october = async () => {
  const paths = ['totals?year=2026&month=10', 'statements/2?year=2026&month=10', 'month_seals?year=2026&month=10'];
  const answers = await Promise.all(paths.map((path) => office.call('GET', path)));
  const { rows } = await api.client.execute("SELECT * FROM directs WHERE henkyaku_hi LIKE '2026-10%' ORDER BY id");
  return JSON.stringify([answers.map(({ status, body }) => [status, body]), rows]);
};
const drift = async (): Promise<{ user_id: number; field: string; sealed: number; now: number; causes: string[] }[]> =>
  (await office.call('GET', 'month_drift?year=2026&month=10')).body.data;
const versions = async () =>
  (await office.call('GET', 'standards?as_of=all&customer_id=1&order_by=valid_from')).body.data.map((row: Record<string, unknown>) => [
    row.valid_from,
    row.standard_design_point,
  ]);

describe('a locked month', () => {
  it('keeps every byte beside a version that an import makes in it; drift says what it would change', async () => {
    await lock(10);
    const before = await october();
    expect(await drift()).toEqual([]);
    const done = await send(4, '2026/10');
    expect({ status: done.status, inserted: done.inserted, errors: done.errors }).toEqual({ status: 'done', inserted: 1, errors: [] });
    expect(await october()).toBe(before);
    const told = (await drift()).filter(({ field }) => field === 'direct_point');
    // Of October customer 1 has two jobs, by the factors 3 and 4: three points more for each.
    expect(told.map(({ user_id, sealed, now, causes }) => [user_id, now - sealed, causes])).toEqual([[2, 21, ['rule']]]);
  });

  it('that was locked with points older than its rules drifts only once a rule changes behind the lock', async () => {
    expect((await send(4, '2026/10')).inserted).toBe(1);
    await lock(10);
    expect(await drift()).toEqual([]);
    expect((await send(6, '2026/11')).inserted).toBe(1);
    expect(await drift()).toEqual([]);
    const changed = await office.call('PUT', 'standards/1', { note: 'một ghi chú' });
    expect(changed.status).toBe(200);
    const [told] = (await drift()).filter(({ field }) => field === 'direct_point');
    expect(told!.user_id).toBe(2);
    expect(told!.now - told!.sealed).toBe(21);
    expect(told!.causes).toEqual(['rule']);
  });

  it('keeps every byte beside a scenario that is promoted into it; drift says what the trial said', async () => {
    await lock(10);
    expect((await office.inside('PUT', 'standards/1', { standard_design_point: 4 })).status).toBe(200);
    const tried = await office.run('2026-10', '2026-10');
    const before = await october();
    expect((await office.call('POST', `rule_scenarios/${office.id}/promote`, { valid_from: '2026-10' })).status).toBe(200);
    expect(await october()).toBe(before);
    const [told] = (await drift()).filter(({ field }) => field === 'direct_point');
    expect(told!.now - told!.sealed).toBe(tried.after - tried.before);
  });
});

describe('a scenario', () => {
  it('takes no import, and is left alone by one of the live rules until it is promoted', async () => {
    expect((await office.inside('PUT', 'standards/1', { standard_design_point: 2 })).status).toBe(200);
    const refused = await office.inside('POST', 'standards/import', {});
    expect({ status: refused.status, code: refused.body.code }).toEqual({ status: 400, code: 'scenario_refused' });
    const changes = await office.call('GET', `rule_scenarios/${office.id}/changes`);

    expect((await send(6, '2026/11')).inserted).toBe(1);
    expect((await office.call('GET', `rule_scenarios/${office.id}/changes`)).body).toEqual(changes.body);
    const promoted = await office.call('POST', `rule_scenarios/${office.id}/promote`, { valid_from: '2026-10' });
    expect({ status: promoted.status, code: promoted.body.code }).toEqual({ status: 409, code: 'scenario_conflict' });
    expect(promoted.body.current.conflicts).toMatchObject([{ entity: 'standards', label: 'Khách 1 · Hạng mục' }]);
    expect(await versions()).toEqual([
      [null, 1],
      ['2026-11', 6],
    ]);
  });

  it('of a rule with a later version leaves that one in force from its month on', async () => {
    expect((await send(6, '2026/11')).inserted).toBe(1);
    await calculateMonth(api, '2026-11');
    expect((await office.inside('PUT', 'standards/1', { standard_design_point: 2 })).status).toBe(200);
    const tried = await office.run('2026-10', '2026-11');
    const jobs = await office.rows(tried.id, 'directs', '&customer_id=1&order_by=henkyaku_hi');
    // In October two points by the factors 3 and 4, in November six as in the live rules.
    expect(jobs.map(({ after_design }) => after_design)).toEqual([16, 18, 28, 34]);
    expect((await office.call('POST', `rule_scenarios/${office.id}/promote`, { valid_from: '2026-10' })).status).toBe(200);
    expect(await versions()).toEqual([
      [null, 1],
      ['2026-10', 2],
      ['2026-11', 6],
    ]);
    const [made] = (await office.call('GET', 'operations?limit=1')).body.data;
    const undone = (await office.call('POST', `operations/${made.id}/undo`)).body;
    expect({ reversed: undone.reversed, kept: undone.kept }).toEqual({ reversed: 2, kept: [] });
    expect((await office.call('GET', `rule_scenarios/${office.id}`)).body.data).toMatchObject({ status: 'draft', promoted_from: null });
    expect((await office.call('POST', `rule_scenarios/${office.id}/promote`, { valid_from: '2026-10' })).status).toBe(200);
  });

  it('is tried on two years at most, the first month before the last', async () => {
    for (const [from, to, message] of [
      ['2026-10', '2026-09', 'Đến tháng phải từ 2026/10 trở đi'],
      ['2024-09', '2026-09', 'Khoảng thời gian dài tối đa 24 tháng, hãy chọn khoảng ngắn hơn'],
    ]) {
      const { status, body } = await office.call('POST', `rule_scenarios/${office.id}/runs`, { from, to });
      expect({ status, messages: body.messages }).toEqual({ status: 422, messages: { to: message } });
    }
  });
});

describe('an import', () => {
  it.each(['all_or_nothing', 'valid_rows'])(
    'of a version that somebody makes at the same moment makes none beside it: %s',
    async (mode) => {
      const body = { valid_from: '2026-12', copy_of: 1, values: { standard_design_point: 9 } };
      const [imported, made] = await Promise.all([send(6, '2026/12', mode), office.call('POST', 'standards/versions', body)]);
      const points = (await versions()).filter(([month]: [string | null]) => month === '2026-12');
      expect(points).toHaveLength(1);
      if (made.status === 201) expect(points[0][1] === 9 || imported.updated === 1).toBe(true);
      else {
        expect(made.status).toBe(409);
        expect(points[0][1]).toBe(6);
        expect(imported.inserted).toBe(1);
      }
    },
  );
});
