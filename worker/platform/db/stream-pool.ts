import { type InStatement, LibsqlError, type ResultSet } from '@libsql/core/api';
import { DisconnectedError } from '../errors.ts';
import { TurnQueue } from '../turn-queue.ts';
import {
  closeStream,
  type EncodedBatch,
  type Endpoint,
  encodeApart,
  encodeBatch,
  isAnswerTooLarge,
  StreamLostError,
  sendBatch,
} from './pipeline.ts';

/**
 * SQLite has one writer, so writes queue here instead of contending for it in the server, but for one: it begins there at once when the one before it
 * ends, while with one stream the server stood still for the way to the Worker and back, as long as a small write takes. Through four
 * streams or more the local server may stand still for good (docs/decisions.md).
 */
export const WRITE_STREAMS = 2;

export interface StreamPoolOptions {
  /** Streams open at once; further calls wait for one. */
  maxStreams: number;
  /** Unless it is false, a stream stays for the next call. */
  keepsStreams?: boolean;
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
  /** No other stream of the pool is used meanwhile. */
  isAlone?: boolean | undefined;
  /** Aborted before the batch is sent, it is not sent: a DisconnectedError. */
  signal?: AbortSignal | undefined;
}

const NO_LANE: Turn = { lane: '' };

/** A stream that no call uses closes after this time; the server itself would end it after 10 s. */
const IDLE_MS = 3000;
/** How long a call watches over the streams it left behind, and how often; a Worker has 30 s for what goes on after an answer. */
const SWEEP_MS = 20_000;
const LOOK_MS = 50;
/** How long a call waits for its turn before it is told that the database is busy. */
const MAX_WAIT_MS = 15_000;

interface Stream {
  endpoint: Endpoint;
  baton: string | undefined;
  usedAt: number;
}

/**
 * Streams to the database server that are kept from one call to the next. Opening one costs the server a connection and the reading of the whole
 * schema, 6 to 17 times what a small read costs on a kept one. A stream is a text (its baton), so it may pass between requests of
 * a Worker; each serves one call at a time, and one whose call failed in any way is never used again.
 */
export function createStreamPool(endpoint: Endpoint, { maxStreams, keepsStreams = true, waitUntil }: StreamPoolOptions): StreamPool {
  const idle: Stream[] = [];
  const turns = new TurnQueue({
    atOnce: maxStreams,
    maxWaiting: Number.POSITIVE_INFINITY,
    maxWaitingPerLane: Number.POSITIVE_INFINITY,
    maxWaitMs: MAX_WAIT_MS,
    pauseMs: 0,
    refusal: () => new LibsqlError('Every stream to the database is in use', 'SQLITE_BUSY'),
  });
  let sweeping: { endsAt: number } | undefined;

  const newStream = (): Stream => ({ endpoint, baton: undefined, usedAt: Date.now() });

  function keep(stream: Stream): void {
    stream.usedAt = Date.now();
    idle.push(stream);
    if (!sweeping || sweeping.endsAt < stream.usedAt) waitUntil(sweep());
  }

  /** Closes idle streams in time, after the call that left them was answered. */
  async function sweep(): Promise<void> {
    const own = { endsAt: Date.now() + SWEEP_MS };
    sweeping = own;
    while (idle.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      if (sweeping !== own) return;
      const now = Date.now();
      await closeAll(({ usedAt }) => usedAt + IDLE_MS <= now || own.endsAt <= now);
    }
    if (sweeping === own) sweeping = undefined;
  }

  async function closeAll(isStale: (stream: Stream) => boolean): Promise<void> {
    const stale = idle.filter(isStale);
    for (const stream of stale) idle.splice(idle.indexOf(stream), 1);
    await Promise.all(stale.map(close));
  }

  async function close(stream: Stream): Promise<void> {
    if (stream.baton) await closeStream(stream.endpoint, stream.baton);
  }

  /** Sends the batch on a stream that no other call has. */
  async function use(stream: Stream, batch: EncodedBatch, timeoutMs: number): Promise<ResultSet[]> {
    const answer = await sendBatch(stream.endpoint, { baton: stream.baton, batch, timeoutMs }).catch((error) => {
      if (!(error instanceof StreamLostError)) throw error;
      // What is read in parts is one transaction, which ended with its stream.
      if (!batch.isTransaction) throw new LibsqlError(error.message, 'STREAM_EXPIRED');
      Object.assign(stream, { endpoint, baton: undefined });
      return sendBatch(endpoint, { baton: undefined, batch, timeoutMs });
    });
    stream.baton = answer.baton;
    if (answer.baseUrl) stream.endpoint = { ...stream.endpoint, url: answer.baseUrl };
    if (!answer.results) throw answer.error;
    return answer.results;
  }

  /** Reads what is too large for one answer statement by statement, in one transaction on a stream of its own. */
  async function readApart(statements: readonly InStatement[], timeoutMs: number): Promise<ResultSet[]> {
    const stream = newStream();
    const results: ResultSet[] = [];
    try {
      for (const batch of encodeApart(statements)) results.push(...(await use(stream, batch, timeoutMs)));
    } finally {
      await close(stream);
    }
    return results.slice(1, -1);
  }

  return {
    batch(statements, mode, timeoutMs, { lane, isAlone = false, signal } = NO_LANE) {
      return new Promise((resolve, reject) => {
        // Before its turn, in which others wait for it.
        const encoded = encodeBatch(statements, mode);
        const work = async () => {
          if (signal?.aborted) throw new DisconnectedError();
          const stream = idle.pop() ?? newStream();
          try {
            const results = await use(stream, encoded, timeoutMs);
            if (keepsStreams && stream.baton) keep(stream);
            else waitUntil(close(stream));
            return results;
          } catch (error) {
            if (mode === 'read' && statements.length > 1 && isAnswerTooLarge(error)) {
              await close(stream);
              return readApart(statements, timeoutMs);
            }
            reject(error);
            // Its place is free once the server has ended it, and who asked need not wait for that.
            await close(stream);
            throw error;
          }
        };
        // The call goes on to give its stream back even when the person who asked has gone.
        waitUntil(turns.run({ lane, isAlone }, timeoutMs + MAX_WAIT_MS, work).then(resolve, reject));
      });
    },
    async closeIdle() {
      sweeping = undefined;
      await closeAll(() => true);
    },
    get open() {
      return idle.length + turns.running;
    },
  };
}
