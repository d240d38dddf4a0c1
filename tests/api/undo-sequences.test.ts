import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { CONTRACTS } from '../../worker/contracts/contracts.ts';
import { openApi, type Person, type TestApi } from '../support/api.ts';
import { runs } from '../support/property-runs.ts';
import { fillReferences, makeSample } from '../support/samples.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
  await fillReferences(api);
});

const PEOPLE = ['admin', 'writer'] as const;
const FIELDS = ['bikou', 'shiten', 'rank'] as const;
const who = fc.constantFrom(...PEOPLE);
const place = fc.nat(3);
const values = fc.dictionary(fc.constantFrom(...FIELDS), fc.constantFrom('a', 'b', 'c'), { minKeys: 1 });
const step = fc.oneof(
  fc.record({ kind: fc.constant('edit' as const), who, place, values }),
  fc.record({ kind: fc.constant('bulk' as const), who, places: fc.uniqueArray(place, { minLength: 2 }), values }),
  fc.record({ kind: fc.constant('make' as const), who, place }),
  fc.record({ kind: fc.constant('delete' as const), who, places: fc.uniqueArray(place, { minLength: 1, maxLength: 2 }) }),
  fc.record({ kind: fc.constant('check' as const), who, place, is_checked: fc.constantFrom(0, 1) }),
  fc.record({ kind: fc.constant('lock' as const), status: fc.constantFrom(0, 1) }),
  fc.record({ kind: fc.constant('account' as const), role: fc.constantFrom(3, 4), area: fc.constantFrom('a', 'b', 'c') }),
  fc.record({ kind: fc.constant('undo' as const), who, nth: fc.nat(5) }),
  fc.record({ kind: fc.constant('undo' as const), who: fc.constant('admin' as const), nth: fc.nat(1) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

type State = Map<number, Record<string, unknown>>;
const COUNTED_BY_WRITES = ['version', 'updated_at'];

/** The columns of every job as they are stored, but for those that count writes. */
async function readState(): Promise<State> {
  const { rows } = await api.client.execute('SELECT * FROM directs ORDER BY id');
  return new Map(
    rows.map((row) => [Number(row.id), Object.fromEntries(Object.entries(row).filter(([name]) => !COUNTED_BY_WRITES.includes(name)))]),
  );
}

/** What no undo may bring back: roles, passwords, sessions, links to set a password, locks and seals. */
async function readProtected() {
  const answers = await api.client.batch(
    [
      'SELECT id, role_ids, active, password FROM users ORDER BY id',
      ...['sessions', 'password_resets', 'month_locks', 'month_seals'].map((table) => `SELECT * FROM ${table} ORDER BY 1`),
    ],
    'read',
  );
  return answers.map(({ rows }) => rows.map((row) => ({ ...row })));
}

const call = (method: string, path: string, as: Person, body?: unknown) => api.call(method, path, { as, body });
const undo = (id: number, as = api.people.admin) => call('POST', `operations/${id}/undo`, as);
const newestOperation = async () => (await call('GET', 'operations?limit=1', api.people.admin)).body.data[0];

let made = 0;
async function makeJob(as: Person): Promise<number> {
  const body = { ...makeSample(CONTRACTS.directs, 1), henkyaku_hi: `2026-1${++made % 2}-05`, external_id: `s${made}` };
  return (await call('POST', 'directs', as, body)).body.data?.id ?? 987_654;
}

/** Does a step; answers the operation that it made, if any, and which rows the undo among them reversed. */
async function take(step: Step, ids: number[], operations: number[]): Promise<{ operation?: number; undone?: number; kept?: number[] }> {
  const before = (await newestOperation())?.id;
  const as = 'who' in step ? api.people[step.who] : api.people.admin;
  let outcome: { undone?: number; kept?: number[] } = {};
  if (step.kind === 'edit') await call('PUT', `directs/${ids[step.place]}`, as, step.values);
  else if (step.kind === 'bulk') await call('POST', 'directs/bulk', as, { ids: step.places.map((each) => ids[each]), values: step.values });
  else if (step.kind === 'make') ids[step.place] = await makeJob(as);
  else if (step.kind === 'delete') await call('POST', 'directs/deleteByIds', as, { ids: step.places.map((each) => ids[each]) });
  else if (step.kind === 'check') await call('POST', 'directs/checked', as, { id: ids[step.place], is_checked: step.is_checked });
  else if (step.kind === 'lock')
    await api.client.execute(
      `INSERT OR REPLACE INTO month_locks (month, status, at) VALUES ('2026-11', ${step.status}, '2026-11-20 10:00:00')`,
    );
  else if (step.kind === 'account') await call('PUT', `users/${api.people.none.id}`, as, { role_ids: [step.role], area: step.area });
  else if (operations.length > 0) {
    const target = operations[step.nth % operations.length]!;
    const { status, body } = await undo(target, as);
    if (status === 200) outcome = { undone: target, kept: body.kept.map(({ id }: { id: number }) => id) };
  }
  const after = (await newestOperation())?.id;
  return { ...(after !== before && { operation: after }), ...outcome };
}

interface Written {
  request_id: string;
  record_id: number;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

async function readWrites(operation: number): Promise<Written[]> {
  const { rows } = await api.client.execute({
    sql: "SELECT h.request_id, h.record_id, h.before, h.after FROM history h JOIN operations o ON o.request_id = h.request_id WHERE o.id = ? AND h.entity = 'directs' ORDER BY h.id",
    args: [operation],
  });
  return rows.map((row) => ({
    request_id: `${row.request_id}`,
    record_id: Number(row.record_id),
    before: row.before === null ? null : JSON.parse(`${row.before}`),
    after: row.after === null ? null : JSON.parse(`${row.after}`),
  }));
}

const changedFields = ({ before, after }: Written): string[] =>
  Object.keys({ ...before, ...after }).filter((name) => !COUNTED_BY_WRITES.includes(name) && before?.[name] !== after?.[name]);

describe('edits, checks, locks and undos of several people', () => {
  it('an undo moves what its operation changed back to what it was, or leaves a row as it is; and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        await api.client.batch(['DELETE FROM month_locks', 'UPDATE directs SET is_checked = 0', 'DELETE FROM directs'], 'write');
        const ids: number[] = [];
        for (let each = 0; each < 4; each++) ids.push(await makeJob(api.people.admin));
        const operations: number[] = [];
        for (const each of steps) {
          const before = await readState();
          const protectedBefore = await readProtected();
          const { operation, undone, kept = [] } = await take(each, ids, operations);
          if (operation !== undefined) operations.push(operation);
          if (each.kind !== 'undo') continue;
          const after = await readState();
          expect(await readProtected(), 'roles, passwords, sessions, locks and seals').toEqual(protectedBefore);
          const writes = undone === undefined ? [] : await readWrites(undone);
          for (const id of new Set([...before.keys(), ...after.keys()])) {
            const written = writes.find(({ record_id }) => record_id === id);
            const isReversed = written && !kept.includes(id);
            if (!isReversed) expect(after.get(id), `row ${id} stays`).toEqual(before.get(id));
            else if (!written.before) expect(after.has(id), `row ${id} was made`).toBe(false);
            else {
              const fields = written.after ? changedFields(written) : Object.keys(written.before);
              const former = fields.filter((name) => !COUNTED_BY_WRITES.includes(name)).map((name) => [name, written.before![name]]);
              const rest = written.after ? before.get(id) : {};
              expect(after.get(id), `row ${id} is as before the operation`).toMatchObject({ ...rest, ...Object.fromEntries(former) });
            }
          }
          if (operation === undefined || undone === undefined) continue;
          // The undo of the undo restores what was there byte for byte, and is itself an operation.
          expect((await undo(operation)).body).toMatchObject({ kept: [] });
          expect(await readState()).toEqual(before);
          expect(await readProtected()).toEqual(protectedBefore);
          operations.push((await newestOperation()).id);
        }
      }),
      { numRuns: runs(25) },
    );
  }, 60_000);
});

