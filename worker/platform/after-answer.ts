import type { Context } from 'hono';
import type { Clock } from './clock.ts';

/** Continues work after an answer; undefined in tests, which call the application without a runtime around it. */
export function findRuntime(c: Context): Context['executionCtx'] | undefined {
  try {
    return c.executionCtx;
  } catch {
    return undefined;
  }
}

/**
 * Does the work once the answer is on its way, so many milliseconds later; a failure is logged, the answer stays the same. Without a runtime
 * it is done before the answer, and work that was to wait is not done.
 */
export async function runAfterAnswer(c: Context, work: () => Promise<void>, delayMs = 0): Promise<void> {
  const logged = () => work().catch((error: Error) => console.error(JSON.stringify({ request_id: c.var.requestId, error: error.message })));
  const runtime = findRuntime(c);
  if (delayMs <= 0) {
    const done = logged();
    if (runtime) runtime.waitUntil(done);
    else await done;
  } else runtime?.waitUntil(new Promise((resolve) => setTimeout(resolve, delayMs)).then(logged));
}

/**
 * For what an isolate gathers in memory: does `flush` after an answer, at most once in so many milliseconds. A call in between leaves it to the
 * one that waits already. What is gathered when an isolate ends is lost.
 */
export function createDelayedFlush(
  clock: Pick<Clock, 'now'>,
  intervalMs: number,
  flush: () => Promise<void>,
): (c: Context) => Promise<void> {
  let flushedAt = clock.now();
  let scheduled = false;
  return async (c) => {
    const due = flushedAt + intervalMs - clock.now();
    if (due > 0 && scheduled) return;
    scheduled = true;
    await runAfterAnswer(
      c,
      () => {
        flushedAt = clock.now();
        scheduled = false;
        return flush();
      },
      due,
    );
  };
}
