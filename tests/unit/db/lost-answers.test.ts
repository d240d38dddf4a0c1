import { LibsqlError, type ResultSet } from '@libsql/client';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDatabase } from '../../../worker/platform/db/client.ts';
import { AppError } from '../../../worker/platform/errors.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const lost = () => new Error('Network connection lost.');
const timedOut = () => new DOMException('The operation was aborted due to timeout', 'TimeoutError');
const crowded = () => new LibsqlError('Server returned HTTP status 429: Timed out while opening database connection', 'SERVER_ERROR');

/** A database whose first batches fail, each after its time; the others answer. Says what came of one call, and after how many batches. */
async function ask(failures: readonly { afterMs: number; error: () => Error }[], mode: 'read' | 'write', timeoutMs: number) {
  let batches = 0;
  const batch = async () => {
    const failure = failures[batches++];
    if (failure) {
      await new Promise((resolve) => setTimeout(resolve, failure.afterMs));
      throw failure.error();
    }
    const empty = { columns: [], columnTypes: [], rows: [], rowsAffected: 0, lastInsertRowid: undefined };
    return [empty, empty, empty] as unknown as ResultSet[];
  };
  const db = createDatabase(
    () => ({ batch }),
    () => '2026-11-25 08:00:00',
  );
  const plan = [sql`SELECT 1`];
  const call = mode === 'read' ? db.read(plan, timeoutMs) : db.write(plan, { user_id: null, source: 'script' }, timeoutMs);
  const outcome = call.then(
    () => 'answered',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
  await vi.runAllTimersAsync();
  return { outcome: await outcome, batches };
}

it.each([10, 1500, 6000])('a read whose connection was lost after %i ms is asked once more', async (afterMs) => {
  expect(await ask([{ afterMs, error: lost }], 'read', 10_000)).toEqual({ outcome: 'answered', batches: 2 });
});

it('a read is asked once more only, and not where nothing answered in its time', async () => {
  const twice = [10, 10].map((afterMs) => ({ afterMs, error: lost }));
  expect(await ask(twice, 'read', 10_000)).toEqual({ outcome: 'database_unavailable', batches: 2 });
  for (const timeoutMs of [2000, 10_000])
    expect(await ask([{ afterMs: timeoutMs, error: timedOut }], 'read', timeoutMs)).toEqual({
      outcome: 'database_unavailable',
      batches: 1,
    });
});

it('a write is never asked again: it may have been committed', async () => {
  expect(await ask([{ afterMs: 10, error: lost }], 'write', 15_000)).toEqual({ outcome: 'database_unavailable', batches: 1 });
});

it('where the server has no connection free, nothing was done, and both go on asking', async () => {
  const failures = Array.from({ length: 4 }, () => ({ afterMs: 1000, error: crowded }));
  for (const mode of ['read', 'write'] as const) expect(await ask(failures, mode, 10_000)).toEqual({ outcome: 'answered', batches: 5 });
});
