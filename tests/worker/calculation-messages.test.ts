import { createClient } from '@libsql/client';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { handleCalculate } from '../../worker/features/calculation/run.ts';
import { startMonth } from '../../worker/features/calculation/start.ts';
import { createClock } from '../../worker/platform/clock.ts';
import { createDatabase } from '../../worker/platform/db/client.ts';
import type { Deps } from '../../worker/platform/deps.ts';
import type { JobMessage } from '../../worker/platform/queue/messages.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { insertDirects, insertRules } from './calculation-month.ts';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ prepare: insertRules });
});
afterAll(() => stack?.close());
afterEach(() => void vi.useRealTimers());

/** The job over the stack's database and files, with a queue that only lists its messages and a clock of its own. */
async function jobWith(now: () => number): Promise<{ deps: Deps; sent: JobMessage[] }> {
  const sent: JobMessage[] = [];
  const clock = createClock(now);
  const connect = () => createClient({ url: stack.sqld.url, fetch: (request: Request) => fetch(request) });
  const deps = {
    db: createDatabase(connect, clock.time),
    clock,
    files: await stack.files(),
    jobs: { send: async (message: JobMessage) => void sent.push(message) },
  } as unknown as Deps;
  return { deps, sent };
}

const month = { year: 2024, month: 1, preview: false, include_adjusted: false };
const button = { source: 'button', user_id: null } as const;

test('a month that takes long is handed from message to message, and each does a share', async () => {
  await insertDirects(stack.client, '2024-01', 35_000);
  let time = Date.parse('2024-02-01T02:00:00Z');
  // Each look at the clock costs four seconds, so that a message has time for two or three steps.
  const { deps, sent } = await jobWith(() => {
    time += 4000;
    return time;
  });
  const { run } = await startMonth(deps, month, button);
  let handled = 0;
  for (; handled < sent.length; handled += 1) {
    await handleCalculate(deps, { run_id: run.id });
    expect(sent.length - handled).toBeLessThanOrEqual(2);
  }
  expect(handled).toBeGreaterThan(2);
  expect(handled).toBeLessThanOrEqual(8);
  const { rows } = await stack.client.execute('SELECT status, changed FROM calculation_runs');
  expect(rows).toMatchObject([{ status: 'done', changed: 35_000 }]);
});

test('a month that fits into one message takes one, in few round trips', async () => {
  // Time stands still: no message ends by its time, and none renews its lease.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const { deps, sent } = await jobWith(Date.now);
  const trips = { read: 0, write: 0 };
  const { read, write } = deps.db;
  Object.assign(deps.db, {
    read: (...args: Parameters<typeof read>) => {
      trips.read += 1;
      return read(...args);
    },
    write: (...args: Parameters<typeof write>) => {
      trips.write += 1;
      return write(...args);
    },
  });
  const { run } = await startMonth(deps, month, button);
  await handleCalculate(deps, { run_id: run.id });
  expect(sent).toHaveLength(1);
  // Four chunks of 10,000: one read and one write each; beside them start, lease, begin, recompute and publish.
  expect(trips).toEqual({ read: 6, write: 8 });
  const { rows } = await stack.client.execute({ sql: 'SELECT status, changed, done FROM calculation_runs WHERE id = ?', args: [run.id] });
  expect(rows).toMatchObject([{ status: 'done', changed: 0, done: 35_000 }]);
});

test('directs that are edited again and again while the points are published are listed, and calculated by a further run', async () => {
  await insertDirects(stack.client, '2024-03', 20);
  const { deps, sent } = await jobWith(Date.now);
  const [edited] = (await stack.client.execute("SELECT id FROM directs WHERE henkyaku_hi LIKE '2024-03-%' LIMIT 1")).rows;
  const { read } = deps.db;
  let isEditing = true;
  Object.assign(deps.db, {
    read: async (...args: Parameters<typeof read>) => {
      const results = await read(...args);
      if (isEditing) {
        await stack.client.execute({
          sql: 'UPDATE directs SET complex_factor = 3, version = version + 1 WHERE id = ?',
          args: [edited!.id!],
        });
      }
      return results;
    },
  });
  const { run } = await startMonth(deps, { ...month, month: 3 }, button);
  await handleCalculate(deps, { run_id: run.id });
  isEditing = false;
  const rowsOf = async (sql: string) => (await stack.client.execute(sql)).rows;
  expect(await rowsOf(`SELECT status, message, failed FROM calculation_runs WHERE id = ${run.id}`)).toMatchObject([
    { status: 'done', message: 'edited_meanwhile', failed: 1 },
  ]);
  expect(await rowsOf(`SELECT direct_id, code FROM calculation_issues WHERE run_id = ${run.id}`)).toMatchObject([
    { direct_id: edited!.id, code: 'edited_meanwhile' },
  ]);
  const points = `SELECT result_design_point AS points FROM directs WHERE id = ${edited!.id}`;
  expect(await rowsOf(points)).toMatchObject([{ points: null }]);
  const next = sent.at(-1) as { type: 'calculate'; run_id: number };
  expect(next.run_id).toBeGreaterThan(run.id);
  await handleCalculate(deps, next);
  // 2 × 1 × 3
  expect(Number((await rowsOf(points))[0]!.points)).toBeGreaterThan(0);
});
