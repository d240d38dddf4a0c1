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
  /** Has the waiter look at once. */
  wake: () => void;
}

interface Turn {
  ticket: Ticket;
  expiresAt: number;
}

/** A waiter looks for itself so often, should the one that was to wake it have been broken off. */
const LOOK_MS = 250;
/** A waiter that has not looked for so long is passed over. */
const STALE_MS = 2000;
/** A waiter that has not looked for so long is forgotten: the runtime has ended its request. */
const FORGOTTEN_MS = 60_000;

/**
 * Lets so many pieces of work run at a time. Lanes (addresses, people) take turns, so that a crowded one does not hold up the others. Who ends a
 * turn wakes the next in line; the runtime has each waiter go on in the context of its own request.
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

  /**
   * Runs the work in its turn. A turn that has not ended after `leaseMs` was broken off: the next one begins. Throws the refusal when too many wait
   * or the turn does not come in time.
   */
  async run<T>(lane: string, leaseMs: number, work: () => Promise<T>): Promise<T> {
    const ticket = this.#enter(lane);
    try {
      while (!this.#takeTurn(ticket, leaseMs)) {
        if (this.#now() - ticket.since > this.#limits.maxWaitMs) throw this.#refuse();
        await this.#wait(ticket);
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
    const ticket = { lane, since: now, seen: now, wake: () => {} };
    this.#waiting.push(ticket);
    return ticket;
  }

  #takeTurn(ticket: Ticket, leaseMs: number): boolean {
    const { atOnce, pauseMs } = this.#limits;
    const now = this.#now();
    if (this.#running.length >= atOnce) this.#running = this.#running.filter(({ expiresAt }) => expiresAt > now);
    if (this.#running.length >= atOnce || now - this.#freeSince < pauseMs || this.#findNext() !== ticket) return false;
    this.#running.push({ ticket, expiresAt: now + leaseMs });
    this.#removeWaiting(ticket);
    if (this.#servedAt.size > 1000) this.#servedAt.clear();
    this.#servedAt.set(ticket.lane, ++this.#turns);
    this.#wakeNext();
    return true;
  }

  /** The waiter whose lane was served the longest ago; of several the one that came first. */
  #findNext(): Ticket | undefined {
    const now = this.#now();
    let next: Ticket | undefined;
    let nextServedAt = Infinity;
    for (const ticket of this.#waiting) {
      const servedAt = this.#servedAt.get(ticket.lane) ?? 0;
      if (servedAt < nextServedAt && isLooking(ticket, now)) [next, nextServedAt] = [ticket, servedAt];
    }
    return next;
  }

  #wakeNext(): void {
    if (this.#running.length < this.#limits.atOnce) this.#findNext()?.wake();
  }

  /** Waits to be woken, or until time alone may have changed something: the pause, a lease or the longest wait is over. */
  async #wait(ticket: Ticket): Promise<void> {
    const { atOnce, pauseMs, maxWaitMs } = this.#limits;
    const now = this.#now();
    const freeAt = this.#running.length < atOnce ? this.#freeSince + pauseMs : Math.min(...this.#running.map(({ expiresAt }) => expiresAt));
    const restMs = Math.min(LOOK_MS, ticket.since + maxWaitMs + 1 - now, freeAt > now ? freeAt - now : LOOK_MS);
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((resolve) => {
      ticket.wake = resolve;
      timer = setTimeout(resolve, restMs);
    });
    clearTimeout(timer);
  }

  #leave(ticket: Ticket): void {
    this.#removeWaiting(ticket);
    const running = this.#running.filter((turn) => turn.ticket !== ticket);
    if (running.length < this.#running.length) {
      this.#running = running;
      this.#freeSince = this.#now();
    }
    this.#wakeNext();
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
