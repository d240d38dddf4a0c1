import { ApiError } from './api-error.ts';

const MAX_DELAY_MS = 10_000;

/** Whether the server could not answer, and may a moment later. */
export function isTemporary(error: unknown): boolean {
  return error instanceof ApiError && (error.isNetwork || error.status === 429 || error.status >= 500);
}

/** Whether a failed read is tried again: twice, and only when the server could not answer. */
export function mayRetry(count: number, error: unknown): boolean {
  return count < 2 && isTemporary(error);
}

/** Milliseconds to wait: Retry-After, else 0.5 s doubling; at most 10 s. */
export function retryDelay(count: number, error: unknown): number {
  const retryAfter = error instanceof ApiError ? error.retry_after : undefined;
  return Math.min(retryAfter === undefined ? 500 * 2 ** count : retryAfter * 1000, MAX_DELAY_MS);
}

/** What `ask` reads; asked again while `mayAsk` says so of an error, by default as often as a query is. */
export async function askAgain<Answer>(ask: () => Promise<Answer>, mayAsk = mayRetry): Promise<Answer> {
  for (let count = 0; ; count++) {
    try {
      return await ask();
    } catch (error) {
      if (!mayAsk(count, error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryDelay(count, error)));
    }
  }
}
