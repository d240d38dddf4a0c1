import { beforeAll, describe, expect, it } from 'vitest';
import { RUN_KINDS } from '../../worker/contracts/calls/runs.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { importRows } from '../support/imports.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
  const at = { created_at: '2026-11-19 08:00:00', progress_at: '2026-11-19 08:01:00' };
  const by = { requested_by: api.people.writer.id };
  const over = { finished_at: '2026-11-19 08:02:00' };
  await api.client.batch(
    [
      insert('calculation_runs', { year: 2026, month: 9, source: 'button', status: 'preview', total: 12, done: 12, ...at, ...by, ...over }),
      insert('crawl_runs', {
        kind: 'full',
        status: 'running',
        workflows: '[]',
        jobs: 40,
        created_at: at.created_at,
        updated_at: at.progress_at,
      }),
      insert('crawl_reconciliations', { month: '2026-08', status: 'cancelled', ...at, ...by, ...over }),
      insert('rule_scenario_runs', { scenario_id: 5, from_month: '2026-08', to_month: '2026-09', status: 'queued', ...at, ...by }),
      insert('operation_runs', { id: 77, kind: 'bulk', status: 'running', task: '{}', total: 500, done: 100, lease_until: 0, ...at }),
      insert('restore_drills', { backup: 'backups/a', outcome: 'passed', started_at: at.created_at, finished_at: over.finished_at }),
    ],
    'write',
  );
  await importRows(api, 'indirect_note', [['content'], ['Họp']], { as: api.people.admin });
});

function insert(table: string, values: Record<string, string | number>) {
  const names = Object.keys(values);
  return { sql: `INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => '?').join()})`, args: Object.values(values) };
}

const list = async (query = '') => (await api.call('GET', `runs${query}`, { as: api.people.admin })).body;

describe('the work of the queue', () => {
  it('is listed whatever its kind, in one vocabulary: what is not over first', async () => {
    const { data, total } = await list();
    expect(total).toBe(7);
    expect(data.map(({ kind, status }: { kind: string; status: string }) => `${kind} ${status}`)).toEqual([
      'crawl running',
      'operation running',
      'scenario queued',
      'import done',
      'calculation done',
      'drill done',
      'reconciliation cancelled',
    ]);
    expect(data.find(({ kind }: { kind: string }) => kind === 'calculation')).toMatchObject({
      ...{ what: '2026-09', done: 12, total: 12, user_id: api.people.writer.id, user_name: 'Người writer', path: '/calculate/runs/1' },
      ...{ created_at: '2026-11-19 08:00:00', progress_at: '2026-11-19 08:01:00', finished_at: '2026-11-19 08:02:00' },
    });
  });

  it('is found by kind and status, page by page', async () => {
    for (const kind of Object.keys(RUN_KINDS)) {
      const { data } = await list(`?kind=${kind}`);
      expect(new Set(data.map((run: { kind: string }) => run.kind)).size, kind).toBe(kind === 'replay' ? 0 : 1);
    }
    expect((await list('?status=running')).total).toBe(2);
    const second = await list('?limit=3&page=3');
    expect(second).toMatchObject({ total: 7, from: 7, to: 7 });
  });

  it('is for Admins, who are told what they misspelt', async () => {
    expect((await api.call('GET', 'runs', { as: api.people.writer })).status).toBe(403);
    expect((await api.call('GET', 'runs?kind=cake', { as: api.people.admin })).status).toBe(422);
  });
});
