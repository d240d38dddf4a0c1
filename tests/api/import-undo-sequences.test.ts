import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { exactNameKey } from '../../worker/platform/text/match-name.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { importRows } from '../support/imports.ts';
import { runs } from '../support/property-runs.ts';
import { fillReferences } from '../support/samples.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openApi();
  await fillReferences(api);
});

/** Source ids in several spellings, with texts; a row without one is known by its name and the like. */
const SPELLINGS = ['Ma-1', 'MA-1', 'ｍa-1', 'Mã-1', 'MÃ-1', 'ma-2', 'Ma-2', ''] as const;
const row = fc.record({
  id: fc.constantFrom(...SPELLINGS),
  name: fc.constantFrom('A', 'B'),
  note: fc.constantFrom('một', 'hai', 'ba'),
});
const file = fc.array(row, { minLength: 1, maxLength: 6 });
type File = typeof file extends fc.Arbitrary<infer F> ? F : never;
const edits = fc.array(fc.record({ place: fc.nat(5), note: fc.constantFrom('tay', 'máy') }), { maxLength: 2 });

const HEADERS = [
  ...['external_id', 'name', 'bikou', 'bukkenmei', 'user_id', 'chekkusha_id', 'customer_id', 'work_category_id', 'henkyaku_hi'],
  ...['tsubosuu', 'complex_factor', 'complex_point', 'sagyou_jikan', 'chekkku_jikan'],
];
const REST = ['家', 'writer', 'checked', 'GOC1', '図面 1', '2026/11/03', 30, 1, 1, 60, 10];

/** Jobs of two ids are alike in nothing that tells jobs apart. */
const nameOf = ({ id, name }: File[number]) => `${exactNameKey(id)} ${name}`.trim();

async function send(rows: File) {
  const done = await importRows(api, 'directs', [HEADERS, ...rows.map((row) => [row.id, nameOf(row), row.note, ...REST])]);
  const { inserted, updated, unchanged, failed } = done;
  // A file of which every row is refused has failed.
  expect(done.status, done.message).toBe(failed === rows.length ? 'failed' : 'done');
  return { id: done.id as number, counts: { inserted, updated, unchanged, failed } };
}

type Stored = Record<string, unknown>;
const NOT_COMPARED = new Set(['version', 'created_at', 'updated_at']);
async function readJobs(): Promise<Stored[]> {
  const { rows } = await api.client.execute('SELECT * FROM directs ORDER BY id');
  for (const job of rows) expect(job.external_id_key).toBe(job.external_id === null ? null : exactNameKey(String(job.external_id)));
  return rows.map((job) => Object.fromEntries(Object.entries(job).filter(([name]) => !NOT_COMPARED.has(name))));
}

/** Without their ids, which a record that is made again does not get back. */
const withoutIds = (jobs: readonly Stored[]) => jobs.map(({ id: _, ...job }) => JSON.stringify(job)).sort();

const call = (method: string, path: string, body?: unknown) => api.call(method, path, { as: api.people.admin, body });
const operationOf = async (importId: number) => (await call('GET', `operations?request_id=import-${importId}`)).body.data[0];
const undo = async (id: number) => (await call('POST', `operations/${id}/undo`)).body;

it('a file whose import was undone imports again as the first time, whatever it names, and its undo is taken back without a twin', async () => {
  await fc.assert(
    fc.asyncProperty(file, file, async (first, second) => {
      await api.client.execute('DELETE FROM directs');
      await send(first);
      const before = await readJobs();
      const once = await send(second);
      const after = await readJobs();
      const operation = await operationOf(once.id);
      expect(Boolean(operation), 'a file that writes is an operation').toBe(once.counts.inserted + once.counts.updated > 0);
      if (!operation) {
        expect(after).toEqual(before);
        return;
      }
      const undone = await undo(operation.id);
      expect(undone.kept).toEqual([]);
      expect(await readJobs()).toEqual(before);
      const again = await send(second);
      expect(again.counts).toEqual(once.counts);
      expect(withoutIds(await readJobs())).toEqual(withoutIds(after));
      // What the file made anew is in the way of what the first import had made.
      await undo(undone.operation_id);
      const named = (jobs: Stored[]) => withoutIds(jobs.filter(({ external_id }) => external_id !== null));
      expect(named(await readJobs())).toEqual(named(after));
    }),
    { numRuns: runs(12) },
  );
});

it('what somebody wrote on an imported job survives the undo, and the file finds that job again', async () => {
  await fc.assert(
    fc.asyncProperty(file, file, edits, async (first, second, edits) => {
      await api.client.execute('DELETE FROM directs');
      await send(first);
      const before = new Map((await readJobs()).map((job) => [job.id, job]));
      const once = await send(second);
      const imported = await readJobs();
      const touched = new Map<unknown, string>();
      for (const { place, note } of edits) {
        const job = imported[place % imported.length];
        if (job && (await call('PUT', `directs/${job.id}`, { bikou: note })).status === 200) touched.set(job.id, note);
      }
      const operation = await operationOf(once.id);
      if (operation) await undo(operation.id);
      for (const job of await readJobs()) {
        if (touched.has(job.id)) expect(job.bikou).toBe(touched.get(job.id));
        else expect(job).toEqual(before.get(job.id));
      }
      const again = await send(second);
      const { inserted, updated, unchanged, failed } = again.counts;
      expect(inserted + updated + unchanged + failed).toBe(second.length);
      const isFirst = ({ id }: File[number], index: number) =>
        id !== '' && second.findIndex((other) => exactNameKey(other.id) === exactNameKey(id)) === index;
      const jobs = await readJobs();
      for (const row of second.filter(isFirst)) {
        const found = jobs.filter(({ external_id_key }) => external_id_key === exactNameKey(row.id));
        expect(found).toMatchObject([{ name: nameOf(row), bikou: row.note }]);
      }
    }),
    { numRuns: runs(12) },
  );
});
