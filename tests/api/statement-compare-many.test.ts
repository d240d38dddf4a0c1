import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { StatementComparison } from '../../worker/contracts/calls/answers/statement-compare.ts';
import { roundPoints } from '../../worker/platform/text/rounding.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { MAKES_ALL_RUNS } from '../support/property-runs.ts';
import { sealCalls } from '../support/sealed-office.ts';

const PEOPLE = MAKES_ALL_RUNS ? 250 : 80;
const MONTHS = ['2026-08', '2026-09', '2026-10'] as const;
const PAIRS = [
  [MONTHS[1], MONTHS[0]],
  [MONTHS[2], MONTHS[1]],
  [MONTHS[2], MONTHS[0]],
] as const;

let api: TestApi;
const ids: number[] = [];
const { setLock } = sealCalls(() => api);

const points = fc.integer({ min: -5_000, max: 90_000 }).map((thousandths) => thousandths / 1000);
const day = fc
  .tuple(fc.constantFrom(...MONTHS), fc.integer({ min: 1, max: 28 }))
  .map(([month, n]) => `${month}-${String(n).padStart(2, '0')}`);
const job = fc.record({
  day,
  design: fc.option(points),
  check: fc.option(points),
  customer: fc.constantFrom(1, 2),
  category: fc.constantFrom(1, 2),
  isAdjusted: fc.constantFrom(0, 0, 0, 1),
  isOwnCheck: fc.boolean(),
});
const work = fc.record({
  jobs: fc.array(job, { maxLength: 12 }),
  mistakes: fc.array(fc.record({ day, point: points.map(Math.abs), by: fc.constantFrom('T', 'N') }), { maxLength: 2 }),
  indirects: fc.array(fc.record({ day, point: points.map(Math.abs), type: fc.constantFrom('C', 'K') }), { maxLength: 2 }),
  ratings: fc.array(fc.record({ day, factor: fc.constantFrom(1, 2, 3) }), { maxLength: 2 }),
});

beforeAll(async () => {
  api = await openApi('2026-12-05T03:00:00Z');
  for (const name of ['青葉', '白山']) await api.insert('customers', { name });
  for (const work_name of ['構造図', '基礎伏図']) await api.insert('work_categories', { work_name });
  for (const point of [0.875, 1.1, 1.333]) await api.insert('pro_point', { point, desc: `${point}` });
  const note = await api.insert('indirect_note', { content: 'Họp' });
  const rows: [table: string, row: Record<string, string | number | null>][] = [];
  for (const [at, one] of fc.sample(work, { numRuns: PEOPLE }).entries()) {
    const user_id = await api.insert('users', { username: `p${at}`, name: `P ${at}`, code: `p${at}`, department_id: 1, role_ids: '[4]' });
    ids.push(user_id);
    for (const [n, { day: henkyaku_hi, design, check, customer, category, isAdjusted, isOwnCheck }] of one.jobs.entries()) {
      const chekkusha_id = isOwnCheck ? user_id : (ids[n % ids.length] ?? user_id);
      const figures = { result_design_point: design, result_check_point: check, tsubosuu: 20 + n, is_updated: isAdjusted };
      rows.push([
        'directs',
        { name: `D${at}-${n}`, user_id, chekkusha_id, henkyaku_hi, customer_id: customer, work_category_id: category, ...figures },
      ]);
    }
    for (const { day: rate_at, point, by } of one.mistakes)
      rows.push(['mistakes', { user_id, rate_at, mistake: 'x', point, detect_by: by }]);
    for (const { day: rate_at, point, type } of one.indirects)
      rows.push(['indirects', { user_id, rate_at, indirect_note_id: note, point, indirect_point_type: type }]);
    for (const { day: rate_at, factor } of one.ratings) rows.push(['pro', { user_id, rate_at, pro_point_id: factor }]);
  }
  await api.client.batch(
    rows.map(([table, row]) => ({
      sql: `INSERT INTO ${table} (${Object.keys(row).join()}) VALUES (${Object.keys(row).map(() => '?')})`,
      args: Object.values(row),
    })),
    'write',
  );
});

/** Compares every pair of different months of everybody; answers how many pairs differed. */
async function countDifferences(): Promise<number> {
  let different = 0;
  for (const id of ids) {
    for (const [month, other] of PAIRS) {
      const path = `statements/${id}/compare?year=2026&month=${Number(month.slice(5))}&with=${other}`;
      const { status, body } = await api.call('GET', path, { as: api.people.admin });
      expect(status, path).toBe(200);
      const { from, to, steps } = body as StatementComparison;
      const added = (change: 'change_1' | 'change_2') => roundPoints(steps.reduce((sum, step) => sum + (step[change] ?? 0), 0));
      const [one, two] = [
        roundPoints(to.totals.total_point_1! - from.totals.total_point_1!),
        roundPoints(to.totals.total_point_2! - from.totals.total_point_2!),
      ];
      expect(added('change_1'), path).toEqual(one);
      expect(added('change_2'), path).toEqual(two);
      if (one !== 0) different += 1;
    }
  }
  return different;
}

it(`adds up for ${PEOPLE} people of random work in every pair of months, open and locked, with other expressions too`, async () => {
  expect(await countDifferences()).toBeGreaterThan(PEOPLE);
  expect((await setLock(1, 9)).status).toBe(200);
  const expressions = {
    total_point_1: 'direct_point * 1.5 + if(pro_index > 1, indirect_point_yes, 0) - mistake_point_t ^ 2',
    total_point_2: 'total_point_1 * pro_index - mistake_point_n',
  };
  expect((await api.call('PUT', 'totals-expressions', { as: api.people.admin, body: expressions })).status).toBe(200);
  expect(await countDifferences()).toBeGreaterThan(PEOPLE);
}, 120_000);
