import type { InStatement, InValue, ResultSet } from '@libsql/client';
import { type SQL, sql } from 'drizzle-orm';
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import { AppError, type ErrorCode } from '../errors.ts';
import { comesFree, type DatabaseError, toDatabaseError } from './database-error.ts';
import { flattenPlan, type Plan, type ResultsOf, readResults } from './query.ts';
import { countRows, type MeasuredResult, measureRoundTrip } from './request-cost.ts';
import type { Turn } from './stream-pool.ts';

/** Who writes, kept with every history row of the transaction. */
export interface Author {
  user_id: number | null;
  /** `maintenance` may change and remove rows of the append-only tables: retention of the history, nothing else. */
  source: 'screen' | 'import' | 'crawl' | 'calculation' | 'script' | 'undo' | 'maintenance';
  request_id?: string | undefined;
  /** The question that the write answers. */
  question_id?: number | undefined;
}

/** The author of maintenance that no person asked for: notices, seals, clean-up. */
export const SCRIPT_AUTHOR: Author = { user_id: null, source: 'script' };

/** The database as the application uses it: whole batches, each one round trip and one transaction. */
export interface Database {
  /** Reads in one snapshot. Repeated once when the server does not answer. */
  read<P extends Plan>(plan: P, timeoutMs?: number, turn?: Turn): Promise<ResultsOf<P>>;
  /** All or nothing, under the author's name. Throws a DatabaseError when a trigger or a unique index refuses the write. */
  write<P extends Plan>(plan: P, author: Author, timeoutMs?: number): Promise<ResultsOf<P>>;
}

/** What a plan of the server is counted by, since it was last noted. */
export interface RowUse {
  read: number;
  written: number;
}

/** The time of the write, as office time: what the history and every column of the same transaction say. */
export const NOW = sql`(SELECT at FROM write_context)`;

/** What a batch is sent through: a client, or a pool of kept streams. */
export interface Connection {
  batch(statements: InStatement[], mode: 'read' | 'write', turn?: Turn): Promise<ResultSet[]>;
}

const dialect = new SQLiteAsyncDialect();

/** Within this time a write ends. */
const WRITE_MS = 15_000;

/**
 * The time of a write that may hold the database's only writer for seconds: a whole file, the points or the seal of a large month. The server takes the place of
 * a transaction of more than 5 s away when others wait, and undoes it whole; so no other write of the isolate begins meanwhile.
 */
export const LONG_WRITE_MS = 60_000;

/** The time of a read that a whole month is closed by: with 100,000 jobs on a busy machine one of its batches takes more than the usual ten seconds. */
export const LONG_READ_MS = 60_000;

/** `connect` gives a connection whose requests end by the given time; what they cost is added to `rowUse`. */
export function createDatabase(
  connect: (timeoutMs: number) => Connection,
  time: () => string,
  rowUse: RowUse = { read: 0, written: 0 },
): Database {
  const counted = async (answer: Promise<MeasuredResult[]>) => {
    const results = await answer;
    for (const result of results) {
      const { read, written } = countRows(result);
      rowUse.read += read;
      rowUse.written += written;
    }
    return results;
  };
  return {
    async read(plan, timeoutMs = 10_000, turn) {
      const batch = flattenPlan(plan).map(compile);
      const answer = measureRoundTrip(() => send(() => connect(timeoutMs).batch(batch, 'read', turn), timeoutMs));
      return readResults(plan, await counted(answer));
    },
    async write(plan, author, timeoutMs = WRITE_MS) {
      const batch = [openWriteContext(author, time()), ...flattenPlan(plan).map(compile), 'DELETE FROM write_context'];
      const turn = { lane: `${author.source} ${author.user_id}`, isAlone: timeoutMs > WRITE_MS };
      const results = await counted(measureRoundTrip(() => send(() => connect(timeoutMs).batch(batch, 'write', turn), 0)));
      return readResults(plan, results.slice(1, -1));
    },
  };
}

function compile(statement: SQL): InStatement {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  return { sql: text, args: params as InValue[] };
}

function openWriteContext(author: Author, at: string): InStatement {
  return {
    sql: 'INSERT OR REPLACE INTO write_context (id, user_id, source, at, request_id, question_id) VALUES (1, ?, ?, ?, ?, ?)',
    args: [author.user_id, author.source, at, author.request_id ?? null, author.question_id ?? null],
  };
}

const BUSY_MS = 8000;

/**
 * Busy answers are repeated for a while, with backoff: nothing was done, and a crowd of writers only has to queue. An answer that was lost
 * within `repeatMs` is asked for once more: a read's before it timed out, however late a busy machine notices that a connection is gone; never a write's.
 */
async function send(run: () => Promise<ResultSet[]>, repeatMs: number): Promise<ResultSet[]> {
  const started = Date.now();
  let repeated = false;
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      const refusal = toDatabaseError(error);
      const waited = Date.now() - started;
      if (comesFree(refusal) && waited < BUSY_MS) await pause(Math.min(15 * 2 ** attempt, 500) * (0.5 + Math.random()));
      else if (refusal.kind === 'unreachable' && !repeated && waited < Math.min(repeatMs, BUSY_MS)) {
        repeated = true;
        await pause(50);
      } else throw translateError(refusal, error);
    }
  }
}

function translateError(refusal: DatabaseError, error: unknown): unknown {
  const answer = UNAVAILABLE[refusal.kind];
  if (answer) return new AppError(answer.code, {}, { retryAfter: answer.retryAfter, cause: error });
  if (refusal.kind === 'too_large') return new AppError('rows_too_large', {}, { cause: error });
  return refusal.kind === 'fault' ? error : refusal;
}

/** What a server that does not do its work answers as, and when it may be asked again, in seconds. Nothing was written. */
const UNAVAILABLE: Partial<Record<DatabaseError['kind'], { code: ErrorCode; retryAfter: number }>> = {
  busy: { code: 'database_unavailable', retryAfter: 2 },
  unreachable: { code: 'database_unavailable', retryAfter: 2 },
  crowded: { code: 'database_crowded', retryAfter: 10 },
  cut: { code: 'database_cut', retryAfter: 10 },
  out_of_memory: { code: 'database_memory', retryAfter: 30 },
  blocked: { code: 'database_blocked', retryAfter: 600 },
  unwritable: { code: 'database_full', retryAfter: 60 },
};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
