import { ApiError } from './api-error.ts';

/** Whether a failed read is tried again: twice, and only when the server could not answer. */
export function mayRetry(count: number, error: unknown): boolean {
  if (count >= 2 || !(error instanceof ApiError)) return false;
  return error.isNetwork || error.status === 429 || error.status >= 500;
}

/** Milliseconds to wait: Retry-After (at most 10 s), else 0.5 s doubling. */
export function retryDelay(count: number, error: unknown): number {
  const retryAfter = error instanceof ApiError ? error.retry_after : undefined;
  return retryAfter === undefined ? 500 * 2 ** count : Math.min(retryAfter, 10) * 1000;
}
