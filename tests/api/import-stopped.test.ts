import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { handleImport } from '../../worker/features/imports/handle-import.ts';
import { importWork } from '../../worker/features/imports/work.ts';
import { DatabaseError } from '../../worker/platform/db/database-error.ts';
import { AppError } from '../../worker/platform/errors.ts';
import { IMPORT_MODULES } from '../../worker/update-effects.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { holdFile } from '../support/imports.ts';
import { runs } from '../support/property-runs.ts';
import { fillReferences } from '../support/samples.ts';
import { workbookOf } from '../support/workbooks.ts';

/** Imports of all rows or nothing that are too large for one transaction: written in pieces, and what stops them half-way. */

const SIZES = { whole: 5, batch: 4, largestBatch: 4 };
const [EXISTING, CHANGED, NEW] = [8, 6, 10];

let api: TestApi;
beforeEach(async () => {
  api = await openApi();
  await fillReferences(api);
  await prepareRatings();
});
afterEach(() => api?.close());

type Row = Record<string, unknown>;
const rowsOf = async (text: string): Promise<Row[]> => (await api.client.execute(text)).rows.map((row) => ({ ...row }));
const importOf = async (id: number) => (await api.call('GET', `imports/${id}`, { as: api.people.writer })).body;
const work = (id: number, deps = api.deps) => handleImport(deps, { import_id: id }, { ...IMPORT_MODULES, sizes: SIZES });

async function prepareRatings(): Promise<void> {
  await api.client.execute(
    `INSERT INTO pro (user_id, pro_point_id, rate_at, note) SELECT u.id, 1, '2026-0' || (3 + n.value % 2) || '-05', 'before ' || n.value
      FROM users u, json_each('[${Array.from({ length: EXISTING }, (_, n) => n)}]') n WHERE u.username = 'writer'`,
  );
}

/** An import that changes the notes of some records and makes new ones, put into the database without a message. */
async function waiting(): Promise<number> {
  const ids = (await rowsOf('SELECT id FROM pro ORDER BY id')).map(({ id }) => Number(id));
  const changed = ids.slice(0, CHANGED).map((id, n) => [id, 'writer', 1, `2026-0${3 + (n % 2)}-05`, `changed ${n}`]);
  const made = Array.from({ length: NEW }, (_, n) => [null, 'writer', 1, `2026-0${3 + (n % 2)}-1${n % 9}`, `made ${n}`]);
  api.deps.files = holdFile(await workbookOf([['id', 'Nhân viên', 'Hệ số pro', 'Ngày đánh giá', 'Ghi chú'], ...changed, ...made]));
  const at = '2026-11-20 10:00:00';
  const { id } = api.people.writer;
  return api.insert('imports', {
    ...{ entity: 'pro', mode: 'all_or_nothing', status: 'queued', file_name: 'x.xlsx', requested_by: id, created_at: at, progress_at: at },
  });
}

/** The records as they are, but for what counts writes and what follows from other columns. */
async function readRatings(): Promise<Map<number, Row>> {
  const rows = await rowsOf('SELECT * FROM pro ORDER BY id');
  return new Map(rows.map(({ version, updated_at, audit_json, note_sort, ...row }) => [Number(row.id), row]));
}

/** Database of a message that dies at a write, before or after it is done, or at none. */
function dyingDatabase(dies: { at: number; after: boolean } | undefined, beforeWrite: () => Promise<void>): TestApi['deps']['db'] {
  const { db } = api.deps;
  let writes = 0;
  let isDead = false;
  const live = async <R>(run: () => Promise<R>): Promise<R> => {
    if (isDead) throw new Error('killed');
    return run();
  };
  return {
    read: (...args) => live(() => db.read(...args)),
    write: (...args) =>
      live(async () => {
        writes += 1;
        const isLast = dies !== undefined && writes === dies.at;
        isDead ||= isLast;
        if (isLast && !dies.after) throw new Error('killed');
        await beforeWrite();
        const written = await db.write(...args);
        if (isLast) throw new Error('killed');
        return written;
      }),
  };
}

/** Undoes what an import wrote, as its operation. */
async function undoImport(id: number) {
  const [operation] = (await api.call('GET', `operations?request_id=import-${id}`, { as: api.people.admin })).body.data;
  expect(operation).toMatchObject({ undoable: true });
  return api.call('POST', `operations/${operation.id}/undo`, { as: api.people.admin });
}

