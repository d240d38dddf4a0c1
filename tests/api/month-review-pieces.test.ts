import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import { beforeAll, expect, it } from 'vitest';
import { selectFindings } from '../../worker/features/month-close/lock/findings.ts';
import { selectStalePoints } from '../../worker/features/month-close/lock/stale-points.ts';
import { flattenPlan, type Query } from '../../worker/platform/db/query.ts';
import { openApi, type TestApi } from '../support/api.ts';

const dialect = new SQLiteAsyncDialect();
let api: TestApi;
beforeAll(async () => {
  api = await openApi();
  for (const day of ['2026-10-20', '2026-10-05', '2026-10-12'])
    await api.insert('directs', { name: `D-${day}`, henkyaku_hi: day, result_design_point: 0, result_check_point: 0 });
});

/** The plans of the statements that read the month by its dates, behind this place. */
async function plans(query: Query<unknown>): Promise<string[][]> {
  const compiled = flattenPlan(query).map((statement) => dialect.sqlToQuery(statement));
  const byDate = compiled.filter(({ sql }) => sql.includes('(d.henkyaku_hi, d.id) >'));
  const read = byDate.map(({ sql, params }) => api.client.execute({ sql: `EXPLAIN QUERY PLAN ${sql}`, args: params as never }));
  return (await Promise.all(read)).map(({ rows }) => rows.map(({ detail }) => String(detail)));
}

it('sorts nothing for a piece of a month: each goes on in the index of the date', async () => {
  const read = [...(await plans(selectFindings('2026-10'))), ...(await plans(selectStalePoints('2026-10')))];
  expect(read).toHaveLength(3);
  for (const steps of read) {
    expect(steps).toContain('SEARCH d USING INDEX directs_henkyaku_hi (henkyaku_hi>? AND henkyaku_hi<?)');
    expect(steps.filter((step) => step.includes('TEMP B-TREE'))).toEqual([]);
  }
});

it('tells the jobs in the order of their ids, whatever their dates', async () => {
  const labelsIn = async (findings: number) => {
    const { db } = api.deps;
    const read = await db.read(selectFindings('2026-10', { findings, jobs: 10 }));
    const found = await read({ readMore: (plan) => db.read(plan) });
    return found.zero_points!.map(({ label }) => label);
  };
  const labels = ['D-2026-10-20', 'D-2026-10-05', 'D-2026-10-12'];
  expect(await labelsIn(1)).toEqual(labels);
  expect(await labelsIn(100)).toEqual(labels);
});
