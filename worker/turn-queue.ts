import { AppError } from './errors.ts';

export interface TurnLimits {
  /** Turns under way at the same time. */
  atOnce: number;
  /** Callers that may wait at the same time, in all and of one lane. */
  maxWaiting: number;
  maxWaitingPerLane: number;
  /** Who has waited for so long is refused. */
  maxWaitMs: number;
  /** How often the next in turn looks whether it may begin; those behind it look less often, the further the less. */
  pollMs: number;
  /** Between two turns the isolate is free for other calls for so long. */
  pauseMs: number;
  /** A turn that has not ended by then was broken off; the next one begins. */
  leaseMs: number;
  /** What a caller is refused with; 503 `too_busy` by default. */
  refusal?: () => Error;
}

interface Ticket {
  lane: string;
  since: number;
  /** When the waiter last polled; a cancelled one stops polling. */
  seen: number;
}

interface Turn {
  ticket: Ticket;
  expiresAt: number;
}

const MAX_POLL_MS = 25;
/** A waiter that has not looked for so long is passed over. */
const STALE_MS = 2000;
/** A waiter that has not looked for so long is forgotten: the runtime has ended its request. */
const FORGOTTEN_MS = 60_000;

/**
 * Lets so many pieces of work run at a time. Lanes (addresses, people) take turns, so that a crowded one does not hold up the others. Each waiter
 * polls with its own timer: a request of a Worker must not wait for a promise that another request settles.
 */
export class TurnQueue {
  #limits: TurnLimits;
  #waiting: Ticket[] = [];
  #running: Turn[] = [];
  #freeSince = -Infinity;
  #servedAt = new Map<string, number>();
  #turns = 0;
  #now: () => number;

  constructor(limits: TurnLimits, now: () => number = Date.now) {
    this.#limits = limits;
    this.#now = now;
  }

  get running(): number {
    return this.#running.length;
  }

  /** Runs the work in its turn. Throws the refusal when too many wait or the turn does not come in time. */
  async run<T>(lane: string, work: () => Promise<T>, leaseMs = this.#limits.leaseMs): Promise<T> {
    const ticket = this.#enter(lane);
    try {
      while (!this.#takeTurn(ticket, leaseMs)) {
        if (this.#now() - ticket.since > this.#limits.maxWaitMs) throw this.#refuse();
        await new Promise((resolve) => setTimeout(resolve, this.#pollMs(ticket)));
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
    this.#waiting = this.#waiting.filter(({ seen }) => now - seen < FORGOTTEN_MS);
    const polling = this.#waiting.filter((ticket) => isPolling(ticket, now));
    const ofLane = polling.filter((ticket) => ticket.lane === lane);
    if (polling.length >= maxWaiting || ofLane.length >= maxWaitingPerLane) throw this.#refuse();
    const ticket = { lane, since: now, seen: now };
    this.#waiting.push(ticket);
    return ticket;
  }

  #takeTurn(ticket: Ticket, leaseMs: number): boolean {
    const { atOnce, pauseMs } = this.#limits;
    const now = this.#now();
    if (this.#running.length >= atOnce) this.#running = this.#running.filter(({ expiresAt }) => expiresAt > now);
    if (this.#running.length >= atOnce || now - this.#freeSince < pauseMs || this.#countBefore(ticket) > 0) return false;
    this.#running.push({ ticket, expiresAt: now + leaseMs });
    this.#removeWaiting(ticket);
    if (this.#servedAt.size > 1000) this.#servedAt.clear();
    this.#servedAt.set(ticket.lane, ++this.#turns);
    return true;
  }

  /** Waiters whose lane was served longer ago, and those of the same rank that came earlier. */
  #countBefore(ticket: Ticket): number {
    const served = ({ lane }: Ticket) => this.#servedAt.get(lane) ?? 0;
    const [now, own] = [this.#now(), served(ticket)];
    let count = 0;
    let isBehind = false;
    for (const other of this.#waiting) {
      if (other === ticket) isBehind = true;
      else if (isPolling(other, now) && (served(other) < own || (served(other) === own && !isBehind))) count++;
    }
    return count;
  }

  #pollMs(ticket: Ticket): number {
    return Math.min(MAX_POLL_MS, this.#limits.pollMs * Math.max(1, this.#countBefore(ticket)));
  }

  #leave(ticket: Ticket): void {
    this.#removeWaiting(ticket);
    const running = this.#running.filter((turn) => turn.ticket !== ticket);
    if (running.length === this.#running.length) return;
    this.#running = running;
    this.#freeSince = this.#now();
  }

  #removeWaiting(ticket: Ticket): void {
    const place = this.#waiting.indexOf(ticket);
    if (place !== -1) this.#waiting.splice(place, 1);
  }

  #refuse(): Error {
    return this.#limits.refusal?.() ?? new AppError('too_busy', {}, { retryAfter: 3 });
  }
}

const isPolling = ({ seen }: Ticket, now: number) => now - seen < STALE_MS;
