import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlanContext, planWrite, type RowWrite } from '../../worker/crud/plan-write.ts';
import { queryRefs } from '../../worker/crud/refs.ts';
import { queryRowsByIds } from '../../worker/crud/row.ts';
import type { Actor } from '../../worker/platform/caller.ts';
import { lockedMonths } from '../../worker/platform/db/month-lock.ts';
import { directsResource as directs } from '../../worker/resources/directs.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { runs } from '../support/property-runs.ts';

/** Two databases in the same state: rows are written together in one, and one by one in the other. */
let together: TestApi;
let single: TestApi;
beforeAll(async () => {
  [together, single] = [await openApi(), await openApi()];
});
afterAll(() => Promise.all([together.close(), single.close()]));

const MONTHS = ['2026-09', '2026-10', '2026-11'];
const RECORDS = 6;
const CUSTOMER = { held: 1, deleted: 2, missing: 99 };

const day = fc.constantFrom(...MONTHS.map((month) => `${month}-05`));
const values = fc.record(
  {
    name: fc.constantFrom('Nhà A', 'Nhà B', 'Công trình Đ'),
    henkyaku_hi: day,
    customer_id: fc.constantFrom(...Object.values(CUSTOMER), null),
    external_id: fc.constantFrom('x', 'y', null),
    result_design_point: fc.constantFrom(1, 1.005, 0.1, 2.675),
    description: fc.constantFrom('<p>a</p>', '<p>b</p><script>x</script>', null),
  },
  { requiredKeys: [] },
);
const check = fc.constantFrom({ is_checked: 0 }, { is_checked: 1 });
const update = fc.record(
  {
    place: fc.nat(RECORDS),
    version: fc.constantFrom(undefined, 1, 9),
    values: fc.oneof(values, check),
    expected: fc.constantFrom(undefined, { name: 'Nhà A' }),
  },
  { requiredKeys: ['place', 'values'] },
);
const create = fc.record({ values: values.map((given) => ({ ...given, name: given.name ?? 'Mới' })) });
const record = fc.record({ name: fc.constantFrom('Nhà A', 'Nhà B'), day, is_checked: fc.constantFrom(0, 0, 0, 1) });
/** What others do after the rows were read. */
const event = fc.oneof(
  fc.record({ kind: fc.constantFrom('check', 'edit', 'delete'), place: fc.nat(RECORDS - 1) }),
  fc.constantFrom({ kind: 'lock', place: 1 }, { kind: 'delete customer', place: 0 }),
);

interface Case {
  records: { name: string; day: string; is_checked: number }[];
  locked: string | null;
  wanted: ({ place: number; version?: number; values: object; expected?: object } | { values: object })[];
  events: { kind: string; place: number }[];
}
const cases: fc.Arbitrary<Case> = fc.record({
  records: fc.array(record, { minLength: RECORDS, maxLength: RECORDS }),
  locked: fc.constantFrom(null, ...MONTHS),
  wanted: fc.array(fc.oneof(update, create), { minLength: 1, maxLength: 12 }),
  events: fc.array(event, { maxLength: 2 }),
}) as fc.Arbitrary<Case>;

const ACTOR: Actor = { id: 1, username: 'admin', name: 'A', roles: ['Admin'], department_id: 1, dept_grp_id: 1, hasFreshProof: false };
const AUTHOR = { user_id: 1, source: 'screen' } as const;

/** Empties the tables and makes the records of a case; answers their ids, and one that nothing has. */
async function setUp({ client, insert }: TestApi, { records, locked }: Case): Promise<number[]> {
  await client.batch(
    [
      'DELETE FROM month_locks',
      'UPDATE directs SET is_checked = 0',
      'DELETE FROM directs',
      'DELETE FROM customers',
      'DELETE FROM history',
    ].map((sql) =>
      sql.includes('history') ? `INSERT INTO write_context (id, source, at) VALUES (1, 'maintenance', '2026-11-20 10:00:00')` : sql,
    ),
    'write',
  );
  await client.batch(['DELETE FROM history', 'DELETE FROM write_context'], 'write');
  for (const id of [CUSTOMER.held, CUSTOMER.deleted]) await insert('customers', { id, name: `Khách ${id}` });
  await insert('directs', { name: 'giữ mã', external_id: 'held', henkyaku_hi: '2026-12-05' });
  const ids: number[] = [];
  for (const { name, day, is_checked } of records) {
    ids.push(
      await insert('directs', { name, henkyaku_hi: day, is_checked, result_design_point: 1, customer_id: CUSTOMER.held, upsert_by: 0 }),
    );
  }
  if (locked) await client.execute(`INSERT INTO month_locks (month, status, at) VALUES ('${locked}', 1, '2026-11-20 10:00:00')`);
  return [...ids, 987_654];
}

