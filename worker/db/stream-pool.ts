import { type InStatement, LibsqlError, type ResultSet } from '@libsql/client/web';
import { closeStream, type Endpoint, StreamLostError, sendBatch } from './pipeline.ts';

export interface StreamPoolOptions {
  /** Streams open at once; further calls wait for one. */
  maxStreams: number;
  /** Keeps work alive after the call that began it has been answered or broken off. */
  waitUntil: (work: Promise<unknown>) => void;
}

export interface StreamPool {
  batch(statements: readonly InStatement[], mode: 'read' | 'write', timeoutMs: number, turn?: Turn): Promise<ResultSet[]>;
  /**
   * Closes what no call uses, and ends the wait of those that were kept. For the end of a cron or a queue message: the runtime counts such an
   * event as running, and holds the queue's next message back, while work that it left behind goes on.
   */
  closeIdle(): Promise<void>;
  /** Streams that are open now, for tests. */
  readonly open: number;
}

/** Who waits for a stream. */
export interface Turn {
  /** Lanes (people) take turns, so that the many calls of one hold up nobody else. */
  lane: string;
  /** Aborted before the batch is sent, it is not sent: a DisconnectedError. */
  signal?: AbortSignal | undefined;
}

const NO_LANE: Turn = { lane: '' };

/** Nobody waits for the answer any more: the client has gone. */
export class DisconnectedError extends Error {}

/** The one stream that is kept while nothing happens closes after this time; the server itself would end it after 10 s. */
const IDLE_MS = 3000;
const MAX_SWEEPS = 7;
/** How long a call waits for its turn before it is told that the database is busy. */
const MAX_WAIT_MS = 15_000;

interface Stream {
  endpoint: Endpoint;
  baton: string | undefined;
  usedAt: number;
  /** A call that has not given the stream back by then was killed: its place is free again. */
  expiresAt: number;
}

/**
 * Streams to the database server that are kept from one call to the next. Opening one costs the server a connection and the reading of the whole
 * schema, 6 to 17 times what a small read costs on a kept one (`npm run bench -- streams`). A stream is a text (its baton), so it may pass between requests of
 * a Worker; each serves one call at a time, and one whose call failed in any way is never used again.
 */
export function createStreamPool(endpoint: Endpoint, { maxStreams, waitUntil }: StreamPoolOptions): StreamPool {
  const idle: Stream[] = [];
  const busy = new Set<Stream>();
  const waiting: { lane: string; take: (stream: Stream) => void }[] = [];
  const served = new Map<string, number>();
  let turns = 0;
  let endSweep: (() => void) | undefined;

  const newStream = (): Stream => ({ endpoint, baton: undefined, usedAt: Date.now(), expiresAt: 0 });

  async function acquire(timeoutMs: number, lane: string): Promise<Stream> {
    const now = Date.now();
    for (const stream of busy) if (stream.expiresAt < now) busy.delete(stream);
    const free = idle.pop() ?? (busy.size < maxStreams ? newStream() : undefined);
    return free ? lend(free, timeoutMs) : nextStream(timeoutMs, lane);
  }

  function lend(stream: Stream, timeoutMs: number): Stream {
    stream.expiresAt = Date.now() + timeoutMs + MAX_WAIT_MS;
    busy.add(stream);
    return stream;
  }

  function nextStream(timeoutMs: number, lane: string): Promise<Stream> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        // The runtime clears a timer only for the request that set it: this call may have been served long ago.
        const place = waiting.indexOf(waiter);
        if (place === -1) return;
        waiting.splice(place, 1);
        reject(new LibsqlError('Every stream to the database is in use', 'SQLITE_BUSY'));
      }, MAX_WAIT_MS);
      const take = (stream: Stream) => {
        clearTimeout(timer);
        resolve(lend(stream, timeoutMs));
      };
      const waiter = { lane, take };
      waiting.push(waiter);
    });
  }

  /** The first call of the lane that had its turn longest ago. */
  function takeNextWaiter() {
    const turnOf = ({ lane }: { lane: string }) => served.get(lane) ?? 0;
    const next = waiting.reduce<(typeof waiting)[number] | undefined>(
      (first, each) => (first && turnOf(first) <= turnOf(each) ? first : each),
      undefined,
    );
    if (!next) {
      served.clear();
      return undefined;
    }
    waiting.splice(waiting.indexOf(next), 1);
    served.set(next.lane, ++turns);
    return next;
  }

  /** Gives the stream, or its place for a new one, to the next call; while none waits, a single stream is kept. */
  function release(stream: Stream, reusable: boolean): void {
    const held = busy.delete(stream);
    stream.usedAt = Date.now();
    const next = takeNextWaiter();
    if (next) next.take(reusable && held ? stream : newStream());
    else if (reusable && held && idle.length === 0) idle.push(stream);
    else if (reusable) waitUntil(close(stream));
    if (idle.length > 0 && !endSweep) waitUntil(sweep());
  }

  /** Closes the idle stream in time, while work of the call that left it may still go on: a Worker has 30 s for that. */
  async function sweep(): Promise<void> {
    const ended = new Promise<void>((resolve) => {
      endSweep = resolve;
    });
    const end = endSweep;
    for (let round = 0; round < MAX_SWEEPS && idle.length > 0; round++) {
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, IDLE_MS))]);
      if (endSweep !== end) return;
      await closeAll(({ usedAt }) => usedAt + IDLE_MS <= Date.now() || round === MAX_SWEEPS - 1);
    }
    endSweep = undefined;
  }

  async function closeAll(isStale: (stream: Stream) => boolean): Promise<void> {
    const stale = idle.filter(isStale);
    for (const stream of stale) idle.splice(idle.indexOf(stream), 1);
    await Promise.all(stale.map(close));
  }

  async function close(stream: Stream): Promise<void> {
    if (stream.baton) await closeStream(stream.endpoint, stream.baton);
  }

  async function run(
    statements: readonly InStatement[],
    mode: 'read' | 'write',
    timeoutMs: number,
    { lane, signal }: Turn,
  ): Promise<ResultSet[]> {
    const stream = await acquire(timeoutMs, lane);
    if (signal?.aborted) {
      release(stream, stream.baton !== undefined);
      throw new DisconnectedError();
    }
    let reusable = false;
    try {
      const answer = await sendBatch(stream.endpoint, { baton: stream.baton, statements, mode, timeoutMs }).catch((error) => {
        if (!(error instanceof StreamLostError)) throw error;
        Object.assign(stream, { endpoint, baton: undefined });
        return sendBatch(endpoint, { baton: undefined, statements, mode, timeoutMs });
      });
      stream.baton = answer.baton;
      if (answer.baseUrl) stream.endpoint = { ...stream.endpoint, url: answer.baseUrl };
      if (!answer.results) throw answer.error;
      reusable = answer.baton !== undefined;
      return answer.results;
    } finally {
      if (reusable || !stream.baton) release(stream, reusable);
      // Its place is free once the server has ended it, and the caller need not wait for that.
      else waitUntil(close(stream).finally(() => release(stream, false)));
    }
  }

  return {
    batch(statements, mode, timeoutMs, turn = NO_LANE) {
      const work = run(statements, mode, timeoutMs, turn);
      // The call goes on to give its stream back even when the person who asked has gone.
      waitUntil(work.catch(() => undefined));
      return work;
    },
    async closeIdle() {
      endSweep?.();
      endSweep = undefined;
      await closeAll(() => true);
    },
    get open() {
      return idle.length + busy.size;
    },
  };
}
