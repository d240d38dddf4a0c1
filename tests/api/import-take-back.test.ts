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

/** Imports of all rows or nothing that are too large for one transaction: written in pieces, and taken back in pieces. */

const SIZES = { whole: 5, batch: 4, largestBatch: 4, undone: 3 };
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

  it('is written whole or not at all, whenever it is killed and whatever others write meanwhile', async () => {
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
        const after = await readRatings();
        ends.add(`${end.status} ${others.size > 0}`);
        const untouched = (rows: Map<number, Row>) => [...rows].filter(([record]) => !others.has(record));
        if (end.status === 'done') {
          const texts = [...after.values()].map(({ note }) => String(note));
          const rest = [...others].filter(([, row]) => row === undefined || String(row.note).startsWith('other')).length;
          expect(texts.filter((note) => /^(made|changed)/.test(note)).length).toBeGreaterThanOrEqual(CHANGED + NEW - rest);
        } else {
          expect(end.status).toBe('failed');
          expect(untouched(after)).toEqual(untouched(before));
          for (const [record, row] of others) expect(after.get(record)).toEqual(row);
          // Named is who wrote over the import; who wrote before it has their own values again.
          const mine = await rowsOf(
            `SELECT record_id AS id, MAX(source = 'undo') AS undone FROM history WHERE request_id IN ('import-${id}', 'import-${id}-undo') GROUP BY record_id`,
          );
          for (const { id: record, undone } of mine) {
            const isKept = undone === 0 && others.get(Number(record)) !== undefined;
            expect(new RegExp(`#${record}\\b`).test(end.message), `#${record}: ${end.message}`).toBe(isKept);
          }
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

describe('an import that is taken back', () => {
  const pieceWritten = (id: number) => api.client.execute(`UPDATE imports SET lease_until = 0 WHERE id = ${id}`);

  /** Works until the first piece is written, then dies. */
  async function writeFirstPiece(): Promise<number> {
    const id = await waiting();
    for (let at = 1; (await importOf(id)).inserted + (await importOf(id)).updated === 0; at += 1) {
      await pieceWritten(id);
      await work(id, { ...api.deps, db: dyingDatabase({ at, after: true }, async () => undefined) }).catch(() => undefined);
    }
    await pieceWritten(id);
    return id;
  }

  const lock = (month = 3) =>
    api.call('POST', 'lock_and_unlock', { as: api.people.admin, body: { year: 2026, month, status: 1, reason: 'x' } });

  it('refuses to let a month be locked, or its own operation be undone, until it has ended', async () => {
    const id = await writeFirstPiece();
    expect((await lock()).body).toMatchObject({ code: 'import_unfinished', message: expect.stringContaining('x.xlsx') });
    const [operation] = (await api.call('GET', `operations?request_id=import-${id}`, { as: api.people.admin })).body.data;
    expect(operation).toMatchObject({ undoable: false, reason: 'running' });
    await work(id);
    expect(await importOf(id)).toMatchObject({ status: 'done', inserted: NEW, updated: CHANGED });
    expect((await lock()).status).toBe(200);
  });

  it('refuses that too where it begins after the month was read, and writes into later ones first', async () => {
    const { db } = api.deps;
    let begun: number | undefined;
    api.deps.db = {
      read: db.read,
      write: async (...given) => {
        api.deps.db = db;
        begun ??= await writeFirstPiece();
        return db.write(...given);
      },
    };
    expect((await lock(2)).body).toMatchObject({ code: 'import_unfinished', message: expect.stringContaining('x.xlsx') });
    expect(await rowsOf("SELECT status FROM month_locks WHERE month = '2026-02' AND status = 1")).toEqual([]);
    await work(begun!);
    expect((await lock(2)).status).toBe(200);
  });

  it('leaves nothing when it is cancelled, and is an operation that was undone', async () => {
    const before = await readRatings();
    const id = await writeFirstPiece();
    const cancelled = await api.call('POST', `imports/${id}/cancel`, { as: api.people.writer });
    expect(cancelled.body).toMatchObject({ status: 'writing', message: 'Đang hoàn lại các dòng đã ghi: Đã hủy, chưa ghi dòng nào' });
    expect((await lock()).body).toMatchObject({ code: 'import_unfinished' });
    await work(id);
    expect(await importOf(id)).toMatchObject({ status: 'cancelled', inserted: 0, updated: 0, message: 'Đã hủy, chưa ghi dòng nào' });
    expect(await readRatings()).toEqual(before);
    const { data } = (await api.call('GET', `operations?entity=pro`, { as: api.people.admin })).body;
    expect(data.slice(0, 2)).toMatchObject([
      { source: 'undo', undo_of: data[1].id },
      { source: 'import', reason: 'undone' },
    ]);
    expect((await lock()).status).toBe(200);
  });

  it('goes back also when it stood still for too long or was given up', async () => {
    const before = await readRatings();
    for (const reason of ['stalled', 'broken'] as const) {
      const id = await writeFirstPiece();
      await importWork.fail(api.deps, id, reason);
      await importWork.fail(api.deps, id, reason);
      expect(await importOf(id)).toMatchObject({ status: 'writing' });
      await work(id);
      expect(await importOf(id)).toMatchObject({ status: 'failed', inserted: 0, updated: 0 });
      expect(await readRatings()).toEqual(before);
    }
  });
});
