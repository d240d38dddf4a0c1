import { toOfficeTime } from './text/office-time.ts';

/** The present, in the office's time zone. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** YYYY-MM-DD. */
  today(): string;
  /** YYYY-MM-DD HH:mm:ss. */
  time(): string;
}

export function createClock(now: () => number = Date.now): Clock {
  return { now, today: () => toOfficeTime(now()).slice(0, 10), time: () => toOfficeTime(now()) };
}
