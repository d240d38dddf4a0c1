import { expect, it } from 'vitest';
import { openScenarioOffice } from '../support/scenario-office.ts';

/** What a reader is shown of points, rules and records: pages, figures and the same as files. */
const READS = [
  'totals?year=2026&month=10',
  'totals/export?year=2026&month=10&format=json',
  'totals?exc_start_time=2026-09-01&exc_end_time=2026-11-30',
  'charts?year=2026&month=10',
  'statements/me?year=2026&month=10',
  'statements/2?year=2026&month=10',
  'statements/2/lines?year=2026&month=10&kind=design',
  'statements/2/compare?year=2026&month=10&with=2026-09',
  'statements?year=2026&month=10',
  'month-checklist?year=2026&month=10',
  'month_drift?year=2026&month=9',
  'month_seals?year=2026&month=9',
  'rules/document?month=2026-10',
  'rules/changes?from=2026-09&to=2026-12',
  'rules/state?month=2026-10',
  'rule_cases/results?as_of=2026-11',
  'directs?limit=50',
  'directs/export?format=json',
  'directs/1/calculation',
  'standards?as_of=all',
  'standards/export?format=csv',
  'tsubos/export?format=json',
  'formula-results?as_of=all',
  'totals-expressions',
  'notices',
  'home/trend?year=2026&month=10',
  'home/get-all-group-by-dev?year=2026&month=10',
];

it('shows a scenario, its edits and its trials in nobody’s statement, totals, checklist, rules or files', async () => {
  const { api, id, call, inside, run } = await openScenarioOffice('2026-12');
  try {
    expect((await call('POST', 'lock_and_unlock', { year: 2026, month: 9, status: 1 })).status).toBe(200);
    const people = Object.entries(api.people);
    const read = async () => {
      const answers: Record<string, string> = {};
      for (const [name, as] of people)
        for (const path of READS) {
          const { status, body } = await api.call('GET', path, { as });
          answers[`${name} ${path}`] = `${status} ${JSON.stringify(body).replaceAll(/"request_id":"[^"]*"/g, '')}`;
        }
      return answers;
    };
    await read();
    const before = await read();
    const refused = READS.filter((path) => !before[`admin ${path}`]!.startsWith('200')).map((path) => before[`admin ${path}`]);
    expect(refused, 'an Admin may read all of it').toEqual([]);

    expect((await inside('PUT', 'standards/1', { standard_design_point: 77 })).status).toBe(200);
    expect((await inside('PUT', 'tsubos/3', { scale_factor: 55 })).status).toBe(200);
    const formula = { total_point_1: 'direct_point * 33', total_point_2: 'total_point_1' };
    expect((await inside('PUT', 'totals-expressions', formula)).status).toBe(200);
    const tried = await run();
    expect(tried.up).toBeGreaterThan(0);
    const after = await read();
    for (const [path, answer] of Object.entries(before)) expect(after[path], path).toBe(answer);
    expect((await call('POST', `rule_scenarios/${id}/discard`)).status).toBe(200);
    const discarded = await read();
    for (const [path, answer] of Object.entries(before)) expect(discarded[path], path).toBe(answer);
  } finally {
    await api.close();
  }
});
