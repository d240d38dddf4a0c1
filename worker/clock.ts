/** The present, in the office's time zone whatever the machine's. Vietnam has had no summer time since 1975. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** YYYY-MM-DD. */
  today(): string;
  /** YYYY-MM-DD HH:mm:ss. */
  time(): string;
}

const OFFSET_MS = 7 * 3_600_000;

export function createClock(now: () => number = Date.now): Clock {
  return { now, today: () => toOfficeTime(now()).slice(0, 10), time: () => toOfficeTime(now()) };
}

/** Epoch milliseconds as YYYY-MM-DD HH:mm:ss in Asia/Ho_Chi_Minh. */
export function toOfficeTime(ms: number): string {
  return new Date(ms + OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');
}
