import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { TestApi } from '../support/api.ts';
import { importRows } from '../support/imports.ts';
import { runs } from '../support/property-runs.ts';
import { holdUndos, openOfficeWithoutRules, ruleCalls } from '../support/rules-office.ts';

let api: TestApi;
let held: ReturnType<typeof holdUndos>;
const { call } = ruleCalls(() => api);

beforeAll(async () => {
  api = await openOfficeWithoutRules();
  held = holdUndos(api);
});

/** Each edit writes another value. */
let edits = 0;
const CODES = ['A', 'B'];
const MONTHS = ['2027-01', '2027-02'];
const code = fc.nat(CODES.length - 1);
const month = fc.nat(MONTHS.length - 1);
const n = fc.nat(30);
const edit = fc.oneof(
  fc.record({ kind: fc.constant('version' as const), code, month }),
  fc.record({ kind: fc.constant('edit' as const), n }),
  fc.record({ kind: fc.constant('bulk' as const), ns: fc.array(n, { minLength: 1, maxLength: 4 }) }),
  fc.record({ kind: fc.constant('add' as const), code, month }),
  fc.record({ kind: fc.constant('delete' as const), ns: fc.array(n, { minLength: 1, maxLength: 4 }) }),
  fc.record({ kind: fc.constant('name' as const), n }),
  fc.record({ kind: fc.constant('unname' as const) }),
  fc.record({ kind: fc.constant('lock' as const), month, status: fc.constantFrom(0, 1) }),
  fc.record({ kind: fc.constant('promote' as const), code, month }),
  fc.record({ kind: fc.constant('import' as const), month }),
);
const step = fc.oneof(
  { arbitrary: edit, weight: 3 },
  { arbitrary: fc.record({ kind: fc.constant('undo' as const), nth: fc.nat(4), others: fc.option(edit, { nil: undefined }) }), weight: 2 },
);
type Edit = typeof edit extends fc.Arbitrary<infer S> ? S : never;
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface TableRow {
  id: number;
  table: string;
}
/** The rows of dated tables that are there. */
async function readTables(): Promise<TableRow[]> {
  const { rows } = await api.client.execute(
    "SELECT id, lower(scale_factor_code) || ' ' || valid_from AS name FROM tsubos WHERE valid_from <> '' ORDER BY id",
  );
  return rows.map(({ id, name }) => ({ id: Number(id), table: String(name) }));
}

/** What an operation made and deleted of dated tables, in the order of its writes. */
async function readWrites(operation: number): Promise<(TableRow & { action: string })[]> {
  const { rows } = await api.client.execute({
    sql: `SELECT h.record_id AS id, h.action, lower(ifnull(h.before, h.after) ->> '$.scale_factor_code') || ' ' || (ifnull(h.before, h.after) ->> '$.valid_from') AS name
      FROM history h JOIN operations o ON o.request_id = h.request_id
      WHERE o.id = ? AND h.entity = 'tsubos' AND h.action <> 'update' AND ifnull(h.before, h.after) ->> '$.valid_from' <> '' ORDER BY h.id`,
    args: [operation],
  });
  return rows.map(({ id, action, name }) => ({ id: Number(id), action: String(action), table: String(name) }));
}

const byNumber = (a: number, b: number) => a - b;

const pickIds = async (ns: readonly number[]): Promise<number[]> => {
  const { rows } = await api.client.execute('SELECT id FROM tsubos ORDER BY id');
  return rows.length === 0 ? [] : [...new Set(ns.map((each) => Number(rows[each % rows.length]!.id)))];
};