/** Messages until the import has ended; the first ones die. `beforeWrite` is what others do before each write. */
async function workToTheEnd(
  id: number,
  deaths: { at: number; after: boolean }[],
  beforeWrite: () => Promise<void> = async () => undefined,
) {
  for (let message = 0; message < 40; message += 1) {
    // The lease of a message that died has run out.
    await api.client.execute(`UPDATE imports SET lease_until = 0 WHERE id = ${id}`);
    const db = dyingDatabase(deaths[message], beforeWrite);
    await work(id, { ...api.deps, db }).catch((error) => {
      if (deaths[message] === undefined) throw error;
    });
    const end = await importOf(id);
    if (end.finished_at) return end;
  }
  throw new Error('The import does not end');
}

describe('an import of all rows or nothing in pieces', () => {
  const steps = fc.array(fc.record({ write: fc.nat(16), place: fc.nat(EXISTING + NEW), what: fc.constantFrom('edit', 'delete', 'lock') }), {
    maxLength: 3,
  });
  const deaths = fc.array(fc.record({ at: fc.integer({ min: 1, max: 9 }), after: fc.boolean() }), { maxLength: 8 });

  it('is written whole, or says how many rows stand and is undone, whenever it is killed and whatever others write meanwhile', async () => {
    const ends = new Set<string>();
    await fc.assert(
      fc.asyncProperty(deaths, steps, async (deaths, steps) => {
        await api.client.batch(['UPDATE month_locks SET status = 0', 'DELETE FROM pro'], 'write');
        await prepareRatings();
        const before = await readRatings();
        const id = await waiting();
        const others = new Map<number, Row | undefined>();
        let writes = 0;
        const interfere = async () => {
          writes += 1;
          for (const { place, what } of steps.filter(({ write }) => write === writes)) {
            const target = [...(await readRatings()).keys()][place];
            if (what === 'lock')
              await api.call('POST', 'lock_and_unlock', { as: api.people.admin, body: { year: 2026, month: 3, status: 1, reason: 'x' } });
            else if (target !== undefined) {
              const [method, body] = what === 'edit' ? ['PUT', { note: `other ${writes}` }] : ['DELETE', undefined];
              const { status } = await api.call(method!, `pro/${target}`, { as: api.people.admin, body });
              if (status === 200) others.set(target, (await readRatings()).get(target));
            }
          }
        };
        const end = await workToTheEnd(id, deaths, interfere);
        ends.add(`${end.status} ${others.size > 0}`);
        const untouched = (rows: Map<number, Row>) => [...rows].filter(([record]) => !others.has(record));
        if (end.status === 'done') {
          const texts = [...(await readRatings()).values()].map(({ note }) => String(note));
          const rest = [...others].filter(([, row]) => row === undefined || String(row.note).startsWith('other')).length;
          expect(texts.filter((note) => /^(made|changed)/.test(note)).length).toBeGreaterThanOrEqual(CHANGED + NEW - rest);
        } else {
          expect(end.status).toBe('failed');
          const stand = end.inserted + end.updated;
          expect(await rowsOf(`SELECT COUNT(*) AS n FROM history WHERE request_id = 'import-${id}'`)).toEqual([{ n: stand }]);
          if (stand > 0) {
            expect(end.message).toContain(` ${stand} dòng`);
            await api.client.execute('UPDATE month_locks SET status = 0');
            expect((await undoImport(id)).status).toBe(200);
          }
          const after = await readRatings();
          expect(untouched(after)).toEqual(untouched(before));
          for (const [record, row] of others) expect(after.get(record)).toEqual(row);
        }
        // What a message that died left behind goes at night.
        if (deaths.length === 0) expect(await rowsOf(`SELECT COUNT(*) AS n FROM import_rows WHERE import_id = ${id}`)).toEqual([{ n: 0 }]);
        expect(await rowsOf("SELECT (SELECT rows FROM row_counts WHERE entity = 'pro') - (SELECT COUNT(*) FROM pro) AS n")).toEqual([
          { n: 0 },
        ]);
      }),
      { numRuns: runs(40) },
    );
    expect([...ends].sort()).toEqual(expect.arrayContaining(['done false', 'failed true']));
  });
});

it('is compared again behind the pieces that are written, where the database refuses a row', async () => {
  const { db } = api.deps;
  const id = await waiting();
  let refusals = 0;
  const write: typeof db.write = async (...args) => {
    const { inserted, updated } = await importOf(id);
    if (inserted + updated === 0 || refusals > 0) return db.write(...args);
    refusals += 1;
    throw new DatabaseError('month_locked');
  };
  await work(id, { ...api.deps, db: { ...db, write } });
  expect(await importOf(id)).toMatchObject({ status: 'done', inserted: NEW, updated: CHANGED, failed: 0 });
  expect(refusals).toBe(1);
});

