import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { handleImport } from '../../worker/features/imports/handle-import.ts';
import { handleOperation } from '../../worker/features/operations/handle-operation.ts';
import type { Deps } from '../../worker/platform/deps.ts';
import { AppError } from '../../worker/platform/errors.ts';
import { IMPORT_MODULES, undoTablesOf } from '../../worker/update-effects.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { holdFile } from '../support/imports.ts';
import { runs } from '../support/property-runs.ts';
import { fillReferences } from '../support/samples.ts';
import { workbookOf } from '../support/workbooks.ts';

/** Work in pieces on a database that is slow for a while: it comes to the same end, in smaller pieces. */

/** A write that is undone for lasting too long, one whose answer is lost for it, and one that is done late. */
type Fault = 'undone' | 'lost' | 'late';

const SIZES = { whole: 5, batch: 16, largestBatch: 16 };
const [CHANGED, MADE] = [20, 40];

let api: TestApi;
beforeEach(async () => {
  api = await openApi();
  await fillReferences(api);
});
afterEach(() => api?.close());

type Row = Record<string, unknown>;
const rowsOf = async (text: string): Promise<Row[]> => (await api.client.execute(text)).rows.map((row) => ({ ...row }));

/** The database of some messages, which is slow at writes of these numbers. */
function slowDatabase(faults: ReadonlyMap<number, Fault>): Deps['db'] {
  const { db } = api.deps;
  let writes = 0;
  return {
    read: db.read,
    async write(...args) {
      writes += 1;
      const fault = faults.get(writes);
      if (fault) api.clock.set(new Date(api.clock.now() + 6000).toISOString());
      if (fault === 'undone') throw new AppError('database_unavailable');
      const written = await db.write(...args);
      if (fault === 'lost') throw new AppError('database_unavailable');
      return written;
    },
  };
}

/** Messages of a run until it has ended. One that failed comes again, as from the queue. */
async function workToTheEnd(table: string, id: number, work: () => Promise<void>): Promise<void> {
  for (let message = 0; message < 40; message += 1) {
    await api.client.execute(`UPDATE ${table} SET lease_until = 0 WHERE id = ${id}`);
    await work().catch((error) => expect(error).toMatchObject({ code: 'database_unavailable' }));
    if ((await rowsOf(`SELECT finished_at FROM ${table} WHERE id = ${id}`))[0]!.finished_at) return;
  }
  throw new Error('The work does not end');
}

const TIMELESS = "'$.id', '$.created_at', '$.updated_at'";
/** What the history says of a request, but for times and the ids of new records. Each piece makes its new records before it changes others. */
const historyOf = (request: string) =>
  rowsOf(`SELECT action, json_remove(before, ${TIMELESS}) AS before, json_remove(after, ${TIMELESS}) AS after FROM history
    WHERE request_id = '${request}' AND entity = 'pro' ORDER BY action, id`);
const readRatings = () => rowsOf('SELECT user_id, pro_point_id, rate_at, note, version FROM pro ORDER BY id');

