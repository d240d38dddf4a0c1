import * as fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { SealDocument } from '../../worker/contracts/calls/answers/month-seals.ts';
import { SEAL_ROW_KINDS } from '../../worker/contracts/calls/month-seals.ts';
import { canonicalJson } from '../../worker/features/month-close/seals/canonical.ts';
import { hashRecords, SEALED_TABLES } from '../../worker/features/month-close/seals/record-hashes.ts';
import { verifyChain } from '../../worker/features/month-close/seals/verify-chain.ts';
import { openApi, type TestApi } from '../support/api.ts';
import { MAX_TEST_MS } from '../support/limits.ts';
import { runs } from '../support/property-runs.ts';
import { fillOffice } from '../support/sealed-office.ts';

/** `SCHEDULES=10000 npx vitest run --project api tests/api/lock-schedules.test.ts` tries so many. */
const SCHEDULES = Number(process.env.SCHEDULES ?? runs(60));
const MONTH = '2026-10';

type Act = 'lock' | 'unlock' | 'adjust' | 'factor';
/** One window each: what is done in it, one after the other. The first two are the same person's. */
const windows = fc.array(fc.array(fc.constantFrom<Act>('lock', 'unlock', 'lock', 'adjust', 'factor'), { minLength: 1, maxLength: 3 }), {
  minLength: 2,
  maxLength: 4,
});

let api: TestApi;
let office: Awaited<ReturnType<typeof fillOffice>>;
beforeAll(async () => {
  api = await openApi();
  office = await fillOffice(api);
});

let figure = 0;
async function act(what: Act, window: number): Promise<void> {
  const as = window < 2 ? api.people.admin : window === 2 ? api.people.checked : api.people.writer;
  const lock = (status: 0 | 1) => api.call('POST', 'lock_and_unlock', { as, body: { year: 2026, month: 10, status, reason: 'sửa điểm' } });
  figure += 1;
  const answer = await {
    lock: () => lock(1),
    unlock: () => lock(0),
    adjust: () => api.call('PUT', `directs_techousei/${office.direct}`, { as, body: { result_design_point: figure % 50 } }),
    factor: () => api.call('PUT', `pro_point/${office.factor}`, { as: api.people.admin, body: { point: (100 + (figure % 50)) / 100 } }),
  }[what]();
  expect(answer.status, `${what} ${JSON.stringify(answer.body)}`).toBeOneOf([200, 409, 423, 503]);
}

/** Lets the scheduler choose which call to the database comes next, whoever made it. */
function chooseOrder(scheduler: fc.Scheduler): () => void {
  const { db } = api.deps;
  const inTurn = scheduler.scheduleFunction(async () => undefined);
  api.deps.db = {
    read: async (...given) => {
      await inTurn();
      return db.read(...given);
    },
    write: async (...given) => {
      await inTurn();
      return db.write(...given);
    },
  };
  return () => {
    api.deps.db = db;
  };
}

async function checkSeals(): Promise<void> {
  const seals = await api.client.execute('SELECT id, version FROM month_seals ORDER BY id');
  expect(seals.rows.map(({ version }) => Number(version))).toEqual(seals.rows.map((_, index) => index + 1));
  const events = await api.client.execute('SELECT status, seal_id FROM month_lock_events ORDER BY id');
  const ids = seals.rows.map(({ id }) => id);
  for (const status of [1, 0]) {
    const named = events.rows.filter((event) => event.status === status).map(({ seal_id }) => seal_id);
    expect(named, `a seal is made and ended once: ${status}`).toEqual(ids.slice(0, named.length));
  }
  const newest = seals.rows.at(-1);
  if (!newest) return;
  const kept = await api.client.execute({ sql: 'SELECT document FROM month_seals WHERE id = ?', args: [newest.id!] });
  const document = JSON.parse(String(kept.rows[0]!.document)) as SealDocument;
  for (const kind of SEAL_ROW_KINDS) {
    const { rows } = await api.client.execute({
      sql: 'SELECT row FROM month_seal_rows WHERE seal_id = ? AND kind = ? ORDER BY id',
      args: [newest.id!, kind],
    });
    expect(rows.map(({ row }) => row)).toEqual(document[kind].map((row) => canonicalJson(row)));
  }
  const people = document.totals.map(({ user_id }) => user_id);
  expect(new Set(people).size).toBe(people.length);
  const [lock] = (await api.client.execute(`SELECT status, seal_id FROM month_locks WHERE month = '${MONTH}'`)).rows;
  if (lock?.status !== 1) return;
  expect(lock.seal_id).toBe(newest.id);
  for (const table of SEALED_TABLES) {
    const now = await hashRecords(async (statement) => (await api.deps.db.read([statement]))[0]!, table, MONTH);
    expect(now, `the records of ${table} are those sealed`).toEqual(document.records[table]);
  }
}

it(
  'however locks, unlocks and edits of several people interleave, a version has one seal, each person once, of the records as they are',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), windows, async (scheduler, plans) => {
        const restore = chooseOrder(scheduler);
        const work = Promise.all(
          plans.map(async (acts, window) => {
            for (const what of acts) await act(what, window);
          }),
        );
        await scheduler.waitFor(work).finally(restore);
        await checkSeals();
      }),
      { numRuns: SCHEDULES, endOnFailure: true },
    );
    expect((await verifyChain({ read: api.deps.db.read, files: undefined })).differences).toEqual([]);
  },
  Math.max(MAX_TEST_MS, SCHEDULES * 300),
);
