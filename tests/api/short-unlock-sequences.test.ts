import * as fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { closeShortUnlocks } from '../../worker/features/month-close/lock/close-short-unlocks.ts';
import { verifyChain } from '../../worker/features/month-close/seals/verify-chain.ts';
import { signAccessToken } from '../../worker/platform/auth/tokens.ts';
import { openApi, TEST_SECRET, type TestApi } from '../support/api.ts';
import { MAX_TEST_MS } from '../support/limits.ts';
import { runs } from '../support/property-runs.ts';
import { fillOffice } from '../support/sealed-office.ts';

const WHO = ['admin', 'writer', 'checked'] as const;
type Who = (typeof WHO)[number];
const who = fc.constantFrom(...WHO);

type Step =
  | { act: 'short'; who: Who; staff: boolean; minutes: number }
  | { act: 'plain' | 'lock' | 'write'; who: Who }
  | { act: 'wait'; minutes: number }
  | { act: 'cron' }
  | { act: 'killed'; write: 1 | 2; after: boolean };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('short'), who, staff: fc.boolean(), minutes: fc.constantFrom(15, 30, 240) }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('write'), who }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constantFrom('plain', 'lock'), who }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('wait'), minutes: fc.constantFrom(1, 14, 15, 30, 120) }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('cron') }) },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('killed'), write: fc.constantFrom<1 | 2>(1, 2), after: fc.boolean() }),
  },
) as fc.Arbitrary<Step>;

let api: TestApi;
let direct: number;
let now = Date.parse('2026-11-20T01:00:00Z');
beforeAll(async () => {
  api = await openApi(new Date(now).toISOString());
  ({ direct } = await fillOffice(api));
});

/** What the month should be: an open one without `until` is open for good. */
interface Model {
  isLocked: boolean;
  until: number | undefined;
  only: Who | undefined;
  isChanged: boolean;
  version: number;
}

async function wait(minutes: number): Promise<void> {
  now += minutes * 60_000;
  api.clock.set(new Date(now).toISOString());
  for (const name of WHO) {
    const person = api.people[name];
    const claims = { sub: String(person.id), sid: `session-${name}`, roles: [person.role], dept: 1, grp: 1 };
    person.token = await signAccessToken(claims, [TEST_SECRET], now);
  }
}

const post = (name: Who, body: object) =>
  api.call('POST', 'lock_and_unlock', { as: api.people[name], body: { year: 2026, month: 10, reason: 'sửa điểm', ...body } });
const isLocked = async () => (await api.client.execute("SELECT status FROM month_locks WHERE month = '2026-10'")).rows[0]?.status === 1;
const newestVersion = async () => Number((await api.client.execute('SELECT MAX(version) AS v FROM month_seals')).rows[0]!.v ?? 0);

/** A cron whose process dies at one of its writes, before the database has it or before it hears the answer. */
async function killedCron(write: number, after: boolean): Promise<void> {
  const { db } = api.deps;
  let writes = 0;
  api.deps.db = {
    ...db,
    write: async (...given) => {
      writes += 1;
      if (writes > write || (writes === write && !after)) throw new Error('killed');
      const answer = await db.write(...given);
      if (writes === write) throw new Error('killed');
      return answer;
    },
  };
  await closeShortUnlocks(api.deps).catch(() => undefined);
  api.deps.db = db;
}

function lockModel(model: Model): void {
  if (model.until === undefined || model.isChanged) model.version += 1;
  Object.assign(model, { isLocked: true, until: undefined, only: undefined, isChanged: false });
}

let figure = 0;
async function take(model: Model, one: Step): Promise<void> {
  const isDue = model.until !== undefined && now >= model.until;
  if (one.act === 'short' || one.act === 'plain') {
    const timed = one.act === 'short' ? { until: one.minutes, for: one.staff ? 'staff' : 'me' } : {};
    expect((await post(one.who, { status: 0, ...timed })).status).toBe(200);
    if (!model.isLocked && model.until === undefined) return;
    model.isLocked = false;
    model.until = one.act === 'short' ? now + one.minutes * 60_000 : undefined;
    model.only = one.act === 'short' && !one.staff ? one.who : undefined;
  } else if (one.act === 'lock') {
    expect((await post(one.who, { status: 1 })).status).toBe(200);
    if (!model.isLocked) lockModel(model);
  } else if (one.act === 'write') {
    figure += 1;
    const body = { result_design_point: figure % 500 };
    const { status } = await api.call('PUT', `directs_techousei/${direct}`, { as: api.people[one.who], body });
    const may = !model.isLocked && !isDue && (model.only ?? one.who) === one.who;
    expect(status, `${one.who} writes`).toBe(may ? 200 : 423);
    model.isChanged ||= may;
  } else if (one.act === 'wait') await wait(one.minutes);
  else if (one.act === 'cron') {
    await closeShortUnlocks(api.deps);
    await closeShortUnlocks(api.deps);
    if (isDue) lockModel(model);
  } else if (one.act === 'killed') {
    await killedCron(one.write, one.after);
    if (isDue && (await isLocked())) lockModel(model);
  }
  expect(await isLocked(), JSON.stringify(one)).toBe(model.isLocked);
  expect(await newestVersion(), JSON.stringify(one)).toBe(model.version);
}

it(
  'however unlocks, locks, writes, the clock and a dying cron follow each other, only who may writes, and each change is sealed once',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        await wait(1);
        if (!(await isLocked())) await post('admin', { status: 1 });
        const model: Model = { isLocked: true, until: undefined, only: undefined, isChanged: false, version: await newestVersion() };
        for (const one of steps) await take(model, one);
        expect((await verifyChain({ read: api.deps.db.read, files: api.deps.files })).differences).toEqual([]);
      }),
      { numRuns: runs(60) },
    );
  },
  MAX_TEST_MS,
);
