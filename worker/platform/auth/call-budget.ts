import { AppError } from '../errors.ts';

const WINDOW_MS = 60_000;
const MAX_CALLERS = 10_000;
/** Rows of a long list that cost as much as one call. */
const ROWS_PER_CALL = 5000;

const windows = new Map<number | string, { startedAt: number; calls: number }>();

/** Counts a call of a signed-in person, or of a session that is refreshed, in this isolate; 429 beyond so many a minute. */
export function spendCall(caller: number | string, nowMs: number, maxCalls: number, cost = 1): void {
  const open = windows.get(caller);
  if (!open || nowMs - open.startedAt >= WINDOW_MS || nowMs < open.startedAt) {
    if (windows.size >= MAX_CALLERS) windows.clear();
    windows.set(caller, { startedAt: nowMs, calls: cost });
    return;
  }
  open.calls += cost;
  if (open.calls <= maxCalls) return;
  const seconds = Math.max(1, Math.ceil((open.startedAt + WINDOW_MS - nowMs) / 1000));
  throw new AppError('too_many_requests', {}, { retryAfter: seconds });
}

/** The cost of a call: one of 50,000 rows costs as much as eleven. */
export function costOfCall(limit: string | undefined): number {
  return 1 + (/^\d{1,5}$/.test(limit ?? '') ? Math.floor(Number(limit) / ROWS_PER_CALL) : 0);
}