async function take(each: Edit): Promise<void> {
  const [ids] = 'ns' in each ? [await pickIds(each.ns)] : 'n' in each ? [await pickIds([each.n])] : [[]];
  const at = 'month' in each ? MONTHS[each.month]! : '';
  const of = 'code' in each ? CODES[each.code]! : '';
  if (each.kind === 'version') await call('POST', 'tsubos/versions', { valid_from: at, copy_of: of });
  else if (each.kind === 'add') await call('POST', 'tsubos', { scale_factor_code: of, scale_factor: 4, valid_from: at });
  else if (each.kind === 'lock') {
    const [year, number] = at.split('-').map(Number);
    await call('POST', 'lock_and_unlock', { year, month: number, status: each.status, reason: 'thử' });
  } else if (each.kind === 'promote') {
    const { body } = await call('POST', 'rule_scenarios', { name: `Thử ${of} ${at} ${++edits}`, valid_from: at });
    const { rows } = await api.client.execute({
      sql: 'SELECT id FROM tsubos WHERE scale_factor_code = ? AND valid_from <= ? ORDER BY valid_from DESC, id LIMIT 1',
      args: [of, at],
    });
    if (rows[0])
      await api.call('PUT', `tsubos/${rows[0].id}`, {
        as: api.people.admin,
        body: { scale_factor: 7 },
        headers: { 'x-scenario': String(body.data.id) },
      });
    await call('POST', `rule_scenarios/${body.data.id}/promote`, { valid_from: at, reason: 'thử' });
  } else if (each.kind === 'import') {
    const rows = CODES.flatMap((name) => [1, 2, 3].map((place) => [name, place, place, at]));
    await importRows(api, 'tsubos', [['scale_factor_code', 'scale_equal_to', 'scale_factor', 'valid_from'], ...rows], {
      as: api.people.admin,
    });
  } else if (each.kind === 'unname') {
    const { rows } = await api.client.execute('SELECT id FROM standards ORDER BY id LIMIT 1');
    if (rows[0]) await call('DELETE', `standards/${rows[0].id}`);
  } else if (ids.length === 0) return;
  else if (each.kind === 'edit') await call('PUT', `tsubos/${ids[0]}`, { scale_factor: ++edits });
  else if (each.kind === 'bulk') await call('POST', 'tsubos/bulk', { ids, values: { complexity_factor: ++edits } });
  else if (each.kind === 'delete') await call('POST', 'tsubos/deleteByIds', { ids });
  else if (each.kind === 'name') {
    const { body } = await call('GET', `tsubos/${ids[0]}`);
    const points = { standard_design_point: 1, standard_check_point: 1 };
    const key = { customer_id: 1, work_category_id: 1, valid_from: body.data.valid_from };
    await call('POST', 'standards', { ...key, ...points, scale_code: body.data.scale_factor_code, tsubo_id: ids[0] });
  }
}

/** Each table that the undone operation made is gone or has lost nothing, and one that it deleted is back whole or not at all. */
async function requireWhole(undone: number, undo: number): Promise<void> {
  const [target, reversed, now] = [await readWrites(undone), await readWrites(undo), await readTables()];
  for (const table of new Set(reversed.map((row) => row.table))) {
    const present = now.filter((row) => row.table === table).map(({ id }) => id);
    const taken = reversed.filter((row) => row.table === table && row.action === 'delete').map(({ id }) => id);
    const back = reversed.filter((row) => row.table === table && row.action === 'insert').map(({ id }) => id);
    const made = target.filter((row) => row.table === table && row.action === 'insert').map(({ id }) => id);
    const deleted = target.filter((row) => row.table === table && row.action === 'delete').map(({ id }) => id);
    const hadOlder = present.some((id) => id < Math.min(...made));
    if (taken.length > 0 && !hadOlder) expect(present, `${table} is gone whole`).toEqual([]);
    if (taken.length > 0 && made.length > 0 && hadOlder) expect(made).toEqual(expect.arrayContaining(taken));
    const wasEmpty = present.every((id) => back.includes(id));
    if (back.length > 0 && wasEmpty) expect([...back].sort(byNumber), `${table} is back whole`).toEqual([...deleted].sort(byNumber));
  }
}

it('whatever is versioned, edited, deleted, named, promoted, imported and undone, also in the middle of an undo: tables go and come back whole', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps: Step[]) => {
      await api.client.batch(['DELETE FROM month_locks', 'DELETE FROM standards', 'DELETE FROM tsubos'], 'write');
      for (const scale_factor_code of CODES)
        for (const place of [1, 2, 3])
          await call('POST', 'tsubos', { scale_factor_code, scale_equal_to: place, scale_factor: place, complexity_factor: 1 });
      for (const each of steps) {
        if (each.kind !== 'undo') {
          await take(each);
          continue;
        }
        const { data } = (await call('GET', 'operations?limit=5&entity=tsubos')).body;
        const target = data[each.nth % Math.max(1, data.length)];
        if (!target?.undoable) continue;
        const { others } = each;
        held.meanwhile = others && (() => take(others));
        const { status, body } = await call('POST', `operations/${target.id}/undo`);
        held.meanwhile = undefined;
        expect(status, JSON.stringify(body)).toBeOneOf([200, 409]);
        if (status === 200 && body.operation_id !== null) await requireWhole(target.id, body.operation_id);
      }
    }),
    { numRuns: runs(25) },
  );
}, 180_000);
