import { getTableName } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { consume } from '../../worker/consumer.ts';
import { recoverRuns } from '../../worker/platform/queue/run.ts';
import { QUEUED_WORK } from '../../worker/queued-work.ts';
import { openApi, type TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
  // The operation, the seal and the scenario that runs are of.
  await api.insert('operations', { id: 1, at: CREATED.created_at, request_id: 'undo', source: 'undo', user_id: 1 });
  const sealed = { month: '2025-12', version: 1, sealed_at: CREATED.created_at, history_id: 0, total_point_1: '', total_point_2: '' };
  await api.insert('month_seals', { id: 1, ...sealed, sha256: 'a', document: '{}' });
  await api.insert('rule_scenarios', { id: 1, name: 'Thử', valid_from: '2026-12' });
});

const CREATED = { created_at: '2026-11-19 10:00:00' };
/** What a run of each kind must have beside what all have. */
const RUNS = {
  calculation_runs: { ...CREATED, year: 2026, month: 1, source: 'button', rules_hash: 'gone', read_date: '', read_id: 0 },
  crawl_runs: { ...CREATED, kind: 'button', workflows: '[]' },
  imports: { ...CREATED, entity: 'pro', mode: 'valid_rows', file_name: 'a.xlsx', requested_by: 1 },
  month_replays: { ...CREATED, seal_id: 1, requested_by: 1 },
  crawl_reconciliations: { ...CREATED, month: '2026-01', requested_by: 1 },
  rule_scenario_runs: { ...CREATED, scenario_id: 1, from_month: '2026-01', to_month: '2026-02' },
  operation_runs: { ...CREATED, id: 1, kind: 'undo', task: '{}', total: 1 },
};
/** Where runs of each kind are read. */
const READ_AT = {
  calculation_runs: 'calculations',
  crawl_runs: 'crawls',
  imports: 'imports',
  month_replays: 'month_replays?year=2025&month=12',
  crawl_reconciliations: 'crawl_reconciliations?year=2026&month=1',
  rule_scenario_runs: 'rule_scenarios/1/runs',
  operation_runs: 'operations',
};
/** How one of each kind is cancelled. */
const CANCELLED_AT: Record<keyof typeof READ_AT, (id: number) => string> = {
  calculation_runs: (id) => `calculations/${id}/cancel`,
  crawl_runs: (id) => `crawls/${id}/cancel`,
  imports: (id) => `imports/${id}/cancel`,
  month_replays: (id) => `month_replays/${id}/cancel`,
  crawl_reconciliations: (id) => `crawl_reconciliations/${id}/cancel`,
  rule_scenario_runs: (id) => `rule_scenarios/1/runs/${id}/cancel`,
  operation_runs: (id) => `operations/${id}/cancel`,
};
const KINDS = QUEUED_WORK.map((work) => [getTableName(work.table), work] as const);

