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

/** A time is written once for the calls of one second: a file of 100,000 rows asks for it as often. */
export function createClock(now: () => number = Date.now): Clock {
  let [last, written] = [Number.NaN, ''];
  const time = () => {
    const at = now();
    const second = Math.floor(at / 1000);
    if (second !== last) [last, written] = [second, toOfficeTime(at)];
    return written;
  };
  return { now, today: () => time().slice(0, 10), time };
}