const move = fc.oneof(
  fc.record({
    kind: fc.constant('edit' as const),
    who,
    place: fc.nat(1),
    field: fc.constantFrom(...FIELDS),
    value: fc.constantFrom('a', 'b', 'c'),
  }),
  fc.record({ kind: fc.constant('both' as const), who, field: fc.constantFrom(...FIELDS), value: fc.constantFrom('a', 'b', 'c') }),
  fc.record({ kind: fc.constant('undo' as const), who: fc.constant('admin' as const), nth: fc.nat(4) }),
  fc.record({ kind: fc.constant('undo' as const), who: fc.constant('admin' as const), nth: fc.nat(1) }),
);

/** What the contract says, said again: of each row the writes that stand, as a stack in which an undo takes itself and what it undid away. */
interface ModelWrite {
  operation: number;
  undoes: number | undefined;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

it('a write and its undo together are nobody’s change: what comes of an undo is as a model says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 4, maxLength: 16 }), async (moves) => {
      await api.client.batch(['DELETE FROM month_locks', 'DELETE FROM directs'], 'write');
      const rows = [await makeJob(api.people.admin), await makeJob(api.people.admin)];
      const fields = async (id: number) => {
        const { data } = (await call('GET', `directs/${id}`, api.people.admin)).body;
        return Object.fromEntries(FIELDS.map((name) => [name, data[name]]));
      };
      const model = new Map<number, { state: Record<string, unknown>; writes: ModelWrite[] }>();
      for (const id of rows) model.set(id, { state: await fields(id), writes: [] });
      const operations: number[] = [];
      for (const each of moves) {
        const before = (await newestOperation())?.id;
        if (each.kind !== 'undo') {
          const ids = each.kind === 'both' ? rows : [rows[each.place]!];
          const values = { [each.field]: each.value };
          if (each.kind === 'both') await call('POST', 'directs/bulk', api.people[each.who], { ids, values });
          else await call('PUT', `directs/${ids[0]}`, api.people[each.who], values);
          const { id: operation } = await newestOperation();
          if (operation === before) continue;
          operations.push(operation);
          for (const id of ids) {
            const row = model.get(id)!;
            if (row.state[each.field] === each.value) continue;
            row.writes.push({ operation, undoes: undefined, before: { [each.field]: row.state[each.field] }, after: values });
            row.state = { ...row.state, ...values };
          }
        } else {
          if (operations.length === 0) continue;
          const target = operations[operations.length - 1 - (each.nth % operations.length)]!;
          const { status, body } = await undo(target);
          if (status === 409) continue;
          for (const [id, row] of model) {
            const standing = row.writes.filter(({ operation }) => operation === target || !isSettled(row.writes, operation, target));
            const at = standing.findIndex(({ operation }) => operation === target);
            const own = row.writes.find(({ operation }) => operation === target);
            if (!own || isSettled(row.writes, target, target)) continue;
            const isOvertaken = standing.slice(at + 1).some(({ after }) => Object.keys(own.after).some((name) => name in after));
            expect(
              body.kept.some((kept: { id: number }) => kept.id === id),
              'kept where somebody else changed the field',
            ).toBe(isOvertaken);
            if (isOvertaken) continue;
            row.writes.push({ operation: body.operation_id, undoes: target, before: own.after, after: own.before });
            row.state = { ...row.state, ...own.before };
          }
          if (body.operation_id !== null) operations.push(body.operation_id);
        }
        for (const [id, { state }] of model) expect(await fields(id)).toEqual(state);
      }
    }),
    { numRuns: runs(25) },
  );
}, 60_000);

/** Whether a write is gone with its undo, or an undo with what it undid, among the writes since `from`. */
function isSettled(writes: readonly ModelWrite[], operation: number, from: number): boolean {
  const since = writes.slice(writes.findIndex((write) => write.operation === from));
  const gone = new Set<number>();
  for (const { operation: undo, undoes } of since.toReversed())
    if (undoes !== undefined && !gone.has(undo) && !gone.has(undoes) && since.some((write) => write.operation === undoes))
      gone.add(undo).add(undoes);
  return gone.has(operation);
}