describe.each(KINDS)('a run of %s', (table, work) => {
  const insertRun = async (progress: string, leaseUntil: number, status = work.activeStatuses.at(1)!) => {
    await api.client.execute(`DELETE FROM ${table}`);
    const common = { status, claim: 'dead', lease_until: leaseUntil, [work.progressColumn]: progress };
    return api.insert(table, { ...RUNS[table as keyof typeof RUNS], ...common });
  };
  const read = async (id: number) => (await api.client.execute(`SELECT * FROM ${table} WHERE id = ${id}`)).rows[0]!;

  it('that nobody tried to go on with, as of a stopped site or in a backup, goes on, however long ago it was', async () => {
    const id = await insertRun('2026-11-19 10:00:00', api.clock.now() - 86_400_000);
    api.sent.length = 0;
    await recoverRuns(api.deps, QUEUED_WORK);
    expect(api.sent).toEqual([work.messageFor(id)]);
    const run = await read(id);
    expect(run).toMatchObject({ status: work.activeStatuses.at(1), claim: null, [work.progressColumn]: api.clock.time() });
    expect(Number(run.lease_until)).toBeGreaterThan(api.clock.now());
  });

  it.each([READ_AT[table as keyof typeof READ_AT], `runs?kind=${work.listing.kind}`])(
    'that nobody works on goes on when it is read at %s',
    async (address) => {
      const id = await insertRun(api.clock.time(), api.clock.now() - 1000);
      api.sent.length = 0;
      const { status, body } = await api.call('GET', address, { as: api.people.admin });
      expect(status).toBe(200);
      expect(body.data).toHaveLength(1);
      expect(api.sent).toEqual([work.messageFor(id)]);
      await api.call('GET', address, { as: api.people.admin });
      expect(api.sent).toHaveLength(1);
    },
  );

  it('is cancelled once, and then over for whoever works on it', async () => {
    const id = await insertRun(api.clock.time(), api.clock.now() + 1000);
    const cancel = (id: number) => api.call('POST', CANCELLED_AT[table as keyof typeof READ_AT](id), { as: api.people.admin });
    expect((await cancel(id)).status).toBe(200);
    expect(await read(id)).toMatchObject({ status: 'cancelled', claim: null, finished_at: expect.any(String) });
    await api.client.execute(`UPDATE ${table} SET status = 'done'`);
    expect((await cancel(id)).status).toBe(409);
    expect((await cancel(999)).status).toBe(404);
  });

  it('that was tried for ten minutes without getting on has failed, with a reason', async () => {
    const id = await insertRun('2026-11-20 09:49:59', api.clock.now() - 1000);
    await recoverRuns(api.deps, QUEUED_WORK);
    expect(await read(id)).toMatchObject({ status: 'failed', message: expect.any(String), claim: null });
  });

  it.each(['tensu-jobs-dead', 'tensu-jobs-dead-staging'])('has failed, with a reason, once its message is in %s', async (queue) => {
    const id = await insertRun(api.clock.time(), api.clock.now() - 1000);
    expect(await giveUp(id, queue)).toBe('acknowledged');
    expect(await read(id)).toMatchObject({ status: 'failed', message: expect.any(String) });
  });

  it('goes on that another message took up before the queue gave one up', async () => {
    const id = await insertRun(api.clock.time(), api.clock.now() + 1000);
    expect(await giveUp(id)).toBe('to be given up later');
    expect(await read(id)).toMatchObject({ status: work.activeStatuses.at(1), claim: 'dead', message: null });
  });

  async function giveUp(id: number, queue = 'tensu-jobs-dead'): Promise<string> {
    let outcome = '';
    const settle = (text: string) => () => {
      outcome = text;
    };
    const message = { body: work.messageFor(id), attempts: 4, ack: settle('acknowledged'), retry: settle('to be given up later') };
    await consume(api.deps, { queue, messages: [message as unknown as Message] });
    return outcome;
  }
});

it('a calculation and the run of a scenario whose rules are gone fail at once and say so', async () => {
  for (const table of ['calculation_runs', 'rule_scenario_runs']) await api.client.execute(`DELETE FROM ${table}`);
  const at = { progress_at: api.clock.time(), lease_until: 0 };
  await api.insert('calculation_runs', { ...RUNS.calculation_runs, ...at, month: 2, status: 'computing' });
  const months = JSON.stringify([{ month: '2026-01', locked: false, live: 'gone', tried: 'gone', expressions: {} }]);
  await api.insert('rule_scenario_runs', { ...RUNS.rule_scenario_runs, ...at, months, status: 'running' });
  const run = async (table: string) => (await api.client.execute(`SELECT * FROM ${table} ORDER BY id DESC LIMIT 1`)).rows[0]!;
  for (const [table, type] of [
    ['calculation_runs', 'calculate'],
    ['rule_scenario_runs', 'try_scenario'],
  ] as const) {
    const body = { type, run_id: Number((await run(table)).id) };
    const retried: string[] = [];
    const message = { body, attempts: 1, ack: () => undefined, retry: () => retried.push(type) } as unknown as Message;
    await consume(api.deps, { queue: 'tensu-jobs', messages: [message] });
    expect(retried).toEqual([]);
    expect(await run(table)).toMatchObject({ status: 'failed', message: 'files_missing' });
  }
  const scenario = await run('rule_scenario_runs');
  const answer = await api.call('GET', `rule_scenarios/${scenario.scenario_id}/runs/${scenario.id}`, { as: api.people.admin });
  expect(answer.body.message).toContain('không còn trong kho tệp');
});