async function happen({ client }: TestApi, ids: number[], { kind, place }: Case['events'][number]): Promise<void> {
  const statements: Record<string, string> = {
    check: `UPDATE directs SET is_checked = 1 WHERE id = ${ids[place]}`,
    edit: `UPDATE directs SET bikou = 'khác', version = version + 1 WHERE id = ${ids[place]}`,
    delete: `DELETE FROM directs WHERE id = ${ids[place]}`,
    lock: `INSERT OR REPLACE INTO month_locks (month, status, at) VALUES ('${MONTHS[place]}', 1, '2026-11-20 10:00:00')`,
    'delete customer': `DELETE FROM customers WHERE id = ${CUSTOMER.deleted}`,
  };
  // A checked record or a locked month refuses the event too, in both databases.
  await client.execute(statements[kind]!).catch(() => undefined);
}

/** No two rows are for one record or with one key. */
function isDistinct(wanted: Case['wanted']): boolean {
  const names = wanted.flatMap((row) => [
    ...('place' in row ? [row.place] : []),
    ...('external_id' in row.values && row.values.external_id !== null ? [row.values.external_id] : []),
  ]);
  return names.length === new Set(names).size;
}

function toRows(wanted: Case['wanted'], ids: number[]): RowWrite[] {
  return wanted.map((row) => {
    const { place, ...rest } = { place: undefined, ...row };
    return { ...rest, values: { ...row.values }, ...(place !== undefined && { id: ids[place]! }) } as RowWrite;
  });
}

async function readContext({ deps, clock }: TestApi, rows: readonly RowWrite[]): Promise<PlanContext> {
  const read = await deps.db.read({
    lockedMonths,
    found: queryRowsByIds(
      directs,
      rows.flatMap(({ id }) => id ?? []),
    ),
    refs: queryRefs(
      directs.contract,
      rows.map(({ values }) => values),
    ),
  });
  return { actor: ACTOR, lang: 'vi', clock, source: 'screen', ...read };
}

/** Everything in the table and its history; records that were made are compared without their ids, which follow the order of writing. */
async function dump({ client }: TestApi, ids: readonly number[]) {
  const known = new Set(ids);
  const { rows } = await client.execute('SELECT * FROM directs');
  const history = await client.execute("SELECT record_id, action, before, after FROM history WHERE entity = 'directs'");
  const anonymous = (id: unknown, text: string) => (known.has(Number(id)) ? text : text.replace(/"id":\d+/g, '"id":0'));
  return {
    rows: rows.map((row) => anonymous(row.id, JSON.stringify(row))).sort(),
    history: history.rows
      .map(({ record_id, ...rest }) => anonymous(record_id, JSON.stringify([known.has(Number(record_id)) ? record_id : 0, rest])))
      .map((text) => text.replace(/\\"id\\":\d+/g, '\\"id\\":0'))
      .sort(),
  };
}

describe('a plan of many rows', () => {
  it('does what its rows do one by one, and refuses the same for the same reasons', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async (given) => {
        // Of rows for one record, or with one key, the first counts even when others stop it in between.
        const happening = isDistinct(given.wanted) ? given.events : [];
        const ids = await setUp(together, given);
        expect(await setUp(single, given)).toEqual(ids);
        const rows = toRows(given.wanted, ids);
        const context = await readContext(together, rows);
        const before = await dump(together, ids);
        for (const api of [together, single]) for (const event of happening) await happen(api, ids, event);

        const plan = planWrite(directs, rows, context);
        const refused = plan.rows.length > 0 ? await together.deps.db.write(plan.write, AUTHOR) : plan.refused;

        const alone = new Map<number, string>();
        const unchanged: number[] = [];
        for (const [place, row] of rows.entries()) {
          const one = planWrite(directs, [row], context);
          const error = (one.rows.length > 0 ? await single.deps.db.write(one.write, AUTHOR) : one.refused).get(0);
          if (error) alone.set(place, error.code);
          if (one.unchanged.length > 0) unchanged.push(place);
        }
        // The second row for a record is refused either as stale or for what the first made of it.
        const isSecond = (place: number) => rows[place]!.id !== undefined && rows.findIndex(({ id }) => id === rows[place]!.id) < place;
        const codes = (refusals: Iterable<[number, string]>) =>
          [...refusals].map(([place, code]) => [place, isSecond(place) || code]).sort();
        expect(codes([...refused].map(([place, { code }]) => [place, code]))).toEqual(codes(alone));
        expect(plan.unchanged).toEqual(unchanged);
        const after = await dump(together, ids);
        expect(after).toEqual(await dump(single, ids));
        const written = new Set(plan.rows.filter(({ index }) => !refused.has(index)).map(({ id }) => id));
        const left = before.rows.filter((row) => !written.has(JSON.parse(row).id));
        if (happening.length === 0) expect(after.rows).toEqual(expect.arrayContaining(left));
      }),
      { numRuns: runs(40) },
    );
  });
});
