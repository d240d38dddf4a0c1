import type { Context } from 'hono';

/** Does the work once the answer is on its way, where the runtime can; a failure is logged, the answer stays the same. */
export async function runAfterAnswer(c: Context, work: () => Promise<void>): Promise<void> {
  const done = work().catch((error: Error) => console.error(JSON.stringify({ request_id: c.var.requestId, error: error.message })));
  try {
    c.executionCtx.waitUntil(done);
  } catch {
    await done;
  }
}
