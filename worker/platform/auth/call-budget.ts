import { AppError } from '../errors.ts';

const WINDOW_MS = 60_000;
const MAX_CALLERS = 10_000;
/** Rows of a long list that cost as much as one call, before they are read. */
const ROWS_PER_CALL = 5000;
/** What the database looks at, and bytes of a body, for as much as one call. */
const READ_ROWS_PER_CALL = 1000;
const BYTES_PER_CALL = 32_768;
/** One call takes at most this part of a minute's budget by the work that it makes. */
const MAX_SHARE = 1 / 20;

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

/** What one call costs in all, as the work that it makes becomes known; the excess is taken from the budget, and refuses the calls that follow. */
export class CallCost {
  #work = 1;
  #spent: number;
  #caller: number | string;
  #most: number;

  /** `least` is spent already. */
  constructor(caller: number | string, maxCalls: number, least: number) {
    this.#caller = caller;
    this.#most = maxCalls * MAX_SHARE;
    this.#spent = least;
  }

  /** Adds rows that the database looked at or wrote, and bytes of a body. */
  add({ rows = 0, bytes = 0 }: { rows?: number; bytes?: number }): void {
    this.#work += rows / READ_ROWS_PER_CALL + bytes / BYTES_PER_CALL;
    const excess = Math.min(Math.floor(this.#work), this.#most) - this.#spent;
    const open = windows.get(this.#caller);
    if (!open || !(excess > 0)) return;
    open.calls += excess;
    this.#spent += excess;
  }
}

/** The least cost of a call: one of 50,000 rows costs as much as eleven. */
export function costOfCall(limit: string | undefined): number {
  return 1 + (/^\d{1,5}$/.test(limit ?? '') ? Math.floor(Number(limit) / ROWS_PER_CALL) : 0);
}
