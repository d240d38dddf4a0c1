import { AppError } from './errors.ts';

export interface TurnLimits {
  /** Callers that may wait at the same time, in all and of one lane. */
  maxWaiting: number;
  maxWaitingPerLane: number;
  /** Who has waited for so long is refused. */
  maxWaitMs: number;
  /** Between two turns the isolate is free for other calls for so long. */
  pauseMs: number;
  /** A turn that has not ended by then was broken off; the next one begins. */
  leaseMs: number;
}

interface Ticket {
  lane: string;
  since: number;
  /** When the waiter last polled; a cancelled one stops polling. */
  seen: number;
}

const POLL_MS = 25;
const STALE_MS = 2000;

/**
 * Lets one piece of costly work run at a time. Lanes (addresses) take turns, so that a crowded one does not hold up the others. Each waiter
 * polls with its own timer: a request of a Worker must not wait for a promise that another request settles.
 */
export class TurnQueue {
  #limits: TurnLimits;
  #waiting: Ticket[] = [];
  #holder: { ticket: Ticket; since: number } | undefined;
  #freeSince = -Infinity;
  #servedAt = new Map<string, number>();
  #now: () => number;

  constructor(limits: TurnLimits, now: () => number = Date.now) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Runs the work in its turn. 503 with Retry-After when too many wait or the turn does not come in time. */
  async run<T>(lane: string, work: () => Promise<T>): Promise<T> {
    const ticket = this.#enter(lane);
    try {
      while (!this.#takeTurn(ticket)) {
        if (this.#now() - ticket.since > this.#limits.maxWaitMs) throw tooBusyError();
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
        ticket.seen = this.#now();
      }
      return await work();
    } finally {
      this.#leave(ticket);
    }
  }

  #enter(lane: string): Ticket {
    const { maxWaiting, maxWaitingPerLane } = this.#limits;
    const now = this.#now();
    this.#waiting = this.#waiting.filter(({ seen }) => now - seen < STALE_MS);
    const ofLane = this.#waiting.filter((ticket) => ticket.lane === lane).length;
    if (this.#waiting.length >= maxWaiting || ofLane >= maxWaitingPerLane) throw tooBusyError();
    const ticket = { lane, since: now, seen: now };
    this.#waiting.push(ticket);
    return ticket;
  }

  #takeTurn(ticket: Ticket): boolean {
    const { pauseMs, leaseMs } = this.#limits;
    const now = this.#now();
    if (this.#holder && now - this.#holder.since < leaseMs) return false;
    if (now - this.#freeSince < pauseMs || this.#findNext(now) !== ticket) return false;
    this.#holder = { ticket, since: now };
    this.#waiting = this.#waiting.filter((each) => each !== ticket);
    if (this.#servedAt.size > 1000) this.#servedAt.clear();
    this.#servedAt.delete(ticket.lane);
    this.#servedAt.set(ticket.lane, now);
    return true;
  }

  /** The waiter whose lane was served longest ago; within a lane the first one. */
  #findNext(now: number): Ticket | undefined {
    const served = ({ lane }: Ticket) => this.#servedAt.get(lane) ?? -Infinity;
    let next: Ticket | undefined;
    for (const ticket of this.#waiting) {
      if (now - ticket.seen < STALE_MS && (!next || served(ticket) < served(next))) next = ticket;
    }
    return next;
  }

  #leave(ticket: Ticket): void {
    this.#waiting = this.#waiting.filter((each) => each !== ticket);
    if (this.#holder?.ticket !== ticket) return;
    this.#holder = undefined;
    this.#freeSince = this.#now();
  }
}

const tooBusyError = () => new AppError('too_busy', {}, { retryAfter: 3 });
