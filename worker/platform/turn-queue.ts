import { AppError } from './errors.ts';

export interface TurnLimits {
  /** Turns under way at the same time. */
  atOnce: number;
  /** Callers that may wait at the same time, in all and of one lane. */
  maxWaiting: number;
  maxWaitingPerLane: number;
  /** Of these places, so many are kept for known callers; none by default. */
  placesForKnown?: number;
  /** Waiting strangers that make a crowd. */
  crowd?: number;
  /** A caller that has waited this long is refused. */
  maxWaitMs: number;
  /** Between two turns the isolate is free for other calls for so long. */
  pauseMs: number;
  /** The error of a refused caller; 503 `too_busy` by default. */
  refusal?: () => Error;
}

export interface Waiter {
  /** Lanes take turns. */
  lane: string;
  /** Goes before strangers in three of four turns, and takes a stranger's place where none is free. */
  isKnown?: boolean;
  /** Runs while no other turn does. */
  isAlone?: boolean;
  /** How busy the networks of a stranger are, the widest first: the quieter one goes first, the busier one gives way. */
  busyness?: () => readonly number[];
}

interface Ticket extends Waiter {
  since: number;
  /** When the waiter last looked whether it may begin; a cancelled one looks no more. */
  seen: number;
  /** Another caller took its place. */
  isEvicted: boolean;
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
/** One turn in so many goes to a stranger first, so that known callers never shut strangers out. */
const STRANGERS_TURN = 4;

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

  get isCrowded(): boolean {
    const now = this.#now();
    return this.#waiting.filter((ticket) => !ticket.isKnown && isLooking(ticket, now)).length >= (this.#limits.crowd ?? Infinity);
  }

  /**
   * Runs the work in its turn. A turn that has not ended after `leaseMs` was broken off: the next one begins. Throws the refusal when too many wait
   * or the turn does not come in time.
   */
  async run<T>(waiter: Waiter, leaseMs: number, work: () => Promise<T>): Promise<T> {
    const ticket = this.#enter(waiter);
    try {
      while (!this.#takeTurn(ticket, leaseMs)) {
        if (ticket.isEvicted || this.#now() - ticket.since > this.#limits.maxWaitMs) throw this.#refuse();
        await new Promise((resolve) => setTimeout(resolve, this.#restMs(ticket)));
        ticket.seen = this.#now();
      }
      return await work();
    } finally {
      this.#leave(ticket);
    }
  }

  #enter(waiter: Waiter): Ticket {
    const { maxWaiting, maxWaitingPerLane, placesForKnown = 0 } = this.#limits;
    const now = this.#now();
    this.#waiting = this.#waiting.filter(({ seen }) => now - seen < FORGOTTEN_MS);
    const looking = this.#waiting.filter((ticket) => isLooking(ticket, now));
    const ticket = { ...waiter, since: now, seen: now, isEvicted: false };
    if (looking.filter(({ lane }) => lane === ticket.lane).length >= maxWaitingPerLane) throw this.#refuse();
    const strangers = looking.filter(({ isKnown }) => !isKnown);
    const isFull = looking.length >= maxWaiting || (!ticket.isKnown && strangers.length >= maxWaiting - placesForKnown);
    if (isFull) this.#evictFor(ticket, strangers);
    this.#waiting.push(ticket);
    return ticket;
  }

  /** Takes the place of the busiest stranger, of the newest among equals; that is the ticket itself, which is refused then, unless it is known. */
  #evictFor(ticket: Ticket, strangers: readonly Ticket[]): void {
    const candidates = ticket.isKnown ? strangers : [...strangers, ticket];
    const busiest = candidates.reduce<Ticket | undefined>(
      (most, each) => (most && compareBusyness(most, each) > 0 ? most : each),
      undefined,
    );
    if (!busiest || busiest === ticket) throw this.#refuse();
    busiest.isEvicted = true;
    this.#removeWaiting(busiest);
  }

  #takeTurn(ticket: Ticket, leaseMs: number): boolean {
    const { pauseMs } = this.#limits;
    const now = this.#now();
    if (ticket.isEvicted) return false;
    if (!this.#hasRoom(ticket)) this.#running = this.#running.filter(({ expiresAt }) => expiresAt > now);
    if (!this.#hasRoom(ticket) || now - this.#freeSince < pauseMs || this.#countBefore(ticket) > 0) return false;
    this.#running.push({ ticket, begunAt: now, expiresAt: now + leaseMs });
    this.#removeWaiting(ticket);
    if (this.#servedAt.size > 1000) this.#servedAt.clear();
    this.#servedAt.set(ticket.lane, ++this.#turns);
    return true;
  }

  #hasRoom({ isAlone }: Ticket): boolean {
    return this.#running.length < (isAlone ? 1 : this.#limits.atOnce) && !this.#running.some(({ ticket }) => ticket.isAlone);
  }

  /** Waiters that go before this one; among equals those that came earlier. */
  #countBefore(ticket: Ticket): number {
    const now = this.#now();
    let count = 0;
    let isBehind = false;
    for (const other of this.#waiting) {
      if (other === ticket) isBehind = true;
      else if (isLooking(other, now) && this.#compareRank(other, ticket) < (isBehind ? 0 : 1)) count++;
    }
    return count;
  }

  /** Negative where `a` goes first: known callers, strangers of quieter networks, then the lane that was served longer ago. */
  #compareRank(a: Ticket, b: Ticket): number {
    if (Boolean(a.isKnown) !== Boolean(b.isKnown)) {
      const isStrangersTurn = this.#turns % STRANGERS_TURN === STRANGERS_TURN - 1;
      return Boolean(a.isKnown) === isStrangersTurn ? 1 : -1;
    }
    const servedAt = ({ lane }: Ticket) => this.#servedAt.get(lane) ?? 0;
    return compareBusyness(a, b) || servedAt(a) - servedAt(b);
  }

  /** Until the waiter looks again: most of the time after which the turns before it should have ended. */
  #restMs(ticket: Ticket): number {
    const { atOnce, pauseMs } = this.#limits;
    const freeAt = this.#hasRoom(ticket)
      ? this.#freeSince + pauseMs
      : Math.min(...this.#running.map(({ begunAt }) => begunAt)) + this.#usualMs;
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

function compareBusyness(a: Waiter, b: Waiter): number {
  const [ofA, ofB] = [a.busyness?.() ?? [], b.busyness?.() ?? []];
  const level = ofA.findIndex((count, n) => count !== ofB[n]);
  return level === -1 ? 0 : ofA[level]! - (ofB[level] ?? 0);
}

const isLooking = ({ seen }: Ticket, now: number) => now - seen < STALE_MS;
