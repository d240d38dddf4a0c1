import type { Context } from 'hono';

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
