import type { SQL } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Author } from '../db/client.ts';
import { query } from '../db/query.ts';
import { isTooLarge } from '../db/too-large.ts';
import { countWritten } from '../db/typed-rows.ts';
import type { Deps } from '../deps.ts';
import { isDatabaseBusy } from '../errors.ts';

/** Half of the time after which the server takes a transaction away from its writer when others wait. */
const SLOW_WRITE_MS = 2500;
/** A piece that is written within this may be twice as large without anybody waiting long for it. */
const QUICK_WRITE_MS = 400;
/** The full size is divided by this at most. */
const MAX_DIVISOR = 16;

export interface PieceLimits {
  /** Rows of a former message's pieces. */
  rows?: number | undefined;
  /** A sixteenth of the full size unless it says otherwise. */
  min?: number;
  /** More than the full size where larger pieces are written in less time. */
  max?: number;
}

/**
 * How many rows a transaction of work in pieces takes. After one that lasted too long, as on a slow disk, or whose texts were too long for the server,
 * the next ones take half as many: one of the same size would fail again, or last too long, and others wait for it. After a quick one they take twice as many, up to the largest size, and never
 * again as many as lasted too long.
 */
export class PieceSize {
  /** Rows of the next piece. */
  rows: number;
  /** Whether the last piece was too long, in time or in bytes. */
  wasSlow = false;
  readonly #clock: Clock;
  readonly #minRows: number;
  #maxRows: number;

  /** The first piece has the full size, or that of a former message's; with `min` and `max` of the full size every piece is whole. */
  constructor(clock: Clock, full: number, { rows = full, min = Math.ceil(full / MAX_DIVISOR), max = full }: PieceLimits = {}) {
    this.#clock = clock;
    this.#minRows = min;
    this.rows = Math.max(min, Math.min(rows, max));
    this.#maxRows = this.rows < full ? this.rows : max;
  }

  /**
   * Does a piece in one transaction. 'too_long' where it failed for that and a smaller one is to be tried: from where the work stands in the
   * database by then, as the answer alone may have been lost.
   */
  async attempt<T>(work: (rows: number) => Promise<T>): Promise<T | 'too_long'> {
    const started = this.#clock.now();
    try {
      const result = await work(this.rows);
      this.#noteTime(started);
      if (this.#clock.now() - started < QUICK_WRITE_MS) this.rows = Math.min(this.#maxRows, this.rows * 2);
      return result;
    } catch (error) {
      const { rows } = this;
      const isOverfull = isTooLarge(error);
      this.#noteTime(started, isOverfull);
      const isTooLong = isOverfull || (this.wasSlow && isDatabaseBusy(error));
      if (isTooLong && this.rows < rows) return 'too_long';
      throw error;
    }
  }

  #noteTime(started: number, isOverfull = false): void {
    this.wasSlow = isOverfull || this.#clock.now() - started > SLOW_WRITE_MS;
    if (this.wasSlow) this.rows = this.#maxRows = Math.max(this.#minRows, Math.ceil(this.rows / 2));
  }
}

/** Removes rows in pieces until none is left; `remove` makes the statement that removes so many. */
export async function removeInPieces(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  full: number,
  author: Author,
  remove: (rows: number) => SQL,
): Promise<void> {
  const pieces = new PieceSize(clock, full);
  for (let isOver = false; !isOver; ) {
    const removed = await pieces.attempt(async (rows) => (await db.write(query(remove(rows), countWritten), author)) < rows);
    isOver = removed === true;
  }
}