describe('an import that one transaction can not hold', () => {
  it('is written in pieces once the server has taken its place away, all of it or nothing', async () => {
    for (const ending of ['done', 'failed']) {
      await api.client.batch(['DELETE FROM pro'], 'write');
      await prepareRatings();
      const before = await readRatings();
      const { db } = api.deps;
      let tooLong = 0;
      const write: typeof db.write = async (plan, author, timeoutMs) => {
        if (timeoutMs !== undefined) {
          tooLong += 1;
          api.clock.set(new Date(api.clock.now() + 6000).toISOString());
          throw new AppError('database_unavailable');
        }
        return db.write(plan, author);
      };
      const id = await waiting();
      if (ending === 'failed') await api.client.execute(`DELETE FROM pro WHERE id = (SELECT MIN(id) FROM pro)`);
      await handleImport({ ...api.deps, db: { ...db, write } }, { import_id: id }, IMPORT_MODULES);
      const end = await importOf(id);
      expect(end.status, end.message).toBe(ending);
      if (ending === 'done') {
        expect({ tooLong, inserted: end.inserted, updated: end.updated }).toEqual({ tooLong: 1, inserted: NEW, updated: CHANGED });
      } else expect([...(await readRatings())]).toEqual([...before].slice(1));
    }
  });
});

describe('an import of which a part is written', () => {
  const expireLease = (id: number) => api.client.execute(`UPDATE imports SET lease_until = 0 WHERE id = ${id}`);

  /** Works until the first piece is written, then dies. */
  async function writeFirstPiece(): Promise<number> {
    const id = await waiting();
    for (let at = 1; (await importOf(id)).inserted + (await importOf(id)).updated === 0; at += 1) {
      await expireLease(id);
      await work(id, { ...api.deps, db: dyingDatabase({ at, after: true }, async () => undefined) }).catch(() => undefined);
    }
    await expireLease(id);
    return id;
  }

  it('refuses to let its own operation be undone until it has ended', async () => {
    const id = await writeFirstPiece();
    const [operation] = (await api.call('GET', `operations?request_id=import-${id}`, { as: api.people.admin })).body.data;
    expect(operation).toMatchObject({ undoable: false, reason: 'running' });
    await work(id);
    expect(await importOf(id)).toMatchObject({ status: 'done', inserted: NEW, updated: CHANGED });
  });

  it('stops at a month that is locked meanwhile, names its rows, and is undone once the month is open', async () => {
    const before = await readRatings();
    const id = await writeFirstPiece();
    for (const month of [3, 4])
      await api.call('POST', 'lock_and_unlock', { as: api.people.admin, body: { year: 2026, month, status: 1, reason: 'x' } });
    await work(id);
    const end = await importOf(id);
    expect(end).toMatchObject({ status: 'failed', message: expect.stringContaining(`sau khi ghi ${end.inserted + end.updated} dòng`) });
    expect(end.errors[0]).toMatchObject({ column: 'Ngày đánh giá', message: expect.stringContaining('đã khóa') });
    await api.client.execute('UPDATE month_locks SET status = 0');
    expect((await undoImport(id)).body).toMatchObject({ reversed: end.inserted + end.updated, kept: [] });
    expect(await readRatings()).toEqual(before);
  });

  it('says in both languages how many rows stand when it is cancelled, stood still or was given up, and is undone', async () => {
    const before = await readRatings();
    for (const reason of ['cancelled', 'stalled', 'broken'] as const) {
      const id = await writeFirstPiece();
      if (reason === 'cancelled') await api.call('POST', `imports/${id}/cancel`, { as: api.people.writer });
      else await importWork.fail(api.deps, id, reason);
      await work(id);
      const end = await importOf(id);
      const stand = end.inserted + end.updated;
      expect(end, reason).toMatchObject({
        status: reason === 'cancelled' ? 'cancelled' : 'failed',
        message: expect.stringContaining(`${stand} dòng`),
      });
      const english = await api.call('GET', `imports/${id}`, { as: api.people.writer, headers: { 'accept-language': 'en' } });
      expect(english.body.message, reason).toContain(`after ${stand} rows were written`);
      expect((await undoImport(id)).body, reason).toMatchObject({ reversed: stand, kept: [] });
      expect(await readRatings(), reason).toEqual(before);
    }
  });
});
