import { AppError } from './errors.ts';

export interface TurnLimits {
  /** Turns under way at the same time. */
  atOnce: number;
  /** Callers that may wait at the same time, in all and of one lane. */
  maxWaiting: number;
  maxWaitingPerLane: number;
  /** Who has waited for so long is refused. */
  maxWaitMs: number;
  /** Between two turns the isolate is free for other calls for so long. */
  pauseMs: number;
  /** What a caller is refused with; 503 `too_busy` by default. */
  refusal?: () => Error;
}

interface Ticket {
  lane: string;
  since: number;
  /** When the waiter last looked whether it may begin; a cancelled one looks no more. */
  seen: number;
}

interface Turn {
  ticket: Ticket;
  begunAt: number;
  expiresAt: number;
}

/** A waiter looks at least so often, and the next in line at most every millisecond. */
const LOOK_MS = 25;
/** A waiter looks after this share of the time that the turns before it usually take, as they may end earlier. */
const EARLY = 0.75;
/** A waiter that has not looked for so long is passed over. */
const STALE_MS = 2000;
/** A waiter that has not looked for so long is forgotten: the runtime has ended its request. */
const FORGOTTEN_MS = 60_000;

/**
 * Lets so many pieces of work run at a time. Lanes (addresses, people) take turns, so that a crowded one does not hold up the others. Each waiter
 * looks by a timer of its own: in workerd, what goes on after a promise that another request settled is lost every ten thousand times or so, and
 * the turn with it.
 */
export class TurnQueue {
  #limits: TurnLimits;
  #waiting: Ticket[] = [];
  #running: Turn[] = [];
  #freeSince = -Infinity;
  /** How long a turn took of late. */
  #usualMs = 0;
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

  /**
   * Runs the work in its turn. A turn that has not ended after `leaseMs` was broken off: the next one begins. Throws the refusal when too many wait
   * or the turn does not come in time.
   */
  async run<T>(lane: string, leaseMs: number, work: () => Promise<T>): Promise<T> {
    const ticket = this.#enter(lane);
    try {
      while (!this.#takeTurn(ticket, leaseMs)) {
        if (this.#now() - ticket.since > this.#limits.maxWaitMs) throw this.#refuse();
        await new Promise((resolve) => setTimeout(resolve, this.#restMs(ticket)));
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
    const looking = this.#waiting.filter((ticket) => isLooking(ticket, now));
    const ofLane = looking.filter((ticket) => ticket.lane === lane);
    if (looking.length >= maxWaiting || ofLane.length >= maxWaitingPerLane) throw this.#refuse();
    const ticket = { lane, since: now, seen: now };
    this.#waiting.push(ticket);
    return ticket;
  }

  #takeTurn(ticket: Ticket, leaseMs: number): boolean {
    const { atOnce, pauseMs } = this.#limits;
    const now = this.#now();
    if (this.#running.length >= atOnce) this.#running = this.#running.filter(({ expiresAt }) => expiresAt > now);
    if (this.#running.length >= atOnce || now - this.#freeSince < pauseMs || this.#countBefore(ticket) > 0) return false;
    this.#running.push({ ticket, begunAt: now, expiresAt: now + leaseMs });
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
      else if (isLooking(other, now) && (served(other) < own || (served(other) === own && !isBehind))) count++;
    }
    return count;
  }

  /** Until the waiter looks again: most of the time after which the turns before it should have ended. */
  #restMs(ticket: Ticket): number {
    const { atOnce, pauseMs } = this.#limits;
    const isFree = this.#running.length < atOnce;
    const freeAt = isFree ? this.#freeSince + pauseMs : Math.min(...this.#running.map(({ begunAt }) => begunAt)) + this.#usualMs;
    const expectedAt = freeAt + (this.#countBefore(ticket) * (this.#usualMs + pauseMs)) / atOnce;
    return Math.min(LOOK_MS, Math.max(1, (expectedAt - this.#now()) * EARLY));
  }

  #leave(ticket: Ticket): void {
    this.#removeWaiting(ticket);
    const turn = this.#running.find((other) => other.ticket === ticket);
    if (!turn) return;
    this.#running = this.#running.filter((other) => other !== turn);
    this.#freeSince = this.#now();
    this.#usualMs += (this.#freeSince - turn.begunAt - this.#usualMs) / 8;
  }

  #removeWaiting(ticket: Ticket): void {
    const place = this.#waiting.indexOf(ticket);
    if (place !== -1) this.#waiting.splice(place, 1);
  }

  #refuse(): Error {
    return this.#limits.refusal?.() ?? new AppError('too_busy', {}, { retryAfter: 3 });
  }
}

const isLooking = ({ seen }: Ticket, now: number) => now - seen < STALE_MS;
