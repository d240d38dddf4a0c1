import type { InValue } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { importableOf } from '../../worker/features/imports/importable.ts';
import { findConflicts, findNewDuplicates } from '../../worker/features/imports/plan/conflicts.ts';
import { KnownKeys } from '../../worker/features/imports/plan/known-keys.ts';
import type { ImportPlan } from '../../worker/features/imports/plan/plan.ts';
import type { ImportRow } from '../../worker/features/imports/work.ts';
import { stagedAfter, stagedRows, writtenPlace } from '../../worker/features/imports/write/staged-rows.ts';
import { flattenPlan } from '../../worker/platform/db/query.ts';
import { insertFromSource, updateFromSource } from '../../worker/platform/db/row-source.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { holdFile, workOnImport } from '../support/imports.ts';
import { fillReferences } from '../support/samples.ts';
import { workbookOf } from '../support/workbooks.ts';

/** One import over several messages, and what others write while it compares its rows with the records. */

let api: TestApi;
/** Runs once, before the first write whose statements match. */
let before: { statement: RegExp; run: () => Promise<unknown> } | undefined;

beforeEach(async () => {
  api = await openApi();
  await fillReferences(api);
  before = undefined;
  const { db } = api.deps;
  api.deps.db = {
    read: db.read,
    async write(plan, author, timeoutMs) {
      const due = before && flattenPlan(plan).some((statement) => before!.statement.test(textOf(statement))) ? before.run : undefined;
      if (due) before = undefined;
      await due?.();
      return db.write(plan, author, timeoutMs);
    },
  };
});
afterEach(() => api?.close());

const HEADERS = ['Nhân viên', 'Hệ số pro', 'Ngày đánh giá', 'Ghi chú'];
const ratings = (count: number) =>
  workbookOf([
    HEADERS,
    ...Array.from({ length: count }, (_, n) => ['writer', 1, `2026-03-${String(1 + (n % 28)).padStart(2, '0')}`, `r${n}`]),
  ]);
const rowsOf = async (sql: string) => (await api.client.execute(sql)).rows;
const INSERT = /INSERT INTO "pro"/;

async function waiting(rows: number, mode: string): Promise<number> {
  api.deps.files = holdFile(await ratings(rows));
  const at = '2026-11-20 10:00:00';
  const { id } = api.people.writer;
  return api.insert('imports', {
    ...{ entity: 'pro', mode, status: 'queued', file_name: 'x.xlsx', requested_by: id, created_at: at, progress_at: at },
  });
}

const importOf = async (id: number) => (await api.call('GET', `imports/${id}`, { as: api.people.writer })).body;

describe('a message', () => {
  test.each(['valid_rows', 'all_or_nothing'])('hands the rest to another message when it takes long (%s)', async (mode) => {
    const id = await waiting(3500, mode);
    // Every look at the clock takes four seconds.
    let now = api.clock.now();
    api.deps.clock = {
      ...api.clock,
      now: () => {
        now += 4000;
        return now;
      },
    };
    let messages = 0;
    for (let goesOn = true; goesOn && messages < 50; messages += 1) {
      api.sent.length = 0;
      await workOnImport(api.deps, { import_id: id });
      // Before anybody looks: by this clock the lease has run out, and whoever looks at the import sends a message too.
      goesOn = api.sent.length > 0;
      const { status, done, total } = await importOf(id);
      if (status === 'reading') {
        expect(goesOn).toBe(true);
        expect(done < 3500).toBe(true);
        expect(total).toBe(null);
      } else expect({ status, done, total }).toEqual({ status: goesOn ? 'writing' : 'done', done: 3500, total: 3500 });
    }
    expect(messages).toBeGreaterThan(2);
    expect(messages).toBeLessThan(50);
    expect(await importOf(id)).toMatchObject({ status: 'done', inserted: 3500, failed: 0 });
    expect(await rowsOf('SELECT COUNT(*) AS n, COUNT(DISTINCT note) AS notes FROM pro')).toEqual([{ n: 3500, notes: 3500 }]);
    expect(await rowsOf('SELECT COUNT(*) AS n FROM import_rows')).toEqual([{ n: 0 }]);
  });
});

