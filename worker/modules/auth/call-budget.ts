import { AppError } from '../../errors.ts';

const WINDOW_MS = 60_000;
const MAX_PEOPLE = 10_000;

const windows = new Map<number, { startedAt: number; calls: number }>();

/** Counts a call of a signed-in person in this isolate; 429 beyond so many a minute. */
export function spendCall(userId: number, nowMs: number, maxCalls: number): void {
  const open = windows.get(userId);
  if (!open || nowMs - open.startedAt >= WINDOW_MS || nowMs < open.startedAt) {
    if (windows.size >= MAX_PEOPLE) windows.clear();
    windows.set(userId, { startedAt: nowMs, calls: 1 });
    return;
  }
  open.calls += 1;
  if (open.calls <= maxCalls) return;
  const seconds = Math.max(1, Math.ceil((open.startedAt + WINDOW_MS - nowMs) / 1000));
  throw new AppError('too_many_requests', { seconds }, { retryAfter: seconds });
}