describe('an import', () => {
  /** What an import comes to that changes some ratings and makes others. */
  async function outcomeOf(mode: string, faults: ReadonlyMap<number, Fault>) {
    await api.client.execute('DELETE FROM pro');
    await api.client.execute(
      `INSERT INTO pro (user_id, pro_point_id, rate_at, note) SELECT u.id, 1, '2026-03-05', 'before ' || n.value
        FROM users u, json_each('[${Array.from({ length: CHANGED }, (_, n) => n)}]') n WHERE u.username = 'writer'`,
    );
    const ids = (await rowsOf('SELECT id FROM pro ORDER BY id')).map(({ id }) => Number(id));
    const changed = ids.map((id, n) => [id, 'writer', 1, '2026-03-05', `changed ${n}`]);
    const made = Array.from({ length: MADE }, (_, n) => [null, 'writer', 1, `2026-0${3 + (n % 2)}-1${n % 9}`, `made ${n}`]);
    const wrong = mode === 'valid_rows' ? [[null, 'writer', 1, '2026-02-31', 'wrong']] : [];
    const headers = ['id', 'Nhân viên', 'Hệ số pro', 'Ngày đánh giá', 'Ghi chú'];
    api.deps.files = holdFile(await workbookOf([headers, ...changed, ...made, ...wrong]));
    const at = api.clock.time();
    const who = { requested_by: api.people.writer.id, created_at: at, progress_at: at };
    const id = await api.insert('imports', { entity: 'pro', mode, status: 'queued', file_name: 'x.xlsx', ...who });
    const importNow = async () => (await api.call('GET', `imports/${id}`, { as: api.people.writer })).body;
    const db = slowDatabase(faults);
    await workToTheEnd('imports', id, () => handleImport({ ...api.deps, db }, { import_id: id }, { ...IMPORT_MODULES, sizes: SIZES }));
    const { status, inserted, updated, failed, total, done, message, errors } = await importNow();
    const wrote = [await readRatings(), await historyOf(`import-${id}`)];
    return { status, counts: [inserted, updated, failed, total, done, message, errors], wrote };
  }

  it.each(['valid_rows', 'all_or_nothing'])('of %s comes to the same end whichever of its writes last too long', async (mode) => {
    const expected = await outcomeOf(mode, new Map());
    expect(expected.status).toBe('done');
    const faults = fc.array(fc.tuple(fc.integer({ min: 1, max: 24 }), fc.constantFrom<Fault>('undone', 'lost', 'late')), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(faults, async (faults) => {
        expect(await outcomeOf(mode, new Map(faults))).toEqual(expected);
      }),
      { numRuns: runs(15) },
    );
  });
});

describe('runs of many records', () => {
  const RECORDS = 1100;
  const work = (db: Deps['db'], run_id: number) => () => handleOperation({ ...api.deps, db }, undoTablesOf(api.deps), { run_id });

  beforeEach(async () => {
    await api.client.execute(
      `WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ${RECORDS})
        INSERT INTO pro (user_id, pro_point_id, rate_at, note) SELECT u.id, 1, '2026-03-05', 'before ' || n.value
        FROM users u, n WHERE u.username = 'writer'`,
    );
  });

  it.each<Fault>(['undone', 'lost', 'late'])('are edited and undone once each where a piece is %s', async (fault) => {
    const before = await readRatings();
    const ids = (await rowsOf('SELECT id FROM pro ORDER BY id')).map(({ id }) => Number(id));
    const { admin } = api.people;
    const asked = await api.call('POST', 'pro/bulk', { as: admin, body: { ids, values: { note: 'changed' } } });
    const [{ id: edit }] = (await rowsOf('SELECT MAX(id) AS id FROM operation_runs')) as [{ id: number }];
    expect(asked.status).toBeLessThan(300);
    const faults = new Map([2, 3, 5, 6, 8].map((write) => [write, fault]));
    await workToTheEnd('operation_runs', edit, work(slowDatabase(faults), edit));
    expect(
      await rowsOf(
        `SELECT status, done, total, json_extract(task, '$.piece_rows') < 500 AS smaller FROM operation_runs WHERE id = ${edit}`,
      ),
    ).toEqual([{ status: 'done', done: RECORDS, total: RECORDS, smaller: 1 }]);
    expect(await rowsOf(`SELECT note, version, COUNT(*) AS n FROM pro GROUP BY 1, 2`)).toEqual([
      { note: 'changed', version: 2, n: RECORDS },
    ]);
    await api.call('POST', `operations/${edit}/undo`, { as: admin });
    const [{ id: undo }] = (await rowsOf('SELECT MAX(id) AS id FROM operation_runs')) as [{ id: number }];
    await workToTheEnd('operation_runs', undo, work(slowDatabase(faults), undo));
    expect(
      await rowsOf(`SELECT status, done, json_extract(task, '$.piece_rows') < 500 AS smaller FROM operation_runs WHERE id = ${undo}`),
    ).toEqual([{ status: 'done', done: RECORDS, smaller: 1 }]);
    expect(await readRatings()).toEqual(before.map((row) => ({ ...row, version: 3 })));
  });
});