test('a piece is found by its place, not by going through all rows of the import', async () => {
  const job = { id: 1, claim: 'x' } as ImportRow;
  const piece = stagedAfter(job, 1000, writtenPlace(job));
  const pro = importableOf('pro');
  const statements = [
    findConflicts(job, pro, { inserted: ['note'], updated: ['note'] } as ImportPlan, piece),
    insertFromSource('pro', ['note'], stagedRows(piece)),
    updateFromSource('pro', ['note'], stagedRows(piece)),
    sql`SELECT COUNT(*) FROM import_rows r WHERE ${piece}`,
  ];
  for (const statement of statements) {
    const { sql: text, params } = dialect.sqlToQuery(statement);
    const { rows } = await api.client.execute({ sql: `EXPLAIN QUERY PLAN ${text}`, args: params as InValue[] });
    const details = rows.map(({ detail }) => String(detail)).filter((detail) => /\b(r|import_rows)\b/.test(detail));
    expect([...new Set(details)]).toEqual([
      'SEARCH r USING INTEGER PRIMARY KEY (rowid=?)',
      expect.stringMatching(/^SEARCH import_rows USING COVERING INDEX import_rows_order \(import_id=\? AND \(dated,/),
    ]);
  }
});

test('records like the rows are found by person and day at once, and new ones among what was written since', async () => {
  const importables = ['directs', 'directs_techousei'].map(importableOf);
  const values = { name: 'J', bukkenmei: '未定', customer_id: 1, user_id: 1, henkyaku_hi: '2026-11-10' };
  const known: SQL[] = [];
  const { db } = api.deps;
  const read: typeof db.read = (plan) => {
    known.push(...flattenPlan(plan));
    return db.read(plan);
  };
  for (const importable of importables) await new KnownKeys({ ...db, read }, importable).load([values, { ...values, name: 'K' }]);
  const job = { id: 1, claim: 'x' } as ImportRow;
  const order = { inserted: importables[0]!.naturalKey };
  const written = importables.map((importable) => findNewDuplicates(job, importable, order));
  expect(known.length).toBe(2);
  expect(written.length).toBe(2);
  for (const statement of [...known, ...written]) {
    const { sql: text, params } = dialect.sqlToQuery(statement);
    const { rows } = await api.client.execute({ sql: `EXPLAIN QUERY PLAN ${text}`, args: params as InValue[] });
    const details = rows.map(({ detail }) => String(detail));
    const search = known.includes(statement)
      ? /^SEARCH t USING INDEX directs_user \(user_id=\? AND henkyaku_hi=\?\)/
      : /^SEARCH t USING INTEGER PRIMARY KEY/;
    expect(details).toContainEqual(expect.stringMatching(search));
    expect(details.filter((detail) => /^SCAN (t|r|d|directs)\b/.test(detail))).toEqual([]);
  }
});

describe('what others write after the rows were compared', () => {
  const twin = () =>
    api.client.batch(
      [
        "INSERT INTO pro (user_id, pro_point_id, rate_at, note) SELECT id, 1, '2026-03-03', 'r2' FROM users WHERE username = 'writer'",
        "INSERT INTO pro (user_id, pro_point_id, rate_at, note) SELECT id, 1, '2026-03-03', 'other' FROM users WHERE username = 'writer'",
      ],
      'write',
    );
  const lock = () => api.insert('month_locks', { month: '2026-03', status: 1, at: '2026-04-01 00:00:00' });

  test('keeps a file of all or nothing from being written', async () => {
    for (const [run, said] of [
      [twin, /Trùng với bản ghi đã có/],
      [lock, /Tháng 2026\/03 đã khóa/],
    ] as const) {
      await api.client.execute('DELETE FROM pro');
      const id = await waiting(100, 'all_or_nothing');
      before = { statement: INSERT, run };
      await workOnImport(api.deps, { import_id: id });
      const { status, inserted, failed, errors } = await importOf(id);
      expect({ status, inserted, failed }).toEqual({ status: 'failed', inserted: 0, failed: run === twin ? 1 : 100 });
      expect(errors[0].message).toMatch(said);
      expect(await rowsOf("SELECT COUNT(*) AS n FROM pro WHERE note <> 'other' AND note <> 'r2'")).toEqual([{ n: 0 }]);
      expect(await rowsOf('SELECT COUNT(*) AS n FROM import_rows')).toEqual([{ n: 0 }]);
    }
  });

  test('takes only its own rows out of a file of good rows', async () => {
    const id = await waiting(100, 'valid_rows');
    before = { statement: INSERT, run: twin };
    await workOnImport(api.deps, { import_id: id });
    const { status, inserted, failed, errors } = await importOf(id);
    expect({ status, inserted, failed }).toEqual({ status: 'done', inserted: 99, failed: 1 });
    expect(errors).toEqual([{ row: 4, column: null, message: expect.stringContaining('Trùng với bản ghi đã có') }]);
    expect(await rowsOf("SELECT COUNT(*) AS n FROM pro WHERE note = 'r2'")).toEqual([{ n: 1 }]);
  });
});

const dialect = new SQLiteAsyncDialect();
const textOf = (statement: SQL): string => dialect.sqlToQuery(statement).sql;
